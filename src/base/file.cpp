#include "base/file.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

namespace agon {
namespace fs = std::filesystem;

Result<std::string> read_file(const std::string& path, std::size_t max_bytes) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (!fs::exists(status)) {
    return bad_input("no-such-file", fmt::format("there is no file '{}'", path), "check the spelling of the path");
  }
  if (fs::is_directory(status)) {
    return bad_input("is-a-directory", fmt::format("'{}' is a directory", path), "name a file inside it");
  }
  if (!fs::is_regular_file(status)) {
    return bad_input("not-a-file", fmt::format("'{}' is not a regular file", path), "name a file with rules in it");
  }
  const std::uintmax_t size = fs::file_size(path, error);
  if (error) return bad_input("cannot-read", fmt::format("cannot read '{}': {}", path, error.message()));
  if (size > max_bytes) {
    return bad_input("file-too-large", fmt::format("'{}' has {} bytes; the limit is {}", path, size, max_bytes),
                     "raise the limit with --max-bytes if this really is what you want to read");
  }
  std::string content(size, '\0');
  std::ifstream in(path, std::ios::binary);
  if (!in) return bad_input("cannot-read", fmt::format("cannot open '{}': {}", path, std::strerror(errno)));
  in.read(content.data(), static_cast<std::streamsize>(size));
  content.resize(static_cast<std::size_t>(in.gcount()));
  if (in.bad()) return bad_input("cannot-read", fmt::format("reading '{}' failed: {}", path, std::strerror(errno)));
  return content;
}

namespace {

// A device or a pipe (/dev/stdout, say) is written to directly, never replaced.
bool is_replaced(const std::string& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  return !fs::exists(status) || fs::is_regular_file(status);
}

Error cannot_write(const std::string& path, const std::string& reason) {
  return bad_input("cannot-write", fmt::format("cannot write '{}': {}", path, reason),
                   "is the disk full, or the folder read-only?");
}

bool write_to(const std::string& path, std::string_view content) {
  std::ofstream out(path, std::ios::binary | std::ios::trunc);
  out.write(content.data(), static_cast<std::streamsize>(content.size()));
  out.flush();
  return static_cast<bool>(out);
}

}  // namespace

Status write_file(const std::string& path, std::string_view content) {
  std::error_code error;
  const bool replace = is_replaced(path);
  const std::string temporary = replace ? path + ".part" : path;
  if (!write_to(temporary, content)) {
    const std::string reason = std::strerror(errno);
    if (replace) fs::remove(temporary, error);
    return cannot_write(path, reason);
  }
  if (!replace) return done();
  fs::rename(temporary, path, error);
  if (error) {
    fs::remove(temporary, error);
    return bad_input("cannot-write", fmt::format("cannot write '{}': {}", path, error.message()));
  }
  return done();
}

Status can_write(const std::string& path) {
  std::error_code error;
  if (fs::is_directory(path, error)) return cannot_write(path, std::strerror(EISDIR));
  // A regular file is replaced by rename, so the folder must be writable; the slash makes sure that it is a folder.
  const fs::path folder = fs::absolute(path, error).parent_path() / "";
  const bool allowed = is_replaced(path) ? access(folder.c_str(), W_OK | X_OK) == 0 : access(path.c_str(), W_OK) == 0;
  if (!allowed) return cannot_write(path, std::strerror(errno));
  return done();
}

}  // namespace agon
