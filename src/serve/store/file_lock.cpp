#include "serve/store/file_lock.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

namespace agon::serve {
namespace {

// The process that says it holds the lock; only for the message.
std::string holder(int file) {
  std::array<char, 32> text{};
  const ssize_t size = ::pread(file, text.data(), text.size(), 0);
  std::string digits(text.data(), static_cast<std::size_t>(std::max<ssize_t>(size, 0)));
  digits.resize(std::min(digits.find_first_not_of("0123456789"), digits.size()));
  return digits.empty() ? "another process" : "process " + digits;
}

}  // namespace

Result<FileLock> FileLock::take(const std::string& path) {
  const int file = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  if (file < 0) {
    return bad_input("store-not-writable", fmt::format("cannot make the lock '{}': {}", path, std::strerror(errno)),
                     "check the rights of the folder");
  }
  FileLock lock(file);
  if (::flock(file, LOCK_EX | LOCK_NB) != 0) {
    if (errno == EWOULDBLOCK) {
      return bad_input("store-in-use", fmt::format("{} uses this store and holds '{}'", holder(file), path),
                       "stop the other server, or give this one a file of its own");
    }
    return bad_input("store-not-lockable", fmt::format("cannot lock '{}': {}", path, std::strerror(errno)),
                     "keep the store on a local disk");
  }
  const std::string id = std::to_string(::getpid()) + "\n";
  if (::ftruncate(file, 0) == 0) (void)!::pwrite(file, id.data(), id.size(), 0);  // a courtesy; the lock holds without it
  return lock;
}

FileLock& FileLock::operator=(FileLock&& other) noexcept {
  std::swap(file_, other.file_);
  return *this;
}

FileLock::~FileLock() {
  if (file_ >= 0) ::close(file_);
}

}  // namespace agon::serve
