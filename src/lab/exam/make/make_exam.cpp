#include "lab/exam/make/make_exam.h"

#include <algorithm>
#include <array>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <tuple>

#include "lab/experiments/parallel.h"
#include "library/library.h"

namespace agon::lab::exam {
namespace {

using Counts = std::array<std::size_t, kHardest + 1>;  // of one kind, by difficulty

// The next position of a source: of the rarest difficulty, the harder one of two.
std::optional<Position> take_rarest(std::vector<Position>& candidates, const Counts& counts, const std::set<std::string>& used) {
  auto best = candidates.end();
  for (auto it = candidates.begin(); it != candidates.end(); ++it) {
    if (used.contains(it->id)) continue;
    const auto rank = [&](const Position& p) { return std::pair(counts[static_cast<std::size_t>(p.difficulty)], -p.difficulty); };
    if (best == candidates.end() || rank(*it) < rank(*best)) best = it;
  }
  if (best == candidates.end()) return std::nullopt;
  Position position = std::move(*best);
  candidates.erase(best);
  return position;
}

}  // namespace

Exam choose_positions(const Recipe& recipe, std::vector<std::vector<Position>> candidates) {
  Exam exam;
  std::map<Kind, Counts> counts;
  std::set<std::string> used;  // two sources of one game may find the same
  const int rounds = std::max_element(recipe.sources.begin(), recipe.sources.end(), [](const Source& a, const Source& b) {
                       return a.positions < b.positions;
                     })->positions;
  for (int round = 0; round < rounds; ++round) {
    for (std::size_t s = 0; s < recipe.sources.size(); ++s) {
      if (round >= recipe.sources[s].positions) continue;
      Counts& here = counts[recipe.sources[s].kind];
      std::optional<Position> position = take_rarest(candidates[s], here, used);
      if (!position) continue;
      ++here[static_cast<std::size_t>(position->difficulty)];
      used.insert(position->id);
      exam.positions.push_back(std::move(*position));
    }
  }
  std::stable_sort(exam.positions.begin(), exam.positions.end(), [](const Position& a, const Position& b) {
    return std::tie(a.kind, a.game, a.difficulty) < std::tie(b.kind, b.game, b.difficulty);
  });
  return exam;
}

Result<Exam> make_exam(const Recipe& recipe, const MakeOptions& options) {
  const library::Library library(options.games_folder);
  std::vector<std::vector<Position>> candidates(recipe.sources.size());
  std::optional<Error> failure;
  std::mutex mutex;  // guards failure and the report
  experiments::in_parallel(recipe.sources.size(), options.threads, [&](std::size_t s) {
    const Source& source = recipe.sources[s];
    const Result<gdl::Rules> rules = library.load(source.game);
    Result<std::vector<Position>> found = rules ? find_candidates(source, *rules, options.search) : rules.error();
    const std::lock_guard lock(mutex);
    if (!found) {
      if (!failure) failure = found.error();
      return;
    }
    candidates[s] = std::move(*found);
    if (options.on_source) options.on_source(source, candidates[s].size());
  });
  if (failure) return *failure;
  return choose_positions(recipe, std::move(candidates));
}

}  // namespace agon::lab::exam
