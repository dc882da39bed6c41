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

}  // namespace

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
  for (const auto& moves : match.steps) record.steps.push_back({moves, {}});
  record.finished = match.completed;
  record.end = end_of(match);
  record.goals = match.goals;
  if (match.states.size() == match.steps.size() + 1) record.final_state = state_hash(match.states.back());
  return record;
}

}  // namespace agon::serve
