// Reading and writing whole files, with the errors a person can act on.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/result.h"

namespace agon {

inline constexpr std::size_t kDefaultMaxFileBytes = std::size_t{64} << 20U;

// Refuses directories, devices and anything larger than `max_bytes` before reading it.
[[nodiscard]] Result<std::string> read_file(const std::string& path, std::size_t max_bytes = kDefaultMaxFileBytes);

// Writes beside the target and renames, so that a full disk or a crash never leaves half a file.
[[nodiscard]] Result<bool> write_file(const std::string& path, std::string_view content);

// Whether write_file would be allowed to; writes nothing. For whoever has hours of work to lose before it comes to writing. A disk
// that is full by then is another matter.
[[nodiscard]] Result<bool> can_write(const std::string& path);

}  // namespace agon
