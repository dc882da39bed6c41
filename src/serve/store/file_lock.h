// An advisory file lock (flock), so that one store has one server: a lock on a file beside it. The lock goes with the process, so
// nothing has to be cleaned up after a crash. SQLite's own locks do not help here: two servers could share the file and would still
// not know of each other's matches.
#pragma once

#include <string>
#include <utility>

#include "base/result.h"

namespace agon::serve {

class FileLock {
 public:
  // Never waits. `path` is made if it is missing, and stays: removing it would race with whoever is about to lock it.
  [[nodiscard]] static Result<FileLock> take(const std::string& path);

  // A short text behind the process id, which outlives the process: 64 bytes at most, written without waiting for the disk.
  void note(const std::string& text) noexcept;
  // What the last holder noted; empty: nothing, or there is no such file.
  [[nodiscard]] static std::string noted(const std::string& path);

  FileLock(FileLock&& other) noexcept : file_(std::exchange(other.file_, -1)) {}
  FileLock& operator=(FileLock&& other) noexcept;
  ~FileLock();

 private:
  explicit FileLock(int file) : file_(file) {}
  int file_ = -1;
};

}  // namespace agon::serve
