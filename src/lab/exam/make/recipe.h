// What an exam is made of: the games, what each of them is to test, and how many positions it may give. exam/recipe.toml.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "lab/exam/exam.h"

namespace agon::lab::exam {

struct Source {
  std::string game;
  Kind kind = Kind::Tactics;  // Trap: only positions that fool random play are taken
  int positions = 1;          // at most
  bool hard = false;          // only those of difficulty 4
};

struct Recipe {
  static constexpr const char* kSchema = "agon.exam-recipe/1";
  std::vector<Source> sources;
};

[[nodiscard]] Result<Recipe> parse_recipe(std::string_view text, const std::string& path);
// An empty path: the one that comes with Agon.
[[nodiscard]] Result<Recipe> load_recipe(const std::string& path = {});

}  // namespace agon::lab::exam
