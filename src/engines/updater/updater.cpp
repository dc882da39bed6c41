#include "engines/updater/updater.h"

#include <algorithm>
#include <array>
#include <bit>

#include "base/hash.h"
#include "game/goal_value.h"

namespace agon::engines {

using updater::Query;

namespace {

// Roles in a joint move that fit on the stack; more of them are allocated.
constexpr std::size_t kUsualRoles = 16;

// Calls visit(i) for the bits that are set, ascending.
template <class Visit>
void each_bit(const std::uint64_t* words, std::size_t bits, Visit&& visit) {
  for (std::size_t word = 0; word < updater::words_for(bits); ++word) {
    for (std::uint64_t left = words[word]; left != 0; left &= left - 1) {
      visit(word * 64 + static_cast<std::size_t>(std::countr_zero(left)));
    }
  }
}

std::vector<std::uint64_t> initial_words(const ground::GroundProgram& program) {
  std::vector<std::uint64_t> words(updater::words_for(program.fluents.size()), 0);
  for (const std::uint32_t fluent : program.initial) words[fluent / 64] |= 1ULL << (fluent % 64);
  return words;
}

}  // namespace

Result<std::shared_ptr<const Updater>> Updater::create(std::shared_ptr<const ground::GroundProgram> program,
                                                       const UpdaterOptions& options) {
  auto layout = updater::make_layout(program, options.lazy_queues);
  if (!layout) return layout.error();
  updater::Model model(std::move(*layout), options);
  model.load(initial_words(*program));
  model.drain_all();
  return std::shared_ptr<const Updater>(new Updater(std::move(program), std::move(model)));
}

void Updater::at(Scratch& scratch, const State& state, Query query) const {
  scratch.load(state.words);
  // In valid rules only the next state depends on the joint move, and an old one may stay.
  if ((scratch.layout().moves_feed & mask(query)) != 0) scratch.set_moves({});
  scratch.drain(query);
}

void Updater::at(Scratch& scratch, const State& state, std::span<const MoveId> joint) const {
  scratch.load(state.words);
  std::array<updater::AtomId, kUsualRoles> few{};
  std::vector<updater::AtomId> many(joint.size() > kUsualRoles ? joint.size() : 0);
  const std::span<updater::AtomId> atoms = joint.size() > kUsualRoles ? std::span(many) : std::span(few).first(joint.size());
  for (std::size_t r = 0; r < joint.size(); ++r) atoms[r] = program_->move_atom(program_->role_begin[r] + joint[r].value);
  scratch.set_moves(atoms);
  scratch.drain(Query::Next);
}

Updater::State Updater::initial_state(Scratch&) const {
  const auto words = initial_words(*program_);
  return {{words.begin(), words.end()}};
}

void Updater::legal_moves(Scratch& scratch, const State& state, RoleId role, game::MoveBuffer& out) const {
  at(scratch, state, Query::Legal);
  out.clear();
  const std::size_t r = role.index();
  each_bit(scratch.answers(scratch.layout().legal_word[r]), program_->role_begin[r + 1] - program_->role_begin[r],
           [&](std::size_t move) { out.push_back(MoveId{static_cast<std::uint32_t>(move)}); });
}

void Updater::apply(Scratch& scratch, State& state, std::span<const MoveId> joint) const {
  at(scratch, state, joint);
  std::ranges::copy(scratch.next(), state.words.begin());
}

bool Updater::is_terminal(Scratch& scratch, const State& state) const {
  at(scratch, state, Query::Terminal);
  return scratch.holds(program_->terminal);
}

template <class Visit>
void Updater::each_goal(const Scratch& scratch, RoleId role, Visit&& visit) const {
  const auto& goals = program_->goals[role.index()];
  each_bit(scratch.answers(scratch.layout().goal_word[role.index()]), goals.size(), [&](std::size_t i) { visit(goals[i].value); });
}

int Updater::goal(Scratch& scratch, const State& state, RoleId role) const {
  at(scratch, state, Query::Goal);
  int found = game::kNoGoal;
  int count = 0;
  each_goal(scratch, role, [&](int value) {
    found = value;
    ++count;
  });
  return count == 1 ? game::goal_of(found) : game::kNoGoal;
}

void Updater::goal_values(Scratch& scratch, const State& state, RoleId role, std::vector<int>& out) const {
  at(scratch, state, Query::Goal);
  out.clear();
  each_goal(scratch, role, [&](int value) { out.push_back(value); });
}

void Updater::percepts(Scratch& scratch, const State& state, std::span<const MoveId> joint, RoleId role,
                       game::TermBuffer& out) const {
  out.clear();
  if (!info().hidden) {
    for (std::uint32_t r = 0; r < joint.size(); ++r) out.push_back(move_term(RoleId{r}, joint[r]));
    return;
  }
  at(scratch, state, joint);
  const auto& sees = program_->sees[role.index()];
  each_bit(scratch.answers(scratch.layout().sees_word[role.index()]), sees.size(),
           [&](std::size_t i) { out.push_back(sees[i].term); });
}

void Updater::fluents(const State& state, game::TermBuffer& out) const {
  out.clear();
  each_bit(state.words.data(), program_->fluents.size(), [&](std::size_t fluent) { out.push_back(program_->fluents[fluent]); });
}

std::uint64_t Updater::hash(const State& state) const {
  return hash_bytes(state.words.data(), state.words.size() * sizeof(std::uint64_t));
}

}  // namespace agon::engines
