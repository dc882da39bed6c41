#include "serve/json_text.h"

#include "serve/json.h"

namespace agon::serve {

std::string dumped(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

JsonObjectText::JsonObjectText(const Json& object) : text_(dumped(object)) { text_.pop_back(); }

JsonObjectText& JsonObjectText::reserve(std::size_t more) {
  text_.reserve(text_.size() + more);
  return *this;
}

JsonObjectText& JsonObjectText::add_fields(const Json& object) {
  for (const auto& [name, value] : object.items()) add(name, value);
  return *this;
}

JsonObjectText& JsonObjectText::add_text(std::string_view name, std::string_view json) {
  if (text_.size() > 1) text_ += ',';
  text_ += '"';
  text_ += name;
  text_ += "\":";
  text_ += json;
  return *this;
}

std::string JsonObjectText::finish() {
  text_ += '}';
  return std::move(text_);
}

}  // namespace agon::serve
