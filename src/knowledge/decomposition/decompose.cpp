#include "knowledge/decomposition/decompose.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <utility>

#include "knowledge/decomposition/factoring.h"
#include "knowledge/decomposition/outcomes.h"
#include "knowledge/decomposition/parts.h"
#include "knowledge/decomposition/serial.h"

namespace agon::knowledge {

using ground::Composition;
using ground::Decomposition;
using ground::GroundProgram;

namespace {

// A sub-game is worth the name if somebody has more than one thing to do in it, and if the whole game sees less of it than there
// is: a single queen of a puzzle, or a secret number, is independent of the others and no game.
bool is_game(const ground::Part& part, std::size_t roles) {
  std::vector<std::size_t> active(roles, 0);
  for (const ground::PartChoice& choice : part.choices) active[choice.role.index()] += choice.idle ? 0 : 1;
  return std::ranges::any_of(active, [](std::size_t choices) { return choices > 1; }) &&
         part.outcomes.size() * 2 <= part.fluents.size();
}

std::optional<Decomposition> find_side_by_side(const GroundProgram& program, const circuit::RuleOrder& order,
                                               const SharedFluents& shared, WorkCount& work, std::string& reason) {
  Factoring factoring(program, order, shared.is_shared, shared.phases, work);
  std::vector<Group> groups = factoring.run();
  if (groups.size() < 2) {
    reason = "everything that moves can change hangs together";
    return {};
  }
  const std::optional<Composition> kind = factoring.relation(groups);
  if (!kind) {
    reason = "there are groups of fluents that do not look at each other, but the moves tie them together";
    return {};
  }
  std::vector<std::size_t> phases(factoring.phase_count());
  std::iota(phases.begin(), phases.end(), std::size_t{0});
  while (groups.size() >= 2) {
    work.spend(program.literals.size() + program.moves.size() * groups.size() * phases.size());
    Decomposition result;
    result.kind = *kind;
    std::vector<bool> is_part(program.fluents.size(), false);
    for (Group& group : groups) {
      for (const std::uint32_t f : group.fluents) is_part[f] = true;
      result.parts.push_back(make_part(program, factoring, group, phases, *kind == Composition::Interleaved));
    }
    for (std::uint32_t f = 0; f < program.fluents.size(); ++f) {
      if (!is_part[f]) result.shared.push_back(f);
    }
    if (!find_outcomes(program, order, result)) {
      reason = "an end or a goal depends on itself across parts";
      return {};
    }
    const auto counts = [](const ground::Part& part) { return !part.outcomes.empty(); };
    if (std::ranges::count_if(result.parts, counts) < 2) {
      reason = "the end and the goals look at one part only";
      return {};
    }
    if (std::ranges::all_of(result.parts,
                            [&](const ground::Part& part) { return !counts(part) || is_game(part, program.info.role_count()); })) {
      std::erase_if(result.parts, [&](const ground::Part& part) { return !counts(part); });
      return result;
    }
    // Some are no games of their own; those that belong together closest are put together.
    const std::vector<std::uint32_t> close = closest_parts(program, order, result);
    if (close.size() < 2) break;
    for (std::size_t i = close.size(); i-- > 1;) {
      groups[close[0]] = factoring.merge(groups[close[0]], groups[close[i]]);
      groups.erase(groups.begin() + close[i]);
    }
  }
  reason = "the parts are too small to be games";
  return {};
}

std::string count(std::size_t number, const char* what) { return std::to_string(number) + " " + what + (number == 1 ? "" : "s"); }

}  // namespace

DecomposeFinding find_decomposition(const GroundProgram& program, const DecomposeOptions& options) {
  DecomposeFinding finding;
  if (program.info.hidden || program.info.random) {
    finding.reason = "games with hidden information or chance are not looked at";
    return finding;
  }
  try {
    WorkCount work(options.work);
    work.spend(program.literals.size() + program.atom_count);
    const circuit::RuleOrder order(program);
    const std::optional<SharedFluents> shared = find_shared_fluents(program, order);
    if (!shared) {
      finding.reason = "the shared fluents go through too many states";
      return finding;
    }
    finding.decomposition = find_side_by_side(program, order, *shared, work, finding.reason);
    if (!finding.decomposition) finding.decomposition = find_serial(program, order, *shared, work);
    if (finding.decomposition) {
      finding.decomposition->phase_fluents = shared->phase_fluents;
      finding.decomposition->phases = shared->phase_numbers;
      finding.reason.clear();
    }
  } catch (const WorkExhausted&) {
    finding.reason = "not found out within the budget of " + std::to_string(options.work) + " steps";
  }
  return finding;
}

std::optional<Decomposition> decompose(const GroundProgram& program, const DecomposeOptions& options) {
  return find_decomposition(program, options).decomposition;
}

std::vector<game::Fact<game::SubGame>> part_facts(const GroundProgram& program, const Decomposition& decomposition) {
  std::vector<game::Fact<game::SubGame>> facts;
  for (const ground::Part& part : decomposition.parts) {
    game::SubGame game;
    game.fluents = part.fluents;
    std::set<RoleId> roles;
    for (std::uint32_t m = 0; m < program.moves.size(); ++m) {
      const std::uint32_t choice = part.choice_of[m];
      if (choice == ground::Part::kNoChoice || part.choices[choice].idle) continue;
      game.moves.push_back(m);
      roles.insert(program.moves[m].role);
    }
    game.roles.assign(roles.begin(), roles.end());
    facts.push_back({std::move(game), game::Standing::Proved, "form of the ground rules", 0});
  }
  return facts;
}

std::vector<std::string> describe(const GroundProgram& program, const Decomposition& decomposition) {
  std::vector<std::string> lines;
  const std::string parts = std::to_string(decomposition.parts.size());
  switch (decomposition.kind) {
    case Composition::Parallel:
      lines.push_back(parts + " independent parts, played at the same time: each step is a step of every part");
      break;
    case Composition::Interleaved:
      lines.push_back(parts + " independent parts that share the turn: a move changes one and leaves the others as they are");
      break;
    case Composition::Serial:
      lines.push_back(parts + " independent parts, one after the other: the second begins when the first is over");
      break;
  }
  for (std::size_t i = 0; i < decomposition.parts.size(); ++i) {
    const ground::Part& part = decomposition.parts[i];
    std::set<std::string> names;
    for (const std::uint32_t f : part.fluents) {
      const game::TermBank::Node& node = program.terms->node(program.fluents[f]);
      names.insert(std::string(program.terms->symbols().text(node.functor)));
    }
    std::string list;
    for (const std::string& name : names) list += (list.empty() ? "" : ", ") + name;
    const std::size_t idle =
        static_cast<std::size_t>(std::ranges::count_if(part.choices, [](const ground::PartChoice& c) { return c.idle; }));
    lines.push_back("part " + std::to_string(i + 1) + ": " + count(part.fluents.size(), "fluent") + " (" + list + "), " +
                    count(part.choices.size() - idle, "choice") + "; end and goals see " +
                    count(part.outcomes.size(), "condition") + " of it");
  }
  if (!decomposition.shared.empty())
    lines.push_back(count(decomposition.shared.size(), "fluent") + " belong to all parts: they change by themselves");
  return lines;
}

}  // namespace agon::knowledge
