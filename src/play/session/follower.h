// Keeps one match in step with what its manager says, whatever the order and however often it says it. Pure logic: no clock, no
// thread.
//
// Managers differ. Some count turns and some do not; some send a message again when a connection broke; some replace a late move
// and go on. So every last step is read against what is known: is it the next step, the one we know, an older one, a correction, or
// one behind a step that never arrived? In a game with hidden information a belief takes the place of the state.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "game/any_engine.h"
#include "play/protocol/message.h"
#include "play/session/belief.h"

namespace agon::play {

using Choices = std::vector<std::uint32_t>;  // a joint move: for each role an index into its legal moves

// What a message turned out to be.
struct Followed {
  enum class Kind : std::uint8_t {
    Same,       // the step we know: the first PLAY, or one that was sent again
    Next,       // the match has gone on by one step
    Older,      // a step we have left behind, sent again
    Corrected,  // another version of the last step: the match was taken back and went on from there
    Bridged,    // one step never arrived; it was guessed
    Lost,       // it does not fit. The match stands where it stood.
  } kind = Kind::Same;
  int step = 0;                // that the message is about
  std::vector<Choices> steps;  // for players who follow: made since the last message. After Corrected they must start again.
  std::string note;            // in words, where it is worth a line in the log
  bool replaced = false;       // the manager played another move for us than we had answered
};

class Follower {
 public:
  // The engine answers for all of the match. Throws LimitReached if it does.
  Follower(game::AnyEngine engine, RoleId role, std::uint64_t seed);

  [[nodiscard]] bool hidden() const { return belief_.has_value(); }

  // The last step of a PLAY or STOP. `again`: the same message came before and was not answered then. The deadline is for
  // games with hidden information, where looking for states that explain it takes time.
  Followed follow(const protocol::LastStep& last, bool again, search::Clock::time_point deadline);

  // What stands now.
  [[nodiscard]] int step() const { return step_; }
  [[nodiscard]] bool terminal();
  [[nodiscard]] const std::vector<std::string>& legal();  // of our role, canonical texts in canonical order; may be empty
  [[nodiscard]] const game::AnyEngine& engine() const { return engine_; }
  [[nodiscard]] RoleId role() const { return role_; }
  [[nodiscard]] const game::AnyState& state() const { return states_.back(); }  // without hidden information
  [[nodiscard]] std::shared_ptr<const States> possible() const { return belief_->states(); }
  [[nodiscard]] const std::vector<Choices>& match() const { return match_; }  // all steps, without hidden information
  [[nodiscard]] std::optional<std::vector<int>> goals();                      // where the match is known to be over

  // Our move in the current step.
  void answered(std::string move);
  [[nodiscard]] const std::string* answer(int step) const;

 private:
  // Which step of the match a message is about, in three ways.
  [[nodiscard]] int step_by_turn(std::uint32_t turn, bool first);
  [[nodiscard]] int step_by_moves(const std::vector<std::string>& moves, bool again);
  [[nodiscard]] int step_by_percepts(const std::vector<std::string>& percepts, bool again) const;
  void observe(Experience experience, Followed& followed, search::Clock::time_point deadline);
  void take(const std::vector<std::string>& moves, Followed& followed);
  [[nodiscard]] bool take_missing(const std::vector<std::string>& moves, Followed& followed);
  [[nodiscard]] bool take_correction(const std::vector<std::string>& moves, Followed& followed);
  [[nodiscard]] std::optional<Choices> read(const game::AnyState& state, const std::vector<std::string>& moves);
  [[nodiscard]] std::optional<Choices> bridge(const std::vector<std::string>& moves);
  void advance(const Choices& choices, const std::vector<std::string>& moves);
  void take_back();
  [[nodiscard]] game::AnyState after(const game::AnyState& state, const Choices& choices);
  [[nodiscard]] std::vector<game::MoveBuffer> legal_of_all(const game::AnyState& state);

  game::AnyEngine engine_;
  RoleId role_;
  game::AnyEngine::Scratch scratch_;
  int step_ = 0;
  std::optional<std::uint32_t> first_turn_;          // the number the manager gives to the first PLAY
  std::vector<std::optional<std::string>> answers_;  // by step
  std::optional<std::vector<std::string>> legal_;    // of the current state, once asked for
  // Everybody sees everything: the states since the beginning, so that a step can be taken back.
  std::vector<game::AnyState> states_;
  std::vector<Choices> match_;
  std::vector<std::string> last_moves_;
  // Otherwise.
  std::optional<Belief> belief_;
};

}  // namespace agon::play
