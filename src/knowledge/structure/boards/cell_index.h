// A lookup table from coordinates to the cells of a board.
#pragma once

#include <absl/container/flat_hash_map.h>

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "knowledge/structure/structure.h"

namespace agon::knowledge::structure {

class CellIndex {
 public:
  explicit CellIndex(const Board& board);

  // The index of a value on an axis.
  [[nodiscard]] std::optional<std::uint32_t> coordinate(std::size_t axis, const std::string& value) const;
  [[nodiscard]] std::optional<std::uint32_t> cell(std::span<const std::uint32_t> at) const;
  [[nodiscard]] std::optional<std::uint32_t> named(const std::string& name) const;
  // The cell that a fluent names, given its arguments as texts.
  [[nodiscard]] std::optional<std::uint32_t> cell(std::span<const Coordinate> coordinates,
                                                  std::span<const std::string> arguments) const;

 private:
  std::vector<absl::flat_hash_map<std::string, std::uint32_t>> values_;  // per axis
  std::vector<std::uint32_t> cells_;                                     // by mixed radix; kNoCell where there is none
  absl::flat_hash_map<std::string, std::uint32_t> names_;
};

// The content that a fluent gives its cell: its content arguments, or its functor if it has none.
[[nodiscard]] std::string content_text(const BoardFamily& family, std::span<const std::string> arguments);

}  // namespace agon::knowledge::structure
