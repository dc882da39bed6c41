#include "base/hash.h"

#include <xxhash.h>

#include <cstdio>

namespace agon {

std::uint64_t hash_bytes(const void* data, std::size_t size) { return XXH3_64bits(data, size); }

std::string content_id(std::string_view text) {
  const XXH128_hash_t hash = XXH3_128bits(text.data(), text.size());
  char buffer[64];
  std::snprintf(buffer, sizeof buffer, "xxh128:%016llx%016llx", static_cast<unsigned long long>(hash.high64),
                static_cast<unsigned long long>(hash.low64));
  return buffer;
}

}  // namespace agon
