#include "serve/sheets/hints.h"

#include <filesystem>

#include "base/file.h"
#include "serve/json.h"

namespace agon::serve {
namespace {

constexpr std::size_t kMostBytes = std::size_t{64} << 10U;

}  // namespace

Json hint_of(const library::Library& library, const std::string& game) {
  const Result<library::Facts> facts = library.facts(game);
  if (!facts || facts->path.empty()) return nullptr;
  std::filesystem::path path = facts->path;
  path.replace_extension(".hint.json");
  if (!std::filesystem::exists(path)) return nullptr;
  const Result<std::string> text = read_file(path.string(), kMostBytes);
  if (!text) return nullptr;
  Json json = Json::parse(*text, nullptr, false);
  return json.is_object() ? json : Json(nullptr);
}

}  // namespace agon::serve
