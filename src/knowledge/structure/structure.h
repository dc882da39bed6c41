// The structure of a game for display: boards, counters, hands, move patterns. Plain data, found from a rule sheet by `discover`.
//
// Boards, tracks and piles are one noun: a set of cells with one to four axes. Everything else goes into a table, so that every
// fluent of every state has exactly one place (scene.h). All names are texts of the rule sheet in prefix form: a structure outlives
// the engine it was found with and fits every other engine of the same rules.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace agon::knowledge {

// All fluents (or moves) with one functor and arity: cell/3.
struct Family {
  std::string functor;
  std::uint32_t arity = 0;
  friend auto operator<=>(const Family&, const Family&) = default;
};

// ---- domains ----

// A static binary relation that orders the values of a domain.
struct OrderRelation {
  std::string name;
  bool cyclic = false;    // a successor relation that returns to its start
  bool reversed = false;  // it runs against the order of the values here
  bool total = false;     // all pairs (less than), not only neighbours (successor)
};

enum class OrderSource : std::uint8_t { None, Integers, Relation, Names };  // Names: a..h, r1..r8

// The values of one argument of a fluent or move; arguments that share variables in the rules share their domain.
struct Domain {
  struct Place {
    Family family;
    std::uint32_t argument = 0;  // from 0
    bool move = false;           // of a move, otherwise of a fluent
  };
  std::vector<Place> places;
  std::vector<std::string> values;  // in order where there is one, otherwise in canonical order
  OrderSource source = OrderSource::None;
  std::vector<OrderRelation> relations;
};

// ---- boards ----

enum class AxisRole : std::uint8_t { Column, Row, Layer, OuterColumn, OuterRow };

struct Axis {
  AxisRole role = AxisRole::Column;
  std::vector<std::string> values;  // in order; a coordinate is an index into them
  OrderSource source = OrderSource::None;
  bool cyclic = false;                // the last value has the first one as its successor
  bool upwards = false;               // of rows: the first value is drawn at the bottom
  std::vector<std::uint32_t> blocks;  // first index of each block where the rules divide the axis evenly: quadrants, sudoku boxes
};

// How a fluent gives its coordinate: an argument, or the letters or the number of an argument such as c4.
struct Coordinate {
  enum class Part : std::uint8_t { Whole, Letters, Number };
  std::uint32_t argument = 0;
  Part part = Part::Whole;
};

// A static relation that holds for some cells of a board and matters in play there: (target 3 4).
struct GroundMark {
  std::string relation;
  std::string owner;                 // the role that a row of the relation names beside the cell, or empty
  std::vector<std::uint32_t> cells;  // ascending
};

// A family of fluents on a board: its arguments are coordinates (one for each axis) and contents (the others, in order).
struct BoardFamily {
  Family family;
  std::vector<Coordinate> coordinates;
  std::vector<std::uint32_t> contents;
  // Of a family about two cells, such as (line 1 1 1 2): the coordinates of the second.
  std::vector<Coordinate> targets;
};

struct Cell {
  std::vector<std::uint32_t> at;  // index per axis
  std::string name;               // what moves call it, where they have a word for it: c4, or 17 by (square 17 1 4)
  // Where to draw it: x in half cells from the left, y in cells from the top. Rows of hexagons are shifted by half a cell.
  std::int32_t half_x = 0;
  std::int32_t y = 0;
};

// Line, Piles and Places have one axis. The contents of Piles are amounts; in Places a cell is an item, and its content is the
// place where the item is. The cells of a Graph are edges between points: its two axes together have the points.
enum class Shape : std::uint8_t { Grid, Hexagonal, Line, Piles, Places, Graph };
enum class Evidence : std::uint8_t { No, Seen, Proved };  // Seen: in all states of the random play observed

struct Board {
  std::string name;  // the functor of the main family
  Shape shape = Shape::Grid;
  std::vector<Axis> axes;
  std::vector<BoardFamily> families;    // the main one first: its contents are the pieces, those of the others are marks
  std::vector<Cell> cells;              // by coordinates, first axis first
  bool full = true;                     // every combination of coordinates is a cell
  Evidence at_most_one = Evidence::No;  // content of the main family per cell
  std::vector<std::string> contents;    // of the main family
  std::optional<std::string> blank;     // the content that stands for an empty cell; without one, cells without a fluent are empty
  std::string adjacency;                // of a hexagonal board: the relation whose six directions say so
  std::vector<std::uint32_t> far;       // the role, of two players, whose pieces start at the top while the other's start below
  std::vector<GroundMark> ground;       // by relation and owner
};

// ---- everything other than boards ----

// A state variable: one value at a time, or one for each role.
struct Counter {
  enum class Kind : std::uint8_t { Clock, Quantity, Variable };  // Clock: advances in every step; Variable: no order
  Family family;
  Kind kind = Kind::Variable;
  std::optional<std::uint32_t> role;  // the argument that names the owner
  std::vector<std::uint32_t> value;   // the other arguments
  bool always = true;                 // there was a value in every state seen
};

// The items that a role holds, or a common pool: several values at a time.
struct Hand {
  enum class Visibility : std::uint8_t { Everyone, Owner, Others, Nobody };  // from percepts in games with hidden information
  Family family;
  std::optional<std::uint32_t> owner;  // the argument that names the role
  std::optional<std::uint32_t> slot;   // one item for each slot
  std::optional<std::uint32_t> count;  // how many of the item
  std::vector<std::uint32_t> item;     // the other arguments
  Visibility visibility = Visibility::Everyone;
};

// The turn marker: while it names a role, no other role has a choice.
struct Control {
  Family family;
  std::uint32_t role = 0;
};

struct Table {
  Family family;
};

// ---- moves ----

// What a user touches before the move is determined: a cell, or any cell of a line where only some coordinates matter (a column of
// Connect Four), or any cell that holds the piece.
struct Click {
  std::uint32_t board = 0;
};

struct MoveArgument {
  enum class Kind : std::uint8_t {
    Coordinate,  // of the cell clicked
    Name,        // of the cell clicked
    Piece,       // a content; the click goes to a cell that holds it
    Content,     // what the clicked cell holds: nothing to choose
    Item,        // of a hand
    Mover,       // the role that moves: nothing to choose
    Choice,
  };
  Kind kind = Kind::Choice;
  std::uint32_t click = 0;  // of Coordinate, Name, Piece, Content: index into the pattern's clicks
  std::uint32_t axis = 0;   // of Coordinate
  std::uint32_t hand = 0;   // of Item
};

// All moves of one form, (move _ _ _ _) or (jump (jump _ _) _): how their constants map to cells, from left to right.
struct MovePattern {
  std::string shape;
  std::vector<Click> clicks;
  std::vector<MoveArgument> arguments;
};

struct Structure {
  static constexpr const char* kSchema = "agon.structure/1";

  std::string game;        // library name or file
  std::string rules_id;    // content_id of the rule text
  std::uint64_t seed = 0;  // of the random play
  std::vector<std::string> roles;
  bool hidden = false;
  std::vector<Domain> domains;
  std::vector<Board> boards;
  std::vector<Counter> counters;
  std::vector<Hand> hands;
  std::vector<Control> controls;
  std::vector<Table> tables;
  std::vector<MovePattern> moves;

  std::uint32_t states = 0;        // observed in random play
  bool grounded = false;           // the cells and domains were completed from a ground program
  std::vector<std::string> notes;  // what was given up, and why
};

}  // namespace agon::knowledge
