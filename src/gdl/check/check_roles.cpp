// Roles: they are ground facts, and whoever moves, scores or sees is one of them.
#include <fmt/format.h>

#include <algorithm>

#include "gdl/check/check_sheet.h"

namespace agon::gdl {
namespace {

constexpr std::size_t kMaxRolesLookedThrough = 100;  // roles, for the hint about one that is unknown

void check_role_facts(Sheet& sheet) {
  const std::vector<std::uint32_t> found = sheet.rules_for(Keyword::Role);
  if (found.empty() && !sheet.open_ended()) {
    sheet.report("no-role", {}, "nobody plays this game: there is no role", "start the sheet with facts such as (role white)");
  }
  for (const std::uint32_t i : found) {
    const Rule& rule = sheet.rules().rules()[i];
    if (!rule.fact()) {
      sheet.report("role-with-body", rule.head.span, "a role must be a plain fact, but this one has conditions",
                   "write one fact for each role, such as (role white)");
    }
    if (rule.fact() && !rule.head.ground() && !sheet.malformed(rule.head)) {
      sheet.report("role-not-ground", rule.head.span, fmt::format("the role {} is no constant", sheet.written(rule.head)),
                   "write one fact for each role, such as (role white)");
    }
  }
}

// Constants in the place of a role that are not declared as roles.
void check_role_arguments(Sheet& sheet) {
  if (!sheet.roles_known()) return;
  std::vector<std::uint32_t> roles = sheet.rules_for(Keyword::Role);
  roles.resize(std::min(roles.size(), kMaxRolesLookedThrough));
  const auto check_atom = [&](const Term& atom) {
    const bool has_player = is(atom.name, Keyword::Legal) || is(atom.name, Keyword::Does) || is(atom.name, Keyword::Goal) ||
                            is(atom.name, Keyword::Sees) || is(atom.name, Keyword::Input);
    if (!has_player || atom.args.size() != 2 || atom.args[0].variable) return;
    const Term& player = atom.args[0];
    if (player.constant() && sheet.roles().contains(player.name)) return;
    std::string hint = fmt::format("add (role {}), or name one of the roles", sheet.written(player));
    for (const std::uint32_t i : roles) {
      const std::string& role = sheet.text(sheet.rules().rules()[i].head.args[0].name);
      if (one_slip_apart(role, sheet.text(player.name))) hint = fmt::format("did you mean '{}'?", role);
    }
    sheet.report("unknown-role", player.span,
                 fmt::format("'{}' names {}, who is no role of this game", sheet.text(atom.name), sheet.written(player)), hint);
  };
  for (const Rule& rule : sheet.rules().rules()) {
    for_each_atom(rule, [&](const Term& atom, bool, bool) { check_atom(atom); });
  }
}

}  // namespace

void check_roles(Sheet& sheet) {
  check_role_facts(sheet);
  check_role_arguments(sheet);
}

}  // namespace agon::gdl
