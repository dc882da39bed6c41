// Fuzzes the strategy parser: any bytes are parsed or rejected with a reason. Round trip: what parses is the same after printing
// and parsing again.
#include <cstdint>
#include <string>

#include "base/assert.h"
#include "play/strategy/players.h"
#include "play/strategy/strategy.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace agon;
  const std::string text(reinterpret_cast<const char*>(data), size);
  const auto checked = play::check_strategy(text);
  AGON_ASSERT(checked || !checked.error().diagnostics.empty());
  const auto term = play::parse_strategy(text);
  if (!term) return 0;
  const std::string written = play::to_string(*term);
  const auto again = play::parse_strategy(written);
  AGON_ASSERT(again && play::to_string(*again) == written);
  AGON_ASSERT(checked.ok() == play::check_strategy(written).ok());
  return 0;
}
