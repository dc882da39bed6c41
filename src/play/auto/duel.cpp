#include "play/auto/duel.h"

#include <array>
#include <cstdlib>
#include <vector>

#include "base/assert.h"

namespace agon::play {
namespace {

class Duel {
 public:
  Duel(const game::AnyEngine& engine, const DuelOptions& options)
      : engine_(engine), options_(options), scratch_(engine.make_scratch()), legal_(2) {
    AGON_ASSERT(engine.info().role_count() == 2);
  }

  // Searches by role. Returns the first role's goal minus the second's, 0 if the match did not end.
  int match(const std::array<Contestant, 2>& seats) {
    for (const Contestant& seat : seats) seat.search->restart();
    game::AnyState state = engine_.initial_state(scratch_);
    std::vector<MoveId> joint(2);
    for (int step = 0; !engine_.is_terminal(scratch_, state); ++step) {
      if (step >= options_.max_steps || stopped()) return 0;
      std::array<Choice, 2> choices{};
      for (std::uint32_t r = 0; r < 2; ++r) {
        engine_.legal_moves(scratch_, state, RoleId{r}, legal_[r]);
        if (legal_[r].empty()) return 0;
        if (legal_[r].size() > 1) choices[r] = choose(seats[r], RoleId{r});
        joint[r] = legal_[r][choices[r].index()];
      }
      for (const Contestant& seat : seats) seat.search->advance(choices);
      engine_.apply(scratch_, state, joint);
    }
    return engine_.goal(scratch_, state, RoleId{0}) - engine_.goal(scratch_, state, RoleId{1});
  }
  [[nodiscard]] bool stopped() const { return options_.stop != nullptr && options_.stop->load(std::memory_order_relaxed); }

 private:
  Choice choose(const Contestant& seat, RoleId role) const {
    search::Budget budget;
    budget.states = seat.states;
    budget.stop = options_.stop;
    return seat.search->think(role, budget).choice;
  }

  const game::AnyEngine& engine_;
  DuelOptions options_;
  game::AnyEngine::Scratch scratch_;
  std::vector<game::MoveBuffer> legal_;
};

}  // namespace

DuelScore play_duel(const game::AnyEngine& engine, const Contestant& first, const Contestant& second, const DuelOptions& options) {
  Duel duel(engine, options);
  DuelScore score;
  for (int i = 0; i < options.matches && std::abs(score.lead()) < options.lead; ++i) {
    const bool swapped = i % 2 == 1;
    const int difference = duel.match(swapped ? std::array{second, first} : std::array{first, second}) * (swapped ? -1 : 1);
    if (duel.stopped()) break;
    ++(difference > 0 ? score.wins : difference < 0 ? score.losses : score.draws);
  }
  return score;
}

}  // namespace agon::play
