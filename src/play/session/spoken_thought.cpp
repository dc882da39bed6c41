#include "play/session/spoken_thought.h"

#include <algorithm>
#include <numeric>

namespace agon::play {
namespace {

constexpr std::size_t kMostMoves = 20;
constexpr std::size_t kLongestLine = 40;

using Line = std::vector<std::vector<std::optional<std::string>>>;

Line words_of(const std::vector<game::JointChoice>& line, const game::AnyEngine& engine, game::AnyEngine::Scratch& scratch,
              game::AnyState state) {
  const std::size_t roles = engine.info().role_count();
  Line words;
  game::MoveBuffer legal;
  for (const game::JointChoice& choices : line) {
    if (words.size() == kLongestLine || choices.size() != roles || engine.is_terminal(scratch, state)) break;
    std::vector<MoveId> joint;
    std::vector<std::optional<std::string>> step;
    for (std::uint32_t r = 0; r < roles; ++r) {
      engine.legal_moves(scratch, state, RoleId{r}, legal);
      if (choices[r].index() >= legal.size()) return words;  // the search stands elsewhere
      joint.push_back(legal[choices[r].index()]);
      step.emplace_back();
      if (legal.size() > 1) step.back() = engine.terms().text(engine.move_term(RoleId{r}, joint.back()));
    }
    words.push_back(std::move(step));
    engine.apply(scratch, state, joint);
  }
  return words;
}

}  // namespace

SpokenThought speak(const search::Thought& thought, const std::vector<std::string>& legal, const game::AnyEngine& engine,
                    game::AnyEngine::Scratch& scratch, const game::AnyState* state) {
  SpokenThought spoken;
  std::vector<std::size_t> order(std::min(thought.moves.size(), legal.size()));
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
    if ((a == thought.choice.index()) != (b == thought.choice.index())) return a == thought.choice.index();
    const search::MoveThought& x = thought.moves[a];
    const search::MoveThought& y = thought.moves[b];
    return x.visits != y.visits ? x.visits > y.visits : x.value > y.value;
  });
  if (order.size() > kMostMoves) order.resize(kMostMoves);
  for (const std::size_t move : order) spoken.moves.push_back({legal[move], thought.moves[move]});
  spoken.value = thought.value;
  spoken.low = thought.low;
  spoken.high = thought.high;
  if (state != nullptr) spoken.line = words_of(thought.line, engine, scratch, *state);
  spoken.iterations = thought.iterations;
  spoken.states = thought.states;
  spoken.nodes = thought.nodes;
  spoken.depth = thought.depth;
  spoken.seconds = thought.seconds;
  spoken.note = thought.note;
  return spoken;
}

}  // namespace agon::play
