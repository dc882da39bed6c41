// Any bytes as a match record: read or refused. What is read is written and read again.
#include <cstdint>
#include <string>

#include "base/assert.h"
#include "game/match_record.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace agon;
  const auto record = game::match_record_from_json({reinterpret_cast<const char*>(data), size});
  if (!record) return 0;
  const auto again = game::match_record_from_json(game::to_json(*record));
  AGON_ASSERT(again && game::to_json(*again) == game::to_json(*record));
  return 0;
}
