#include "play/referee/replay.h"

#include <fmt/format.h>

#include "game/find_move.h"

namespace agon::play {
ReplayReport replay(const game::AnyEngine& engine, const game::MatchRecord& record) {
  ReplayReport report;
  const auto disagree = [&](std::string what) {
    report.agrees = false;
    report.disagreement = std::move(what);
    return report;
  };
  const game::GameInfo& info = engine.info();
  if (record.roles != info.roles) return disagree("the roles are not those of the rules");
  auto scratch = engine.make_scratch();
  game::AnyState state = engine.initial_state(scratch);
  game::MoveBuffer legal;
  game::TermBuffer terms;
  for (const game::MatchStep& step : record.steps) {
    if (engine.is_terminal(scratch, state))
      return disagree(fmt::format("step {}: the state is terminal, but the record goes on", report.steps));
    if (step.moves.size() != info.role_count())
      return disagree(fmt::format("step {}: {} moves for {} roles", report.steps, step.moves.size(), info.role_count()));
    std::vector<MoveId> joint;
    for (std::uint32_t r = 0; r < info.role_count(); ++r) {
      engine.legal_moves(scratch, state, RoleId{r}, legal);
      const MoveId* move = game::find_move(engine, RoleId{r}, legal, step.moves[r]);
      if (move == nullptr)
        return disagree(fmt::format("step {}: '{}' is not legal for {}", report.steps, step.moves[r], info.roles[r]));
      joint.push_back(*move);
    }
    for (std::uint32_t r = 0; r < step.percepts.size() && r < info.role_count(); ++r) {
      engine.percepts(scratch, state, joint, RoleId{r}, terms);
      std::vector<std::string> seen;
      for (const TermId percept : terms) seen.push_back(engine.terms().text(percept));
      if (seen != step.percepts[r])
        return disagree(fmt::format("step {}: {} perceives something else", report.steps, info.roles[r]));
    }
    engine.apply(scratch, state, joint);
    ++report.steps;
  }
  if (record.finished != engine.is_terminal(scratch, state))
    return disagree("the record and the rules do not agree whether the match is over");
  for (std::uint32_t r = 0; r < record.goals.size() && r < info.role_count(); ++r) {
    if (engine.goal(scratch, state, RoleId{r}) != record.goals[r]) {
      return disagree(fmt::format("{} has goal {}, the record says {}", info.roles[r], engine.goal(scratch, state, RoleId{r}),
                                  record.goals[r]));
    }
  }
  engine.fluents(state, terms);
  if (game::text_set_hash(engine.terms(), terms) != record.final_state) return disagree("the last state is not the recorded one");
  for (std::uint32_t r = 0; r < record.legal.size() && r < info.role_count(); ++r) {
    engine.legal_moves(scratch, state, RoleId{r}, legal);
    std::vector<std::string> moves;
    for (const MoveId move : legal) moves.push_back(engine.terms().text(engine.move_term(RoleId{r}, move)));
    if (moves != record.legal[r])
      return disagree(fmt::format("{} has {} legal moves in the last state, the record has {}{}", info.roles[r], moves.size(),
                                  record.legal[r].size(), moves.size() == record.legal[r].size() ? " others" : ""));
  }
  return report;
}

}  // namespace agon::play
