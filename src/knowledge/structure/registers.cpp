#include "knowledge/structure/registers.h"

#include <algorithm>

namespace agon::knowledge::structure {
namespace {

constexpr double kAlwaysHeld = 0.99;

std::vector<std::uint32_t> other_arguments(std::uint32_t arity, std::optional<std::uint32_t> without) {
  std::vector<std::uint32_t> result;
  for (std::uint32_t a = 0; a < arity; ++a) {
    if (a != without) result.push_back(a);
  }
  return result;
}

std::optional<std::uint32_t> role_argument(const std::vector<Argument>& arguments) {
  for (std::uint32_t a = 0; a < arguments.size(); ++a) {
    if (arguments[a].roles) return a;
  }
  return std::nullopt;
}

// While the family names a role, that role sometimes has a choice and no other role ever has one.
bool controls(const PlayEvidence& evidence, std::uint32_t family, std::uint32_t argument) {
  std::size_t held = 0;
  std::size_t chosen = 0;
  for (const StateRecord& state : evidence.states) {
    if (state.choices.size() != evidence.roles.size()) continue;
    const std::span<const Fact> facts = evidence.facts(state, family);
    if (facts.empty()) continue;
    const ValueId holder = evidence.tuple(facts[0])[argument];
    for (std::size_t r = 0; r < evidence.roles.size(); ++r) {
      // The random role may move in any player's turn.
      if (evidence.role_values[r] != holder && state.choices[r] > 1 && evidence.roles[r] != "random") return false;
      if (evidence.role_values[r] == holder && state.choices[r] > 1) ++chosen;
    }
    ++held;
  }
  return 4 * chosen > held;
}

// In every step to the successor in the order, or in every step to the predecessor.
bool ticks(const Readings& readings, std::uint32_t family) {
  const PlayEvidence& evidence = readings.evidence();
  const std::vector<ValueId>& line = readings.arguments(family)[0].order.values;
  absl::flat_hash_map<ValueId, std::int64_t> rank;
  for (std::size_t i = 0; i < line.size(); ++i) rank[line[i]] = static_cast<std::int64_t>(i);
  std::size_t up = 0;
  std::size_t down = 0;
  std::size_t steps = 0;
  for (const StepRecord& step : evidence.steps) {
    const std::span<const Fact> before = evidence.facts(evidence.states[step.before], family);
    const std::span<const Fact> after = evidence.facts(evidence.states[step.after], family);
    if (before.empty() || after.empty()) continue;
    const std::int64_t moved = rank[evidence.tuple(after[0])[0]] - rank[evidence.tuple(before[0])[0]];
    up += moved == 1 ? 1 : 0;
    down += moved == -1 ? 1 : 0;
    ++steps;
  }
  return steps > 0 && 20 * std::max(up, down) >= 19 * steps;
}

// A percept reveals a card if it names it; in games that never name whole cards, if it names a part: the rank of (card 2 hearts).
bool tells(const PlayEvidence& evidence, const std::vector<ValueId>& heard, ValueId card, bool parts) {
  if (std::ranges::binary_search(heard, card)) return true;
  if (!parts || evidence.values.constant(card)) return false;
  const std::string& text = evidence.values.text(card);
  bool functor = true;
  for (std::size_t at = 1; at < text.size();) {
    const std::size_t end = std::min(text.find_first_of(" ()", at), text.size());
    const std::optional<ValueId> part = evidence.values.find(text.substr(at, end - at));
    if (end > at && !functor && part && std::ranges::binary_search(heard, *part)) return true;
    functor = end < text.size() && text[end] == '(';
    at = end + 1;
  }
  return false;
}

// Which roles learn of a new card when it appears; no value if none ever does.
std::optional<Hand::Visibility> told(const PlayEvidence& evidence, std::uint32_t family, const Hand& hand, bool parts) {
  std::size_t fresh = 0;
  std::size_t owner = 0;
  std::size_t others = 0;
  for (const StepRecord& step : evidence.steps) {
    std::vector<Fact> added;
    std::ranges::set_difference(evidence.facts(evidence.states[step.after], family),
                                evidence.facts(evidence.states[step.before], family), std::back_inserter(added));
    for (const Fact fact : added) {
      const Tuple& tuple = evidence.tuple(fact);
      bool told_owner = false;
      bool told_others = true;
      for (std::size_t r = 0; r < evidence.roles.size(); ++r) {
        if (evidence.roles[r] == "random") continue;
        const bool heard =
            std::ranges::any_of(hand.item, [&](std::uint32_t a) { return tells(evidence, step.percepts[r], tuple[a], parts); });
        if (evidence.role_values[r] == tuple[*hand.owner]) told_owner = heard;
        else told_others = told_others && heard;
      }
      ++fresh;
      owner += told_owner ? 1 : 0;
      others += told_others ? 1 : 0;
    }
  }
  if (2 * others > fresh) return 2 * owner > fresh ? Hand::Visibility::Everyone : Hand::Visibility::Others;
  return 2 * owner > fresh ? std::optional(Hand::Visibility::Owner) : std::nullopt;
}

Hand::Visibility visibility(const PlayEvidence& evidence, std::uint32_t family, const Hand& hand) {
  if (!evidence.hidden || !hand.owner) return Hand::Visibility::Everyone;
  for (const bool parts : {false, true}) {
    if (const std::optional<Hand::Visibility> found = told(evidence, family, hand, parts)) return *found;
  }
  return Hand::Visibility::Nobody;
}

}  // namespace

void find_controls(const Readings& readings, Structure& out, std::vector<bool>& taken) {
  const PlayEvidence& evidence = readings.evidence();
  if (evidence.roles.size() < 2) return;
  for (std::uint32_t f = 0; f < evidence.families.size(); ++f) {
    const FamilyRecord& record = evidence.families[f];
    if (taken[f] || record.most != 1 || record.family.arity < 1 || record.family.arity > 3) continue;
    // (money duke 3) says more about money than about whose turn it is.
    const bool amount =
        std::ranges::any_of(readings.arguments(f), [](const Argument& a) { return a.order.source == OrderSource::Integers; });
    for (std::uint32_t a = 0; a < record.family.arity && !amount; ++a) {
      if (!readings.arguments(f)[a].roles || !controls(evidence, f, a)) continue;
      out.controls.push_back({record.family, a});
      taken[f] = true;
      break;
    }
  }
}

void find_clocks(const Readings& readings, Structure& out, std::vector<bool>& taken) {
  const PlayEvidence& evidence = readings.evidence();
  for (std::uint32_t f = 0; f < evidence.families.size(); ++f) {
    const FamilyRecord& record = evidence.families[f];
    if (taken[f] || record.family.arity != 1 || record.most != 1 || !readings.arguments(f)[0].order.ordered()) continue;
    if (!ticks(readings, f)) continue;
    out.counters.push_back({record.family, Counter::Kind::Clock, std::nullopt, {0}, record.fewest > 0});
    taken[f] = true;
  }
}

void find_counters(const Readings& readings, Structure& out, std::vector<bool>& taken) {
  const PlayEvidence& evidence = readings.evidence();
  for (std::uint32_t f = 0; f < evidence.families.size(); ++f) {
    const FamilyRecord& record = evidence.families[f];
    if (taken[f] || record.family.arity == 0 || record.most == 0) continue;
    const std::vector<Argument>& arguments = readings.arguments(f);
    std::optional<std::uint32_t> role;
    if (record.most > 1) {
      // One value for each role, in every state.
      role = role_argument(arguments);
      if (!role || record.family.arity < 2 || record.fewest != record.most || record.most != arguments[*role].size()) continue;
      const std::uint32_t only[] = {*role};
      if (readings.measure(f, only).exclusive < kAlwaysHeld) continue;
    }
    Counter counter{record.family, Counter::Kind::Variable, role, other_arguments(record.family.arity, role), record.fewest > 0};
    const bool amount =
        counter.value.size() == 1 && arguments[counter.value[0]].order.ordered() && !arguments[counter.value[0]].roles;
    if (amount) counter.kind = Counter::Kind::Quantity;
    out.counters.push_back(std::move(counter));
    taken[f] = true;
  }
}

void find_hands(const Readings& readings, Structure& out, std::vector<bool>& taken) {
  const PlayEvidence& evidence = readings.evidence();
  for (std::uint32_t f = 0; f < evidence.families.size(); ++f) {
    const FamilyRecord& record = evidence.families[f];
    const std::vector<Argument>& arguments = readings.arguments(f);
    if (taken[f] || record.most == 0 || arguments.empty()) continue;
    Hand hand{.family = record.family, .owner = role_argument(arguments), .slot = {}, .count = {}, .item = {}};
    const std::vector<std::uint32_t> others = other_arguments(record.family.arity, hand.owner);
    if (others.empty() || (!hand.owner && others.size() > 1)) continue;
    if (hand.owner && others.size() == 2) {
      const auto integers = [&](std::uint32_t a) { return arguments[a].order.source == OrderSource::Integers; };
      for (const std::size_t key : {0U, 1U}) {
        const std::uint32_t k = others[key];
        const std::uint32_t v = others[1 - key];
        const std::uint32_t pair[] = {*hand.owner, k};
        if (hand.slot || hand.count || readings.measure(f, pair).exclusive < kAlwaysHeld) continue;
        if (integers(v) && !integers(k)) hand.count = v;
        else if (!integers(v) || integers(k)) hand.slot = k;
      }
    }
    for (const std::uint32_t a : others) {
      if (a != hand.slot && a != hand.count) hand.item.push_back(a);
    }
    hand.visibility = visibility(evidence, f, hand);
    out.hands.push_back(std::move(hand));
    taken[f] = true;
  }
}

void find_tables(const Readings& readings, Structure& out, std::vector<bool>& taken) {
  const PlayEvidence& evidence = readings.evidence();
  for (std::uint32_t f = 0; f < evidence.families.size(); ++f) {
    if (!taken[f]) out.tables.push_back({evidence.families[f].family});
    taken[f] = true;
  }
}

}  // namespace agon::knowledge::structure
