#include "play/referee/trial.h"

#include <absl/container/flat_hash_set.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>

#include "base/rng.h"

namespace agon::play {
namespace {

using engines::Prover;
using TrialClock = std::chrono::steady_clock;

constexpr int kLoadingTimes = 5;  // the prover may take so many times the time of the play to load the rules

// The play did not come to its end, which says nothing about the rules.
bool is_trial_cut(const Diagnostic& reason) { return reason.code == "too-many-steps" || reason.code == "out-of-time"; }

Diagnostic cut_note(std::string message) {
  return {
      "played-too-little", Severity::Note, {}, std::move(message), "random play may have missed what is wrong with these rules"};
}

std::string counted_noun(std::uint64_t count, const char* noun, const char* plural) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : plural);
}

class TrialPlay {
 public:
  TrialPlay(const gdl::Rules& rules, const Prover& prover, const TrialOptions& options, const Limits& limits)
      : rules_(rules),
        prover_(prover),
        options_(options),
        limits_(limits),
        max_steps_(std::min(limits.steps, options.max_inferences)),
        scratch_(prover.make_scratch()),
        rng_(options.seed) {
    for (const std::chrono::milliseconds time : {options.time, limits.time}) {
      if (time.count() > 0) deadline_ = std::min(deadline_, TrialClock::now() + time);
    }
  }

  Trial run() {
    try {
      learn_announced();
      while (begun_ < options_.matches && !spent()) one_match();
    } catch (const LimitReached& limit) {
      const Diagnostic& reason = limit.error().diagnostics.front();
      if (is_trial_cut(reason)) trial_.cut = true;
      else report(reason.code, Severity::Error, gdl::Keyword::Next, reason.message, reason.hint);
    }
    if (trial_.cut) {
      trial_.findings.push_back(cut_note(fmt::format("only {} of {} {} looked at before the end of the time for random play",
                                                     counted_noun(trial_.states, "state", "s"), counted_noun(begun_, "match", "es"),
                                                     trial_.states == 1 ? "was" : "were")));
    }
    if (trial_.matches == 0 && endless_ > 0 && !trial_.cut) {
      // A repeated state means that nothing counts the steps; otherwise the game may just be long.
      report("maybe-endless", repeats_ > 0 ? Severity::Warning : Severity::Note, gdl::Keyword::Terminal,
             fmt::format("{} random matches did not end within {} steps", endless_, options_.max_steps),
             repeats_ > 0 ? "states come back: add a step counter that makes the game end"
                          : "no state came back, so it may only be long");
    }
    return std::move(trial_);
  }

 private:
  bool spent() {
    trial_.cut = trial_.cut || scratch_.steps() >= max_steps_ || TrialClock::now() >= deadline_;
    return trial_.cut;
  }
  void limit_next_question() {
    limits_.steps = max_steps_ - std::min(max_steps_, scratch_.steps());
    if (deadline_ != TrialClock::time_point::max())
      limits_.time =
          std::max(std::chrono::ceil<std::chrono::milliseconds>(deadline_ - TrialClock::now()), std::chrono::milliseconds(1));
    scratch_.set_limits(limits_);
  }

  // Each code is reported once, at the first rule of its relation, if possible one about the role.
  void report(std::string code, Severity severity, gdl::Keyword about, std::string message, std::string hint,
              std::optional<RoleId> role = {}) {
    if (!reported_.insert(code + message).second) return;
    const gdl::Rule* place = nullptr;
    for (const gdl::Rule& rule : rules_.rules()) {
      if (rule.head.name != gdl::symbol(about)) continue;
      const bool of_role = role && !rule.head.args.empty() && rule.head.args[0].constant() &&
                           rules_.symbols().text(rule.head.args[0].name) == prover_.info().roles[role->index()];
      if (place == nullptr || of_role) place = &rule;
      if (of_role) break;
    }
    trial_.findings.push_back(
        {std::move(code), severity, place != nullptr ? place->head.span : Span{}, std::move(message), std::move(hint)});
  }

  void learn_announced() {
    limit_next_question();
    for (const TermId id : prover_.announced_fluents(scratch_)) fluents_.insert(id);
    moves_.resize(prover_.info().role_count());
    for (std::uint32_t r = 0; r < moves_.size(); ++r) {
      for (const TermId id : prover_.announced_moves(scratch_, RoleId{r})) moves_[r].insert(id);
    }
  }

  void one_match() {
    ++begun_;
    limit_next_question();
    Prover::State state = prover_.initial_state(scratch_);
    absl::flat_hash_set<std::uint64_t> seen;
    for (int step = 0; !spent(); ++step) {
      limit_next_question();
      ++trial_.states;
      trial_.longest = std::max(trial_.longest, step);
      if (!seen.insert(prover_.hash(state)).second) ++repeats_;
      check_announced(state);
      if (prover_.is_terminal(scratch_, state)) {
        check_goals(state, step);
        ++trial_.matches;
        return;
      }
      if (step >= options_.max_steps) {
        ++endless_;
        return;
      }
      std::vector<MoveId> joint;
      if (!choose(state, step, joint)) return;
      prover_.apply(scratch_, state, joint);
    }
  }

  bool choose(const Prover::State& state, int step, std::vector<MoveId>& joint) {
    const game::GameInfo& info = prover_.info();
    for (std::uint32_t r = 0; r < info.role_count(); ++r) {
      prover_.legal_moves(scratch_, state, RoleId{r}, legal_);
      if (legal_.empty()) {
        report("no-legal-move", Severity::Error, gdl::Keyword::Legal,
               fmt::format("{} has no legal move in a state that is not terminal", info.roles[r]),
               fmt::format("found at step {} of a random match; give {} a 'noop', or make the state terminal", step, info.roles[r]),
               RoleId{r});
        return false;
      }
      for (const MoveId move : legal_) {
        if (!moves_[r].empty() && !moves_[r].contains(TermId{move.value})) {
          report("move-outside-input", Severity::Warning, gdl::Keyword::Input,
                 fmt::format("{} is legal for {}, but 'input' does not announce it", prover_.terms().text(TermId{move.value}),
                             info.roles[r]),
                 "'input' must cover every move that can become legal");
          break;
        }
      }
      joint.push_back(legal_[rng_.below(static_cast<std::uint32_t>(legal_.size()))]);
    }
    return true;
  }

  void check_announced(const Prover::State& state) {
    if (fluents_.empty()) return;
    for (const TermId fluent : state.fluents) {
      if (fluents_.contains(fluent)) continue;
      report("fluent-outside-base", Severity::Warning, gdl::Keyword::Base,
             fmt::format("{} holds in a state, but 'base' does not announce it", prover_.terms().text(fluent)),
             "'base' must cover every fluent that can become true");
      return;
    }
  }

  void check_goals(const Prover::State& state, int step) {
    const game::GameInfo& info = prover_.info();
    for (std::uint32_t r = 0; r < info.role_count(); ++r) {
      if (info.random == RoleId{r}) continue;
      prover_.goal_values(scratch_, state, RoleId{r}, values_);
      if (values_.empty()) {
        report("no-goal-value", Severity::Error, gdl::Keyword::Goal,
               fmt::format("{} has no goal value in a terminal state", info.roles[r]),
               fmt::format("found after {} steps of a random match; the goal rules leave out a way to end", step), RoleId{r});
      } else if (values_.size() > 1) {
        report("several-goal-values", Severity::Error, gdl::Keyword::Goal,
               fmt::format("{} has several goal values in a terminal state", info.roles[r]),
               fmt::format("the values are {}, after {} steps of a random match; make the goal rules exclude each other",
                           fmt::join(values_, ", "), step),
               RoleId{r});
      } else if (values_.front() < 0 || values_.front() > 100) {
        report("goal-out-of-range", Severity::Warning, gdl::Keyword::Goal,
               fmt::format("{} has goal {}", info.roles[r], values_.front()), "goals lie between 0 and 100", RoleId{r});
      }
    }
  }

  const gdl::Rules& rules_;
  const Prover& prover_;
  TrialOptions options_;
  Limits limits_;                                                    // of the next question
  TrialClock::time_point deadline_ = TrialClock::time_point::max();  // of all questions together
  std::uint64_t max_steps_;                                          // likewise
  Prover::Scratch scratch_;
  Rng rng_;
  Trial trial_;
  absl::flat_hash_set<std::string> reported_;
  absl::flat_hash_set<TermId> fluents_;
  std::vector<absl::flat_hash_set<TermId>> moves_;
  game::MoveBuffer legal_;
  std::vector<int> values_;
  int begun_ = 0;  // matches
  int endless_ = 0;
  int repeats_ = 0;
};

}  // namespace

std::span<const gdl::CheckCode> trial_codes() {
  static constexpr gdl::CheckCode kCodes[] = {
      {"no-legal-move", Severity::Error, "a role has no legal move in a state that is not terminal"},
      {"no-goal-value", Severity::Error, "a role has no goal value in a terminal state"},
      {"several-goal-values", Severity::Error, "a role has several goal values in a terminal state"},
      {"goal-out-of-range", Severity::Warning, "a goal lies outside 0..100"},
      {"fluent-outside-base", Severity::Warning, "a fluent that 'base' does not announce came up"},
      {"move-outside-input", Severity::Warning, "a move that 'input' does not announce was legal"},
      {"maybe-endless", Severity::Warning, "no random match ended; a note if no state ever came back"},
      {"played-too-little", Severity::Note, "random play was cut short, so that mistakes may have been missed"},
  };
  return kCodes;
}

Trial trial_play(const gdl::Rules& rules, const engines::Prover& prover, const TrialOptions& options, const Limits& limits) {
  return TrialPlay(rules, prover, options, limits).run();
}

Diagnostics all_findings(const gdl::Rules& rules, Limits limits, const TrialOptions& options, std::optional<Trial>& trial) {
  const TrialClock::time_point start = TrialClock::now();
  const auto time_left = [&, all = limits.time] {
    if (all.count() == 0) return all;  // no limit
    const auto spent = std::chrono::duration_cast<std::chrono::milliseconds>(TrialClock::now() - start);
    return std::max(all - spent, std::chrono::milliseconds(1));
  };
  Diagnostics findings = gdl::check(rules);
  if (rules.dialect().real_time || rules.dialect().arithmetic) return findings;
  limits.time = time_left();
  const std::chrono::milliseconds loading = kLoadingTimes * options.time;
  if (loading.count() > 0 && (limits.time.count() == 0 || loading < limits.time)) limits.time = loading;
  const Result<std::shared_ptr<const engines::Prover>> prover = engines::Prover::create(rules, limits);
  if (!prover) {
    for (const Diagnostic& d : prover.error().diagnostics) {
      const bool known = std::any_of(findings.begin(), findings.end(), [&](const Diagnostic& f) { return f.code == d.code; });
      if (is_trial_cut(d)) findings.push_back(cut_note("the rules could not be loaded in time: no state was looked at"));
      else if (!known) findings.push_back(d);
    }
    return findings;
  }
  limits.time = time_left();
  trial = trial_play(rules, **prover, options, limits);
  findings.insert(findings.end(), trial->findings.begin(), trial->findings.end());
  return findings;
}

}  // namespace agon::play
