#include "knowledge/structure/scene/structure_json.h"

#include <nlohmann/json.hpp>

namespace agon::knowledge {
namespace {

using Json = nlohmann::ordered_json;

template <class T>
Json optional_json(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

Json to_value(const std::vector<Coordinate>& coordinates) {
  Json json = Json::array();
  for (const Coordinate c : coordinates) json.push_back({{"argument", c.argument}, {"part", to_string(c.part)}});
  return json;
}

Json to_value(const Domain& domain) {
  Json places = Json::array();
  for (const Domain::Place& place : domain.places)
    places.push_back({{"of", place.move ? "move" : "fluent"}, {"family", to_string(place.family)}, {"argument", place.argument}});
  Json relations = Json::array();
  for (const OrderRelation& r : domain.relations)
    relations.push_back({{"name", r.name}, {"cyclic", r.cyclic}, {"reversed", r.reversed}, {"total", r.total}});
  return {{"places", places}, {"values", domain.values}, {"order", to_string(domain.source)}, {"relations", relations}};
}

Json to_value(const Board& board) {
  Json axes = Json::array();
  for (const Axis& axis : board.axes) {
    axes.push_back({{"role", to_string(axis.role)},
                    {"values", axis.values},
                    {"order", to_string(axis.source)},
                    {"cyclic", axis.cyclic},
                    {"upwards", axis.upwards},
                    {"blocks", axis.blocks}});
  }
  Json families = Json::array();
  for (const BoardFamily& family : board.families) {
    families.push_back({{"family", to_string(family.family)},
                        {"coordinates", to_value(family.coordinates)},
                        {"contents", family.contents},
                        {"targets", to_value(family.targets)}});
  }
  Json cells = Json::array();
  for (const Cell& cell : board.cells) {
    Json entry{{"at", cell.at}, {"half_x", cell.half_x}, {"y", cell.y}};
    if (!cell.name.empty()) entry["name"] = cell.name;
    cells.push_back(std::move(entry));
  }
  Json json{{"name", board.name},           {"shape", to_string(board.shape)},
            {"full", board.full},           {"at_most_one", to_string(board.at_most_one)},
            {"contents", board.contents},   {"blank", optional_json(board.blank)},
            {"adjacency", board.adjacency}, {"axes", axes},
            {"families", families},         {"cells", cells}};
  // Fields that most boards lack are written only where present.
  if (!board.far.empty()) json["far"] = board.far;
  for (const GroundMark& mark : board.ground) {
    Json entry{{"relation", mark.relation}, {"cells", mark.cells}};
    if (!mark.owner.empty()) entry["owner"] = mark.owner;
    json["ground"].push_back(std::move(entry));
  }
  return json;
}

Json to_value(const Counter& counter) {
  return {{"family", to_string(counter.family)},
          {"kind", to_string(counter.kind)},
          {"role", optional_json(counter.role)},
          {"value", counter.value},
          {"always", counter.always}};
}

Json to_value(const Hand& hand) {
  return {{"family", to_string(hand.family)},
          {"owner", optional_json(hand.owner)},
          {"slot", optional_json(hand.slot)},
          {"count", optional_json(hand.count)},
          {"item", hand.item},
          {"visibility", to_string(hand.visibility)}};
}

Json to_value(const MovePattern& pattern) {
  Json clicks = Json::array();
  for (const Click& click : pattern.clicks) clicks.push_back({{"board", click.board}});
  Json arguments = Json::array();
  using Kind = MoveArgument::Kind;
  for (const MoveArgument& argument : pattern.arguments) {
    Json entry{{"kind", to_string(argument.kind)}};
    const Kind kind = argument.kind;
    if (kind == Kind::Coordinate || kind == Kind::Name || kind == Kind::Piece || kind == Kind::Content)
      entry["click"] = argument.click;
    if (kind == Kind::Coordinate) entry["axis"] = argument.axis;
    if (kind == Kind::Item) entry["hand"] = argument.hand;
    arguments.push_back(std::move(entry));
  }
  return {{"shape", pattern.shape}, {"clicks", clicks}, {"arguments", arguments}};
}

template <class Part>
Json list(const std::vector<Part>& parts) {
  Json json = Json::array();
  for (const Part& part : parts) json.push_back(to_value(part));
  return json;
}

// A name in a rule sheet may hold any byte.
std::string dump(const Json& json, int indent) { return json.dump(indent, ' ', false, Json::error_handler_t::replace); }

Json cells_json(const std::vector<std::vector<Placed>>& cells) {
  Json json = Json::array();
  for (std::size_t c = 0; c < cells.size(); ++c) {
    if (cells[c].empty()) continue;
    Json items = Json::array();
    for (const Placed& placed : cells[c]) {
      Json item{{"fluent", placed.fluent}, {"family", placed.family}, {"content", placed.content}};
      if (placed.target) item["target"] = *placed.target;
      items.push_back(std::move(item));
    }
    json.push_back({{"cell", c}, {"items", items}});
  }
  return json;
}

}  // namespace

std::string to_string(const Family& family) { return family.functor + '/' + std::to_string(family.arity); }

const char* to_string(OrderSource source) {
  switch (source) {
    case OrderSource::None: return "none";
    case OrderSource::Integers: return "integers";
    case OrderSource::Relation: return "relation";
    case OrderSource::Names: return "names";
  }
  return "none";
}

const char* to_string(AxisRole role) {
  switch (role) {
    case AxisRole::Column: return "column";
    case AxisRole::Row: return "row";
    case AxisRole::Layer: return "layer";
    case AxisRole::OuterColumn: return "outer_column";
    case AxisRole::OuterRow: return "outer_row";
  }
  return "column";
}

const char* to_string(Shape shape) {
  switch (shape) {
    case Shape::Grid: return "grid";
    case Shape::Hexagonal: return "hexagonal";
    case Shape::Line: return "line";
    case Shape::Piles: return "piles";
    case Shape::Places: return "places";
    case Shape::Graph: return "graph";
  }
  return "grid";
}

const char* to_string(Evidence evidence) {
  switch (evidence) {
    case Evidence::No: return "no";
    case Evidence::Seen: return "seen";
    case Evidence::Proved: return "proved";
  }
  return "no";
}

const char* to_string(Coordinate::Part part) {
  switch (part) {
    case Coordinate::Part::Whole: return "whole";
    case Coordinate::Part::Letters: return "letters";
    case Coordinate::Part::Number: return "number";
  }
  return "whole";
}

const char* to_string(Counter::Kind kind) {
  switch (kind) {
    case Counter::Kind::Clock: return "clock";
    case Counter::Kind::Quantity: return "quantity";
    case Counter::Kind::Variable: return "variable";
  }
  return "variable";
}

const char* to_string(Hand::Visibility visibility) {
  switch (visibility) {
    case Hand::Visibility::Everyone: return "everyone";
    case Hand::Visibility::Owner: return "owner";
    case Hand::Visibility::Others: return "others";
    case Hand::Visibility::Nobody: return "nobody";
  }
  return "everyone";
}

const char* to_string(MoveArgument::Kind kind) {
  switch (kind) {
    case MoveArgument::Kind::Coordinate: return "coordinate";
    case MoveArgument::Kind::Name: return "name";
    case MoveArgument::Kind::Piece: return "piece";
    case MoveArgument::Kind::Content: return "content";
    case MoveArgument::Kind::Item: return "item";
    case MoveArgument::Kind::Mover: return "mover";
    case MoveArgument::Kind::Choice: return "choice";
  }
  return "choice";
}

std::string to_json(const Structure& structure, int indent) {
  Json controls = Json::array();
  for (const Control& control : structure.controls)
    controls.push_back({{"family", to_string(control.family)}, {"role", control.role}});
  Json tables = Json::array();
  for (const Table& table : structure.tables) tables.push_back({{"family", to_string(table.family)}});
  const Json json{{"schema", Structure::kSchema},
                  {"game", structure.game},
                  {"rules", structure.rules_id},
                  {"seed", structure.seed},
                  {"roles", structure.roles},
                  {"hidden", structure.hidden},
                  {"states", structure.states},
                  {"grounded", structure.grounded},
                  {"notes", structure.notes},
                  {"domains", list(structure.domains)},
                  {"boards", list(structure.boards)},
                  {"counters", list(structure.counters)},
                  {"hands", list(structure.hands)},
                  {"controls", controls},
                  {"tables", tables},
                  {"moves", list(structure.moves)}};
  return dump(json, indent);
}

nlohmann::ordered_json json_of(const Scene& scene) {
  Json boards = Json::array();
  for (const auto& cells : scene.boards) boards.push_back(cells_json(cells));
  Json counters = Json::array();
  for (const auto& values : scene.counters) {
    Json entry = Json::array();
    for (const CounterValue& v : values) entry.push_back({{"fluent", v.fluent}, {"role", v.role}, {"value", v.value}});
    counters.push_back(std::move(entry));
  }
  Json hands = Json::array();
  for (const auto& items : scene.hands) {
    Json entry = Json::array();
    for (const HandItem& i : items)
      entry.push_back({{"fluent", i.fluent}, {"owner", i.owner}, {"slot", i.slot}, {"item", i.item}, {"count", i.count}});
    hands.push_back(std::move(entry));
  }
  Json controls = Json::array();
  for (const auto& turns : scene.controls) {
    Json entry = Json::array();
    for (const Turn& turn : turns) entry.push_back({{"fluent", turn.fluent}, {"role", turn.role}});
    controls.push_back(std::move(entry));
  }
  return {{"schema", Scene::kSchema}, {"boards", boards},       {"counters", counters}, {"hands", hands},
          {"controls", controls},     {"tables", scene.tables}, {"rest", scene.rest}};
}

std::string to_json(const Scene& scene, int indent) { return dump(json_of(scene), indent); }

}  // namespace agon::knowledge
