#include "lab/line_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string_view>
#include <thread>
#include <utility>

namespace agon::lab {
namespace {

Error cannot(const char* what, const std::string& path) {
  return bad_input("cannot-write", fmt::format("cannot {} '{}': {}", what, path, std::strerror(errno)),
                   "is the disk full, or the folder read-only?");
}

// A lock of the process, not of the descriptor: children that inherit the descriptor do not hold it when the parent is gone.
bool lock(int file) {
  struct flock whole {};
  whole.l_type = F_WRLCK;
  whole.l_whence = SEEK_SET;
  return fcntl(file, F_SETLK, &whole) == 0;
}

bool lock_within(std::chrono::milliseconds wait, int file) {
  constexpr std::chrono::milliseconds kTryAgain{50};
  const auto end = std::chrono::steady_clock::now() + wait;
  while (!lock(file)) {
    if (std::chrono::steady_clock::now() >= end) return false;
    std::this_thread::sleep_for(kTryAgain);
  }
  return true;
}

}  // namespace

LineFile::LineFile(LineFile&& other) noexcept
    : path_(std::move(other.path_)), file_(std::exchange(other.file_, -1)), size_(other.size_) {}

LineFile::~LineFile() {
  if (file_ >= 0) close(file_);
}

Result<LineFile> LineFile::open(const std::string& path, std::chrono::milliseconds wait) {
  const int file = ::open(path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (file < 0) return cannot("open", path);
  LineFile result(path, file);
  struct stat status {};
  if (fstat(file, &status) != 0 || !S_ISREG(status.st_mode))
    return bad_input("not-a-file", fmt::format("'{}' is not a regular file", path), "choose another folder");
  if (!lock_within(wait, file))
    return bad_input("store-in-use", fmt::format("another run is using '{}'", path), "wait for it, or choose another folder");
  return result;
}

Result<std::string> LineFile::read() const {
  std::string content;
  char buffer[1 << 16];
  for (;;) {
    const ssize_t n = pread(file_, buffer, sizeof buffer, static_cast<off_t>(content.size()));
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return bad_input("cannot-read", fmt::format("cannot read '{}': {}", path_, std::strerror(errno)));
    if (n == 0) return content;
    content.append(buffer, static_cast<std::size_t>(n));
  }
}

Status LineFile::keep(std::size_t size) {
  if (ftruncate(file_, static_cast<off_t>(size)) != 0) return cannot("repair", path_);
  size_ = size;
  return done();
}

Status LineFile::append(std::string line) {
  line += '\n';
  std::string_view rest = line;
  while (!rest.empty()) {
    const ssize_t n = write(file_, rest.data(), rest.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) break;
    rest.remove_prefix(static_cast<std::size_t>(n));
  }
  if (rest.empty() && fdatasync(file_) == 0) {
    size_ += line.size();
    return done();
  }
  const Error problem = cannot("write", path_);
  static_cast<void>(ftruncate(file_, static_cast<off_t>(size_)) == 0);  // if not, the next reader drops the half line
  return problem;
}

}  // namespace agon::lab
