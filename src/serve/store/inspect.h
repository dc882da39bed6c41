// What an operator does with a store beside the server: checks it, and copies it while the server runs.
#pragma once

#include <string>

#include "base/result.h"
#include "serve/store/verify.h"

namespace agon::serve {

// The structure of the file, all checksums, and whether it has gone back in time. Changes nothing; the server may run.
[[nodiscard]] Result<StoreReport> check_store(const std::string& path);

// A copy as it is at one moment, for its owner alone, in a file that does not exist yet. The copy is checked; the report is of it.
[[nodiscard]] Result<StoreReport> back_up_store(const std::string& from, const std::string& to);

}  // namespace agon::serve
