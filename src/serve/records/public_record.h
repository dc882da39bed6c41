// Public match records as JSON text. Reading is liberal (see public_reader.cpp for the spellings), writing exact.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "serve/records/public_match.h"

namespace agon::serve {

// Fails with problem_of(match). What was written reads as the same match.
[[nodiscard]] Result<std::string> to_public_record(const PublicMatch& match, const RecordLimits& limits = {});

// The result has no problem_of.
[[nodiscard]] Result<PublicMatch> public_record_from_json(std::string_view text, const RecordLimits& limits = {});

}  // namespace agon::serve
