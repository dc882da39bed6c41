#include "search/symmetry/images.h"

#include <algorithm>

#include "base/rng.h"
#include "game/symmetry_group.h"

namespace agon::search {

std::shared_ptr<const Images> Images::make(const game::SymmetryGroup* group, const ground::GroundProgram& program,
                                           const ImageOptions& options) {
  if (group == nullptr || group->generators.empty()) return nullptr;
  const std::size_t most = std::clamp<std::size_t>(options.most_elements, 1, kMostElements);
  const auto fits = [&](const game::Symmetry& symmetry) {
    if (symmetry.fluents.size() != program.fluents.size() || symmetry.moves.size() != program.moves.size()) return false;
    for (std::uint32_t r = 0; r < symmetry.roles.size(); ++r) {
      if (symmetry.roles[r] != RoleId{r}) return false;  // a value would change hands
    }
    return true;
  };
  if (!std::ranges::all_of(group->generators, fits)) return nullptr;
  std::vector<game::Symmetry> elements;
  if (group->elements.empty()) {
    elements = game::close_group(group->generators, most - 1, ~std::size_t{0}).elements;
  } else {
    elements.assign(group->elements.begin(),
                    group->elements.begin() + static_cast<std::ptrdiff_t>(std::min(group->elements.size(), most - 1)));
  }
  if (elements.empty()) return nullptr;
  elements.insert(elements.begin(),
                  game::identity_symmetry(program.fluents.size(), program.moves.size(), program.info.role_count()));

  const auto images = std::make_shared<Images>();
  images->count_ = elements.size();
  constexpr std::size_t kVector = 4;
  images->width_ = (elements.size() + kVector - 1) / kVector * kVector;
  images->role_begin_ = program.role_begin;
  Rng rng(0x5a0b5157);
  std::vector<std::uint64_t> keys;
  for (std::size_t f = 0; f < program.fluents.size(); ++f) keys.push_back(rng.next());
  for (const std::uint32_t fluent : options.ignored) keys[fluent] = 0;
  images->keys_.assign(program.fluents.size() * images->width_, 0);
  for (std::size_t e = 0; e < elements.size(); ++e) {
    const game::Symmetry& symmetry = elements[e];
    for (std::size_t f = 0; f < keys.size(); ++f) images->keys_[f * images->width_ + e] = keys[symmetry.fluents[f]];
    images->before_.push_back(game::inverse(symmetry).moves);
    images->fluents_.push_back(symmetry.fluents);
    images->moves_.push_back(symmetry.moves);
  }
  return images;
}

void Images::stabiliser(std::span<const std::uint64_t> state, std::vector<std::uint32_t>& out) const {
  out.clear();
  for (std::uint32_t e = 1; e < count_; ++e) {
    bool same = true;
    for (std::size_t w = 0; w < state.size() && same; ++w) {
      for (std::uint64_t bits = state[w]; bits != 0 && same; bits &= bits - 1) {
        const std::uint32_t to = fluents_[e][w * 64 + static_cast<std::size_t>(std::countr_zero(bits))];
        same = ((state[to / 64] >> (to % 64)) & 1U) != 0;
      }
    }
    if (same) out.push_back(e);
  }
}

std::uint64_t Images::plain_key(std::span<const std::uint64_t> state) const {
  std::uint64_t key = 0;
  for (std::size_t w = 0; w < state.size(); ++w) {
    for (std::uint64_t bits = state[w]; bits != 0; bits &= bits - 1)
      key ^= keys_[(w * 64 + static_cast<std::size_t>(std::countr_zero(bits))) * width_];
  }
  return key;
}

void Images::add_image(std::uint32_t element, std::span<const std::uint64_t> state, std::span<std::uint64_t> out) const {
  for (std::size_t w = 0; w < state.size(); ++w) {
    for (std::uint64_t bits = state[w]; bits != 0; bits &= bits - 1) {
      const std::uint32_t to = fluents_[element][w * 64 + static_cast<std::size_t>(std::countr_zero(bits))];
      out[to / 64] |= std::uint64_t{1} << (to % 64);
    }
  }
}

}  // namespace agon::search
