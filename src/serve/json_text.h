// A JSON object under construction as text: parts that are serialised already (by a worker, or once for all) go in as they are,
// and are neither parsed nor copied as trees on the event loop. A worker begins a long one, and the loop adds what only it knows.
#pragma once

#include <string>
#include <string_view>

#include "serve/json_fwd.h"

namespace agon::serve {

// As all messages of the server are: no spaces, and bytes that are no UTF-8 replaced.
[[nodiscard]] std::string dumped(const Json& json);

class JsonObjectText {
 public:
  JsonObjectText() = default;
  // Begins with the fields of an object.
  explicit JsonObjectText(const Json& object);

  // Room for so much more: what is added later then moves nothing.
  JsonObjectText& reserve(std::size_t more);

  // Names are ours, and need no escapes.
  JsonObjectText& add(std::string_view name, const Json& value) { return add_text(name, dumped(value)); }
  JsonObjectText& add_fields(const Json& object);
  JsonObjectText& add_text(std::string_view name, std::string_view json);
  // The text; nothing can be added to it any more.
  [[nodiscard]] std::string finish();

 private:
  std::string text_ = "{";
};

}  // namespace agon::serve
