// Iterative deepening as a Searcher: it follows a match, searches to limit 1, 2, 3, ... and says what it found.
//
// An iteration that is cut short counts once its first move is finished: that move was the best one before, so whatever beats it is
// news.
#pragma once

#include <fmt/format.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "search/minimax/kernel.h"
#include "search/searcher.h"

namespace agon::search::minimax {

template <game::Engine E>
class Deepening final : public FullInformationSearcher {
 public:
  Deepening(std::shared_ptr<const E> engine, const MinimaxOptions& options, std::unique_ptr<Evaluation<E>> evaluation)
      : engine_(std::move(engine)),
        options_(options),
        evaluation_(std::move(evaluation)),
        scratch_(engine_->make_scratch()),
        state_(engine_->initial_state(scratch_)),
        model_(choose_model()),
        table_(options.table_bytes, model_ == Model::AgainstAll ? 1 : engine_->info().role_count()),
        keys_(*engine_, options.table_bytes == 0 ? nullptr : options.symmetry.get()),
        worth_(keys_.images() == nullptr ? 0 : keys_.images()->size()) {}

  void restart() override {
    state_ = engine_->initial_state(scratch_);
    table_.clear();
  }

  void follow(std::span<const Choice> choices) override {
    std::vector<MoveId> joint(choices.size());
    game::MoveBuffer legal;
    for (std::uint32_t r = 0; r < choices.size(); ++r) {
      engine_->legal_moves(scratch_, state_, RoleId{r}, legal);
      AGON_ASSERT(choices[r].index() < legal.size());
      joint[r] = legal[choices[r].index()];
    }
    engine_->apply(scratch_, state_, joint);
    table_.next_generation();
  }

  Thought think(RoleId role, const Budget& budget) override {
    const Clock::time_point start = Clock::now();
    // The table speaks of one role's chances.
    if (model_ == Model::AgainstAll && role != own_) table_.clear();
    own_ = role;
    effort_ = Effort(budget);
    Kernel<E> kernel(*engine_, options_, model_, role, *evaluation_, table_, effort_, keys_, worth_);
    Thought thought = blank_thought();
    for (std::uint32_t depth = options_.first_depth; depth <= options_.max_depth; ++depth) {
      if (thought.iterations >= budget.iterations || budget.stopped() || budget.late()) break;
      try {
        const Outcome root = kernel.search(state_, Limit(depth));
        ++thought.iterations;
        take_moves(kernel, thought);
        if (kernel.root_order().empty() && !thought.moves.empty()) take_move(root, kernel.simultaneous(), thought.moves[0]);
        take_root(root, kernel.simultaneous(), thought);
        if (root.complete || thought.proven() || is_decided(thought)) break;
      } catch (const Interrupted&) {
        take_moves(kernel, thought);
        break;
      }
    }
    thought.line = principal_line(thought);
    thought.nodes = effort_.nodes;
    thought.states = effort_.states;
    thought.depth = effort_.depth;
    thought.note = note(kernel.simultaneous());
    thought.seconds = std::chrono::duration<double>(Clock::now() - start).count();
    return thought;
  }

 private:
  [[nodiscard]] std::size_t players() const { return engine_->info().role_count() - (engine_->info().random ? 1 : 0); }
  [[nodiscard]] bool is_zero_sum_pair() const { return players() == 2 && options_.constant_sum != ConstantSum::Unknown; }
  [[nodiscard]] Model choose_model() const {
    return players() <= 1 || is_zero_sum_pair() || options_.paranoid ? Model::AgainstAll : Model::EachForItself;
  }

  Thought blank_thought() {
    game::MoveBuffer legal;
    engine_->legal_moves(scratch_, state_, own_, legal);
    Thought thought;
    thought.moves.resize(legal.size());
    thought.value.assign(engine_->info().role_count(), kMiddle);
    thought.low.assign(engine_->info().role_count(), 0);
    thought.high.assign(engine_->info().role_count(), 100);
    return thought;
  }

  // The upper bound of a search against everybody is one on what can be forced; others might be kind.
  [[nodiscard]] bool is_upper_bound() const { return model_ == Model::EachForItself || players() <= 1 || is_zero_sum_pair(); }

  void take_moves(const Kernel<E>& kernel, Thought& thought) const {
    double best = -1;
    for (const std::uint32_t index : kernel.root_order()) {
      take_move(kernel.root_move(index), kernel.simultaneous(), thought.moves[index]);
      if (thought.moves[index].value <= best) continue;
      best = thought.moves[index].value;
      thought.choice = Choice{index};
    }
  }
  void take_move(const Outcome& outcome, bool simultaneous, MoveThought& move) const {
    const std::size_t entry = model_ == Model::AgainstAll ? 0 : own_.index();
    move.visits += 1;
    move.value = outcome.value[entry];
    if (!simultaneous || model_ == Model::AgainstAll) move.low = std::max(move.low, outcome.low[entry]);
    if (!simultaneous && is_upper_bound()) move.high = std::min(move.high, outcome.high[entry]);
  }

  void take_root(const Outcome& root, bool simultaneous, Thought& thought) const {
    if (model_ == Model::EachForItself) {
      thought.value.assign(root.value.begin(), root.value.end());
      thought.low.assign(root.low.begin(), root.low.end());
      thought.high.assign(root.high.begin(), root.high.end());
      return;
    }
    thought.value[own_.index()] = root.value[0];
    thought.low[own_.index()] = root.low[0];
    if (is_upper_bound()) thought.high[own_.index()] = root.high[0];
    settle_random(thought);
    if (!is_zero_sum_pair()) return;
    for (std::uint32_t r = 0; r < thought.value.size(); ++r) {
      if (RoleId{r} == own_ || RoleId{r} == engine_->info().random) continue;
      thought.value[r] = options_.sum - root.value[0];
      thought.high[r] = std::min(100.0, options_.sum - root.low[0]);
      if (!simultaneous) thought.low[r] = std::max(0.0, options_.sum - root.high[0]);
    }
  }
  // The random role wants nothing; its bounds shall not keep a match from being called decided.
  void settle_random(Thought& thought) const {
    if (!engine_->info().random) return;
    const std::size_t random = engine_->info().random->index();
    thought.value[random] = thought.low[random] = thought.high[random] = 0;
  }

  // No other move can turn out better than the choice.
  [[nodiscard]] static bool is_decided(const Thought& thought) {
    if (thought.moves.size() < 2) return false;
    for (std::size_t i = 0; i < thought.moves.size(); ++i) {
      if (i != thought.choice.index() && thought.moves[i].high > thought.moves[thought.choice.index()].low) return false;
    }
    return true;
  }

  // Follows the best moves of the table, as far as it remembers them.
  std::vector<game::JointChoice> principal_line(const Thought& thought) {
    std::vector<game::JointChoice> line;
    typename E::State state = state_;
    Deciders deciders;
    std::vector<MoveId> joint;
    while (line.size() < effort_.depth && !engine_->is_terminal(scratch_, state)) {
      deciders.find(*engine_, scratch_, state, own_);
      if (deciders.stuck) break;
      deciders.first_moves(joint);
      game::JointChoice choices(joint.size());
      StateKey key = worth_.on() ? keys_.of(state) : keys_.plain(state);
      bool known = true;
      for (std::size_t level = 0; level < deciders.order.size() && known; ++level) {
        const RoleId role = deciders.order[level];
        const game::MoveBuffer& legal = deciders.legal[role.index()];
        const Table::Found found = table_.find(key.key);
        std::size_t index = legal.size();
        if (found && table_.is_current(*found.slot)) index = keys_.index(key, role, legal, found.slot->best);
        if (line.empty() && role == own_) index = thought.choice.index();
        known = index < legal.size();
        if (!known) break;
        choices[role.index()] = Choice{static_cast<std::uint32_t>(index)};
        joint[role.index()] = legal[index];
        key.key = Kernel<E>::partial_key(key.key, level, keys_.name(key, role, legal[index], index));
      }
      if (!known) break;
      line.push_back(std::move(choices));
      engine_->apply(scratch_, state, joint);
    }
    return line;
  }

  [[nodiscard]] std::string note(bool simultaneous) const {
    std::string text = players() <= 1                   ? "one player"
                       : model_ == Model::EachForItself ? "max^n"
                       : is_zero_sum_pair()             ? "minimax"
                                                        : "paranoid";
    if (is_zero_sum_pair())
      text += options_.constant_sum == ConstantSum::Proved ? ", constant sum proved" : ", constant sum assumed";
    if (engine_->info().hidden) text += ", all moves assumed visible";
    if (keys_.symmetric())
      text += worth_.on() ? fmt::format(", {} symmetric images", keys_.images()->size()) : ", symmetries not worth it";
    if (simultaneous) text += ", simultaneous moves serialised (pessimistic)";
    return text;
  }

  std::shared_ptr<const E> engine_;
  MinimaxOptions options_;
  std::unique_ptr<Evaluation<E>> evaluation_;
  typename E::Scratch scratch_;
  typename E::State state_;
  Model model_;
  RoleId own_;
  Table table_;
  StateKeys<E> keys_;
  SymmetryWorth worth_;
  Effort effort_;
};

}  // namespace agon::search::minimax
