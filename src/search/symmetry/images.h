// Canonical representatives of states under a symmetry group, by Zobrist keys: the key of a state is the least XOR of keys over all
// its images, so that symmetric states share an entry of a table (Schiffel 2011, section 8.4).
//
// A part of a group serves as well: two states with one key are symmetric in any case, and what is missing only costs hits. So
// large groups are cut to what is worth its time.
#pragma once

#include <bit>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "game/facts.h"
#include "ground/ground_program.h"

namespace agon::search {

struct ImageOptions {
  std::size_t most_elements = 128;          // the identity included; at most kMostElements
  std::vector<std::uint32_t> ignored = {};  // fluents that make no difference, such as step counters
};

class Images {
 public:
  static constexpr std::size_t kMostElements = 256;

  // Null where there is no symmetry to use: then nothing is to be paid for it.
  static std::shared_ptr<const Images> make(const game::SymmetryGroup* group, const ground::GroundProgram& program,
                                            const ImageOptions& options = {});

  // The key, and which element leads to the representative.
  struct Canon {
    std::uint64_t key = 0;
    std::uint32_t element = 0;  // 0 is the identity
  };
  [[nodiscard]] Canon canon(std::span<const std::uint64_t> state) const {
    std::uint64_t keys[kMostElements];
    for (std::size_t e = 0; e < width_; ++e) keys[e] = 0;
    for (std::size_t w = 0; w < state.size(); ++w) {
      for (std::uint64_t bits = state[w]; bits != 0; bits &= bits - 1) {
        const std::uint64_t* const row = &keys_[(w * 64 + static_cast<std::size_t>(std::countr_zero(bits))) * width_];
        for (std::size_t e = 0; e < width_; ++e) keys[e] ^= row[e];
      }
    }
    Canon best{keys[0], 0};
    for (std::uint32_t e = 1; e < count_; ++e) {
      if (keys[e] < best.key) best = {keys[e], e};
    }
    return best;
  }
  // The elements beside the identity that leave the state as it is.
  void stabiliser(std::span<const std::uint64_t> state, std::vector<std::uint32_t>& out) const;
  // Without its images.
  [[nodiscard]] std::uint64_t plain_key(std::span<const std::uint64_t> state) const;

  // Moves by their number in the ground program.
  [[nodiscard]] std::uint32_t move(std::uint32_t element, std::uint32_t number) const { return moves_[element][number]; }
  // The move that the element maps to `number`.
  [[nodiscard]] std::uint32_t move_before(std::uint32_t element, std::uint32_t number) const { return before_[element][number]; }
  // The number of a role's move.
  [[nodiscard]] std::uint32_t number(RoleId role, MoveId move) const { return role_begin_[role.index()] + move.value; }
  [[nodiscard]] MoveId move_of(RoleId role, std::uint32_t number) const { return MoveId{number - role_begin_[role.index()]}; }

  // Sets the bits of the image of a state.
  void add_image(std::uint32_t element, std::span<const std::uint64_t> state, std::span<std::uint64_t> out) const;
  [[nodiscard]] std::size_t size() const { return count_; }  // elements in use, the identity included

 private:
  std::size_t count_ = 1;
  std::size_t width_ = 1;                                             // count_, rounded up for vector instructions
  std::vector<std::uint64_t> keys_;                                   // of the image of each fluent under each element
  std::vector<std::vector<std::uint32_t>> fluents_, moves_, before_;  // per element
  std::vector<std::uint32_t> role_begin_;
};

}  // namespace agon::search
