#include "lab/exam/make/recipe.h"

#include "base/file.h"
#include "lab/exam/toml_reader.h"

namespace agon::lab::exam {
namespace {

constexpr int kMostPositions = 20;  // of one game: a larger share would make it an exam of that game

Recipe recipe_of(const toml::table& file) {
  Recipe recipe;
  each_table(file, Recipe::kSchema, "source", [&](const toml::table& table) {
    refuse_other_keys(table, {"game", "kind", "positions", "hard"});
    recipe.sources.push_back(
        {text_of(table, "game"), kind_of(table), integer_of(table, "positions", 1, kMostPositions), flag_of(table, "hard")});
  });
  return recipe;
}

}  // namespace

Result<Recipe> parse_recipe(std::string_view text, const std::string& path) {
  return read_toml<Recipe>(text, path, "bad-recipe", recipe_of);
}

Result<Recipe> load_recipe(const std::string& path) {
  const std::string file = path.empty() ? AGON_EXAM_DIR "/recipe.toml" : path;
  const Result<std::string> text = read_file(file);
  if (!text) return text.error();
  return parse_recipe(*text, file);
}

}  // namespace agon::lab::exam
