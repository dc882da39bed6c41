#include "knowledge/structure/discover.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "base/assert.h"
#include "base/hash.h"
#include "knowledge/structure/boards/boards.h"
#include "knowledge/structure/boards/drafts.h"
#include "knowledge/structure/boards/ground_marks.h"
#include "knowledge/structure/boards/places.h"
#include "knowledge/structure/boards/sides.h"
#include "knowledge/structure/evidence/readings.h"
#include "knowledge/structure/evidence/rule_links.h"
#include "knowledge/structure/evidence/static_relations.h"
#include "knowledge/structure/registers.h"
#include "knowledge/structure/scene/move_patterns.h"

namespace agon::knowledge {
namespace {

using namespace structure;  // NOLINT: the parts of this room

constexpr std::size_t kMostDomainValues = 1'000;

// One domain for each connected component of the domain graph that contains an argument of a fluent or a move.
void find_domains(const Readings& readings, Structure& out) {
  const PlayEvidence& evidence = readings.evidence();
  struct Found {
    Domain domain;
    std::vector<ValueId> values;
  };
  std::map<std::uint32_t, Found> found;
  std::uint32_t own = 0x80000000;  // an argument that no rule mentions has its own domain
  const auto add = [&](const Family& family, std::uint32_t argument, bool move, const std::vector<ValueId>& values,
                       std::uint32_t component) {
    Found& entry = found[component];
    entry.domain.places.push_back({family, argument, move});
    for (const ValueId value : values) {
      if (entry.values.size() < kMostDomainValues) entry.values.push_back(value);
    }
  };
  const RuleLinks& links = readings.links();
  for (const FamilyRecord& record : evidence.families) {
    for (std::uint32_t a = 0; a < record.family.arity; ++a) {
      const std::optional<std::uint32_t> component = links.domain(links.fluent(record.family, a));
      add(record.family, a, false, record.domains[a], component ? *component : own++);
    }
  }
  for (const ShapeRecord& shape : evidence.shapes) {
    for (std::size_t c = 0; c < shape.argument.size(); ++c) {
      if (shape.argument[c] < 0) continue;
      const auto a = static_cast<std::uint32_t>(shape.argument[c]);
      const std::optional<std::uint32_t> component = links.domain(links.move(shape.family, a));
      add(shape.family, a, true, shape.domains[c], component ? *component : own++);
    }
  }
  for (auto& [component, entry] : found) {
    evidence.values.sort(entry.values);
    entry.values.erase(std::unique(entry.values.begin(), entry.values.end()), entry.values.end());
    const Order order = readings.orders().of(entry.values);
    for (const ValueId value : order.values) entry.domain.values.push_back(evidence.values.text(value));
    entry.domain.source = order.source;
    entry.domain.relations = order.relations;
    out.domains.push_back(std::move(entry.domain));
  }
  const auto key = [](const Domain& d) {
    return std::tie(d.places.front().move, d.places.front().family, d.places.front().argument);
  };
  std::ranges::sort(out.domains, [&](const Domain& a, const Domain& b) { return key(a) < key(b); });
}

void only_tables(const PlayEvidence& evidence, Structure& out) {
  for (const FamilyRecord& record : evidence.families) out.tables.push_back({record.family});
  for (const ShapeRecord& shape : evidence.shapes)
    out.moves.push_back({shape.shape, {}, std::vector<MoveArgument>(shape.argument.size())});
}

// Sorted by name, so that the order of play does not matter.
void sort_parts(Structure& out) {
  const auto by_family = [](auto& list) {
    std::ranges::sort(list, {}, [](const auto& part) -> const Family& { return part.family; });
  };
  by_family(out.counters);
  by_family(out.controls);
  by_family(out.tables);
}

Structure find(const StructureInput& input, const StructureOptions& options) {
  PlayEvidence evidence = watch_play(*input.engine, input.program, options);
  Structure out;
  out.game = input.rules->name();
  out.rules_id = content_id(input.rules->text());
  out.seed = options.seed;
  out.roles = evidence.roles;
  out.hidden = evidence.hidden;
  out.states = static_cast<std::uint32_t>(evidence.states.size());
  out.grounded = evidence.grounded;
  out.notes = evidence.notes;
  if (evidence.families.size() > options.families || evidence.shapes.size() > options.families) {
    out.notes.emplace_back("too many kinds of fluents or moves to look for structures");
    only_tables(evidence, out);
    sort_parts(out);
    return out;
  }
  const RuleLinks links(*input.rules);
  const std::vector<StaticRelation> relations = static_relations(*input.rules, options, evidence.values);
  const Readings readings(evidence, links, relations);
  std::vector<bool> taken(evidence.families.size(), false);
  find_domains(readings, out);
  find_controls(readings, out, taken);
  find_clocks(readings, out, taken);
  for (const Draft& draft : draft_boards(readings, taken)) out.boards.push_back(make_board(readings, relations, draft));
  find_counters(readings, out, taken);
  find_hands(readings, out, taken);
  find_tables(readings, out, taken);
  if (input.program != nullptr) {
    for (Board& board : out.boards) use_proofs(*input.program, input.groups, board);
  }
  find_move_patterns(readings, out);
  find_places(readings, out);
  find_sides(evidence, out);
  find_ground_marks(links, relations, evidence, out);
  sort_parts(out);
  return out;
}

}  // namespace

Result<Structure> discover(const StructureInput& input, const StructureOptions& options) {
  AGON_ASSERT(input.rules != nullptr && input.engine != nullptr);
  try {
    return find(input, options);
  } catch (const LimitReached& limit) {
    return limit.error();
  } catch (const std::bad_alloc&) {
    return limit_reached("structure-memory", "no memory left while looking for structures",
                         "lower the number of states that are looked at");
  } catch (const std::exception& problem) {
    return limit_reached("structure-failed", std::string("the search for structures stopped: ") + problem.what(), "");
  }
}

}  // namespace agon::knowledge
