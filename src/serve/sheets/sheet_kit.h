// A compiled rule sheet, immutable and shared by all who use it (rules, engine, structure, the way to draw a state), and an LRU
// cache of such sheets.
#pragma once

#include <chrono>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/limits.h"
#include "game/any_engine.h"
#include "gdl/rules.h"
#include "knowledge/structure/scene/scene.h"
#include "serve/json_fwd.h"
#include "serve/net.h"
#include "serve/sheets/vetting.h"

namespace agon::serve {

// What a stranger's rules may cost.
struct SheetLimits {
  std::size_t rules_bytes = std::size_t{1} << 20U;
  Limits question{.time = std::chrono::milliseconds(5'000), .memory_bytes = std::size_t{256} << 20U};  // one question to the engine
  std::chrono::milliseconds ground_time{1'500};  // completes the structure where it fits
  std::size_t ground_bytes = std::size_t{64} << 20U;
  bool ground_or_nothing = false;  // fail where grounding does not fit, instead of a structure that may lack something
  std::chrono::milliseconds structure_time{3'000};
  std::stop_token stop;  // grounding ends soon after it was asked for; the structure is then as good as it gets
};

// Immutable, shared between threads.
struct SheetKit {
  std::string id;  // content_id of the text
  gdl::Rules rules;
  game::AnyEngine engine;
  knowledge::Structure structure;
  std::optional<knowledge::Placer> placer;     // always there; points into the structure
  std::shared_ptr<const Json> structure_json;  // agon.structure/1; never null
  Diagnostics findings;                        // of the static checks
  SheetWeight weight;                          // when it was built; estimated where nobody measured it
  std::size_t terms_built = 0;                 // bytes of the term bank at that time

  // The weight of now: the term bank grows while the game is played.
  [[nodiscard]] std::size_t bytes() const { return weight.kit_bytes + engine.terms().bytes() - terms_built; }
  [[nodiscard]] const game::GameInfo& info() const { return engine.info(); }
  [[nodiscard]] bool is_random(std::size_t role) const { return info().random && info().random->value == role; }
};
using SharedKit = std::shared_ptr<const SheetKit>;

// Takes a moment: for workers. Fails on text that cannot be read and on rules that cannot be played.
[[nodiscard]] Result<SharedKit> make_sheet_kit(std::string text, std::string name, const SheetLimits& limits,
                                               const SheetWeight& weight = {});

struct CacheLimits {
  std::size_t sheets = 200;
  std::size_t bytes = std::size_t{256} << 20U;
  std::size_t bytes_at_rest = std::size_t{8} << 20U;  // of those that nobody has asked for lately
};

// Kits by the content of their text, those used last. Thread-safe.
class SheetCache {
 public:
  explicit SheetCache(SheetLimits limits = {}, CacheLimits capacity = {}) : limits_(std::move(limits)), capacity_(capacity) {}
  // What a worker measured comes along as `weight`.
  [[nodiscard]] Result<SharedKit> get(const std::string& text, const std::string& name, const SheetWeight& weight = {});
  // Nothing is built.
  [[nodiscard]] SharedKit find(const std::string& text);
  // Drops kits that nobody holds and nobody has asked for since then, the oldest first, down to what may stay at rest. True: some
  // went.
  bool forget_unused(std::chrono::steady_clock::time_point since);
  [[nodiscard]] const SheetLimits& limits() const { return limits_; }
  [[nodiscard]] std::size_t bytes();

 private:
  [[nodiscard]] SharedKit find_locked(const std::string& id);
  [[nodiscard]] std::size_t bytes_locked() const;
  void make_room_locked();

  struct Entry {
    SharedKit kit;
    std::uint64_t used = 0;
    std::chrono::steady_clock::time_point at;  // when it was used
  };
  SheetLimits limits_;
  CacheLimits capacity_;
  std::mutex mutex_;  // guards what follows
  std::unordered_map<std::string, Entry> kits_;
  std::uint64_t clock_ = 0;
};

}  // namespace agon::serve
