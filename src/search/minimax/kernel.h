// Depth-limited alpha-beta and max^n, one iteration of iterative deepening from one state (Schiffel's Fluxplayer, thesis chapter
// 4).
//
// Two ways to back up values. AgainstAll: one number, the own role's; it maximises, everybody else minimises, and alpha-beta cuts.
// It is right for one player, for two with a constant sum, and is the paranoid assumption for more. EachForItself is max^n
// (Luckhardt and Irani 1986): a vector, and whoever decides takes the best for itself; no cuts. The random role is an expectation
// in both.
//
// Beside the value every subtree carries bounds that are proven: they come from terminal states alone, through complete sets of
// moves, and so hold at any limit and outlive the iteration in the table.
#pragma once

#include <absl/container/flat_hash_map.h>

#include <algorithm>
#include <array>
#include <deque>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "base/hash.h"
#include "search/effort.h"
#include "search/evaluation/evaluation.h"
#include "search/minimax/deciders.h"
#include "search/minimax/limit.h"
#include "search/minimax/options.h"
#include "search/minimax/table.h"
#include "search/symmetry/state_keys.h"
#include "search/symmetry/worth.h"

namespace agon::search::minimax {

enum class Model : std::uint8_t { AgainstAll, EachForItself };

template <game::Engine E>
class Kernel {
 public:
  using State = typename E::State;

  Kernel(const E& engine, const MinimaxOptions& options, Model model, RoleId own, Evaluation<E>& evaluation, Table& table,
         Effort& effort, const StateKeys<E>& keys, SymmetryWorth& worth)
      : engine_(engine),
        options_(options),
        model_(model),
        own_(own),
        width_(model == Model::AgainstAll ? 1 : engine.info().role_count()),
        cuts_(model == Model::AgainstAll && options.alpha_beta),
        evaluation_(evaluation),
        table_(table),
        effort_(effort),
        keys_(keys),
        worth_(worth),
        scratch_(engine.make_scratch()) {}

  // Searches below `root`, which is not terminal. Throws Interrupted; root_order() then tells what was finished.
  Outcome search(const State& root, Limit limit) {
    Frame& frame = frame_at(0);
    frame.deciders.find(engine_, scratch_, root, own_);
    root_moves_.assign(frame.deciders.legal[own_.index()].size(), Outcome{});
    root_order_.clear();
    twins_.clear();
    effort_.visit(0);
    if (frame.deciders.stuck || limit.is_leaf()) return heuristic(root);
    frame.deciders.first_moves(frame.joint);
    return decide(root, key_of(root), frame, 0, limit, {}, 0);
  }
  // The own moves that this iteration has finished, in its order, and what each came to. Empty where the own role has no choice.
  [[nodiscard]] const std::vector<std::uint32_t>& root_order() const { return root_order_; }
  [[nodiscard]] const Outcome& root_move(std::size_t index) const { return root_moves_[index]; }
  [[nodiscard]] bool simultaneous() const { return simultaneous_; }  // such a state was met

  // A key for what is left to decide in a state after some roles have decided, and how a table calls the last decision.
  [[nodiscard]] static std::uint64_t partial_key(std::uint64_t key, std::size_t level, std::size_t name) {
    return mix(mix(key, level + 1), name + 1);
  }

 private:
  // Goals lie between 0 and 100, so a value of 100 cuts from the start.
  struct Window {
    double alpha = 0, beta = 100;
  };
  struct Child {
    std::uint32_t index = 0;  // into the legal moves of the role
    bool made = false;        // `next` and `key` are set
    StateKey key;
    State next;
    // For ordering.
    bool best = false, known = false, killer = false;
    double prior = 0;
    std::uint64_t history = 0;
  };
  struct Frame {
    Deciders deciders;
    std::vector<MoveId> joint;
    std::vector<std::vector<Child>> levels;  // children, per decider
  };
  using MoveKey = std::uint64_t;
  static MoveKey move_key(RoleId role, MoveId move) { return (std::uint64_t{role.value} << 32U) | move.value; }

  Frame& frame_at(std::uint32_t ply) {
    while (frames_.size() <= ply) frames_.emplace_back();
    return frames_[ply];
  }

  Outcome node(const State& state, Limit limit, Window window, std::uint32_t ply) {
    effort_.visit(ply);
    if (engine_.is_terminal(scratch_, state)) return terminal(state);
    const StateKey key = key_of(state);
    if (limit.is_leaf()) limit = Limit(0);
    if (const auto known = recall(key, limit, window)) return *known;
    Frame& frame = frame_at(ply);
    if (!limit.is_leaf()) frame.deciders.find(engine_, scratch_, state, own_);
    if (limit.is_leaf() || frame.deciders.stuck) {
      const Outcome result = heuristic(state);
      store(key, result, limit, Bound::Exact, Table::kNoMove);
      return result;
    }
    frame.deciders.first_moves(frame.joint);
    return decide(state, key, frame, 0, limit, window, ply);
  }

  // The next role in line decides; when all have, the joint move is made. Artificial levels do not consume depth.
  Outcome decide(const State& state, StateKey key, Frame& frame, std::size_t level, Limit limit, Window window, std::uint32_t ply) {
    if (level > 0) {
      if (const auto known = recall(key, limit, window)) return *known;
    }
    if (frame.levels.size() < frame.deciders.order.size() + 1) frame.levels.resize(frame.deciders.order.size() + 1);
    find_children(state, key, frame, level, limit, ply);
    const bool chance = level < frame.deciders.order.size() && engine_.info().random == frame.deciders.order[level];
    std::uint32_t best = Table::kNoMove;
    const std::uint64_t before = effort_.nodes;
    Outcome result = chance                        ? expect(state, frame, level, limit, ply)
                     : model_ == Model::AgainstAll ? contest(state, frame, level, limit, window, ply, best)
                                                   : take_best(state, frame, level, limit, ply, best);
    if (level == 0 && frame.deciders.simultaneous) forget_serialisation(result);
    const Bound bound = !cuts_ || chance                  ? Bound::Exact
                        : result.value[0] <= window.alpha ? Bound::AtMost
                        : result.value[0] >= window.beta  ? Bound::AtLeast
                                                          : Bound::Exact;
    if (best != Table::kNoMove && level < frame.deciders.order.size()) {
      const RoleId role = frame.deciders.order[level];
      best = keys_.name(key, role, frame.deciders.legal[role.index()][best], best);
    }
    store(key, result, limit, bound, best);
    if (keys_.symmetric()) worth_.searched(limit.floor_fixed(), effort_.nodes - before);
    return result;
  }

  // The canonical key while it is worth its time.
  StateKey key_of(const State& state) {
    if (!keys_.symmetric()) return keys_.of(state);
    if (!worth_.probe()) return keys_.plain(state);
    return keys_.of(state);
  }

  // What serialisation proves: the own role can have `low` even if the others see its move. Nothing else.
  void forget_serialisation(Outcome& outcome) {
    simultaneous_ = true;
    std::fill(outcome.high.begin(), outcome.high.end(), 100.0);
    if (model_ == Model::EachForItself) std::fill(outcome.low.begin(), outcome.low.end(), 0.0);
  }

  // --- values of leaves

  Outcome terminal(const State& state) {
    Outcome result(width_);
    for (std::size_t i = 0; i < width_; ++i) {
      const RoleId role = model_ == Model::AgainstAll ? own_ : RoleId{static_cast<std::uint32_t>(i)};
      result.value[i] = result.low[i] = result.high[i] = final_goal(engine_, scratch_, state, role);
    }
    return result;
  }
  Outcome heuristic(const State& state) {
    values_.resize(engine_.info().role_count());
    evaluation_.values(engine_, scratch_, state, values_);
    Outcome result(width_);
    result.complete = false;
    for (std::size_t i = 0; i < width_; ++i) {
      result.value[i] = std::clamp(values_[model_ == Model::AgainstAll ? own_.index() : i], 0.0, 100.0);
      result.high[i] = 100;
    }
    return result;
  }

  // --- the table

  std::optional<Outcome> recall(StateKey key, Limit limit, Window window) {
    std::optional<Outcome> known = look_up(key, limit, window);
    if (known && keys_.symmetric() && table_.find(key.key).slot->element != key.element) worth_.saved(limit.floor_fixed());
    return known;
  }
  std::optional<Outcome> look_up(StateKey key, Limit limit, Window window) {
    const Table::Found found = table_.find(key.key);
    if (!found || !table_.is_current(*found.slot)) return std::nullopt;
    Outcome known = table_.outcome(found);
    if (known.low == known.high) {
      known.value = known.low;
      known.complete = true;
      return known;
    }
    const bool deep_enough = known.complete || found.slot->limit >= limit.ceil_fixed();
    const Bound bound = found.slot->bound;
    if (deep_enough && (bound == Bound::Exact || (bound == Bound::AtLeast && known.value[0] >= window.beta) ||
                        (bound == Bound::AtMost && known.value[0] <= window.alpha))) {
      return known;
    }
    if (cuts_ && (known.low[0] >= window.beta || known.high[0] <= window.alpha)) {
      known.value = known.low[0] >= window.beta ? known.low : known.high;
      known.complete = true;
      return known;
    }
    return std::nullopt;
  }
  void store(StateKey key, const Outcome& outcome, Limit limit, Bound bound, std::uint32_t best) {
    const Table::Found found = table_.claim(key.key);
    if (!found) return;
    table_.fill(found, outcome, limit.floor_fixed(), bound, best);
    found.slot->element = static_cast<std::uint16_t>(key.element);
  }

  // --- children and their order

  void find_children(const State& state, StateKey key, Frame& frame, std::size_t level, Limit limit, std::uint32_t ply) {
    const auto& order = frame.deciders.order;
    std::vector<Child>& children = frame.levels[level];
    const bool last = level + 1 >= order.size();
    const std::size_t count = order.empty() ? 1 : frame.deciders.legal[order[level].index()].size();
    children.resize(count);
    // Children that will be leaves are made one by one: a cut would make most of the work vain.
    const bool make_all = last && options_.ordering && limit.at_least(2);
    for (std::size_t i = 0; i < count; ++i) {
      Child& child = children[i];
      child.index = static_cast<std::uint32_t>(i);
      child.made = false;
      child.best = child.known = child.killer = false;
      child.history = 0;
      if (!last) {
        const RoleId role = order[level];
        const std::uint32_t name = keys_.name(key, role, frame.deciders.legal[role.index()][i], i);
        child.key = {partial_key(key.key, level, name), key.element};
      }
      if (make_all) make(state, frame, level, child);
    }
    if (make_all && keys_.symmetric() && count > 1 && engine_.info().random != order[level]) drop_twins(children, level, ply);
    if (options_.ordering && !order.empty() && engine_.info().random != order[level]) rank(frame, level, key, ply);
  }

  // Moves to symmetric states are one move: the first of each orbit is looked at.
  void drop_twins(std::vector<Child>& children, std::size_t level, std::uint32_t ply) {
    seen_.clear();
    std::size_t kept = 0;
    for (std::size_t i = 0; i < children.size(); ++i) {
      const auto inserted = seen_.try_emplace(children[i].key.key, children[i].index);
      if (!inserted.second) {
        if (ply == 0 && level == 0) twins_.emplace_back(inserted.first->second, children[i].index);
        continue;
      }
      if (kept != i) std::swap(children[kept], children[i]);
      ++kept;
    }
    children.resize(kept);
  }

  void make(const State& state, Frame& frame, std::size_t level, Child& child) {
    choose(frame, level, child);
    effort_.make_state();
    child.next = state;
    engine_.apply(scratch_, child.next, frame.joint);
    child.key = key_of(child.next);
    child.made = true;
  }
  static void choose(Frame& frame, std::size_t level, const Child& child) {
    if (frame.deciders.order.empty()) return;
    const std::size_t role = frame.deciders.order[level].index();
    frame.joint[role] = frame.deciders.legal[role][child.index];
  }

  // The best move of the table first; then by the value that the successor had last, which with alpha-beta may be a bound and is
  // used as if it were a value; then killers and history, for what the table has forgotten.
  void rank(Frame& frame, std::size_t level, StateKey key, std::uint32_t ply) {
    std::vector<Child>& children = frame.levels[level];
    const RoleId role = frame.deciders.order[level];
    const bool last = level + 1 == frame.deciders.order.size();
    const bool minimise = model_ == Model::AgainstAll && role != own_;
    const std::size_t entry = model_ == Model::AgainstAll ? 0 : role.index();
    const Table::Found here = table_.find(key.key);
    const std::array<MoveKey, 2> killers = ply < killers_.size() ? killers_[ply] : std::array<MoveKey, 2>{kNoKiller, kNoKiller};
    for (Child& child : children) {
      const MoveId id = frame.deciders.legal[role.index()][child.index];
      child.best = here && here.slot->best == keys_.name(key, role, id, child.index);
      if (child.made || !last) {
        if (const Table::Found found = table_.find(child.key.key)) {
          child.known = true;
          child.prior = minimise ? -found.values[entry] : found.values[entry];
        }
      }
      const MoveKey move = move_key(role, id);
      child.killer = move == killers[0] || move == killers[1];
      const auto it = history_.find(move);
      child.history = it == history_.end() ? 0 : it->second;
    }
    std::stable_sort(children.begin(), children.end(), [](const Child& a, const Child& b) {
      if (a.best != b.best) return a.best;
      if (a.known != b.known) return a.known;
      if (a.known && a.prior != b.prior) return a.prior > b.prior;
      if (a.killer != b.killer) return a.killer;
      return a.history > b.history;
    });
  }
  void reward(const Frame& frame, std::size_t level, const Child& child, std::uint32_t ply) {
    if (!options_.ordering || frame.deciders.order.empty()) return;
    const RoleId role = frame.deciders.order[level];
    const MoveKey move = move_key(role, frame.deciders.legal[role.index()][child.index]);
    if (killers_.size() <= ply) killers_.resize(ply + 1, {kNoKiller, kNoKiller});
    if (killers_[ply][0] != move) killers_[ply] = {move, killers_[ply][0]};
    ++history_[move];
  }

  // --- backing up

  Outcome descend(const State& state, Frame& frame, std::size_t level, std::size_t rank, Limit limit, Window window,
                  std::uint32_t ply) {
    Child& child = frame.levels[level][rank];
    choose(frame, level, child);
    Outcome result;
    if (level + 1 < frame.deciders.order.size()) {
      result = decide(state, child.key, frame, level + 1, limit, window, ply);
    } else {
      if (!child.made) make(state, frame, level, child);
      const Limit below = options_.depth_rule == DepthRule::Ranked ? limit.share(rank, frame.levels[level].size()) : limit.below();
      result = node(child.next, below, window, ply + 1);
    }
    if (ply == 0 && level == 0 && !frame.deciders.order.empty() && frame.deciders.order[0] == own_) {
      root_moves_[child.index] = result;
      root_order_.push_back(child.index);
      for (const auto& [first, twin] : twins_) {
        if (first != child.index) continue;
        root_moves_[twin] = result;
        root_order_.push_back(twin);
      }
    }
    return result;
  }

  Outcome expect(const State& state, Frame& frame, std::size_t level, Limit limit, std::uint32_t ply) {
    Outcome mean(width_);
    const std::size_t count = frame.levels[level].size();
    for (std::size_t i = 0; i < count; ++i) {
      const Outcome one = descend(state, frame, level, i, limit, {-1, 101}, ply);
      for (std::size_t k = 0; k < width_; ++k) {
        mean.value[k] += one.value[k] / static_cast<double>(count);
        mean.low[k] += one.low[k] / static_cast<double>(count);
        mean.high[k] += one.high[k] / static_cast<double>(count);
      }
      mean.complete = mean.complete && one.complete;
    }
    return mean;
  }

  // AgainstAll: fail-soft alpha-beta.
  Outcome contest(const State& state, Frame& frame, std::size_t level, Limit limit, Window window, std::uint32_t ply,
                  std::uint32_t& best) {
    const bool maximise = !frame.deciders.order.empty() && frame.deciders.order[level] == own_;
    const std::vector<Child>& children = frame.levels[level];
    Outcome result;
    for (std::size_t i = 0; i < children.size(); ++i) {
      const Outcome one = descend(state, frame, level, i, limit, cuts_ ? window : Window{-1, 101}, ply);
      if (i == 0) {
        result = one;
        best = children[0].index;
      } else {
        if (maximise ? one.value[0] > result.value[0] : one.value[0] < result.value[0]) {
          result.value = one.value;
          best = children[i].index;
        }
        result.low[0] = maximise ? std::max(result.low[0], one.low[0]) : std::min(result.low[0], one.low[0]);
        result.high[0] = maximise ? std::max(result.high[0], one.high[0]) : std::min(result.high[0], one.high[0]);
        result.complete = result.complete && one.complete;
      }
      if (!cuts_) continue;
      (maximise ? window.alpha : window.beta) =
          maximise ? std::max(window.alpha, result.value[0]) : std::min(window.beta, result.value[0]);
      if (window.alpha >= window.beta && i + 1 < children.size()) {
        // What was not looked at may be anything.
        (maximise ? result.high[0] : result.low[0]) = maximise ? 100 : 0;
        reward(frame, level, children[i], ply);
        break;
      }
    }
    return result;
  }

  // max^n. Where proven bounds leave open which move is the best, or several are, the others may get what any of these gives them.
  Outcome take_best(const State& state, Frame& frame, std::size_t level, Limit limit, std::uint32_t ply, std::uint32_t& best) {
    const std::size_t count = frame.levels[level].size();
    const std::size_t role = frame.deciders.order.empty() ? own_.index() : frame.deciders.order[level].index();
    std::vector<Outcome> all;
    all.reserve(count);
    std::size_t chosen = 0;
    double floor = 0;
    for (std::size_t i = 0; i < count; ++i) {
      all.push_back(descend(state, frame, level, i, limit, {}, ply));
      if (all[i].value[role] > all[chosen].value[role]) chosen = i;
      floor = std::max(floor, all[i].low[role]);
    }
    best = frame.levels[level][chosen].index;
    Outcome result(width_);
    result.value = all[chosen].value;
    std::fill(result.low.begin(), result.low.end(), 100.0);
    for (const Outcome& one : all) {
      result.complete = result.complete && one.complete;
      if (one.high[role] < floor) continue;
      for (std::size_t k = 0; k < width_; ++k) {
        result.low[k] = std::min(result.low[k], one.low[k]);
        result.high[k] = std::max(result.high[k], one.high[k]);
      }
    }
    result.low[role] = floor;
    return result;
  }

  static constexpr MoveKey kNoKiller = ~MoveKey{0};

  const E& engine_;
  const MinimaxOptions& options_;
  Model model_;
  RoleId own_;
  std::size_t width_;
  bool cuts_;
  Evaluation<E>& evaluation_;
  Table& table_;
  Effort& effort_;
  const StateKeys<E>& keys_;
  SymmetryWorth& worth_;
  typename E::Scratch scratch_;
  std::deque<Frame> frames_;  // per ply; a deque, because a frame stays in use while deeper ones are added
  std::vector<std::array<MoveKey, 2>> killers_;
  absl::flat_hash_map<MoveKey, std::uint64_t> history_;
  std::vector<Outcome> root_moves_;  // by index
  std::vector<std::uint32_t> root_order_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> twins_;  // moves of the root: the one that is looked at, and its image
  absl::flat_hash_map<std::uint64_t, std::uint32_t> seen_;      // keys of the children at hand
  std::vector<double> values_;
  bool simultaneous_ = false;
};

}  // namespace agon::search::minimax
