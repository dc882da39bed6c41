// Reading and writing whole files, with actionable error messages.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/result.h"

namespace agon {

inline constexpr std::size_t kDefaultMaxFileBytes = std::size_t{64} << 20U;

// Refuses directories, devices and anything larger than `max_bytes` before reading it.
[[nodiscard]] Result<std::string> read_file(const std::string& path, std::size_t max_bytes = kDefaultMaxFileBytes);

// Atomic: writes a temporary file beside the target and renames it, so that a full disk or a crash never leaves half a file.
[[nodiscard]] Status write_file(const std::string& path, std::string_view content);

// Whether write_file would be permitted; writes nothing. For commands that would lose hours of work on a failure at the end. A disk
// that is full by then is another matter.
[[nodiscard]] Status can_write(const std::string& path);

}  // namespace agon
