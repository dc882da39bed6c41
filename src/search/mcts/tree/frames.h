// Symmetry in the search graph: every node holds the representative of its class of symmetric states, and the moves of its actions
// are those of the representative. A frame is the symmetry that leads from the state where the match stands to the node that stands
// for it; moves go in and out through it and its inverse.
//
// Where several symmetries leave the state of a node as it is, moves that they map to each other are one action: the tree of an
// empty board is as narrow as the board has different cells.
#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "search/mcts/options.h"
#include "search/mcts/tree/tree.h"
#include "search/searcher.h"
#include "search/symmetry/state_keys.h"

namespace agon::search::mcts {

template <game::FlatEngine E>
class Frames {
 public:
  using State = typename E::State;
  using Frame = std::uint32_t;

  Frames(const E& engine, const Options& options) : engine_(engine), keys_(engine, wanted(engine, options)) {
    // A part of a group has no common representative for a class.
    if (keys_.symmetric() && static_cast<double>(keys_.images()->size()) != options.symmetry->order)
      keys_ = StateKeys<E>(engine, nullptr);
    prunes_ = !options.prior;  // a prior speaks of all moves
  }
  [[nodiscard]] bool on() const { return keys_.symmetric(); }

  // Puts the representative in place of the state.
  Frame enter(State& state) const { return keys_.to_representative(state); }

  // Leaves one move of each orbit, in a representative where one role chooses.
  void prune(const State& representative, std::vector<game::MoveBuffer>& legal) {
    if (!prunes_) return;
    game::MoveBuffer* choice = nullptr;
    std::uint32_t chooser = 0;
    for (std::uint32_t r = 0; r < legal.size(); ++r) {
      if (legal[r].size() < 2) continue;
      if (choice != nullptr || engine_.info().random == RoleId{r}) return;
      choice = &legal[r];
      chooser = r;
    }
    if (choice == nullptr) return;
    find_stabiliser(representative);
    if (stabiliser_.empty()) return;
    std::erase_if(*choice, [&](MoveId move) {
      const std::uint32_t number = keys_.images()->number(RoleId{chooser}, move);
      return std::ranges::any_of(stabiliser_, [&](Frame e) { return keys_.images()->move(e, number) < number; });
    });
  }

  // The action of a node that stands for a move of the match; nothing if there is none.
  [[nodiscard]] std::optional<Choice> action(Node* n, Frame frame, RoleId role, MoveId move) {
    const std::uint32_t number = keys_.images()->move(frame, keys_.images()->number(role, move));
    const std::span<const Action> actions = n->actions(role.index());
    const auto find = [&](std::uint32_t wanted) -> std::optional<Choice> {
      const auto at = std::ranges::find(actions, keys_.images()->move_of(role, wanted), &Action::move);
      if (at == actions.end()) return std::nullopt;
      return Choice{static_cast<std::uint32_t>(at - actions.begin())};
    };
    if (const auto found = find(number)) return found;
    game::assign_state(state_, n->state());
    find_stabiliser(state_);
    for (const Frame e : stabiliser_) {
      if (const auto found = find(keys_.images()->move(e, number))) return found;
    }
    return std::nullopt;
  }
  [[nodiscard]] std::optional<game::JointChoice> actions(Node* n, Frame frame, std::span<const MoveId> joint) {
    game::JointChoice result;
    for (std::uint32_t r = 0; r < joint.size(); ++r) {
      const std::optional<Choice> one = action(n, frame, RoleId{r}, joint[r]);
      if (!one) return std::nullopt;
      result.push_back(*one);
    }
    return result;
  }
  // The move of the match that an action of a node stands for.
  [[nodiscard]] MoveId move(Node* n, Frame frame, RoleId role, Choice action) const {
    const MoveId move = n->actions(role.index())[action.index()].move;
    return keys_.images()->move_of(role, keys_.images()->move_before(frame, keys_.images()->number(role, move)));
  }

  // What was thought about the root and its actions, said of the state of the match and its legal moves; symmetric ones are worth
  // the same.
  void carry_back(const Tree& tree, Node* root, Frame frame, RoleId role, typename E::Scratch& scratch, const State& state,
                  Thought& thought) {
    game::MoveBuffer legal;
    engine_.legal_moves(scratch, state, role, legal);
    std::vector<MoveThought> moves(legal.size());
    const MoveId chosen = move(root, frame, role, thought.choice);
    for (std::size_t i = 0; i < legal.size(); ++i) {
      if (const auto at = action(root, frame, role, legal[i])) moves[i] = thought.moves[at->index()];
      if (legal[i] == chosen) thought.choice = Choice{static_cast<std::uint32_t>(i)};
    }
    thought.moves = std::move(moves);
    carry_back(tree, root, scratch, state, thought);
  }

 private:
  // The principal variation likewise, as far as its nodes are there.
  void carry_back(const Tree& tree, Node* root, typename E::Scratch& scratch, State state, Thought& thought) {
    std::vector<game::JointChoice> line;
    Node* n = root;
    game::MoveBuffer legal;
    for (const game::JointChoice& in_tree : thought.line) {
      if (n == nullptr) break;
      State representative = state;
      const Frame frame = enter(representative);
      if (!std::ranges::equal(game::bytes_of(representative), n->state())) break;
      game::JointChoice joint(in_tree.size());
      std::vector<MoveId> moves(in_tree.size());
      bool known = true;
      for (std::uint32_t r = 0; r < in_tree.size(); ++r) {
        moves[r] = move(n, frame, RoleId{r}, in_tree[r]);
        engine_.legal_moves(scratch, state, RoleId{r}, legal);
        const auto at = std::ranges::find(legal, moves[r]);
        known = known && at != legal.end();
        joint[r] = Choice{static_cast<std::uint32_t>(at - legal.begin())};
      }
      if (!known) break;
      line.push_back(std::move(joint));
      engine_.apply(scratch, state, moves);
      n = tree.child(n, in_tree);
    }
    thought.line = std::move(line);
  }

  // RAVE and the best line of one player hold moves of whole matches against each other, which are in one frame only without
  // symmetry.
  static const game::SymmetryGroup* wanted(const E& engine, const Options& options) {
    const bool lines = options.select.rave != Selection::Rave::Off || (engine.info().role_count() == 1 && options.best_line);
    return options.transpositions && !lines ? options.symmetry.get() : nullptr;
  }

  // Elements beside the identity that leave the state as it is.
  void find_stabiliser(const State& state) {
    stabiliser_.clear();
    if constexpr (StateKeys<E>::kCanUse) keys_.images()->stabiliser({state.words.data(), state.words.size()}, stabiliser_);
  }

  const E& engine_;
  StateKeys<E> keys_;
  bool prunes_ = true;
  std::vector<Frame> stabiliser_;
  State state_;
};

}  // namespace agon::search::mcts
