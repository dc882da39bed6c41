// Structures and scenes as JSON, for pages that draw a game. Fields are only ever added within a version.
//
// agon.structure/1. Families are texts such as "cell/3"; arguments, axes, clicks, boards and hands are numbered from 0.
//   game, rules, seed, roles, hidden, states, grounded, notes
//   domains   [{places: [{of: fluent|move, family, argument}], values, order, relations: [{name, cyclic, reversed, total}]}]
//   boards    [{name, shape: grid|hexagonal|line|piles, full, at_most_one: no|seen|proved, contents, blank (or null), adjacency,
//               axes: [{role: column|row|layer|outer_column|outer_row, values, order, cyclic, upwards, blocks}],
//               families: [{family, coordinates: [{argument, part: whole|letters|number}], contents, targets}],
//               cells: [{at, half_x, y, name (if it has one)}]}]
//   counters  [{family, kind: clock|quantity|variable, role (or null), value, always}]
//   hands     [{family, owner, slot, count (each or null), item, visibility: everyone|owner|others|nobody}]
//   controls  [{family, role}]
//   tables    [{family}]
//   moves     [{shape, clicks: [{board}], arguments: [{kind, click, axis, hand}]}]; of the last three those that the kind needs.
//             kind: coordinate|name|piece|content|item|mover|choice
// An order is one of integers|relation|names|none.
//
// agon.scene/1. `fluent` counts in the list that was placed.
//   boards    per board the cells that hold something: [{cell, items: [{fluent, family, content, target (if any)}]}]
//   counters  [[{fluent, role, value}]]     hands  [[{fluent, owner, slot, item, count}]]
//   controls  [[{fluent, role}]]            tables [[fluent]]      rest [fluent]
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "knowledge/structure/scene/scene.h"
#include "knowledge/structure/structure.h"

namespace agon::knowledge {

[[nodiscard]] std::string to_json(const Structure& structure, int indent = -1);
[[nodiscard]] std::string to_json(const Scene& scene, int indent = -1);
// For messages that contain a scene.
[[nodiscard]] nlohmann::ordered_json json_of(const Scene& scene);

// The words of the JSON form, for other texts too.
[[nodiscard]] const char* to_string(OrderSource source);
[[nodiscard]] const char* to_string(AxisRole role);
[[nodiscard]] const char* to_string(Shape shape);
[[nodiscard]] const char* to_string(Evidence evidence);
[[nodiscard]] const char* to_string(Coordinate::Part part);
[[nodiscard]] const char* to_string(Counter::Kind kind);
[[nodiscard]] const char* to_string(Hand::Visibility visibility);
[[nodiscard]] const char* to_string(MoveArgument::Kind kind);
[[nodiscard]] std::string to_string(const Family& family);

}  // namespace agon::knowledge
