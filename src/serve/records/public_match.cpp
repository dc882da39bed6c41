#include "serve/records/public_match.h"

#include <fmt/format.h>

#include <utility>

#include "serve/records/record_terms.h"

namespace agon::serve {
namespace {

using Problem = std::optional<Error>;

Error inconsistent(std::string message) {
  return bad_input("inconsistent-record", std::move(message), "the lists of a record run in step, in role order");
}

Problem too_many(std::size_t count, std::size_t limit, const char* what) {
  if (count <= limit) return std::nullopt;
  return limit_reached("record-too-large", fmt::format("{} {}; the limit is {}", count, what, limit),
                       "matches of this size cannot be kept");
}

// How many roles there are, by the first list that tells; 0 if none does.
std::size_t role_count(const PublicMatch& match) {
  if (!match.roles.empty()) return match.roles.size();
  return match.steps.empty() ? 0 : match.steps[0].size();
}

Problem size_problem(const PublicMatch& match, const RecordLimits& limits) {
  std::size_t terms = 0;
  for (const auto& step : match.steps) terms += step.size();
  for (const auto& state : match.states) terms += state.size();
  if (Problem problem = too_many(match.steps.size(), limits.steps, "steps")) return problem;
  if (Problem problem = too_many(role_count(match), limits.roles, "roles")) return problem;
  return too_many(terms, limits.terms, "moves and fluents");
}

Problem list_problem(const PublicMatch& match) {
  const std::size_t positions = match.steps.size() + 1;
  for (const auto& [count, name] : {std::pair{match.states.size(), "states"}, std::pair{match.state_times.size(), "state times"},
                                    std::pair{match.errors.size(), "lists of errors"}}) {
    if (count > positions) return inconsistent(fmt::format("{} {} for {} steps", count, name, match.steps.size()));
  }
  return std::nullopt;
}

Problem role_problem(const PublicMatch& match) {
  const std::size_t roles = role_count(match);
  for (std::size_t i = 0; i < match.steps.size(); ++i) {
    if (match.steps[i].size() != roles || roles == 0) {
      return inconsistent(fmt::format("step {} has {} moves for {} roles", i, match.steps[i].size(), roles));
    }
  }
  if (roles == 0) return std::nullopt;  // nothing to compare with
  for (const auto& errors : match.errors) {
    if (errors.size() != roles) return inconsistent(fmt::format("a list of {} errors for {} roles", errors.size(), roles));
  }
  for (const auto& [count, name] :
       {std::pair{match.player_names.size(), "names of players"}, std::pair{match.humans.size(), "entries that say who is human"},
        std::pair{match.goals.size(), "goals"}}) {
    if (count != 0 && count != roles) return inconsistent(fmt::format("{} {} for {} roles", count, name, roles));
  }
  return std::nullopt;
}

Problem number_problem(const PublicMatch& match) {
  if (!match.goals.empty() && !match.completed) return inconsistent("goals of a match that is not completed");
  for (const int goal : match.goals) {
    if (goal < -1 || goal > 100) {
      return bad_input("bad-goal", fmt::format("a goal of {}", goal), "goals are numbers from 0 to 100");
    }
  }
  bool early = match.start_time < 0;
  for (const std::int64_t time : match.state_times) early = early || time < 0;
  if (early) return bad_input("bad-time", "a time before 1970", "times are milliseconds since 1970");
  if (match.clocks.start < 0 || match.clocks.play < 0 || match.clocks.preview < -1) {
    return bad_input("bad-clock", "a clock below zero", "clocks are whole seconds");
  }
  return std::nullopt;
}

Problem term_problem(const std::string& term, const char* what, const RecordLimits& limits) {
  // Written, a term grows by the blanks around its parentheses, and has to be read again.
  if (Problem problem = too_many(spaced(term).size(), limits.state_bytes, "bytes in a term")) return problem;
  const Result<std::string> read = read_term(term, what, limits.state_bytes);
  if (!read) return read.error();
  if (*read != term) {
    return bad_input("not-canonical", fmt::format("{} is written as '{}', not as '{}'", what, term, *read),
                     "take the text that the engine prints");
  }
  return std::nullopt;
}

Problem terms_problem(const PublicMatch& match, const RecordLimits& limits) {
  for (const std::string& role : match.roles) {
    if (Problem problem = term_problem(role, "a role", limits)) return problem;
  }
  for (const auto& step : match.steps) {
    for (const std::string& move : step) {
      if (Problem problem = term_problem(move, "a move", limits)) return problem;
    }
  }
  for (const auto& state : match.states) {
    for (const std::string& fluent : state) {
      if (Problem problem = term_problem(fluent, "a fluent", limits)) return problem;
      if (without_true(fluent) != fluent) {
        return bad_input("not-a-fluent", fmt::format("'{}' says that a fluent holds; it is none itself", fluent),
                         "leave the 'true' out");
      }
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<Error> problem_of(const PublicMatch& match, const RecordLimits& limits) {
  if (Problem problem = size_problem(match, limits)) return problem;
  if (Problem problem = list_problem(match)) return problem;
  if (Problem problem = role_problem(match)) return problem;
  if (Problem problem = number_problem(match)) return problem;
  return terms_problem(match, limits);
}

}  // namespace agon::serve
