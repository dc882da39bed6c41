// Differential testing of two engines in lockstep along random matches: every answer must be the same. For tests.
#pragma once

#include <fmt/format.h>

#include <string>
#include <vector>

#include "base/rng.h"
#include "game/engine.h"

namespace agon::engines::updater {

template <game::Engine A, game::Engine B>
class Lockstep {
 public:
  Lockstep(const A& a, const B& b, std::uint64_t seed)
      : a_(a), b_(b), scratch_a_(a.make_scratch()), scratch_b_(b.make_scratch()), rng_(seed) {}

  // Empty, or a description of the first difference. Throws LimitReached if an engine does.
  std::string run(int matches, int max_steps) {
    if (a_.info().roles != b_.info().roles) return "roles differ";
    if (a_.info().hidden != b_.info().hidden || a_.info().random != b_.info().random) return "facts about the game differ";
    for (int match = 0; match < matches; ++match) {
      auto state_a = a_.initial_state(scratch_a_);
      auto state_b = b_.initial_state(scratch_b_);
      for (int step = 0; step < max_steps; ++step) {
        if (auto difference = at_state(state_a, state_b); !difference.empty()) return place(match, step) + difference;
        ++states;
        if (a_.is_terminal(scratch_a_, state_a) || !choose(state_a, state_b)) break;
        if (auto difference = at_move(state_a, state_b); !difference.empty()) return place(match, step) + difference;
        // A query about another state in between: what an engine caches must not show.
        if (rng_.below(4) == 0) (void)b_.is_terminal(scratch_b_, b_.initial_state(scratch_b_));
        a_.apply(scratch_a_, state_a, joint_a_);
        b_.apply(scratch_b_, state_b, joint_b_);
      }
    }
    return {};
  }

  std::uint64_t states = 0;  // compared
  [[nodiscard]] const typename B::Scratch& second_scratch() const { return scratch_b_; }

 private:
  static std::string place(int match, int step) { return fmt::format("match {}, step {}: ", match, step); }

  template <class Engine>
  static std::vector<std::string> texts(const Engine& engine, const game::TermBuffer& terms) {
    std::vector<std::string> result;
    for (const TermId term : terms) result.push_back(engine.terms().text(term));
    return result;
  }
  // The first position where two lists differ.
  static std::string compare(const char* what, const std::vector<std::string>& a, const std::vector<std::string>& b) {
    if (a == b) return {};
    std::size_t i = 0;
    while (i < a.size() && i < b.size() && a[i] == b[i]) ++i;
    return fmt::format("{}: {} against {}, first difference '{}' against '{}'", what, a.size(), b.size(),
                       i < a.size() ? a[i] : "nothing", i < b.size() ? b[i] : "nothing");
  }

  template <class Engine>
  static std::vector<std::string> fluents(const Engine& engine, const typename Engine::State& state) {
    game::TermBuffer terms;
    engine.fluents(state, terms);
    return texts(engine, terms);
  }

  std::string at_state(const typename A::State& state_a, const typename B::State& state_b) {
    if (auto difference = compare("fluents", fluents(a_, state_a), fluents(b_, state_b)); !difference.empty()) return difference;
    const bool terminal = a_.is_terminal(scratch_a_, state_a);
    if (terminal != b_.is_terminal(scratch_b_, state_b)) return fmt::format("terminal: {} against {}", terminal, !terminal);
    std::vector<int> values_a;
    std::vector<int> values_b;
    for (std::uint32_t r = 0; r < a_.info().role_count(); ++r) {
      a_.goal_values(scratch_a_, state_a, RoleId{r}, values_a);
      b_.goal_values(scratch_b_, state_b, RoleId{r}, values_b);
      if (values_a != values_b) return fmt::format("goals of role {} differ", a_.info().roles[r]);
      if (a_.goal(scratch_a_, state_a, RoleId{r}) != b_.goal(scratch_b_, state_b, RoleId{r})) return "goal differs";
      if (auto difference = legal(state_a, state_b, RoleId{r}); !difference.empty()) return difference;
    }
    return {};
  }

  std::string legal(const typename A::State& state_a, const typename B::State& state_b, RoleId role) {
    game::TermBuffer terms_a;
    game::TermBuffer terms_b;
    a_.legal_moves(scratch_a_, state_a, role, moves_a_);
    b_.legal_moves(scratch_b_, state_b, role, moves_b_);
    for (const MoveId move : moves_a_) terms_a.push_back(a_.move_term(role, move));
    for (const MoveId move : moves_b_) terms_b.push_back(b_.move_term(role, move));
    return compare("legal moves", texts(a_, terms_a), texts(b_, terms_b));
  }

  bool choose(const typename A::State& state_a, const typename B::State& state_b) {
    joint_a_.clear();
    joint_b_.clear();
    for (std::uint32_t r = 0; r < a_.info().role_count(); ++r) {
      a_.legal_moves(scratch_a_, state_a, RoleId{r}, moves_a_);
      b_.legal_moves(scratch_b_, state_b, RoleId{r}, moves_b_);
      if (moves_a_.empty()) return false;
      const std::uint32_t choice = rng_.below(static_cast<std::uint32_t>(moves_a_.size()));
      joint_a_.push_back(moves_a_[choice]);
      joint_b_.push_back(moves_b_[choice]);
    }
    return true;
  }

  std::string at_move(const typename A::State& state_a, const typename B::State& state_b) {
    game::TermBuffer seen_a;
    game::TermBuffer seen_b;
    for (std::uint32_t r = 0; r < a_.info().role_count(); ++r) {
      a_.percepts(scratch_a_, state_a, joint_a_, RoleId{r}, seen_a);
      b_.percepts(scratch_b_, state_b, joint_b_, RoleId{r}, seen_b);
      if (auto difference = compare("percepts", texts(a_, seen_a), texts(b_, seen_b)); !difference.empty()) return difference;
    }
    return {};
  }

  const A& a_;
  const B& b_;
  typename A::Scratch scratch_a_;
  typename B::Scratch scratch_b_;
  Rng rng_;
  game::MoveBuffer moves_a_, moves_b_;
  std::vector<MoveId> joint_a_, joint_b_;
};

}  // namespace agon::engines::updater
