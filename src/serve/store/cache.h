// An LRU cache on disk for what can be computed again (structures, thumbnails), in a file beside the store: damage to it or a lack
// of room for it never touches the log. Nothing waits for the disk, and every failure means only that a thing is not there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "serve/store/sqlite.h"

namespace agon::serve {

class Cache {
 public:
  // A file that cannot be read is thrown away and made anew.
  Cache(std::string path, std::size_t max_bytes);

  // The values that were used longest ago make room. A value larger than a quarter of the whole is not kept.
  void keep(const std::string& key, std::string_view value);
  [[nodiscard]] std::optional<std::string> kept(const std::string& key);

 private:
  void open();
  void start_anew() noexcept;
  void put(const std::string& key, std::string_view value);
  // Runs an action on the open file; a damaged file is replaced by an empty one.
  template <class Action>
  void attempt(Action action);

  const std::string path_;
  const std::int64_t max_bytes_;
  std::mutex mutex_;
  std::optional<sqlite::Connection> db_;  // none: not even an empty file could be made
  std::int64_t bytes_ = 0;                // of all keys and values
  std::int64_t last_use_ = 0;             // a counter: the order of uses is all that matters
};

}  // namespace agon::serve
