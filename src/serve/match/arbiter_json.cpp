// The JSON side of the arbiter: positions, and pages of legal moves.
#include <algorithm>

#include "knowledge/structure/scene/structure_json.h"
#include "serve/json.h"
#include "serve/match/arbiter.h"

namespace agon::serve {
namespace {

// A move and the clicks that make it. Gestures cost more than moves, so they are made for moves that are sent alone.
Json legal_move_json(const SheetKit& kit, const knowledge::Scene& scene, TermId term) {
  const game::TermBank& terms = kit.engine.terms();
  Json entry{{"move", terms.text(term)}, {"pattern", nullptr}, {"touches", Json::array()}, {"choices", Json::array()}};
  const std::optional<knowledge::Gesture> gesture = kit.placer->gesture(scene, terms, term);
  if (!gesture) return entry;
  entry["pattern"] = gesture->pattern;
  for (const knowledge::Gesture::Touch& touch : gesture->touches)
    entry["touches"].push_back({{"board", touch.board}, {"cells", touch.cells}});
  entry["choices"] = gesture->choices;
  return entry;
}

}  // namespace

bool Arbiter::shows_moves_of(std::uint32_t role, const Audience& audience) const {
  return audience.all || !kit_->info().hidden ||
         std::find(audience.roles.begin(), audience.roles.end(), role) != audience.roles.end();
}

Json Arbiter::position(std::size_t step, const Audience& audience, bool with_legal) {
  const game::AnyEngine& engine = kit_->engine;
  const char* knowledge = nullptr;
  const game::TermBuffer shown = seen_by(step, audience, knowledge);
  const knowledge::Scene scene = kit_->placer->place(engine.terms(), shown);
  const bool last = step == this->step();
  const bool terminal = last && terminal_;

  Json fluents = Json::array();
  for (const TermId fluent : shown) fluents.push_back(engine.terms().text(fluent));
  Json legal = Json::array(), total = Json::array(), turn = Json::array();
  std::vector<game::MoveBuffer> earlier;
  if (!last && with_legal) earlier = legal_in(states_[step]);
  for (std::uint32_t r = 0; r < roles(); ++r) {
    const bool visible = shows_moves_of(r, audience);
    turn.push_back(visible && !kit_->is_random(r) && chose_[step][r]);
    if (terminal || !visible || !(last || with_legal)) {
      legal.push_back(nullptr);
      total.push_back(nullptr);
      continue;
    }
    const game::MoveBuffer& moves = last ? legal_[r] : earlier[r];
    Json list = Json::array();
    for (std::size_t m = 0; m < std::min(moves.size(), kMostMovesShown); ++m)
      list.push_back(legal_move_json(*kit_, scene, engine.move_term(RoleId{r}, moves[m])));
    legal.push_back(std::move(list));
    total.push_back(moves.size());
  }
  Json goals = nullptr;
  if (terminal) {
    goals = Json::array();
    for (const std::optional<int>& goal : this->goals()) goals.push_back(goal ? Json(*goal) : Json(nullptr));
  }
  return {
      {"schema", "agon.position/1"},        {"step", step},           {"fluents", std::move(fluents)}, {"knowledge", knowledge},
      {"scene", knowledge::json_of(scene)}, {"terminal", terminal},   {"goals", std::move(goals)},     {"legal", std::move(legal)},
      {"legal_total", std::move(total)},    {"turn", std::move(turn)}};
}

Json Arbiter::legal_page(const LegalQuery& query, const Audience& audience) const {
  const LegalPage page = find_page(legal()[query.role], query);
  const char* knowledge = nullptr;
  const knowledge::Scene scene = kit_->placer->place(kit_->engine.terms(), seen_by(step(), audience, knowledge));
  const RoleId role{static_cast<std::uint32_t>(query.role)};
  Json moves = Json::array();
  for (const std::size_t choice : page.choices)
    moves.push_back(legal_move_json(*kit_, scene, kit_->engine.move_term(role, legal_[query.role][choice])));
  return {{"schema", "agon.legal_moves/1"},
          {"step", step()},
          {"role", query.role},
          {"total", legal()[query.role].size()},
          {"matching", page.matching},
          {"moves", std::move(moves)},
          {"next", page.next ? Json(*page.next) : Json(nullptr)}};
}

}  // namespace agon::serve
