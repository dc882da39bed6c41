// Fuzzes the readers of match records, in our own form and in the public one: any bytes are read or rejected with a reason. Round
// trip: what is read is the same after writing and reading again.
#include <cstdint>
#include <string>

#include "base/assert.h"
#include "game/match_record.h"
#include "serve/records/convert.h"
#include "serve/records/public_record.h"

namespace {

using namespace agon;

void check_own(const std::string& text) {
  const Result<game::MatchRecord> record = game::match_record_from_json(text);
  if (!record) return;
  const Result<game::MatchRecord> again = game::match_record_from_json(game::to_json(*record));
  AGON_ASSERT(again && game::to_json(*again) == game::to_json(*record));
  (void)serve::to_public_record(serve::with_record({}, *record));  // may have terms that are none
}

void check_public(const std::string& text) {
  const Result<serve::PublicMatch> match = serve::public_record_from_json(text);
  if (!match) {
    AGON_ASSERT(!match.error().diagnostics.empty());
    return;
  }
  const Result<std::string> written = serve::to_public_record(*match);
  AGON_ASSERT(written);
  const Result<serve::PublicMatch> again = serve::public_record_from_json(*written);
  AGON_ASSERT(again && *again == *match);
  const Result<game::MatchRecord> record = serve::to_match_record(*match, match->roles);
  if (record) AGON_ASSERT(game::match_record_from_json(game::to_json(*record)));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  check_own(text);
  check_public(text);
  return 0;
}
