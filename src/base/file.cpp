#include "base/file.h"

#include <fmt/format.h>

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

bool write_to(const std::string& path, std::string_view content) {
  std::ofstream out(path, std::ios::binary | std::ios::trunc);
  out.write(content.data(), static_cast<std::streamsize>(content.size()));
  out.flush();
  return static_cast<bool>(out);
}

}  // namespace

Result<bool> write_file(const std::string& path, std::string_view content) {
  std::error_code error;
  // A device or a pipe (/dev/stdout, say) is written to, never replaced.
  const fs::file_status status = fs::status(path, error);
  const bool replace = !fs::exists(status) || fs::is_regular_file(status);
  const std::string temporary = replace ? path + ".part" : path;
  if (!write_to(temporary, content)) {
    const std::string reason = std::strerror(errno);
    if (replace) fs::remove(temporary, error);
    return bad_input("cannot-write", fmt::format("cannot write '{}': {}", path, reason),
                     "is the disk full, or the folder read-only?");
  }
  if (!replace) return true;
  fs::rename(temporary, path, error);
  if (error) {
    fs::remove(temporary, error);
    return bad_input("cannot-write", fmt::format("cannot write '{}': {}", path, error.message()));
  }
  return true;
}

}  // namespace agon
