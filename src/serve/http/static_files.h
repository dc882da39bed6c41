// Static files of the page: read once, kept in memory, sent with an ETag and compressed where the browser accepts it.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "serve/http/message.h"

namespace agon::serve {

class StaticFiles {
 public:
  // Reads the folder that the build of web/ left. Without one there is a page that says how to get it.
  explicit StaticFiles(const std::string& folder);

  // A file, or index.html for any other address: the page has routes of its own.
  [[nodiscard]] Response answer(const Request& request) const;
  [[nodiscard]] bool empty() const { return files_.empty(); }

 private:
  struct File {
    std::string type;
    std::string tag;
    std::shared_ptr<const std::string> plain, packed;  // packed: gzip, or null
    bool lasting = false;                              // its name has a hash of its content
  };
  std::map<std::string, File> files_;  // by path without the first slash
};

}  // namespace agon::serve
