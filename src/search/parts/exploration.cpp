#include "search/parts/exploration.h"

#include <algorithm>

namespace agon::search::parts {

Exploration::Exploration(const PartEngine& part, Positions positions, std::size_t memory_bytes)
    : part_(part), positions_(positions), scratch_(part.engine().make_scratch()) {
  const State start = part.engine().initial_state(scratch_);
  max_nodes_ = memory_bytes / (sizeof(Node) + kNodeBytes + start.words.size() * 8);
}

void Exploration::start(const State& root) {
  nodes_.clear();
  layers_.assign(1, 0);
  known_.clear();
  found_.clear();
  add(root, 0, 0, 0);
}

bool Exploration::grow(Effort& effort) {
  const std::uint32_t begin = layers_.back();
  const auto end = static_cast<std::uint32_t>(nodes_.size());
  if (begin == end) return false;
  if (positions_ == Positions::OncePerLayer) {
    known_.clear();
    found_.clear();
  }
  layers_.push_back(end);
  const std::uint32_t depth = this->depth();
  for (std::uint32_t n = begin; n < end; ++n) {
    if (nodes_[n].end) continue;
    const State state = nodes_[n].state;
    effort.visit(depth);
    part_.engine().legal_moves(scratch_, state, RoleId{0}, moves_);
    for (const MoveId move : moves_) {
      State next = state;
      effort.make_state();
      part_.engine().apply(scratch_, next, std::span(&move, 1));
      if (nodes_.size() >= max_nodes_) return false;
      add(std::move(next), n, part_.move_of(move), depth);
    }
  }
  return nodes_.size() > end;
}

void Exploration::add(State state, std::uint32_t parent, std::uint32_t move, std::uint32_t depth) {
  if (!known_.insert(part_.engine().hash(state)).second) return;
  Outcome outcome;
  part_.engine().goal_values(scratch_, state, RoleId{0}, outcome);
  const bool end = part_.engine().is_terminal(scratch_, state);
  if (end) outcome.push_back(kEnd);
  found_.try_emplace(std::move(outcome), static_cast<std::uint32_t>(nodes_.size()));
  nodes_.push_back({std::move(state), parent, move, depth, end});
}

std::vector<std::uint32_t> Exploration::line(std::uint32_t node) const {
  std::vector<std::uint32_t> moves;
  for (; nodes_[node].depth > 0; node = nodes_[node].parent) moves.push_back(nodes_[node].move);
  std::reverse(moves.begin(), moves.end());
  return moves;
}

}  // namespace agon::search::parts
