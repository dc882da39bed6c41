#include "search/parts/composer.h"

#include <absl/container/flat_hash_set.h>

#include <algorithm>
#include <functional>
#include <numeric>
#include <tuple>
#include <utility>

namespace agon::search::parts {

using ground::Composition;

namespace {

constexpr std::size_t kMaxTuples = 100'000;      // combinations of outcomes that are looked at together
constexpr std::size_t kMaxAttempts = 64;         // lines that are put together and played
constexpr std::uint64_t kFinishStates = 50'000;  // of the search for an end, once all parts are where they should be
constexpr std::uint32_t kMaxSteps = 2'000;
constexpr std::size_t kMaxOrders = 24;  // of the parts, for one combination

// All tuples of outcomes, one of each part.
void for_each_tuple(const std::vector<std::vector<std::uint32_t>>& nodes,
                    const std::function<void(const std::vector<std::uint32_t>&)>& use) {
  std::vector<std::size_t> at(nodes.size(), 0);
  std::vector<std::uint32_t> tuple(nodes.size());
  for (std::size_t count = 0; count < kMaxTuples; ++count) {
    for (std::size_t p = 0; p < nodes.size(); ++p) tuple[p] = nodes[p][at[p]];
    use(tuple);
    std::size_t p = 0;
    while (p < nodes.size() && ++at[p] == nodes[p].size()) at[p++] = 0;
    if (p == nodes.size()) return;
  }
}

std::vector<std::vector<std::uint32_t>> found_nodes(const std::vector<Exploration>& explorations) {
  std::vector<std::vector<std::uint32_t>> nodes;
  for (const Exploration& exploration : explorations) {
    nodes.emplace_back();
    for (const auto& entry : exploration.found()) nodes.back().push_back(entry.second);
  }
  return nodes;
}

}  // namespace

Composer::Composer(std::shared_ptr<const Engine> engine, const ground::Decomposition& decomposition, std::vector<PartEngine> parts,
                   std::size_t memory_bytes)
    : engine_(std::move(engine)), decomposition_(decomposition), parts_(std::move(parts)), scratch_(engine_->make_scratch()) {
  const auto positions =
      decomposition_.kind == Composition::Parallel ? Exploration::Positions::OncePerLayer : Exploration::Positions::Once;
  for (const PartEngine& part : parts_) explorations_.emplace_back(part, positions, memory_bytes / parts_.size());
  for (const circuit::GoalLit& goal : engine_->circuit().goals[0]) highest_ = std::max(highest_, goal.value);
}

void Composer::run(const State& root, Effort& effort, WholeLine& best) {
  switch (decomposition_.kind) {
    case Composition::Parallel: return run_parallel(root, effort, best);
    case Composition::Interleaved: return run_in_turn(root, effort, best);
    case Composition::Serial: return parts_[1].looks_at_shared() ? run_serial(root, effort, best) : run_in_turn(root, effort, best);
  }
}

// All parts one step further, again and again; wherever a combination of outcomes ends the whole game, it is played.
void Composer::run_parallel(const State& root, Effort& effort, WholeLine& best) {
  for (std::size_t p = 0; p < parts_.size(); ++p) explorations_[p].start(parts_[p].project(root));
  std::size_t attempts = 0;
  for (std::uint32_t step = 0; step < kMaxSteps && !solved(best); ++step) {
    for (Exploration& exploration : explorations_) {
      if (!exploration.grow(effort)) return;
    }
    std::vector<std::pair<int, std::vector<std::uint32_t>>> ends;
    State whole = root;
    for_each_tuple(found_nodes(explorations_), [&](const std::vector<std::uint32_t>& tuple) {
      effort.visit(step);
      for (std::size_t p = 0; p < parts_.size(); ++p) parts_[p].write(explorations_[p].state(tuple[p]), whole);
      if (!engine_->is_terminal(scratch_, whole)) return;
      if (const int value = goal(whole); value > best.goal) ends.emplace_back(value, tuple);
    });
    std::stable_sort(ends.begin(), ends.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
    for (const auto& [value, tuple] : ends) {
      if (value <= best.goal || ++attempts > kMaxAttempts) break;
      Steps steps(step + 1);
      for (std::size_t p = 0; p < parts_.size(); ++p) {
        const std::vector<std::uint32_t> line = explorations_[p].line(tuple[p]);
        for (std::size_t s = 0; s < steps.size(); ++s) steps[s].push_back(line[s]);
      }
      (void)play({root, {}}, steps, effort, best);
    }
  }
}

// Every part by itself, all outcomes it can have; then the lines to the best and shortest combinations one after the other. In a
// serial game the first part must come to its end, and the second stands where it begins until then.
void Composer::run_in_turn(const State& root, Effort& effort, WholeLine& best) {
  const bool serial = decomposition_.kind == Composition::Serial;
  for (std::size_t p = 0; p < parts_.size(); ++p) explorations_[p].start(parts_[p].project(root));
  bool grown = true;
  for (std::uint32_t step = 0; step < kMaxSteps && grown && !solved(best); ++step) {
    grown = false;
    std::size_t before = 0;
    std::size_t after = 0;
    for (Exploration& exploration : explorations_) {
      before += exploration.found().size();
      grown = exploration.grow(effort) || grown;
      after += exploration.found().size();
    }
    if (after == before && grown) continue;
    std::vector<std::tuple<int, std::uint32_t, std::vector<std::uint32_t>>> hopes;
    State whole = root;
    for_each_tuple(found_nodes(explorations_), [&](const std::vector<std::uint32_t>& tuple) {
      effort.visit(step);
      if (serial && !explorations_[0].is_end(tuple[0])) return;
      std::uint32_t length = 0;
      for (std::size_t p = 0; p < parts_.size(); ++p) {
        parts_[p].write(explorations_[p].state(tuple[p]), whole);
        length += explorations_[p].depth_of(tuple[p]);
      }
      if (serial && !engine_->is_terminal(scratch_, whole)) return;
      if (const int value = goal(whole); value > best.goal) hopes.emplace_back(-value, length, tuple);
    });
    std::sort(hopes.begin(), hopes.end());
    if (hopes.size() > kMaxAttempts) hopes.resize(kMaxAttempts);
    for (const auto& [negative, length, tuple] : hopes) {
      if (-negative <= best.goal) break;
      if (-negative < highest_ && grown) break;  // better ones may come
      put_in_turn(root, tuple, -negative, effort, best);
    }
  }
}

// In which order matters where the whole game may end on the way.
void Composer::put_in_turn(const State& root, const std::vector<std::uint32_t>& tuple, int wanted, Effort& effort,
                           WholeLine& best) {
  std::vector<std::size_t> order(parts_.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::size_t orders = 0;
  do {
    Steps steps;
    for (const std::size_t p : order) {
      for (const std::uint32_t choice : explorations_[p].line(tuple[p])) {
        steps.emplace_back(parts_.size(), kAny);
        steps.back()[p] = choice;
      }
    }
    const std::optional<Position> there = play({root, {}}, steps, effort, best);
    if (there && decomposition_.kind == Composition::Interleaved) finish(*there, wanted, effort, best);
  } while (best.goal < wanted && decomposition_.kind == Composition::Interleaved && ++orders < kMaxOrders &&
           std::next_permutation(order.begin(), order.end()));
}

// Where the second part looks at the time, it depends on when it begins: the first part to each of its ends, and from there the
// second.
void Composer::run_serial(const State& root, Effort& effort, WholeLine& best) {
  Exploration& first = explorations_[0];
  first.start(parts_[0].project(root));
  if (first.is_end(0)) return run_second({root, {}}, effort, best);
  absl::flat_hash_set<std::uint32_t> tried;
  for (bool grown = true; grown && !solved(best);) {
    grown = first.grow(effort);
    for (const auto& [outcome, node] : first.found()) {
      if (!first.is_end(node) || solved(best) || !tried.insert(node).second) continue;
      Steps steps;
      for (const std::uint32_t choice : first.line(node)) steps.push_back({choice, kAny});
      if (const std::optional<Position> there = play({root, {}}, steps, effort, best)) run_second(*there, effort, best);
    }
  }
}

void Composer::run_second(const Position& from, Effort& effort, WholeLine& best) {
  Exploration& second = explorations_[1];
  second.start(parts_[1].project(from.state));
  absl::flat_hash_set<std::uint32_t> tried;
  State whole = from.state;
  std::vector<std::pair<int, std::uint32_t>> ends;
  for (bool grown = true; grown && !solved(best);) {
    grown = second.grow(effort);
    for (const auto& [outcome, node] : second.found()) {
      if (!tried.insert(node).second) continue;
      parts_[1].write(second.state(node), whole);
      if (!engine_->is_terminal(scratch_, whole)) continue;
      if (const int value = goal(whole); value > best.goal) ends.emplace_back(value, node);
    }
    std::stable_sort(ends.begin(), ends.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
    for (const auto& [value, node] : ends) {
      if (value <= best.goal) break;
      if (value < highest_ && grown) break;  // better ones may come
      Steps steps;
      for (const std::uint32_t choice : second.line(node)) steps.push_back({kAny, choice});
      (void)play(from, steps, effort, best);
    }
  }
}

std::optional<Composer::Position> Composer::play(const Position& from, const Steps& steps, Effort& effort, WholeLine& best) {
  Position at = from;
  game::MoveBuffer legal;
  for (const std::vector<std::uint32_t>& step : steps) {
    if (engine_->is_terminal(scratch_, at.state)) break;
    engine_->legal_moves(scratch_, at.state, RoleId{0}, legal);
    const std::uint32_t phase = phase_of(decomposition_, at.state);
    const auto fits = [&](MoveId move) {
      for (std::size_t p = 0; p < step.size(); ++p) {
        if (step[p] == kAny) continue;
        const std::vector<std::uint32_t>& classes = decomposition_.parts[p].classes[phase];
        if (classes[move.index()] != classes[step[p]]) return false;
      }
      return true;
    };
    const auto made = std::find_if(legal.begin(), legal.end(), fits);
    if (made == legal.end()) return {};
    at.choices.push_back(static_cast<std::uint32_t>(made - legal.begin()));
    effort.make_state();
    engine_->apply(scratch_, at.state, std::span(&*made, 1));
  }
  if (!engine_->is_terminal(scratch_, at.state)) return at;
  offer(at.state, at.choices, best);
  return {};
}

void Composer::offer(const State& end, const std::vector<std::uint32_t>& choices, WholeLine& best) {
  if (const int value = std::max(0, goal(end)); value > best.goal) best = {value, choices};
}

bool Composer::is_idle(MoveId move) const {
  return std::ranges::all_of(decomposition_.parts, [&](const ground::Part& part) {
    const std::uint32_t choice = part.choice_of[move.index()];
    return choice == ground::Part::kNoChoice || part.choices[choice].idle;
  });
}

void Composer::finish(const Position& from, int wanted, Effort& effort, WholeLine& best) {
  struct Level {
    State state;
    game::MoveBuffer moves;
    std::vector<std::uint32_t> order;
    std::size_t next = 0;
  };
  const auto open = [&](const State& state) {
    Level level{state, {}, {}, 0};
    engine_->legal_moves(scratch_, state, RoleId{0}, level.moves);
    for (std::uint32_t i = 0; i < level.moves.size(); ++i) level.order.push_back(i);
    std::stable_partition(level.order.begin(), level.order.end(), [&](std::uint32_t i) { return is_idle(level.moves[i]); });
    return level;
  };
  absl::flat_hash_set<std::uint64_t> known;
  std::vector<Level> line{open(from.state)};
  std::vector<std::uint32_t> choices = from.choices;
  for (std::uint64_t states = 0; states < kFinishStates && !line.empty();) {
    Level& top = line.back();
    if (top.next == top.order.size() || line.size() > kMaxSteps) {
      line.pop_back();
      if (!line.empty()) choices.pop_back();
      continue;
    }
    const std::uint32_t choice = top.order[top.next++];
    State next = top.state;
    effort.make_state();
    ++states;
    engine_->apply(scratch_, next, std::span(&top.moves[choice], 1));
    if (engine_->is_terminal(scratch_, next)) {
      choices.push_back(choice);
      offer(next, choices, best);
      choices.pop_back();
      if (best.goal >= wanted) return;
      continue;
    }
    if (!known.insert(engine_->hash(next)).second) continue;
    choices.push_back(choice);
    line.push_back(open(next));
  }
}

}  // namespace agon::search::parts
