// A board in the observed play: the cell of every fluent that was met, and the cells that each step changed.
#pragma once

#include <absl/container/flat_hash_map.h>

#include <span>
#include <vector>

#include "knowledge/structure/boards/cell_index.h"
#include "knowledge/structure/evidence/play_evidence.h"

namespace agon::knowledge::structure {

class Terrain {
 public:
  static constexpr std::uint32_t kNone = 0xffffffff;

  // The board must outlive it.
  Terrain(const PlayEvidence& evidence, const Board& board);

  [[nodiscard]] const Board& board() const { return board_; }
  [[nodiscard]] std::uint32_t main() const { return members_.front(); }  // family of the evidence
  // Indices, or kNone.
  [[nodiscard]] std::uint32_t coordinate(std::size_t axis, ValueId value) const;
  [[nodiscard]] std::uint32_t named(ValueId value) const;
  [[nodiscard]] std::uint32_t cell(std::span<const std::uint32_t> at) const { return index_.cell(at).value_or(kNone); }
  [[nodiscard]] std::uint32_t cell_of(Fact fact) const;
  [[nodiscard]] bool has_names() const { return !names_.empty(); }
  // Ascending.
  [[nodiscard]] const std::vector<std::uint32_t>& changed(std::size_t step) const { return changed_[step]; }

 private:
  void add_member(const PlayEvidence& evidence, const BoardFamily& member);
  void add_step(const PlayEvidence& evidence, const StepRecord& step);

  const Board& board_;
  CellIndex index_;
  std::vector<absl::flat_hash_map<ValueId, std::uint32_t>> coordinates_;  // per axis
  absl::flat_hash_map<ValueId, std::uint32_t> names_;
  std::vector<std::uint32_t> members_;             // families of the evidence
  std::vector<std::vector<std::uint32_t>> cells_;  // per member and tuple
  std::vector<std::vector<std::uint32_t>> changed_;
};

}  // namespace agon::knowledge::structure
