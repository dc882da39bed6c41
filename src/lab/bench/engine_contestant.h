// Any engine behind the contract as a contestant, at the full speed of its own type.
#pragma once

#include <deque>
#include <exception>
#include <map>
#include <thread>

#include "lab/bench/contestant.h"
#include "lab/bench/monte_carlo.h"

namespace agon::lab {

inline constexpr std::uint32_t kMaxSteps = 4095;  // of a playout: some games need not end
inline constexpr std::uint64_t kBenchSeed = 1;

template <game::Engine E>
class EngineContestant final : public Contestant {
 public:
  // `since` was started when the text was at hand; the first moves are made here and timed.
  EngineContestant(std::shared_ptr<const E> engine, const Stopwatch& since, Preparation preparation)
      : engine_(std::move(engine)), scratch_(engine_->make_scratch()), preparation_(std::move(preparation)) {
    auto state = engine_->initial_state(scratch_);
    const auto roles = static_cast<std::uint32_t>(engine_->info().role_count());
    std::vector<MoveId> joint;
    game::MoveBuffer legal;
    for (std::uint32_t r = 0; r < roles; ++r) {
      engine_->legal_moves(scratch_, state, RoleId{r}, legal);
      if (!legal.empty()) joint.push_back(legal.front());
    }
    preparation_.first_move_seconds = since.seconds();
    if (joint.size() == roles && !engine_->is_terminal(scratch_, state)) engine_->apply(scratch_, state, joint);
    preparation_.ready_seconds = since.seconds();
  }

  [[nodiscard]] const Preparation& preparation() const override { return preparation_; }

  [[nodiscard]] std::optional<RecordedMatch> record(std::uint64_t seed, std::size_t max_steps, double seconds) override {
    return record_match(*engine_, seed, max_steps, seconds);
  }

  [[nodiscard]] bool follow(const RecordedMatch& match, const std::vector<std::size_t>& positions) override {
    positions_.clear();
    auto state = engine_->initial_state(scratch_);
    for (std::size_t step = 0, wanted = 0; wanted < positions.size(); ++step) {
      if (step == positions[wanted]) {
        positions_.push_back(state);
        ++wanted;
      }
      if (wanted == positions.size()) break;
      if (step == match.steps.size()) return false;
      const auto joint = find_joint(*engine_, scratch_, state, match.steps[step]);
      if (!joint) return false;
      engine_->apply(scratch_, state, *joint);
    }
    return true;
  }

  [[nodiscard]] std::vector<std::vector<TreeCount>> count(double seconds, int deepest) override {
    std::vector<std::vector<TreeCount>> counts;
    const double share = seconds / static_cast<double>(std::max<std::size_t>(1, positions_.size()));
    for (const auto& state : positions_) counts.push_back(count_trees(*engine_, scratch_, state, share, deepest));
    return counts;
  }

  // The positions share the time; where trees are exhausted early, they take turns again.
  [[nodiscard]] Round minimax(double seconds) override {
    Round round;
    const Stopwatch watch;
    Minimax<E> search(*engine_, scratch_);
    const double share = seconds / static_cast<double>(std::max<std::size_t>(1, positions_.size()));
    while (!positions_.empty() && watch.seconds() < seconds) {
      Alarm whole(std::min(share, seconds - watch.seconds()));
      round.states += deepen(search, positions_[turn_++ % positions_.size()], whole, 0);
    }
    round.seconds = watch.seconds();
    return round;
  }

  [[nodiscard]] Round playouts(double seconds, unsigned threads) override {
    std::deque<PlayoutStream<E>>& streams = streams_[threads];
    while (streams.size() < threads) streams.emplace_back(*engine_, kBenchSeed + 1000 * streams.size(), kMaxSteps);
    const auto total = [&] {
      Round sum;
      for (const auto& stream : streams) {
        sum.states += stream.states();
        sum.playouts += stream.statistics().length.count;
      }
      return sum;
    };
    const Round before = total();
    const Stopwatch watch;
    std::vector<std::exception_ptr> failures(threads);
    const auto play = [&](unsigned i) {
      try {
        Alarm alarm(seconds);
        streams[i].run(alarm);
      } catch (...) {
        failures[i] = std::current_exception();
      }
    };
    std::vector<std::thread> helpers;
    for (unsigned i = 1; i < threads; ++i) helpers.emplace_back(play, i);
    play(0);
    for (std::thread& helper : helpers) helper.join();
    for (const std::exception_ptr& failure : failures) {
      if (failure) std::rethrow_exception(failure);
    }
    const double elapsed = watch.seconds();
    const Round after = total();
    return {.states = after.states - before.states, .playouts = after.playouts - before.playouts, .seconds = elapsed};
  }

  [[nodiscard]] PlayoutStatistics statistics(unsigned threads) override {
    PlayoutStatistics sum;
    for (const auto& stream : streams_[threads]) sum.add(stream.statistics());
    return sum;
  }

 private:
  std::shared_ptr<const E> engine_;
  typename E::Scratch scratch_;
  Preparation preparation_;
  std::vector<typename E::State> positions_;
  std::size_t turn_ = 0;
  std::map<unsigned, std::deque<PlayoutStream<E>>> streams_;
};

}  // namespace agon::lab
