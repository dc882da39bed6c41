// File permissions: what the store keeps is for its owner alone (0600 and 0700), from the first byte. SQLite gives its -wal and
// -shm files the permissions of the database, so it is enough to make that file before SQLite does.
#pragma once

#include <string>

#include "base/result.h"

namespace agon::serve {

// Makes the file if it is missing; one that others may read or write is closed to them, with a note in the log. Fails where it
// cannot be opened for reading and writing. Not for a database that this process has open: POSIX would drop its locks.
[[nodiscard]] Status make_private_file(const std::string& path);
// The same for a file or folder that may be missing, which is no failure.
void close_to_others(const std::string& path);

}  // namespace agon::serve
