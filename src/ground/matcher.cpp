#include "ground/matcher.h"

#include "base/hash.h"

#include <absl/container/flat_hash_map.h>

namespace agon::ground {

Matcher::Matcher(std::span<const Pattern> args, const std::vector<bool>& bound) {
  absl::flat_hash_map<VariableId, Path> first;
  const auto visit = [&](const Pattern& pattern, const Path& path, auto&& self) -> void {
    switch (pattern.kind) {
      case Pattern::Kind::Constant: constants.push_back({path, pattern.constant}); return;
      case Pattern::Kind::Variable: break;
      case Pattern::Kind::Compound: {
        shapes.push_back({path, pattern.functor, static_cast<std::uint32_t>(pattern.args.size())});
        Path inner = path;
        inner.push_back(0);
        for (const Pattern& arg : pattern.args) {
          self(arg, inner, self);
          ++inner.back();
        }
        return;
      }
    }
    if (bound[pattern.variable]) {
      keys.push_back(path);
      key_variables.push_back(pattern.variable);
    } else if (const auto [place, fresh] = first.emplace(pattern.variable, path); fresh) {
      outputs.push_back(path);
      output_variables.push_back(pattern.variable);
    } else {
      equal.emplace_back(place->second, path);
    }
  };
  for (std::uint16_t i = 0; i < args.size(); ++i) visit(args[i], Path{i}, visit);
}

TermId Matcher::at(const game::TermBank& terms, std::span<const TermId> row, const Path& path) {
  TermId term = row[path[0]];
  for (std::size_t i = 1; i < path.size(); ++i) term = terms.node(term).args[path[i]];
  return term;
}

bool Matcher::fits(const game::TermBank& terms, std::span<const TermId> row) const {
  for (const Shape& shape : shapes) {
    const game::TermBank::Node& node = terms.node(at(terms, row, shape.path));
    if (node.functor != shape.functor || node.arity != shape.arity) return false;
  }
  for (const Constant& constant : constants) {
    if (at(terms, row, constant.path) != constant.value) return false;
  }
  for (const auto& [a, b] : equal) {
    if (at(terms, row, a) != at(terms, row, b)) return false;
  }
  return true;
}

bool Matcher::same_rows_and_key(const Matcher& other) const {
  const auto same_shape = [](const Shape& a, const Shape& b) {
    return a.path == b.path && a.functor == b.functor && a.arity == b.arity;
  };
  const auto same_constant = [](const Constant& a, const Constant& b) { return a.path == b.path && a.value == b.value; };
  return keys == other.keys && outputs == other.outputs && equal == other.equal &&
         std::equal(shapes.begin(), shapes.end(), other.shapes.begin(), other.shapes.end(), same_shape) &&
         std::equal(constants.begin(), constants.end(), other.constants.begin(), other.constants.end(), same_constant);
}

std::uint64_t Matcher::hash_of_rows_and_key() const {
  std::uint64_t hash = mix(mix(keys.size(), outputs.size()), mix(shapes.size(), equal.size()));
  for (const Constant& constant : constants) hash = mix(hash, constant.value.value);
  return hash;
}

}  // namespace agon::ground
