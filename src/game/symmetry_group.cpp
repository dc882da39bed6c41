#include "game/symmetry_group.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <unordered_map>
#include <utility>

#include "base/hash.h"

namespace agon::game {
namespace {

std::vector<std::uint32_t> first_points(std::size_t count) {
  std::vector<std::uint32_t> points(count);
  std::iota(points.begin(), points.end(), 0U);
  return points;
}

std::vector<std::uint32_t> composed(const std::vector<std::uint32_t>& outer, const std::vector<std::uint32_t>& inner) {
  std::vector<std::uint32_t> result;
  result.reserve(inner.size());
  for (const std::uint32_t point : inner) result.push_back(outer[point]);
  return result;
}
std::vector<RoleId> composed(const std::vector<RoleId>& outer, const std::vector<RoleId>& inner) {
  std::vector<RoleId> result;
  for (const RoleId role : inner) result.push_back(outer[role.index()]);
  return result;
}

std::vector<std::uint32_t> inverted(const std::vector<std::uint32_t>& points) {
  std::vector<std::uint32_t> result(points.size());
  for (std::uint32_t i = 0; i < points.size(); ++i) result[points[i]] = i;
  return result;
}

std::uint64_t hash_symmetry(const Symmetry& symmetry) {
  std::uint64_t hash = hash_bytes(symmetry.fluents.data(), symmetry.fluents.size() * sizeof(std::uint32_t));
  hash = mix(hash, hash_bytes(symmetry.moves.data(), symmetry.moves.size() * sizeof(std::uint32_t)));
  for (const RoleId role : symmetry.roles) hash = mix(hash, role.value);
  return hash;
}

}  // namespace

Symmetry identity_symmetry(std::size_t fluents, std::size_t moves, std::size_t roles) {
  Symmetry result{first_points(fluents), first_points(moves), {}};
  for (std::uint32_t r = 0; r < roles; ++r) result.roles.push_back(RoleId{r});
  return result;
}

bool is_identity(const Symmetry& symmetry) {
  return symmetry == identity_symmetry(symmetry.fluents.size(), symmetry.moves.size(), symmetry.roles.size());
}

Symmetry compose(const Symmetry& outer, const Symmetry& inner) {
  return {composed(outer.fluents, inner.fluents), composed(outer.moves, inner.moves), composed(outer.roles, inner.roles)};
}

Symmetry inverse(const Symmetry& symmetry) {
  Symmetry result{inverted(symmetry.fluents), inverted(symmetry.moves), symmetry.roles};
  for (std::uint32_t r = 0; r < symmetry.roles.size(); ++r) result.roles[symmetry.roles[r].index()] = RoleId{r};
  return result;
}

Closure close_group(std::span<const Symmetry> generators, std::size_t most_elements, std::size_t most_bytes) {
  Closure closure;
  if (generators.empty()) return closure;
  const Symmetry& one = generators.front();
  const std::size_t bytes = (one.fluents.size() + one.moves.size() + one.roles.size()) * sizeof(std::uint32_t) + sizeof(Symmetry);
  const std::size_t most = std::min(most_elements, most_bytes / bytes);
  // By hash, then compared: an element that is missing would make the group look smaller than it is.
  std::unordered_multimap<std::uint64_t, std::size_t> known;
  std::vector<Symmetry> all{identity_symmetry(one.fluents.size(), one.moves.size(), one.roles.size())};
  known.emplace(hash_symmetry(all[0]), 0);
  for (std::size_t next = 0; next < all.size() && closure.complete; ++next) {
    for (const Symmetry& generator : generators) {
      Symmetry product = compose(generator, all[next]);
      const std::uint64_t hash = hash_symmetry(product);
      const auto [begin, end] = known.equal_range(hash);
      if (std::any_of(begin, end, [&](const auto& entry) { return all[entry.second] == product; })) continue;
      if (all.size() > most) {
        closure.complete = false;
        break;
      }
      known.emplace(hash, all.size());
      all.push_back(std::move(product));
    }
  }
  all.erase(all.begin());
  closure.elements = std::move(all);
  return closure;
}

std::vector<std::uint64_t> image_of(const Symmetry& symmetry, StateBits state) {
  std::vector<std::uint64_t> image(state.size(), 0);
  for (std::size_t w = 0; w < state.size(); ++w) {
    for (std::uint64_t bits = state[w]; bits != 0; bits &= bits - 1) {
      const std::uint32_t to = symmetry.fluents[w * 64 + static_cast<std::size_t>(std::countr_zero(bits))];
      image[to / 64] |= std::uint64_t{1} << (to % 64);
    }
  }
  return image;
}

std::vector<std::size_t> stabiliser(std::span<const Symmetry> elements, StateBits state) {
  std::vector<std::size_t> chosen;
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const std::vector<std::uint64_t> image = image_of(elements[i], state);
    if (std::equal(image.begin(), image.end(), state.begin())) chosen.push_back(i);
  }
  return chosen;
}

std::vector<std::uint32_t> move_orbits(std::span<const Symmetry> elements, std::span<const std::size_t> chosen) {
  if (elements.empty()) return {};
  std::vector<std::uint32_t> root = first_points(elements.front().moves.size());
  const auto find = [&](std::uint32_t move) {
    while (root[move] != move) move = root[move] = root[root[move]];
    return move;
  };
  for (const std::size_t i : chosen) {
    for (std::uint32_t m = 0; m < root.size(); ++m) {
      const std::uint32_t a = find(m), b = find(elements[i].moves[m]);
      root[std::max(a, b)] = std::min(a, b);
    }
  }
  for (std::uint32_t m = 0; m < root.size(); ++m) root[m] = find(m);
  return root;
}

}  // namespace agon::game
