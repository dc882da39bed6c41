#include "serve/match/arbiter.h"

#include <algorithm>
#include <utility>

#include "game/find_move.h"

namespace agon::serve {
namespace {

constexpr std::size_t kBytesPerText = 64;   // a string with its place in a list, beside its letters
constexpr std::size_t kBytesPerSymbol = 3;  // of a term that is written out, at least
constexpr std::size_t kBytesBetweenAccounts = std::size_t{1} << 20U;

std::size_t text_bytes(const std::vector<std::vector<std::string>>& lists) {
  std::size_t sum = 0;
  for (const std::vector<std::string>& list : lists) {
    for (const std::string& text : list) sum += text.size() + kBytesPerText;
  }
  return sum;
}

}  // namespace

Arbiter::Arbiter(SharedKit kit, std::vector<std::uint32_t> informed, const ArbiterBudget& budget)
    : kit_(std::move(kit)),
      informed_(std::move(informed)),
      scratch_(kit_->engine.make_scratch()),
      terms_before_(kit_->engine.terms().bytes()),
      account_(budget) {
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
  for (std::uint32_t r = 0; r < roles(); ++r) {
    kit_->engine.legal_moves(scratch_, state, RoleId{r}, legal[r]);
    account_.count_moves(legal[r].size());
  }
  return legal;
}

void Arbiter::look() {
  const game::AnyEngine& engine = kit_->engine;
  account_.count_fluents(states_.back().cells().size());
  game::TermBuffer fluents;
  engine.fluents(states_.back(), fluents);
  std::size_t symbols = 0;
  for (const TermId fluent : fluents) symbols += engine.terms().node(fluent).size;
  account_.count_text(symbols * kBytesPerSymbol);
  terminal_ = engine.is_terminal(scratch_, states_.back());
  stuck_.reset();
  legal_.assign(roles(), {});
  auto texts = std::make_shared<LegalMoves>(roles());
  legal_bytes_ = 0;
  account();
  if (!terminal_) legal_ = legal_in(states_.back());
  chose_.resize(states_.size());
  chose_.back().assign(roles(), false);
  std::size_t accounted = 0;
  for (std::uint32_t r = 0; r < roles(); ++r) {
    chose_.back()[r] = legal_[r].size() > 1;
    if (!terminal_ && legal_[r].empty() && !stuck_) stuck_ = r;
    for (const MoveId move : legal_[r]) {
      const TermId term = engine.move_term(RoleId{r}, move);
      legal_bytes_ += kBytesPerText + engine.terms().node(term).size * kBytesPerSymbol;  // before it is written out
      if (legal_bytes_ - accounted > kBytesBetweenAccounts) {
        account();
        accounted = legal_bytes_;
      }
      (*texts)[r].push_back(engine.terms().text(term));
    }
  }
  legal_bytes_ = text_bytes(*texts);
  earlier_texts_ = std::exchange(legal_texts_, std::move(texts));
  account();
}

std::size_t Arbiter::bytes_of_step(std::size_t step) const {
  std::size_t bytes = states_[step].cells().size() * sizeof(states_[step].cells()[0]);
  if (step > 0) bytes += joints_[step - 1].size() * sizeof(MoveId) + text_bytes(percepts_[step - 1]);
  for (const std::optional<game::TermBuffer>& known : moments_[step].known) bytes += known ? known->size() * sizeof(TermId) : 0;
  return bytes;
}

void Arbiter::account() {
  kept_bytes_.resize(std::min(kept_bytes_.size(), states_.size()));
  while (kept_bytes_.size() < states_.size())
    kept_bytes_.push_back((kept_bytes_.empty() ? 0 : kept_bytes_.back()) + bytes_of_step(kept_bytes_.size()));
  account_.count_bytes(kit_->weight.match_bytes + kept_bytes_.back() + legal_bytes_ + kit_->engine.terms().bytes() - terms_before_);
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
  const MoveId* found = game::find_move(kit_->engine, RoleId{static_cast<std::uint32_t>(role)}, legal_[role], move);
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

}  // namespace agon::serve
