#include "knowledge/structure/evidence/readings.h"

#include <absl/container/flat_hash_set.h>

#include <algorithm>
#include <cstdlib>
#include <set>

#include "base/hash.h"

namespace agon::knowledge::structure {
namespace {

constexpr std::size_t kMostAxes = 4;
constexpr std::size_t kMostArguments = 8;  // of a family that is read as a board
constexpr std::size_t kLongestAxis = 128;
constexpr std::size_t kMostCells = 4'096;
constexpr std::size_t kMostLayers = 16;  // of an axis without order
constexpr std::size_t kMeasuredStates = 160;
// The threshold for "always" tolerates sheets in which a frame axiom is missing now and then.
constexpr double kAlways = 0.99;
constexpr double kNearlyAlways = 0.95;

// Points 1 to 24, the bar, and the table beside it.
bool mostly_numbers(const PlayEvidence& evidence, const Argument& argument) {
  const auto numbers =
      std::ranges::count_if(argument.order.values, [&](ValueId v) { return whole_number(evidence.values.text(v)).has_value(); });
  return numbers >= 4 && 10 * static_cast<std::size_t>(numbers) >= 8 * argument.size();
}

// Most values of the two arguments are the same.
bool alike(const Argument& a, const Argument& b) {
  std::size_t common = 0;
  for (const ValueId value : a.order.values) common += static_cast<std::size_t>(std::ranges::count(b.order.values, value));
  return 2 * common > std::max(a.size(), b.size());
}

}  // namespace

Readings::Readings(PlayEvidence& evidence, const RuleLinks& links, std::span<const StaticRelation> relations)
    : evidence_(evidence), links_(links), orders_(evidence.values, relations) {
  const std::size_t stride = evidence.states.size() / kMeasuredStates + 1;
  for (std::uint32_t s = 0; s < evidence.states.size(); s += static_cast<std::uint32_t>(stride)) sample_.push_back(s);
  arguments_.resize(evidence.families.size());
  for (std::uint32_t f = 0; f < evidence.families.size(); ++f) read_arguments(f);
}

void Readings::read_arguments(std::uint32_t family) {
  const FamilyRecord& record = evidence_.families[family];
  for (std::size_t a = 0; a < record.domains.size(); ++a) {
    const std::vector<ValueId>& domain = record.domains[a];
    Argument argument;
    argument.roles = std::ranges::all_of(domain, [&](ValueId v) { return evidence_.is_role(v); });
    argument.constants = std::ranges::all_of(domain, [&](ValueId v) { return evidence_.values.constant(v); });
    if (argument.constants && domain.size() <= 4 * kLongestAxis) argument.order = order_of(record, a);
    else argument.order.values = domain;
    read_split(argument);
    arguments_[family].push_back(std::move(argument));
  }
}

// A ground program may add unreachable values that belong to another order: they go to the end.
Order Readings::order_of(const FamilyRecord& record, std::size_t argument) const {
  Order all = orders_.of(record.domains[argument]);
  if (all.ordered()) return all;
  Order seen = orders_.of(record.seen_domains[argument]);
  if (!seen.ordered()) return all;
  for (const ValueId value : record.domains[argument]) {
    if (std::ranges::find(seen.values, value) == seen.values.end()) seen.values.push_back(value);
  }
  return seen;
}

// Squares called a1, b3, ...: consecutive letters, several numbers, and a large part of the combinations.
void Readings::read_split(Argument& argument) {
  if (argument.order.source != OrderSource::None || !argument.constants || argument.size() < 4 || argument.size() > kMostCells)
    return;
  std::set<std::string> letters;
  std::set<long long> numbers;
  for (const ValueId value : argument.order.values) {
    const std::optional<SplitName> name = split_name(evidence_.values.text(value));
    if (!name || name->letters.size() != 1) return;
    letters.insert(name->letters);
    numbers.insert(name->number);
  }
  const bool in_a_row = static_cast<std::size_t>((*letters.rbegin())[0] - (*letters.begin())[0]) + 1 == letters.size();
  if (!in_a_row || letters.size() < 2 || numbers.size() < 2 || argument.size() * 4 < letters.size() * numbers.size()) return;
  argument.split = true;
  for (const ValueId value : argument.order.values) {
    const SplitName name = *split_name(evidence_.values.text(value));
    parts_[value] = {evidence_.values.intern(name.letters), evidence_.values.intern(std::to_string(name.number))};
  }
}

ValueId Readings::part(ValueId whole, Coordinate::Part part) const {
  if (part == Coordinate::Part::Whole) return whole;
  const auto found = parts_.find(whole);
  if (found == parts_.end()) return whole;
  return part == Coordinate::Part::Letters ? found->second.first : found->second.second;
}

ValueId Readings::value(const Tuple& tuple, Coordinate coordinate) const {
  return part(tuple[coordinate.argument], coordinate.part);
}

Measure Readings::measure(std::uint32_t family, std::span<const Coordinate> coordinates) const {
  absl::flat_hash_set<std::uint64_t> all;
  absl::flat_hash_set<std::uint64_t> here;
  std::uint64_t cells = 0;
  std::uint64_t rows = 0;
  std::size_t states = 0;
  for (const std::uint32_t s : sample_) {
    const std::span<const Fact> facts = evidence_.facts(evidence_.states[s], family);
    here.clear();
    for (const Fact fact : facts) {
      std::uint64_t key = 0;
      for (const Coordinate coordinate : coordinates) key = mix(key, value(evidence_.tuple(fact), coordinate) + 1);
      here.insert(key);
      all.insert(key);
    }
    cells += here.size();
    rows += facts.size();
    states += facts.empty() ? 0 : 1;
  }
  if (rows == 0) return {};
  const auto mean = static_cast<double>(cells) / static_cast<double>(states);
  return {static_cast<double>(cells) / static_cast<double>(rows), mean / static_cast<double>(all.size()), all.size()};
}

Measure Readings::measure(std::uint32_t family, std::span<const std::uint32_t> arguments) const {
  std::vector<Coordinate> coordinates;
  for (const std::uint32_t a : arguments) coordinates.push_back({a, Coordinate::Part::Whole});
  return measure(family, coordinates);
}

bool Readings::decided(std::uint32_t family, std::uint32_t argument) const {
  std::vector<std::uint32_t> others;
  for (std::uint32_t a = 0; a < arguments_[family].size(); ++a) {
    if (a != argument) others.push_back(a);
  }
  return measure(family, others).exclusive >= 0.999;
}

std::vector<std::uint32_t> Readings::clickers(std::uint32_t family, std::span<const Coordinate> coordinates, bool all) const {
  const Family& name = evidence_.families[family].family;
  std::vector<std::uint32_t> result;
  for (std::uint32_t s = 0; s < evidence_.shapes.size(); ++s) {
    const ShapeRecord& shape = evidence_.shapes[s];
    std::set<std::uint32_t> wanted;
    for (const Coordinate coordinate : coordinates) wanted.insert(coordinate.argument);
    std::set<std::int32_t> used;
    for (const std::int32_t a : shape.argument) {
      if (a < 0 || used.contains(a)) continue;
      for (const std::uint32_t w : wanted) {
        if (links_.link(links_.move(shape.family, static_cast<std::uint32_t>(a)), links_.fluent(name, w)) == 0) continue;
        used.insert(a);
        wanted.erase(w);
        break;
      }
    }
    if (all ? wanted.empty() : !used.empty()) result.push_back(s);
  }
  return result;
}

// All sets of two to four coordinates among the ordered arguments that are not roles.
std::vector<Reading> Readings::candidates(std::uint32_t family) const {
  const std::vector<Argument>& arguments = arguments_[family];
  std::vector<std::uint32_t> axes;
  for (std::uint32_t a = 0; a < arguments.size(); ++a) {
    const Argument& argument = arguments[a];
    if (argument.roles || !argument.constants || argument.size() < 2) continue;
    if (argument.split || (argument.order.ordered() && argument.size() <= kLongestAxis)) axes.push_back(a);
  }
  std::vector<Reading> result;
  if (axes.size() > kMostArguments) return result;
  for (std::uint32_t set = 1; set < (1U << axes.size()); ++set) {
    Reading reading;
    std::size_t cells = 1;
    for (std::size_t i = 0; i < axes.size(); ++i) {
      if ((set >> i & 1U) == 0) continue;
      cells = std::min(cells * arguments[axes[i]].size(), kMostCells + 1);
      if (arguments[axes[i]].split) {
        reading.coordinates.push_back({axes[i], Coordinate::Part::Letters});
        reading.coordinates.push_back({axes[i], Coordinate::Part::Number});
      } else {
        reading.coordinates.push_back({axes[i], Coordinate::Part::Whole});
      }
    }
    if (reading.coordinates.size() < 2 || reading.coordinates.size() > kMostAxes || cells > kMostCells) continue;
    for (std::uint32_t a = 0; a < arguments.size(); ++a) {
      const auto at = std::ranges::find(axes, a);
      const bool coordinate = at != axes.end() && (set >> (at - axes.begin()) & 1U) != 0;
      reading.contents = reading.contents || (!coordinate && arguments[a].size() > 1);
    }
    reading.measure = measure(family, reading.coordinates);
    reading.clicked = !clickers(family, reading.coordinates, true).empty();
    result.push_back(std::move(reading));
  }
  return result;
}

std::optional<Reading> Readings::choose(std::vector<Reading> candidates) const {
  const auto best = [&](auto&& fits, auto&& better) -> const Reading* {
    const Reading* found = nullptr;
    for (const Reading& reading : candidates) {
      if (fits(reading) && (found == nullptr || better(reading, *found))) found = &reading;
    }
    return found;
  };
  const auto always_there = [](const Reading& r) { return r.measure.cover >= kNearlyAlways; };
  // 1. Coordinates that determine the contents, or nearly so if moves name them. A full grid is the best evidence, then such moves,
  // then fewer axes.
  const auto decides = [](const Reading& r) { return r.measure.exclusive >= kAlways; };
  const Reading* found =
      best([&](const Reading& r) { return r.contents && (decides(r) || (r.clicked && r.measure.exclusive >= 0.9)); },
           [&](const Reading& a, const Reading& b) {
             if (always_there(a) != always_there(b)) return always_there(a);
             if (a.clicked != b.clicked) return a.clicked;
             if (decides(a) != decides(b)) return decides(a);
             return a.coordinates.size() < b.coordinates.size();
           });
  // 2. A full grid whose cells hold more than they should.
  if (found == nullptr) {
    found = best([&](const Reading& r) { return r.contents && always_there(r) && r.measure.exclusive >= 0.3; },
                 [](const Reading& a, const Reading& b) { return a.measure.exclusive > b.measure.exclusive; });
  }
  // 3. Places with several items, some of them together.
  if (found == nullptr) {
    found = best([](const Reading& r) { return r.contents && r.measure.exclusive >= 0.5; },
                 [](const Reading& a, const Reading& b) {
                   return a.clicked != b.clicked ? a.clicked : a.measure.exclusive > b.measure.exclusive;
                 });
  }
  // 4. A cell is named or not; there are no contents.
  if (found == nullptr) {
    found = best([](const Reading& r) { return !r.contents; },
                 [](const Reading& a, const Reading& b) { return a.coordinates.size() < b.coordinates.size(); });
  }
  return found == nullptr ? std::nullopt : std::optional(*found);
}

// Several boards in one family: (cell one 2 3 x). The boards need no order.
void Readings::add_layer(std::uint32_t family, Reading& reading) const {
  if (reading.measure.exclusive >= kNearlyAlways || reading.coordinates.size() >= kMostAxes) return;
  const std::vector<Argument>& arguments = arguments_[family];
  for (std::uint32_t a = 0; a < arguments.size(); ++a) {
    const bool used = std::ranges::any_of(reading.coordinates, [&](Coordinate c) { return c.argument == a; });
    if (used || arguments[a].roles || !arguments[a].constants || arguments[a].size() < 2 || arguments[a].size() > kMostLayers)
      continue;
    std::vector<Coordinate> more = reading.coordinates;
    more.insert(more.begin(), {a, Coordinate::Part::Whole});
    const Measure measured = measure(family, more);
    if (measured.exclusive < kAlways || measured.cover < kNearlyAlways) continue;
    reading.coordinates = std::move(more);
    reading.measure = measured;
    return;
  }
}

// Numbers in a fluent may be amounts. They are coordinates if every cell always has a fluent, if moves click on them, or if the
// rules treat the pair as one thing; and if nothing but the coordinates tells where the fluent is.
bool Readings::believable(std::uint32_t family, const Reading& reading) const {
  if (reading.measure.cells < 4) return false;
  if (reading.measure.cover >= kNearlyAlways && reading.measure.exclusive >= 0.3 && reading.contents) return true;
  const bool amount = std::ranges::any_of(reading.coordinates, [&](Coordinate c) { return decided(family, c.argument); });
  if (!amount || reading.coordinates.front().part != Coordinate::Part::Whole) return true;
  if (owned_slots(family, reading)) return false;
  if (reading.clicked && reading.contents && reading.measure.exclusive >= 0.9) return true;
  const Family& name = evidence_.families[family].family;
  // Queens are put into rows one by one: (cell 3 5 queen) is a place because the move names both numbers and they are of one kind.
  if (reading.clicked && reading.coordinates.size() == 2 && evidence_.families[family].most > 1) {
    const Argument& a = arguments_[family][reading.coordinates[0].argument];
    const Argument& b = arguments_[family][reading.coordinates[1].argument];
    // Blocks on blocks are of one kind too, but nothing is on itself.
    const std::vector<Tuple>& tuples = evidence_.families[family].tuples;
    const bool diagonal = std::ranges::any_of(
        tuples, [&](const Tuple& t) { return t[reading.coordinates[0].argument] == t[reading.coordinates[1].argument]; });
    if (alike(a, b) && diagonal) return true;
  }
  if (reading.coordinates.size() != 2) return false;
  const bool alone = evidence_.families[family].most < 2;
  if (!alone && !reading.contents) {
    // An amount for every pile, or a block for some of the lanes?
    for (const Coordinate c : reading.coordinates) {
      const std::uint32_t key[] = {c.argument};
      const Measure measured = measure(family, key);
      if (measured.exclusive >= kAlways && measured.cover >= kNearlyAlways) return false;
    }
  }
  return (!alone || walks(family, reading)) &&
         links_.paired(links_.fluent(name, reading.coordinates[0].argument), links_.fluent(name, reading.coordinates[1].argument));
}

// (hand alice 3 ace): a role has several, and the role with one number determines the rest.
bool Readings::owned_slots(std::uint32_t family, const Reading& reading) const {
  const std::vector<Argument>& arguments = arguments_[family];
  for (std::uint32_t a = 0; a < reading.coordinates.front().argument; ++a) {
    if (!arguments[a].roles) continue;
    const std::uint32_t owner[] = {a};
    if (measure(family, owner).exclusive >= kAlways) continue;
    for (const Coordinate c : reading.coordinates) {
      const std::uint32_t slot[] = {a, c.argument};
      if (measure(family, slot).exclusive >= kAlways) return true;
    }
  }
  return false;
}

// One item that goes from a cell to a neighbour or stays: a robot in a maze, and not a pair of dice.
bool Readings::walks(std::uint32_t family, const Reading& reading) const {
  for (std::uint32_t a = 0; a < arguments_[family].size(); ++a) {
    const bool coordinate = std::ranges::any_of(reading.coordinates, [&](Coordinate c) { return c.argument == a; });
    if (!coordinate && arguments_[family][a].order.ordered()) return false;  // hours, minutes and seconds
  }
  std::size_t changes = 0;
  std::size_t steps = 0;
  for (const StepRecord& step : evidence_.steps) {
    const std::span<const Fact> before = evidence_.facts(evidence_.states[step.before], family);
    const std::span<const Fact> after = evidence_.facts(evidence_.states[step.after], family);
    if (before.size() != 1 || after.size() != 1 || before[0] == after[0]) continue;
    ++changes;
    bool near = true;
    for (const Coordinate c : reading.coordinates) {
      const std::vector<ValueId>& line = arguments_[family][c.argument].order.values;
      const auto x = std::ranges::find(line, evidence_.tuple(before[0])[c.argument]) - line.begin();
      const auto y = std::ranges::find(line, evidence_.tuple(after[0])[c.argument]) - line.begin();
      near = near && std::abs(x - y) <= 1;
    }
    steps += near ? 1 : 0;
  }
  return changes >= 4 && 10 * steps >= 9 * changes;
}

// Four coordinates and nothing else: an edge from one cell to another, not a four-dimensional board without contents.
std::optional<Reading> Readings::two_cells(std::uint32_t family) const {
  const std::vector<Argument>& arguments = arguments_[family];
  std::vector<Coordinate> all;
  for (std::uint32_t a = 0; a < arguments.size(); ++a) {
    if (arguments[a].size() < 2) continue;
    if (arguments[a].roles || !arguments[a].order.ordered() || arguments[a].size() > kLongestAxis) return std::nullopt;
    all.push_back({a, Coordinate::Part::Whole});
  }
  if (all.size() != 4) return std::nullopt;
  const auto of = [&](std::size_t i) -> const Argument& { return arguments[all[i].argument]; };
  if (!alike(of(0), of(2)) || !alike(of(1), of(3)) || of(0).size() * of(1).size() > kMostCells) return std::nullopt;
  Reading reading{{all[0], all[1]}, {all[2], all[3]}, {}, false, false};
  reading.measure = measure(family, reading.coordinates);
  reading.clicked = !clickers(family, reading.coordinates, true).empty();
  return reading.measure.cells >= 4 ? std::optional(reading) : std::nullopt;
}

// Names such as (cell top left x): no order, but every combination has exactly one content in every state.
std::optional<Reading> Readings::unordered_grid(std::uint32_t family) const {
  const std::vector<Argument>& arguments = arguments_[family];
  if (arguments.size() < 3 || arguments.size() > kMostArguments) return std::nullopt;
  const auto usable = [&](std::uint32_t a) {
    return arguments[a].constants && !arguments[a].roles && arguments[a].size() >= 2 && arguments[a].size() <= kLongestAxis;
  };
  for (std::uint32_t a = 0; a < arguments.size(); ++a) {
    for (std::uint32_t b = a + 1; b < arguments.size(); ++b) {
      if (!usable(a) || !usable(b) || arguments[a].size() * arguments[b].size() > kMostCells) continue;
      Reading reading{{{a, Coordinate::Part::Whole}, {b, Coordinate::Part::Whole}}, {}, {}, true, false};
      reading.measure = measure(family, reading.coordinates);
      const std::size_t all = arguments[a].size() * arguments[b].size();
      if (reading.measure.exclusive >= kAlways && reading.measure.cover >= kAlways && reading.measure.cells == all) return reading;
    }
  }
  return std::nullopt;
}

std::optional<Reading> Readings::board(std::uint32_t family) const {
  if (arguments_[family].size() > kMostArguments || evidence_.families[family].most == 0) return std::nullopt;
  if (std::optional<Reading> pair = two_cells(family)) return pair;
  std::optional<Reading> reading = choose(candidates(family));
  if (reading) {
    add_layer(family, *reading);
    if (believable(family, *reading)) return reading;
  }
  return unordered_grid(family);
}

std::optional<Reading> Readings::row(std::uint32_t family) const {
  const std::vector<Argument>& arguments = arguments_[family];
  const FamilyRecord& record = evidence_.families[family];
  if (arguments.empty() || arguments.size() > kMostArguments || record.most < 2) return std::nullopt;
  std::optional<Reading> best;
  for (std::uint32_t a = 0; a < arguments.size(); ++a) {
    const Argument& key = arguments[a];
    if (key.roles || !key.constants || key.size() < 2 || key.size() > kMostCells) continue;
    // What a role owns is a hand, unless the cells come first: (token 3 red).
    const bool owned =
        std::ranges::any_of(arguments.begin(), arguments.begin() + a, [](const Argument& other) { return other.roles; });
    if (owned) continue;
    Reading reading{{{a, Coordinate::Part::Whole}}, {}, {}, arguments.size() > 1, false};
    reading.measure = measure(family, reading.coordinates);
    const bool track = (key.order.ordered() || mostly_numbers(evidence_, key)) && reading.measure.cover >= kNearlyAlways &&
                       reading.measure.exclusive >= 0.3;
    const bool flags = arguments.size() == 1;
    if (reading.measure.exclusive < kAlways && !track && !flags) continue;
    const bool there = reading.measure.cover >= kNearlyAlways;
    if (!best || (there && best->measure.cover < kNearlyAlways)) best = std::move(reading);
  }
  return best;
}

}  // namespace agon::knowledge::structure
