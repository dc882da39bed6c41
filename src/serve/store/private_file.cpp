#include "serve/store/private_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <spdlog/spdlog.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace agon::serve {
namespace {

constexpr mode_t kOthers = S_IRWXG | S_IRWXO;

void report_mode(const std::string& path, mode_t mode, bool closed) {
  if (closed) spdlog::warn("'{}' was open to others (mode {:o}); now it is for its owner alone", path, mode & 0777U);
  else spdlog::warn("'{}' is open to others (mode {:o}), and that cannot be changed: {}", path, mode & 0777U, std::strerror(errno));
}

}  // namespace

Status make_private_file(const std::string& path) {
  const int file = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, S_IRUSR | S_IWUSR);
  if (file < 0) {
    return bad_input("store-not-writable", fmt::format("'{}' cannot be opened for writing: {}", path, std::strerror(errno)),
                     "check the rights of the file and of its folder");
  }
  struct stat now {};
  if (::fstat(file, &now) == 0 && (now.st_mode & kOthers) != 0)
    report_mode(path, now.st_mode, ::fchmod(file, now.st_mode & 07777U & ~kOthers) == 0);
  ::close(file);
  return done();
}

void close_to_others(const std::string& path) {
  struct stat now {};
  if (::stat(path.c_str(), &now) != 0 || (now.st_mode & kOthers) == 0) return;
  report_mode(path, now.st_mode, ::chmod(path.c_str(), now.st_mode & 07777U & ~kOthers) == 0);
}

}  // namespace agon::serve
