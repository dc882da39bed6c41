#include "knowledge/analysis/analysis_json.h"

#include <nlohmann/json.hpp>

namespace agon::knowledge {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kElementsWritten = 32;  // images of a position that a page can show

Json attempt_json(const proofs::Attempt& attempt) {
  const proofs::Counterexample none;
  const proofs::Counterexample& found = attempt.counterexample ? *attempt.counterexample : none;
  return {{"outcome", proofs::to_string(attempt.outcome)},
          {"words", attempt.property},
          {"source", attempt.back_end},
          {"state", found.before},
          {"moves", found.moves},
          {"next", found.after},
          {"note", attempt.note}};
}

Json statement_json(const Statement& said) {
  return {{"kind", said.kind},     {"words", said.words},     {"standing", game::to_string(said.standing)},
          {"source", said.source}, {"samples", said.samples}, {"count", said.count},
          {"about", said.about}};
}

// What an element moves; what it leaves in place is left out.
Json element_json(const game::SymmetryGroup::Element& element, const ground::GroundProgram& program,
                  const std::vector<std::string>& roles) {
  Json fluents = Json::array(), moves = Json::array(), places = Json::array();
  for (std::uint32_t f = 0; f < element.fluents.size(); ++f) {
    if (element.fluents[f] == f) continue;
    fluents.push_back({program.terms->text(program.fluents[f]), program.terms->text(program.fluents[element.fluents[f]])});
  }
  for (std::uint32_t m = 0; m < element.moves.size(); ++m) {
    if (element.moves[m] == m) continue;
    const ground::GroundMove& from = program.moves[m];
    const ground::GroundMove& to = program.moves[element.moves[m]];
    moves.push_back(
        {roles[from.role.index()], program.terms->text(from.term), roles[to.role.index()], program.terms->text(to.term)});
  }
  for (const RoleId role : element.roles) places.push_back(roles[role.index()]);
  return {{"roles", std::move(places)}, {"fluents", std::move(fluents)}, {"moves", std::move(moves)}};
}

Json group_json(const std::optional<game::Fact<game::SymmetryGroup>>& fact, const Analysis& analysis) {
  if (!fact || !analysis.program) return nullptr;
  const game::SymmetryGroup& group = fact->value;
  Json elements = Json::array();
  const auto& listed = group.elements.empty() ? group.generators : group.elements;
  for (std::size_t i = 0; i < listed.size() && i < kElementsWritten; ++i)
    elements.push_back(element_json(listed[i], *analysis.program, analysis.roles));
  return {{"order", group.order}, {"standing", game::to_string(fact->standing)}, {"source", fact->source}, {"elements", elements}};
}

Json part_json(const game::Fact<game::SubGame>& fact, const Analysis& analysis) {
  Json fluents = Json::array();
  if (analysis.program) {
    for (const std::uint32_t f : fact.value.fluents) fluents.push_back(analysis.program->terms->text(analysis.program->fluents[f]));
  }
  return {{"standing", game::to_string(fact.standing)},
          {"source", fact.source},
          {"fluents", fluents},
          {"moves", fact.value.moves.size()}};
}

Json distance_json(const GoalDistance& distance) {
  Json map = Json::array();
  for (const GoalDistance::From& from : distance.map) map.push_back({{"fluent", from.fluent}, {"steps", from.steps}});
  return {{"fluent", distance.fluent},
          {"from_start", distance.from_start ? Json(*distance.from_start) : Json(nullptr)},
          {"map", std::move(map)}};
}

Json evaluation_json(const RoleEvaluation& role) {
  Json parts = Json::array();
  for (const EvaluationPart& part : role.parts)
    parts.push_back({{"fluent", part.fluent}, {"holds", part.holds}, {"worth", part.worth}});
  return {{"value", role.value}, {"parts", std::move(parts)}};
}

template <class T, class Convert>
Json list_json(const std::vector<T>& all, Convert&& convert) {
  Json list = Json::array();
  for (const T& one : all) list.push_back(convert(one));
  return list;
}

}  // namespace

Json json_of(const Analysis& analysis) {
  return {{"schema", Analysis::kSchema},
          {"game", analysis.game},
          {"rules", analysis.rules_id},
          {"roles", analysis.roles},
          {"seconds", analysis.seconds},
          {"complete", analysis.complete()},
          {"statements", list_json(analysis.statements, statement_json)},
          {"failed", list_json(analysis.failed, attempt_json)},
          {"symmetries", group_json(analysis.facts.symmetries, analysis)},
          {"role_symmetries", group_json(analysis.facts.role_symmetries, analysis)},
          {"parts", list_json(analysis.facts.parts, [&](const auto& part) { return part_json(part, analysis); })},
          {"distances", list_json(analysis.distances, distance_json)},
          {"evaluation", list_json(analysis.evaluation, evaluation_json)},
          {"stages", list_json(analysis.stages, [](const AnalysisStage& stage) {
             return Json{{"name", stage.name}, {"seconds", stage.seconds}, {"finished", stage.finished}, {"note", stage.note}};
           })}};
}

}  // namespace agon::knowledge
