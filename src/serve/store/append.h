// Appends to the log: events with their place in the hash chain of their match, rows with their checksums, and the ledger.
#pragma once

#include <span>

#include "serve/store/ledger.h"
#include "serve/store/rows.h"
#include "serve/store/sqlite.h"

namespace agon::serve {

// Precondition: a transaction is open. Returns the ledger as it is when that is committed.
[[nodiscard]] Ledger append_writes(sqlite::Connection& db, std::span<const Write> writes);

}  // namespace agon::serve
