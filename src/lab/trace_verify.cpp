#include "lab/trace_verify.h"

#include <fmt/format.h>

#include <algorithm>

#include "game/find_move.h"

namespace agon::lab {
namespace {

class Verifier {
 public:
  explicit Verifier(const game::AnyEngine& engine) : engine_(engine), scratch_(engine.make_scratch()) {}

  TraceReport run(const std::vector<TraceStep>& trace) {
    bool lost = false;
    for (const TraceStep& step : trace) {
      if (step.step == 0) {
        state_ = engine_.initial_state(scratch_);
        lost = false;
        ++report_.playouts;
      }
      if (lost) continue;
      ++report_.steps;
      std::string problem = compare(step);
      if (problem.empty() && !step.moves.empty()) problem = advance(step);
      if (problem.empty()) continue;
      report_.disagreements.push_back({step.playout, step.step, std::move(problem)});
      lost = true;
    }
    return std::move(report_);
  }

 private:
  std::string compare(const TraceStep& step) {
    engine_.fluents(state_, terms_);
    if (terms_.size() != step.fluents || game::text_set_hash(engine_.terms(), terms_) != step.state) return state_difference(step);
    const bool terminal = engine_.is_terminal(scratch_, state_);
    if (terminal != step.terminal) return fmt::format("terminal is {}, recorded {}", terminal, step.terminal);
    legal_.resize(engine_.info().role_count());
    if (!step.legal.empty() && step.legal.size() != legal_.size())
      return fmt::format("{} roles, recorded {}", legal_.size(), step.legal.size());
    for (std::uint32_t r = 0; r < step.legal.size(); ++r) {
      engine_.legal_moves(scratch_, state_, RoleId{r}, legal_[r]);
      terms_.clear();
      for (const MoveId move : legal_[r]) terms_.push_back(engine_.move_term(RoleId{r}, move));
      if (terms_.size() != step.legal[r].count || game::text_set_hash(engine_.terms(), terms_) != step.legal[r].hash) {
        return fmt::format("{} has {} legal moves, recorded {}{}", engine_.info().roles[r], terms_.size(), step.legal[r].count,
                           terms_.size() == step.legal[r].count ? " others" : "");
      }
    }
    for (std::uint32_t r = 0; r < step.goals.size() && r < engine_.info().role_count(); ++r) {
      const int goal = engine_.goal(scratch_, state_, RoleId{r});
      if (goal != step.goals[r].value_or(game::kNoGoal)) {
        return fmt::format("{} has goal {}, recorded {}", engine_.info().roles[r], goal, step.goals[r].value_or(game::kNoGoal));
      }
    }
    return {};
  }

  std::string state_difference(const TraceStep& step) {
    std::string what = fmt::format("{} fluents, recorded {}", terms_.size(), step.fluents);
    if (!step.contents) return what;
    std::vector<std::string> own;
    for (const TermId id : terms_) own.push_back(engine_.terms().text(id));
    for (const std::string& text : *step.contents) {
      if (std::ranges::find(own, text) == own.end()) what += "; missing " + text;
    }
    for (const std::string& text : own) {
      if (std::ranges::find(*step.contents, text) == step.contents->end()) what += "; extra " + text;
    }
    return what;
  }

  std::string advance(const TraceStep& step) {
    std::vector<MoveId> joint;
    for (std::uint32_t r = 0; r < step.moves.size() && r < legal_.size(); ++r) {
      if (step.legal.empty()) engine_.legal_moves(scratch_, state_, RoleId{r}, legal_[r]);
      const MoveId* move = game::find_move(engine_, RoleId{r}, legal_[r], step.moves[r]);
      if (move == nullptr) return fmt::format("the recorded move {} of {} is not legal", step.moves[r], engine_.info().roles[r]);
      joint.push_back(*move);
    }
    if (joint.size() != legal_.size()) return fmt::format("{} moves for {} roles", joint.size(), legal_.size());
    engine_.apply(scratch_, state_, joint);
    return {};
  }

  const game::AnyEngine& engine_;
  game::AnyEngine::Scratch scratch_;
  game::AnyState state_;
  std::vector<game::MoveBuffer> legal_;
  game::TermBuffer terms_;
  TraceReport report_;
};

}  // namespace

TraceReport verify_trace(const game::AnyEngine& engine, const std::vector<TraceStep>& trace) { return Verifier(engine).run(trace); }

}  // namespace agon::lab
