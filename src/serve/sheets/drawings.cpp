#include "serve/sheets/drawings.h"

#include <spdlog/spdlog.h>
#include <sys/resource.h>

#include "base/hash.h"
#include "serve/json.h"
#include "serve/match/arbiter.h"

namespace agon::serve {
namespace {

// Of the grounder: enough for most of the library, and soon used up by the games that would keep it waiting. Unlike a time this
// means the same on every machine, however busy.
constexpr std::size_t kQuickBytes = std::size_t{8} << 20U;

// The number changes with the meaning of what is kept.
std::string key_of(const std::string& rules_id) { return "drawing/3/" + rules_id; }

Json drawing_of(const SharedKit& kit) {
  Json position = Arbiter(kit, {}).position(0, {{}, true}, true);
  for (Json& moves : position["legal"]) moves = nullptr;  // thousands in some games, and nobody plays here
  const game::GameInfo& info = kit->info();
  return {{"roles", info.roles},
          {"hidden", info.hidden},
          {"players", info.role_count() - (info.random ? 1 : 0)},
          {"structure", *kit->structure_json},
          {"position", std::move(position)}};
}

}  // namespace

std::optional<Json> Drawings::kept(const std::string& rules_id) {
  const std::optional<std::string> text = store_.kept(key_of(rules_id));
  if (!text) return {};
  Json drawing = Json::parse(*text, nullptr, false);
  if (!drawing.is_object()) return {};
  return drawing;
}

Json Drawings::keep(const std::string& rules_id, const SharedKit& kit) {
  Json drawing = drawing_of(kit);
  store_.keep(key_of(rules_id), drawing.dump());
  return drawing;
}

Result<Json> Drawings::get(const library::Sheet& sheet) {
  const std::string id = content_id(sheet.text);
  if (std::optional<Json> drawing = kept(id)) return std::move(*drawing);
  const Result<SharedKit> kit = sheets_.get(sheet.text, sheet.name);
  if (!kit) return kit.error();
  return keep(id, *kit);
}

void Drawings::prepare(const library::Library& library, std::vector<std::string> names) {
  background_ = std::jthread([this, &library, names = std::move(names)](const std::stop_token& stop) mutable {
    // On Linux this is about the calling thread alone.
    ::setpriority(PRIO_PROCESS, 0, 10);
    prepare_all(stop, library, std::move(names));
  });
}

void Drawings::wait() {
  if (background_.joinable()) background_.join();
}

void Drawings::prepare_all(const std::stop_token& stop, const library::Library& library, std::vector<std::string> names) {
  SheetLimits full = sheets_.limits();
  full.stop = stop;
  SheetLimits quick = full;
  quick.ground_bytes = kQuickBytes;
  quick.ground_or_nothing = true;
  for (const SheetLimits& limits : {quick, full}) {
    std::erase_if(names, [&](const std::string& name) {
      if (stop.stop_requested()) return true;
      const Result<library::Sheet> sheet = library.sheet(name);
      return !sheet || prepare_one(*sheet, limits);
    });
  }
}

bool Drawings::prepare_one(const library::Sheet& sheet, const SheetLimits& limits) {
  const std::string id = content_id(sheet.text);
  if (store_.kept(key_of(id))) return true;
  try {
    // Past the cache of kits, which is for sheets that somebody uses.
    const Result<SharedKit> kit = make_sheet_kit(sheet.text, sheet.name, limits);
    if (kit && !limits.stop.stop_requested()) keep(id, *kit);
    return kit || !limits.ground_or_nothing;  // in the end, whoever asks for it is told why there is none
  } catch (const std::exception& problem) {
    spdlog::warn("the drawing of {} cannot be prepared: {}", sheet.name, problem.what());
    return true;
  }
}

}  // namespace agon::serve
