// Schema migrations of the store: a file of an older version is brought to the present one, in one transaction, when it is opened.
#pragma once

#include <cstdint>
#include <string>

#include "serve/store/sqlite.h"

namespace agon::serve {

inline constexpr std::int64_t kApplication = 0x41676f6e;  // "Agon": tells our files from those of other programs
inline constexpr std::int64_t kStoreVersion = 2;

// Throws sqlite::Failure; the file is then as it was. A file of version 1 kept tokens in clear: it is vacuumed, so that no free
// page has them. Precondition: no newer version.
void migrate(sqlite::Connection& db, const std::string& path);

}  // namespace agon::serve
