#include "serve/store/file_lock.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include "serve/store/private_file.h"

namespace agon::serve {
namespace {

// PROCESS, padded to 32 bytes, then the note, padded to 64.
constexpr std::size_t kHolderBytes = 32, kNoteBytes = 64;

bool write_padded(int file, std::string text, std::size_t bytes, off_t offset) {
  text.resize(bytes - 1, ' ');
  text += '\n';
  return ::pwrite(file, text.data(), text.size(), offset) == static_cast<ssize_t>(text.size());
}

// The process that says it holds the lock; only for the message.
std::string holder(int file) {
  std::array<char, kHolderBytes> text{};
  const ssize_t size = ::pread(file, text.data(), text.size(), 0);
  std::string digits(text.data(), static_cast<std::size_t>(std::max<ssize_t>(size, 0)));
  digits.resize(std::min(digits.find_first_not_of("0123456789"), digits.size()));
  return digits.empty() ? "another process" : "process " + digits;
}

}  // namespace

Result<FileLock> FileLock::take(const std::string& path) {
  const int file = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
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
  close_to_others(path);
  (void)write_padded(file, std::to_string(::getpid()), kHolderBytes, 0);  // a courtesy; the lock holds without it
  return lock;
}

void FileLock::note(const std::string& text) noexcept { (void)write_padded(file_, text, kNoteBytes, kHolderBytes); }

std::string FileLock::noted(const std::string& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return {};
  std::array<char, kNoteBytes> text{};
  const ssize_t size = ::pread(file, text.data(), text.size(), kHolderBytes);
  ::close(file);  // no flock of this process hangs on it: those belong to descriptors
  std::string note(text.data(), static_cast<std::size_t>(std::max<ssize_t>(size, 0)));
  note.resize(note.find_last_not_of(" \n") + 1);
  return note;
}

FileLock& FileLock::operator=(FileLock&& other) noexcept {
  std::swap(file_, other.file_);
  return *this;
}

FileLock::~FileLock() {
  if (file_ >= 0) ::close(file_);
}

}  // namespace agon::serve
