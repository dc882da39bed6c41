#include "search/mcts/playout/move_statistics.h"

#include <algorithm>
#include <cmath>

namespace agon::search::mcts {

void FadingMean::fade(double decay, std::uint32_t now) {
  if (epoch == now) return;
  if (decay != 1) count *= std::pow(decay, now - epoch);
  epoch = now;
}

MoveStatistics::MoveStatistics(std::size_t roles, const MoveStatisticsOptions& options, std::size_t memory_bytes)
    : options_(options), tables_(roles), most_grams_(memory_bytes / kGramBytes / roles) {}

void MoveStatistics::clear() {
  tables_.assign(tables_.size(), {});
  now_ = 0;
}

void MoveStatistics::on_match_step() {
  if (options_.decay == 1) return;
  ++now_;
  // Sequences that hardly count any more only take room.
  constexpr double kForgotten = 0.01;
  for (Table& table : tables_) {
    for (auto it = table.grams.begin(); it != table.grams.end();) {
      it->second.fade(options_.decay, now_);
      if (it->second.count < kForgotten) {
        table.grams.erase(it++);
      } else {
        ++it;
      }
    }
  }
}

const FadingMean* MoveStatistics::find(Table& table, const Gram& gram) {
  const auto it = table.grams.find(gram);
  if (it == table.grams.end()) return nullptr;
  it->second.fade(options_.decay, now_);
  return &it->second;
}

void MoveStatistics::add(const Trace& trace, std::span<const double> goals) {
  const std::size_t steps = options_.tree_only ? std::min(trace.tree_steps, trace.steps()) : trace.steps();
  for (std::size_t role = 0; role < tables_.size(); ++role) {
    Table& table = tables_[role];
    const auto put = [&](const Gram& gram) {
      const auto it = table.grams.find(gram);
      if (it == table.grams.end() && table.grams.size() >= most_grams_) return;
      FadingMean& mean = it == table.grams.end() ? table.grams[gram] : it->second;
      if (mean.count == 0) mean.epoch = now_;
      mean.fade(options_.decay, now_);
      mean.add(goals[role]);
    };
    for (std::size_t t = 0; t < steps; ++t) {
      const MoveId move = trace.move(t, role);
      if (move.index() >= table.moves.size()) table.moves.resize(move.index() + 1);
      FadingMean& single = table.moves[move.index()];
      single.fade(options_.decay, now_);
      single.add(goals[role]);
      if (options_.gram_length >= 2 && t >= 1) put({before(trace, t, role, 1).value, move.value, kNothing});
      if (options_.gram_length >= 3 && t >= 2) put({before(trace, t, role, 2).value, before(trace, t, role, 1).value, move.value});
    }
  }
}

double MoveStatistics::score(std::size_t role, MoveId move, const Trace& trace) {
  Table& table = tables_[role];
  if (move.index() >= table.moves.size() || table.moves[move.index()].count <= 0) return options_.unseen;
  FadingMean& single = table.moves[move.index()];
  single.fade(options_.decay, now_);
  if (single.count <= 0) return options_.unseen;
  double sum = single.mean;
  int values = 1;
  const auto look = [&](const Gram& gram) {
    const FadingMean* const mean = find(table, gram);
    if (mean == nullptr || mean->count < options_.gram_count) return;
    sum += mean->mean;
    ++values;
  };
  const std::size_t t = trace.steps();
  if (options_.gram_length >= 2 && t >= 1) look({before(trace, t, role, 1).value, move.value, kNothing});
  if (options_.gram_length >= 3 && t >= 2) look({before(trace, t, role, 2).value, before(trace, t, role, 1).value, move.value});
  return sum / values;
}

std::size_t MoveStatistics::choose(std::size_t role, std::span<const MoveId> legal, const Trace& trace, Rng& rng) {
  const auto count = static_cast<std::uint32_t>(legal.size());
  if (count == 1) return 0;
  const bool greedy = options_.choice == MoveStatisticsOptions::Choice::EpsilonGreedy;
  if (greedy && rng.unit() < options_.epsilon) return rng.below(count);
  scores_.resize(count);
  double best = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    scores_[i] = score(role, legal[i], trace);
    best = i == 0 ? scores_[i] : std::max(best, scores_[i]);
  }
  if (greedy) {  // ties are broken at random: at first all moves are alike
    std::uint32_t ties = 0;
    std::size_t result = 0;
    for (std::uint32_t i = 0; i < count; ++i) {
      if (scores_[i] == best && rng.below(++ties) == 0) result = i;
    }
    return result;
  }
  double total = 0;
  for (double& s : scores_) total += s = std::exp((s - best) / options_.temperature);
  double left = rng.unit() * total;
  for (std::uint32_t i = 0; i + 1 < count; ++i) {
    left -= scores_[i];
    if (left < 0) return i;
  }
  return count - 1;
}

FadingMean MoveStatistics::gram(std::size_t role, std::span<const MoveId> sequence) {
  Table& table = tables_[role];
  if (sequence.size() == 1) {
    if (sequence[0].index() >= table.moves.size()) return {};
    table.moves[sequence[0].index()].fade(options_.decay, now_);
    return table.moves[sequence[0].index()];
  }
  Gram gram{kNothing, kNothing, kNothing};
  for (std::size_t i = 0; i < sequence.size(); ++i) gram[i] = sequence[i].value;
  const FadingMean* const found = find(table, gram);
  return found == nullptr ? FadingMean{} : *found;
}

std::size_t MoveStatistics::size() const {
  std::size_t total = 0;
  for (const Table& table : tables_) total += table.grams.size() + table.moves.size();
  return total;
}

}  // namespace agon::search::mcts
