#include "search/mcts/playout/statistics_playout.h"

#include "search/mcts/playout/stepwise.h"

namespace agon::search::mcts {
namespace {

template <game::Engine E>
class StatisticsPlayout final : public StepwisePlayout<E> {
 public:
  StatisticsPlayout(const PlayoutSetup<E>& setup, const MoveStatisticsOptions& options)
      : StepwisePlayout<E>(setup), statistics_(setup.roles(), options, setup.memory_bytes) {}

  void learn(const Trace& trace, std::span<const double> goals) override { statistics_.add(trace, goals); }
  void on_match_step() override { statistics_.on_match_step(); }
  void clear() override { statistics_.clear(); }
  [[nodiscard]] MovePreference* preference() override { return &statistics_; }

 private:
  [[nodiscard]] std::size_t choose(const E& /*engine*/, typename E::Scratch& /*scratch*/, const typename E::State& /*state*/,
                                   RoleId role, std::span<const MoveId> legal, const Trace& trace, Rng& rng) override {
    return statistics_.choose(role.index(), legal, trace, rng);
  }

  MoveStatistics statistics_;
};

}  // namespace

std::unique_ptr<PlayoutPolicy<engines::CircuitEngine>> StatisticsPlayoutMaker::make(
    const PlayoutSetup<engines::CircuitEngine>& setup) const {
  return std::make_unique<StatisticsPlayout<engines::CircuitEngine>>(setup, options_);
}

std::unique_ptr<PlayoutPolicy<game::AnyEngine>> StatisticsPlayoutMaker::make(const PlayoutSetup<game::AnyEngine>& setup) const {
  return std::make_unique<StatisticsPlayout<game::AnyEngine>>(setup, options_);
}

}  // namespace agon::search::mcts
