#include "knowledge/evaluation/structure_distance.h"

#include <absl/container/flat_hash_map.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <string>

#include "knowledge/structure/evidence/orders.h"

namespace agon::knowledge::evaluation {
namespace {

// One coordinate, or one value of a quantity.
struct Scale {
  absl::flat_hash_map<std::string, std::uint32_t> places;
  bool ordered = false;
  bool cyclic = false;

  static Scale of(const std::vector<std::string>& values, bool ordered, bool cyclic) {
    Scale scale;
    for (const std::string& value : values) scale.places.emplace(value, static_cast<std::uint32_t>(scale.places.size()));
    scale.ordered = ordered;
    scale.cyclic = cyclic;
    return scale;
  }
};

// Fluents that are compared with each other: pieces of one kind on a board, or the values of one quantity.
struct Group {
  std::vector<std::uint32_t> fluents;
  std::vector<std::uint64_t> weights;  // per scale: steps count as weight / denominator
  std::vector<const Scale*> scales;
  std::uint64_t denominator = 1;
  bool board = false;
};

struct FluentPlace {
  std::uint32_t group = 0;
  std::vector<std::uint32_t> at;  // per scale
};

class StructureDistance final : public FluentDistance {
 public:
  StructureDistance(const Structure& structure, const ground::GroundProgram& program) : places_(program.fluents.size()) {
    const game::TermBank& terms = *program.terms;
    for (std::uint32_t f = 0; f < program.fluents.size(); ++f) {
      const game::TermBank::Node& node = terms.node(program.fluents[f]);
      std::vector<std::string> args;
      for (std::uint32_t a = 0; a < node.arity; ++a) args.push_back(terms.text(node.args[a]));
      fluents_[{terms.symbols().text(node.functor), node.arity}].push_back({f, std::move(args)});
    }
    for (const std::uint32_t f : program.initial) {
      const game::TermBank::Node& node = terms.node(program.fluents[f]);
      ++first_state_has_[{terms.symbols().text(node.functor), node.arity}];
    }
    for (const Board& board : structure.boards) {
      for (const BoardFamily& family : board.families) add_board(board, family);
    }
    for (const Counter& counter : structure.counters) {
      if (counter.kind != Counter::Kind::Variable) add_quantity(structure, counter);
    }
    fluents_.clear();
  }

  bool knows(std::uint32_t fluent) const override { return places_[fluent].has_value(); }
  std::vector<std::uint32_t> looks_at(std::uint32_t fluent) const override { return groups_[places_[fluent]->group].fluents; }
  double degree(std::uint32_t fluent, StateBits state) const override {
    const FluentPlace& own = *places_[fluent];
    const Group& group = groups_[own.group];
    std::uint64_t sum = 0, count = 0;
    for (const std::uint32_t f : group.fluents) {
      if (!holds(state, f)) continue;
      ++count;
      const std::vector<std::uint32_t>& at = places_[f]->at;
      for (std::size_t i = 0; i < at.size(); ++i) sum += group.weights[i] * steps(*group.scales[i], at[i], own.at[i]);
    }
    if (count == 0) return group.board ? 1 : kUnreachable;
    return static_cast<double>(sum) / static_cast<double>(count * group.denominator);
  }

 private:
  struct Known {
    std::uint32_t fluent = 0;
    std::vector<std::string> args;
  };
  using FamilyKey = std::pair<std::string, std::uint32_t>;

  static std::uint32_t steps(const Scale& scale, std::uint32_t a, std::uint32_t b) {
    if (!scale.ordered) return a == b ? 0 : 1;
    const std::uint32_t apart = a > b ? a - b : b - a;
    return scale.cyclic ? std::min(apart, static_cast<std::uint32_t>(scale.places.size()) - apart) : apart;
  }

  static std::string part_of(const std::string& text, Coordinate::Part part) {
    if (part == Coordinate::Part::Whole) return text;
    const std::optional<structure::SplitName> split = structure::split_name(text);
    if (!split) return text;
    return part == Coordinate::Part::Letters ? split->letters : std::to_string(split->number);
  }

  void add_board(const Board& board, const BoardFamily& family) {
    if (!family.targets.empty() || family.coordinates.size() != board.axes.size()) return;
    // Cells without contents are a board only where the one fluent of the family says where something is.
    const bool place = family.contents.empty();
    if (place && first_state_has_[{family.family.functor, family.family.arity}] != 1) return;
    std::vector<const Scale*> scales;
    for (const Axis& axis : board.axes) {
      scales_.push_back(std::make_unique<Scale>(Scale::of(axis.values, axis.source != OrderSource::None, axis.cyclic)));
      scales.push_back(scales_.back().get());
    }
    if (std::ranges::none_of(scales, [](const Scale* s) { return s->ordered; })) return;
    group_by(family.family, family.contents, scales, !place, [&](const Known& known, std::size_t i) {
      return part_of(known.args[family.coordinates[i].argument], family.coordinates[i].part);
    });
  }

  void add_quantity(const Structure& structure, const Counter& counter) {
    std::vector<const Scale*> scales;
    for (const std::uint32_t argument : counter.value) {
      const Domain* const domain = domain_of(structure, counter.family, argument);
      if (domain == nullptr) return;
      const bool cyclic = std::ranges::any_of(domain->relations, [](const OrderRelation& r) { return r.cyclic; });
      scales_.push_back(std::make_unique<Scale>(Scale::of(domain->values, domain->source != OrderSource::None, cyclic)));
      scales.push_back(scales_.back().get());
    }
    if (std::ranges::none_of(scales, [](const Scale* s) { return s->ordered; })) return;
    std::vector<std::uint32_t> inputs;
    if (counter.role) inputs.push_back(*counter.role);
    group_by(counter.family, inputs, scales, false,
             [&](const Known& known, std::size_t i) { return known.args[counter.value[i]]; });
  }
  static const Domain* domain_of(const Structure& structure, const Family& family, std::uint32_t argument) {
    for (const Domain& domain : structure.domains) {
      for (const Domain::Place& place : domain.places) {
        if (!place.move && place.family == family && place.argument == argument) return &domain;
      }
    }
    return nullptr;
  }

  // Fluents of a family that agree on the key arguments, each at its place on the scales.
  template <class TextOf>
  void group_by(const Family& family, const std::vector<std::uint32_t>& key, const std::vector<const Scale*>& scales, bool board,
                TextOf&& text_of) {
    if (scales.empty()) return;
    std::uint64_t common = 1;
    for (const Scale* const scale : scales) {
      if (scale->ordered) common = std::lcm(common, scale->places.size());
    }
    std::map<std::vector<std::string>, std::uint32_t> groups;
    for (const Known& known : fluents_[{family.functor, family.arity}]) {
      if (places_[known.fluent]) continue;
      FluentPlace place;
      bool found = true;
      for (std::size_t i = 0; found && i < scales.size(); ++i) {
        const auto at = scales[i]->places.find(text_of(known, i));
        found = at != scales[i]->places.end();
        if (found) place.at.push_back(at->second);
      }
      if (!found) continue;
      std::vector<std::string> name;
      for (const std::uint32_t argument : key) name.push_back(known.args[argument]);
      const auto [entry, fresh] = groups.emplace(std::move(name), static_cast<std::uint32_t>(groups_.size()));
      if (fresh) {
        Group& group = groups_.emplace_back();
        group.scales = scales;
        group.board = board;
        group.denominator = common * scales.size();
        for (const Scale* const scale : scales) group.weights.push_back(scale->ordered ? common / scale->places.size() : common);
      }
      place.group = entry->second;
      groups_[entry->second].fluents.push_back(known.fluent);
      places_[known.fluent] = std::move(place);
    }
  }

  std::vector<std::unique_ptr<Scale>> scales_;
  std::vector<Group> groups_;
  std::vector<std::optional<FluentPlace>> places_;  // per fluent
  std::map<FamilyKey, std::uint32_t> first_state_has_;
  std::map<FamilyKey, std::vector<Known>> fluents_;  // while it is made
};

}  // namespace

std::shared_ptr<const FluentDistance> structure_distance(const Structure& structure, const ground::GroundProgram& program) {
  return std::make_shared<const StructureDistance>(structure, program);
}

}  // namespace agon::knowledge::evaluation
