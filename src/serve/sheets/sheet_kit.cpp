#include "serve/sheets/sheet_kit.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/hash.h"
#include "engines/prover/prover.h"
#include "gdl/check.h"
#include "gdl/reader.h"
#include "ground/grounder.h"
#include "knowledge/structure/discover.h"
#include "knowledge/structure/structure_json.h"

namespace agon::serve {
namespace {

// Thrown out of the grounder when nobody waits for it any more.
struct Stopped {};

}  // namespace

Result<SharedKit> make_sheet_kit(std::string text, std::string name, const SheetLimits& limits) {
  if (text.size() > limits.rules_bytes)
    return bad_input("rules-too-large", fmt::format("The rule sheet has {} bytes; this server reads {}.", text.size(), limits.rules_bytes));
  std::string id = content_id(text);
  Result<gdl::Rules> rules = gdl::read_text(std::move(text), std::move(name), {.max_bytes = limits.rules_bytes});
  if (!rules) return rules.error();
  Diagnostics findings = gdl::check(*rules);
  const Result<std::shared_ptr<const engines::Prover>> prover = engines::Prover::create(*rules, limits.question);
  if (!prover) return prover.error();
  game::AnyEngine engine("prover", *prover);

  // The ground program is a help, not a condition: a sheet that is too large for it is drawn without.
  std::shared_ptr<const ground::GroundProgram> program;
  try {
    const auto stop_if_asked = [&](const ground::Progress&) {
      if (limits.stop.stop_requested()) throw Stopped{};
    };
    const auto grounded = ground::ground(
        *rules, {.time = limits.ground_time, .memory_bytes = limits.ground_bytes, .decompose = true, .progress = stop_if_asked});
    if (grounded) program = *grounded;
    else if (limits.ground_or_nothing) return grounded.error();
  } catch (const Stopped&) {
  }
  knowledge::StructureOptions options;
  options.time = limits.structure_time;
  Result<knowledge::Structure> structure =
      knowledge::discover({.rules = &*rules, .engine = &engine, .program = program.get(), .groups = {}}, options);
  if (!structure) return structure.error();

  Json json = Json::parse(knowledge::to_json(*structure));
  // The placer points into the structure, so it is made when the structure is in its last place.
  auto kit = std::shared_ptr<SheetKit>(
      new SheetKit{std::move(id), std::move(*rules), std::move(engine), std::move(*structure), {}, std::move(json), std::move(findings)});
  kit->placer.emplace(kit->structure);
  return SharedKit(kit);
}

Result<SharedKit> SheetCache::get(const std::string& text, const std::string& name) {
  const std::string id = content_id(text);
  {
    const std::lock_guard lock(mutex_);
    if (const auto found = kits_.find(id); found != kits_.end()) {
      found->second.used = ++clock_;
      return found->second.kit;
    }
  }
  // Two may build the same one at once; that costs time, not correctness.
  Result<SharedKit> kit = make_sheet_kit(text, name, limits_);
  if (!kit) return kit;
  const std::lock_guard lock(mutex_);
  if (kits_.size() >= capacity_) {
    const auto oldest =
        std::min_element(kits_.begin(), kits_.end(), [](const auto& a, const auto& b) { return a.second.used < b.second.used; });
    kits_.erase(oldest);
  }
  Entry& entry = kits_[id];
  entry = {*kit, ++clock_};
  return entry.kit;
}

}  // namespace agon::serve
