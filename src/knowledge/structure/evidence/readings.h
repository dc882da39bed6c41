// Classification of the arguments of a family of fluents: which are coordinates and which are contents.
//
// Each set of arguments is measured on the states of random play. `exclusive` says to what degree the coordinates determine the
// contents: 1 if no cell ever had two. (A set with 1 is a set of input arguments in the sense of Schiffel, section 5.2; a value
// below 1 still is a board if some frame axiom is missing, or if two ghosts may meet.) `cover` is the part of all cells that is
// named in a state that names any: 1 if every cell has a fluent, as in a sheet with explicit blanks.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "knowledge/structure/evidence/orders.h"
#include "knowledge/structure/evidence/play_evidence.h"
#include "knowledge/structure/evidence/rule_links.h"

namespace agon::knowledge::structure {

struct Argument {
  Order order;            // of all values it takes
  bool roles = false;     // all of them are roles
  bool constants = true;  // none is a compound term
  bool split = false;     // names of squares such as c4
  [[nodiscard]] std::size_t size() const { return order.values.size(); }
};

struct Measure {
  double exclusive = 0;
  double cover = 0;
  std::size_t cells = 0;  // distinct coordinates met in play
};

struct Reading {
  std::vector<Coordinate> coordinates;
  std::vector<Coordinate> targets;  // the second cell of a fluent about two
  Measure measure;
  bool contents = false;  // some other argument varies
  bool clicked = false;   // some move has an argument for each coordinate
};

class Readings {
 public:
  Readings(PlayEvidence& evidence, const RuleLinks& links, std::span<const StaticRelation> relations);

  [[nodiscard]] const PlayEvidence& evidence() const { return evidence_; }
  [[nodiscard]] const RuleLinks& links() const { return links_; }
  [[nodiscard]] const Orders& orders() const { return orders_; }
  [[nodiscard]] const std::vector<Argument>& arguments(std::uint32_t family) const { return arguments_[family]; }
  [[nodiscard]] Measure measure(std::uint32_t family, std::span<const Coordinate> coordinates) const;
  [[nodiscard]] Measure measure(std::uint32_t family, std::span<const std::uint32_t> arguments) const;
  // Functional dependency: the other arguments of a fluent determine this one in every state.
  [[nodiscard]] bool decided(std::uint32_t family, std::uint32_t argument) const;
  // The moves (indices of shapes) that name some of these coordinates; `all`: each of them, by separate arguments.
  [[nodiscard]] std::vector<std::uint32_t> clickers(std::uint32_t family, std::span<const Coordinate> coordinates, bool all) const;
  // The value of a coordinate in a tuple. Precondition: the argument is split if the coordinate is a part.
  [[nodiscard]] ValueId value(const Tuple& tuple, Coordinate coordinate) const;
  [[nodiscard]] ValueId part(ValueId whole, Coordinate::Part part) const;

  // As a board of two or more dimensions, if there is enough evidence.
  [[nodiscard]] std::optional<Reading> board(std::uint32_t family) const;
  // As a row of cells.
  [[nodiscard]] std::optional<Reading> row(std::uint32_t family) const;

 private:
  void read_arguments(std::uint32_t family);
  [[nodiscard]] Order order_of(const FamilyRecord& record, std::size_t argument) const;
  void read_split(Argument& argument);
  [[nodiscard]] std::vector<Reading> candidates(std::uint32_t family) const;
  [[nodiscard]] std::optional<Reading> choose(std::vector<Reading> candidates) const;
  void add_layer(std::uint32_t family, Reading& reading) const;
  [[nodiscard]] bool believable(std::uint32_t family, const Reading& reading) const;
  [[nodiscard]] bool owned_slots(std::uint32_t family, const Reading& reading) const;
  [[nodiscard]] bool walks(std::uint32_t family, const Reading& reading) const;
  [[nodiscard]] std::optional<Reading> two_cells(std::uint32_t family) const;
  [[nodiscard]] std::optional<Reading> unordered_grid(std::uint32_t family) const;

  PlayEvidence& evidence_;
  const RuleLinks& links_;
  Orders orders_;
  std::vector<std::vector<Argument>> arguments_;                     // per family
  absl::flat_hash_map<ValueId, std::pair<ValueId, ValueId>> parts_;  // letters and number of a split name
  std::vector<std::uint32_t> sample_;                                // the states that are measured
};

}  // namespace agon::knowledge::structure
