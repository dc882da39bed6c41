#include "serve/sheets/sheet_kit.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/hash.h"
#include "engines/prover/prover.h"
#include "gdl/check/check.h"
#include "gdl/read/reader.h"
#include "ground/grounder.h"
#include "knowledge/structure/discover.h"
#include "knowledge/structure/scene/structure_json.h"
#include "serve/json.h"

namespace agon::serve {
namespace {

// Thrown out of the grounder when nobody waits for it any more.
struct Stopped {};

// A rough estimate of the heap that rules and structure take for each byte of text, where nobody measured it.
constexpr std::size_t kBytesPerLetter = 40;

// A term bank only grows. A kit whose bank has used up half of what it may is not handed out again.
bool worn_out(const SheetKit& kit, const SheetLimits& limits) {
  return kit.engine.terms().bytes() > limits.question.memory_bytes / 2;
}

}  // namespace

Result<SharedKit> make_sheet_kit(std::string text, std::string name, const SheetLimits& limits, const SheetWeight& weight) {
  if (text.size() > limits.rules_bytes)
    return bad_input("rules-too-large",
                     fmt::format("The rule sheet has {} bytes; this server reads {}.", text.size(), limits.rules_bytes));
  std::string id = content_id(text);
  const std::size_t estimate = text.size() * kBytesPerLetter;
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

  auto json = std::make_shared<const Json>(Json::parse(knowledge::to_json(*structure)));
  const std::size_t terms = engine.terms().bytes();
  SheetWeight weighed = weight;
  weighed.kit_bytes = std::max(weight.kit_bytes, estimate + terms);
  // The placer points into the structure, so it is made when the structure is in its last place.
  auto kit = std::shared_ptr<SheetKit>(new SheetKit{std::move(id),
                                                    std::move(*rules),
                                                    std::move(engine),
                                                    std::move(*structure),
                                                    {},
                                                    std::move(json),
                                                    std::move(findings),
                                                    weighed,
                                                    terms});
  kit->placer.emplace(kit->structure);
  return SharedKit(kit);
}

SharedKit SheetCache::find_locked(const std::string& id) {
  const auto found = kits_.find(id);
  if (found == kits_.end()) return nullptr;
  if (worn_out(*found->second.kit, limits_)) {
    kits_.erase(found);
    return nullptr;
  }
  found->second.used = ++clock_;
  found->second.at = std::chrono::steady_clock::now();
  return found->second.kit;
}

SharedKit SheetCache::find(const std::string& text) {
  const std::string id = content_id(text);
  const std::lock_guard lock(mutex_);
  return find_locked(id);
}

std::size_t SheetCache::bytes_locked() const {
  std::size_t sum = 0;
  for (const auto& [id, entry] : kits_) sum += entry.kit->bytes();
  return sum;
}

std::size_t SheetCache::bytes() {
  const std::lock_guard lock(mutex_);
  return bytes_locked();
}

// The one that was put in last stays, however large.
void SheetCache::make_room_locked() {
  while (kits_.size() > 1 && (kits_.size() > capacity_.sheets || bytes_locked() > capacity_.bytes)) {
    const auto oldest =
        std::min_element(kits_.begin(), kits_.end(), [](const auto& a, const auto& b) { return a.second.used < b.second.used; });
    kits_.erase(oldest);
  }
}

bool SheetCache::forget_unused(std::chrono::steady_clock::time_point since) {
  const std::lock_guard lock(mutex_);
  std::vector<std::pair<std::uint64_t, std::string>> idle;
  for (const auto& [id, entry] : kits_) {
    if (entry.at < since && entry.kit.use_count() == 1) idle.emplace_back(entry.used, id);
  }
  std::ranges::sort(idle);
  bool some = false;
  for (const auto& [used, id] : idle) {
    if (bytes_locked() <= capacity_.bytes_at_rest) break;
    kits_.erase(id);
    some = true;
  }
  return some;
}

Result<SharedKit> SheetCache::get(const std::string& text, const std::string& name, const SheetWeight& weight) {
  if (SharedKit known = find(text)) return known;
  // Two may build the same one at once; that costs time, not correctness.
  Result<SharedKit> kit = make_sheet_kit(text, name, limits_, weight);
  if (!kit) return kit;
  const std::lock_guard lock(mutex_);
  kits_[(*kit)->id] = {*kit, ++clock_, std::chrono::steady_clock::now()};
  make_room_locked();
  return kit;
}

}  // namespace agon::serve
