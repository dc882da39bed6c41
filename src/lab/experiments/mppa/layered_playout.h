// Random playouts on a layered network: one for each thread (mode B of the paper), or all threads on one (mode A).
#pragma once

#include <atomic>
#include <thread>
#include <vector>

#include "base/rng.h"
#include "lab/experiments/mppa/layered_network.h"

namespace agon::lab::experiments::mppa {

struct Score {
  std::uint32_t steps = 0;
  int first_goal = -1;  // of the first role; -1 where there is none or several
  friend bool operator==(const Score&, const Score&) = default;
};

// The values of one playout and what is done with them between layers.
class PlayoutState {
 public:
  explicit PlayoutState(const LayeredNetwork& net) : net_(net), values_(net.signals, 0) {}

  void start(const std::vector<std::uint8_t>& position) {
    for (std::size_t f = 0; f < net_.fluents.size(); ++f) {
      if (net_.fluents[f] != 0) values_[net_.fluents[f]] = position[f];
    }
  }
  // Gates `from` .. `to`, which are of one layer or in the order of layers.
  void evaluate(std::uint32_t from, std::uint32_t to) {
    std::uint8_t* values = values_.data();
    const LayeredNetwork::Gate* gates = net_.gates.data();
    for (std::uint32_t g = from; g < to; ++g) {
      const auto& gate = gates[g];
      values[gate.out] = static_cast<std::uint8_t>((values[gate.a.code >> 1U] ^ (gate.a.code & 1U)) &
                                                   (values[gate.b.code >> 1U] ^ (gate.b.code & 1U)));
    }
  }
  [[nodiscard]] bool value(Lit lit) const { return (values_[lit.node()] != 0) != lit.inverted(); }
  [[nodiscard]] bool over() const { return value(net_.terminal); }

  void choose(Rng& rng) {
    for (const LayeredNetwork::Choice& choice : net_.choices) {
      legal_.clear();
      for (std::size_t leaf = 0; leaf < choice.leaves.size(); ++leaf) {
        values_[choice.leaves[leaf]] = 0;
        if (value(choice.legal[leaf])) legal_.push_back(choice.leaves[leaf]);
      }
      if (!legal_.empty()) values_[legal_[rng.below(static_cast<std::uint32_t>(legal_.size()))]] = 1;
    }
  }
  void advance() {
    next_.resize(net_.fluents.size());
    for (std::size_t f = 0; f < next_.size(); ++f) next_[f] = value(net_.next[f]) ? 1 : 0;
    start(next_);
  }
  [[nodiscard]] int first_goal() const {
    int found = -1;
    for (const circuit::GoalLit& goal : net_.goals[0]) {
      if (!value(goal.lit)) continue;
      if (found >= 0) return -1;
      found = goal.value;
    }
    return found;
  }

 private:
  const LayeredNetwork& net_;
  std::vector<std::uint8_t> values_;
  std::vector<std::uint8_t> next_;
  std::vector<std::uint32_t> legal_;
};

// Mode B: one thread, one playout.
inline Score private_playout(const LayeredNetwork& net, PlayoutState& state, const std::vector<std::uint8_t>& position,
                             std::uint64_t seed, std::uint32_t max_steps = 4095) {
  Rng rng(seed);
  const std::uint32_t middle = net.begin[net.state_layers];
  const auto end = static_cast<std::uint32_t>(net.gates.size());
  state.start(position);
  for (Score score;; ++score.steps) {
    state.evaluate(0, middle);
    if (state.over() || score.steps == max_steps) {
      score.first_goal = state.first_goal();
      return score;
    }
    state.choose(rng);
    state.evaluate(middle, end);
    state.advance();
  }
}

// Every thread waits here until all have come. Busy at first, then it lets others run: there may be more threads than cores.
class SpinBarrier {
 public:
  explicit SpinBarrier(unsigned count) : count_(count), left_(count) {}
  void wait() {
    const unsigned round = round_.load(std::memory_order_acquire);
    if (left_.fetch_sub(1, std::memory_order_acq_rel) == 1) {
      left_.store(count_, std::memory_order_relaxed);
      round_.store(round + 1, std::memory_order_release);
      return;
    }
    for (unsigned spins = 0; round_.load(std::memory_order_acquire) == round; ++spins) {
      if (spins > 4096) std::this_thread::yield();
    }
  }

 private:
  unsigned count_;
  std::atomic<unsigned> left_;
  std::atomic<unsigned> round_{0};
};

// Mode A: `threads` of them on `count` playouts, one after the other; each takes a slice of every layer. Returns the steps of all.
inline std::uint64_t distributed_playouts(const LayeredNetwork& net, unsigned threads, std::uint64_t count, std::uint64_t seed,
                                          std::uint32_t max_steps = 4095) {
  PlayoutState state(net);
  SpinBarrier barrier(threads);
  std::uint64_t steps = 0;
  bool more = true;  // written by thread 0 between barriers
  const auto layers = [&](unsigned thread, std::size_t from, std::size_t to) {
    for (std::size_t layer = from; layer < to; ++layer) {
      const std::uint64_t size = net.begin[layer + 1] - net.begin[layer];
      state.evaluate(net.begin[layer] + static_cast<std::uint32_t>(size * thread / threads),
                     net.begin[layer] + static_cast<std::uint32_t>(size * (thread + 1) / threads));
      barrier.wait();
    }
  };
  const auto work = [&](unsigned thread) {
    for (std::uint64_t playout = 0; playout < count; ++playout) {
      Rng rng(seed + playout);
      if (thread == 0) state.start(net.initial);
      barrier.wait();
      for (std::uint32_t step = 0;; ++step) {
        layers(thread, 0, net.state_layers);
        if (thread == 0) {
          more = !state.over() && step < max_steps;
          if (more) state.choose(rng);
          steps += more ? 1 : 0;
        }
        barrier.wait();
        if (!more) break;
        layers(thread, net.state_layers, net.layer_count());
        if (thread == 0) state.advance();
        barrier.wait();
      }
    }
  };
  std::vector<std::thread> helpers;
  for (unsigned thread = 1; thread < threads; ++thread) helpers.emplace_back(work, thread);
  work(0);
  for (std::thread& helper : helpers) helper.join();
  return steps;
}

}  // namespace agon::lab::experiments::mppa
