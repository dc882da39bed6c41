#include "serve/records/convert.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/hash.h"

namespace agon::serve {
namespace {

// As game::text_set_hash, for fluents that are texts already.
std::string state_hash(std::vector<std::string> fluents) {
  std::sort(fluents.begin(), fluents.end());
  fluents.erase(std::unique(fluents.begin(), fluents.end()), fluents.end());
  std::uint64_t hash = kFnvOffset;
  for (const std::string& fluent : fluents) hash = fnv1a("\n", fnv1a(fluent, hash));
  return fmt::format("{:016x}", hash);
}

Error other_roles(const std::string& told, const std::string& known) {
  return bad_input("other-roles", fmt::format("the record tells of {}, the rules of {}", told, known),
                   "is the record of this game, and of this version of it?");
}

const char* end_of(const PublicMatch& match) {
  if (match.completed) return "terminal";
  return match.aborted ? "aborted" : "unfinished";
}

// Servers put words behind the two letters, or write words alone.
std::string fault_kind_of(std::string_view error) {
  if (error.starts_with("TO")) return "late";
  return error.starts_with("IL") ? "illegal" : "dead";
}

// `errors` and `state_times` have an entry for the start in front; an error there goes into the first step.
game::MatchStep step_of(const PublicMatch& match, std::size_t number) {
  game::MatchStep step;
  step.moves = match.steps[number];
  if (number + 1 < match.state_times.size()) step.at = match.state_times[number + 1];
  const auto add = [&](std::size_t entry) {
    if (entry >= match.errors.size()) return;
    for (std::size_t r = 0; r < match.errors[entry].size(); ++r) {
      const std::string& error = match.errors[entry][r];
      if (!error.empty()) step.faults.push_back({r, fault_kind_of(error), "", entry == 0 ? "" : step.moves[r], error});
    }
  };
  if (number == 0) add(0);
  add(number + 1);
  return step;
}

}  // namespace

std::string public_error(std::string_view fault_kind) {
  if (fault_kind == "late") return "TO";
  return fault_kind == "illegal" ? "IL" : "CE";
}

PublicMatch with_record(PublicMatch frame, const game::MatchRecord& record) {
  frame.game_name = record.game;
  frame.rules_text = record.rules_text;
  frame.roles = record.roles;
  frame.player_names = record.players;
  frame.completed = record.finished;
  frame.goals = record.finished ? record.goals : std::vector<int>();
  frame.steps.clear();
  for (const game::MatchStep& step : record.steps) frame.steps.push_back(step.moves);
  return frame;
}

Result<game::MatchRecord> to_match_record(const PublicMatch& match, const std::vector<std::string>& roles) {
  if (!match.roles.empty() && match.roles != roles) {
    return other_roles(fmt::format("{}", fmt::join(match.roles, ", ")), fmt::format("{}", fmt::join(roles, ", ")));
  }
  if (!match.steps.empty() && match.steps[0].size() != roles.size()) {
    return other_roles(fmt::format("{} roles", match.steps[0].size()), fmt::format("{}", roles.size()));
  }
  game::MatchRecord record;
  record.game = match.game_name.empty() ? match.game_address : match.game_name;
  record.rules_text = match.rules_text;
  if (!match.rules_text.empty()) record.rules_id = content_id(match.rules_text);
  record.roles = roles;
  record.players = match.player_names;
  record.players.resize(roles.size());
  if (match.clocks.start > 0 || match.clocks.play > 0)
    record.clocks = game::MatchClocks{static_cast<double>(match.clocks.start), static_cast<double>(match.clocks.play)};
  record.started_at = match.start_time;
  for (std::size_t s = 0; s < match.steps.size(); ++s) record.steps.push_back(step_of(match, s));
  record.finished = match.completed;
  record.end = end_of(match);
  record.goals = match.goals;
  if (match.states.size() == match.steps.size() + 1) record.final_state = state_hash(match.states.back());
  return record;
}

}  // namespace agon::serve
