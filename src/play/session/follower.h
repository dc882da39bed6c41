// A state machine that keeps one match in step with its manager's messages, in any order and with repetitions. Pure logic: no
// clock, no thread.
//
// Managers differ. Some count turns and some do not; some send a message again when a connection broke; some replace a late move
// and go on. So every last step is compared with the known match: is it the next step, the current one, an older one, a correction,
// or one after a step that never arrived? In a game with hidden information a particle filter takes the place of the state.
//
// Where there are more legal moves than can be listed in time, the follower becomes blind: it believes what the manager says was
// played, and knows of legal moves only some.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "belief/particle_filter.h"
#include "game/any_engine.h"
#include "protocol/message.h"

namespace agon::play {

// The classification of a message.
struct Followed {
  enum class Kind : std::uint8_t {
    Same,       // the current step: the first PLAY, or a repetition
    Next,       // the match has advanced by one step
    Older,      // an earlier step, sent again
    Corrected,  // another version of the last step: the match was undone by one step and went on from there
    Bridged,    // one step never arrived; it was inferred
    Lost,       // inconsistent with the match, which stays where it was
  } kind = Kind::Same;
  int step = 0;                          // of the message
  std::vector<game::Observation> steps;  // for players who follow: since the last message. After Corrected they must start again.
  std::string note;                      // for the log, if not empty
  bool replaced = false;                 // the manager played another move for us than our answer
};

class Follower {
 public:
  // The engine, a prover, serves the whole match. Throws LimitReached if it does.
  Follower(game::AnyEngine engine, RoleId role, std::uint64_t seed);

  [[nodiscard]] bool hidden() const { return belief_.has_value(); }

  // The last step of a PLAY or STOP. `again`: the same message came before and was not answered then. The deadline bounds the
  // particle filter, in games with hidden information.
  Followed follow(const protocol::LastStep& last, bool again, search::Clock::time_point deadline);

  // The current position.
  [[nodiscard]] int step() const { return step_; }
  [[nodiscard]] bool terminal();
  [[nodiscard]] const std::vector<std::string>& legal();  // of our role, canonical texts in canonical order; may be empty
  // Some legal move, found without the list of all of them; nothing if there is none. Throws LimitReached at the deadline.
  [[nodiscard]] std::optional<std::string> any_legal(search::Clock::time_point deadline);
  // A step could not be compared with the legal moves: from then on steps are believed, and no longer told to players.
  [[nodiscard]] bool blind() const { return blind_; }
  [[nodiscard]] const game::AnyEngine& engine() const { return engine_; }
  [[nodiscard]] RoleId role() const { return role_; }
  [[nodiscard]] const game::AnyState& state() const { return states_.back(); }          // without hidden information
  [[nodiscard]] const std::vector<game::Observation>& match() const { return match_; }  // all steps, as our role saw them
  [[nodiscard]] std::optional<std::vector<int>> goals();                                // where the match is known to be over

  // Our move in the current step.
  void answered(std::string move);
  [[nodiscard]] const std::string* answer(int step) const;

 private:
  // Which step of the match a message is about: by its number, its moves or its percepts.
  [[nodiscard]] int step_by_turn(std::uint32_t turn, bool first);
  [[nodiscard]] int step_by_moves(const std::vector<std::string>& moves, bool again);
  [[nodiscard]] int step_by_percepts(const std::vector<std::string>& percepts, bool again) const;
  void observe(game::Observation seen, Followed& followed, search::Clock::time_point deadline);
  void take(const std::vector<std::string>& moves, Followed& followed);
  [[nodiscard]] bool take_missing(const std::vector<std::string>& moves, Followed& followed);
  [[nodiscard]] bool take_correction(const std::vector<std::string>& moves, Followed& followed);
  [[nodiscard]] std::optional<game::JointChoice> read(const game::AnyState& state, const std::vector<std::string>& moves);
  [[nodiscard]] std::optional<game::JointChoice> bridge(const std::vector<std::string>& moves);
  void take_listed(const std::vector<std::string>& moves, Followed& followed);
  void take_blindly(const std::vector<std::string>& moves, Followed& followed);
  void advance(const game::JointChoice& choices, const std::vector<std::string>& moves);
  void take_back();
  [[nodiscard]] game::AnyState after(const game::AnyState& state, const game::JointChoice& choices);
  [[nodiscard]] std::vector<game::MoveBuffer> legal_of_all(const game::AnyState& state);

  game::AnyEngine engine_;
  RoleId role_;
  game::AnyEngine::Scratch scratch_;
  int step_ = 0;
  bool blind_ = false;
  std::vector<game::Observation> match_;
  std::optional<std::uint32_t> first_turn_;          // the number the manager gives to the first PLAY
  std::vector<std::optional<std::string>> answers_;  // by step
  std::optional<std::vector<std::string>> legal_;    // of the current state, once asked for
  // With perfect information: all states since the initial one, so that a step can be undone.
  std::vector<game::AnyState> states_;
  std::vector<std::string> last_moves_;
  // With hidden information.
  std::optional<belief::ParticleFilter> belief_;
};

}  // namespace agon::play
