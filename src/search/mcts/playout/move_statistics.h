// Move statistics: what moves have been worth whatever the position. The memory of MAST (single moves; Finnsson and Bjornsson 2008)
// and NST (n-grams of up to three moves; Tak, Winands and Bjornsson 2012), with the decay of Tak et al. 2013.
//
// A sequence that ends with a move of role i has the moves of the roles before it, one role a step: i-1 at the step before, i-2
// before that. Values are those of the role that owns the table, on the goal scale.
#pragma once

#include <absl/container/flat_hash_map.h>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "search/mcts/playout/preference.h"

namespace agon::search::mcts {

// A mean whose count fades: old results lose weight against new ones, the mean stays what it was.
struct FadingMean {
  double count = 0;
  double mean = 0;
  std::uint32_t epoch = 0;

  void fade(double decay, std::uint32_t now);  // what is due since the last time
  void add(double value) {
    count += 1;
    mean += (value - mean) / count;
  }
};

struct MoveStatisticsOptions {
  enum class Choice : std::uint8_t { EpsilonGreedy, Gibbs } choice = Choice::Gibbs;
  double epsilon = 0.2;
  double temperature = 10;   // on the goal scale
  double decay = 1;          // of counts, after each move of the real match (Tak et al. 2013)
  unsigned gram_length = 1;  // longest sequence: 1 is MAST, 3 the NST of the paper
  double gram_count = 7;     // a sequence of several moves counts from so many visits
  double unseen = 100;       // what a move without statistics is taken for
  bool tree_only = false;    // statistics from moves in the tree alone
};

class MoveStatistics final : public MovePreference {
 public:
  // Sequences beyond so many bytes are not remembered.
  MoveStatistics(std::size_t roles, const MoveStatisticsOptions& options, std::size_t memory_bytes = std::size_t{1} << 30U);

  // A finished simulation; `goals` per role on the goal scale.
  void add(const Trace& trace, std::span<const double> goals);
  // The expected goal of a move at the end of the trace, as the policy sees it.
  [[nodiscard]] double score(std::size_t role, MoveId move, const Trace& trace) override;
  // Index of a legal move, chosen by the policy.
  [[nodiscard]] std::size_t choose(std::size_t role, std::span<const MoveId> legal, const Trace& trace, Rng& rng) override;
  // A move of the real match was made.
  void on_match_step();
  void clear();

  // For tests and reports: the sequence's mean with its count as of now; oldest move first.
  [[nodiscard]] FadingMean gram(std::size_t role, std::span<const MoveId> sequence);
  [[nodiscard]] std::size_t size() const;

 private:
  using Gram = std::array<std::uint32_t, 3>;  // unused places are ~0
  static constexpr std::uint32_t kNothing = ~std::uint32_t{0};
  static constexpr std::size_t kGramBytes = 96;  // with the empty places of the table

  struct Table {
    std::vector<FadingMean> moves;                // by move
    absl::flat_hash_map<Gram, FadingMean> grams;  // of two and three moves
  };
  [[nodiscard]] const FadingMean* find(Table& table, const Gram& gram);
  [[nodiscard]] MoveId before(const Trace& trace, std::size_t step, std::size_t role, std::size_t back) const {
    return trace.move(step - back, (role + back * (trace.roles - 1)) % trace.roles);
  }

  MoveStatisticsOptions options_;
  std::vector<Table> tables_;  // per role
  std::size_t most_grams_;     // of a role
  std::uint32_t now_ = 0;
  std::vector<double> scores_;
};

}  // namespace agon::search::mcts
