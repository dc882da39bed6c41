// A rule sheet made ready for referees and pages, once for all who use it: rules, engine, structure, and the way to draw a state.
#pragma once

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
#include "knowledge/structure/scene.h"
#include "serve/net.h"

namespace agon::serve {

// What a stranger's rules may cost.
struct SheetLimits {
  std::size_t rules_bytes = std::size_t{1} << 20U;
  Limits question{.time = std::chrono::milliseconds(5'000), .memory_bytes = std::size_t{512} << 20U};  // one question to the engine
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
  std::optional<knowledge::Placer> placer;  // always there; points into the structure
  Json structure_json;
  Diagnostics findings;  // of the static checks

  [[nodiscard]] const game::GameInfo& info() const { return engine.info(); }
  [[nodiscard]] bool is_random(std::size_t role) const { return info().random && info().random->value == role; }
};
using SharedKit = std::shared_ptr<const SheetKit>;

// Takes a moment: for workers. Fails on text that cannot be read and on rules that cannot be played.
[[nodiscard]] Result<SharedKit> make_sheet_kit(std::string text, std::string name, const SheetLimits& limits);

// Kits by the content of their text, those used last. Thread-safe.
class SheetCache {
 public:
  explicit SheetCache(SheetLimits limits = {}, std::size_t capacity = 200) : limits_(limits), capacity_(capacity) {}
  [[nodiscard]] Result<SharedKit> get(const std::string& text, const std::string& name);
  [[nodiscard]] const SheetLimits& limits() const { return limits_; }

 private:
  struct Entry {
    SharedKit kit;
    std::uint64_t used = 0;
  };
  SheetLimits limits_;
  std::size_t capacity_;
  std::mutex mutex_;  // guards what follows
  std::unordered_map<std::string, Entry> kits_;
  std::uint64_t clock_ = 0;
};

}  // namespace agon::serve
