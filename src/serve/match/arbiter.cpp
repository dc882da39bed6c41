#include "serve/match/arbiter.h"

#include <algorithm>

#include "knowledge/structure/structure_json.h"
#include "play/replay.h"

namespace agon::serve {

Arbiter::Arbiter(SharedKit kit, std::vector<std::uint32_t> informed)
    : kit_(std::move(kit)), informed_(std::move(informed)), scratch_(kit_->engine.make_scratch()) {
  if (!kit_->info().hidden) informed_.clear();
  states_.push_back(kit_->engine.initial_state(scratch_));
  start_certainties();
  look();
}

void Arbiter::start_certainties() {
  certainties_.clear();
  moments_.assign(1, {});
  for (const std::uint32_t role : informed_) {
    certainties_.emplace_back(kit_->engine, scratch_, RoleId{role});
    moments_.front().known.push_back(certainties_.back().known());
  }
}

std::vector<game::MoveBuffer> Arbiter::legal_in(const game::AnyState& state) {
  std::vector<game::MoveBuffer> legal(roles());
  for (std::uint32_t r = 0; r < roles(); ++r) kit_->engine.legal_moves(scratch_, state, RoleId{r}, legal[r]);
  return legal;
}

void Arbiter::look() {
  const game::AnyEngine& engine = kit_->engine;
  terminal_ = engine.is_terminal(scratch_, states_.back());
  stuck_.reset();
  legal_.assign(roles(), {});
  legal_texts_.assign(roles(), {});
  if (terminal_) return;
  legal_ = legal_in(states_.back());
  for (std::uint32_t r = 0; r < roles(); ++r) {
    if (legal_[r].empty() && !stuck_) stuck_ = r;
    for (const MoveId move : legal_[r]) legal_texts_[r].push_back(engine.terms().text(engine.move_term(RoleId{r}, move)));
  }
}

std::vector<std::optional<int>> Arbiter::goals() {
  std::vector<std::optional<int>> goals;
  for (std::uint32_t r = 0; r < roles(); ++r) {
    const int goal = kit_->engine.goal(scratch_, states_.back(), RoleId{r});
    goals.push_back(goal == game::kNoGoal ? std::nullopt : std::optional<int>(goal));
  }
  return goals;
}

std::optional<std::size_t> Arbiter::find(std::size_t role, const std::string& move) const {
  const MoveId* found = play::find_move(kit_->engine, RoleId{static_cast<std::uint32_t>(role)}, legal_[role], move);
  if (found == nullptr) return std::nullopt;
  return static_cast<std::size_t>(found - legal_[role].data());
}

void Arbiter::play(const std::vector<std::size_t>& choices) {
  const game::AnyEngine& engine = kit_->engine;
  std::vector<MoveId> joint;
  for (std::size_t r = 0; r < roles(); ++r) joint.push_back(legal_[r][choices[r]]);
  std::vector<std::vector<std::string>> seen(roles());
  Moment moment;
  std::size_t informed = 0;
  for (std::uint32_t r = 0; r < roles() && kit_->info().hidden; ++r) {
    game::TermBuffer percepts;
    engine.percepts(scratch_, states_.back(), joint, RoleId{r}, percepts);
    for (const TermId percept : percepts) seen[r].push_back(engine.terms().text(percept));
    if (informed < informed_.size() && informed_[informed] == r) {
      certainties_[informed].step(scratch_, joint[r], percepts);
      moment.known.push_back(certainties_[informed].known());
      ++informed;
    }
  }
  game::AnyState next = states_.back();
  engine.apply(scratch_, next, joint);
  states_.push_back(std::move(next));
  joints_.push_back(std::move(joint));
  percepts_.push_back(std::move(seen));
  moments_.push_back(std::move(moment));
  look();
}

void Arbiter::take_back(std::size_t step) {
  if (step >= this->step()) return;
  const std::vector<std::vector<MoveId>> kept(joints_.begin(), joints_.begin() + static_cast<std::ptrdiff_t>(step));
  states_.resize(step + 1);
  joints_.resize(step);
  percepts_.resize(step);
  // What somebody knew is found again from the beginning: the sets of states are not kept.
  start_certainties();
  for (std::size_t s = 0; s < kept.size(); ++s) {
    Moment moment;
    for (std::size_t i = 0; i < informed_.size(); ++i) {
      game::TermBuffer percepts;
      kit_->engine.percepts(scratch_, states_[s], kept[s], RoleId{informed_[i]}, percepts);
      certainties_[i].step(scratch_, kept[s][informed_[i]], percepts);
      moment.known.push_back(certainties_[i].known());
    }
    moments_.push_back(std::move(moment));
  }
  look();
}

std::vector<std::string> Arbiter::fluents(std::size_t step) const {
  game::TermBuffer terms;
  kit_->engine.fluents(states_[step], terms);
  std::vector<std::string> texts;
  for (const TermId term : terms) texts.push_back(kit_->engine.terms().text(term));
  return texts;
}

std::string Arbiter::state_hash(std::size_t step) const {
  game::TermBuffer terms;
  kit_->engine.fluents(states_[step], terms);
  return game::text_set_hash(kit_->engine.terms(), terms);
}

game::TermBuffer Arbiter::seen_by(std::size_t step, const Audience& audience, const char*& knowledge) const {
  game::TermBuffer fluents;
  if (audience.all || !kit_->info().hidden) {
    knowledge = "everything";
    kit_->engine.fluents(states_[step], fluents);
    return fluents;
  }
  // Several seats in one hand know what each of them knows.
  knowledge = "nothing";
  for (std::size_t i = 0; i < informed_.size(); ++i) {
    const bool held = std::find(audience.roles.begin(), audience.roles.end(), informed_[i]) != audience.roles.end();
    const std::optional<game::TermBuffer>& known = moments_[step].known[i];
    if (!held || !known) continue;
    knowledge = "certain";
    for (const TermId fluent : *known) {
      if (std::find(fluents.begin(), fluents.end(), fluent) == fluents.end()) fluents.push_back(fluent);
    }
  }
  const game::TermBank& terms = kit_->engine.terms();
  std::sort(fluents.begin(), fluents.end(), [&](TermId a, TermId b) { return terms.compare(a, b) < 0; });
  return fluents;
}

Json Arbiter::position(std::size_t step, const Audience& audience, bool with_legal) {
  const game::AnyEngine& engine = kit_->engine;
  const game::TermBank& terms = engine.terms();
  const char* knowledge = nullptr;
  const game::TermBuffer shown = seen_by(step, audience, knowledge);
  const knowledge::Scene scene = kit_->placer->place(terms, shown);
  const bool last = step == this->step();
  const bool terminal = last ? terminal_ : false;

  Json fluents = Json::array();
  for (const TermId fluent : shown) fluents.push_back(terms.text(fluent));
  Json legal = Json::array();
  Json turn = Json::array();
  std::vector<game::MoveBuffer> earlier;
  if (!last) earlier = legal_in(states_[step]);
  for (std::uint32_t r = 0; r < roles(); ++r) {
    const game::MoveBuffer& moves = last ? legal_[r] : earlier[r];
    const bool visible =
        audience.all || !kit_->info().hidden || std::find(audience.roles.begin(), audience.roles.end(), r) != audience.roles.end();
    turn.push_back(visible && !kit_->is_random(r) && moves.size() > 1);
    if (terminal || !visible || !(last || with_legal)) {
      legal.push_back(nullptr);
      continue;
    }
    Json list = Json::array();
    for (const MoveId move : moves) {
      const TermId term = engine.move_term(RoleId{r}, move);
      Json entry{{"move", terms.text(term)}, {"pattern", nullptr}, {"touches", Json::array()}, {"choices", Json::array()}};
      if (const std::optional<knowledge::Gesture> gesture = kit_->placer->gesture(scene, terms, term)) {
        entry["pattern"] = gesture->pattern;
        for (const knowledge::Gesture::Touch& touch : gesture->touches)
          entry["touches"].push_back({{"board", touch.board}, {"cells", touch.cells}});
        entry["choices"] = gesture->choices;
      }
      list.push_back(std::move(entry));
    }
    legal.push_back(std::move(list));
  }
  Json goals = nullptr;
  if (terminal) {
    goals = Json::array();
    for (const std::optional<int>& goal : this->goals()) goals.push_back(goal ? Json(*goal) : Json(nullptr));
  }
  return {{"schema", "agon.position/1"},
          {"step", step},
          {"fluents", std::move(fluents)},
          {"knowledge", knowledge},
          {"scene", knowledge::json_of(scene)},
          {"terminal", terminal},
          {"goals", std::move(goals)},
          {"legal", std::move(legal)},
          {"turn", std::move(turn)}};
}

}  // namespace agon::serve
