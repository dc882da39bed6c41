// Errors with an HTTP status of their own (403, 404, 409, 429, 503), by their codes (http/message.h).
#pragma once

#include <string>
#include <utility>

#include "base/result.h"

namespace agon::serve {

[[nodiscard]] inline Error not_found(std::string message, std::string hint = {}) {
  return bad_input("not-found", std::move(message), std::move(hint));
}
[[nodiscard]] inline Error forbidden(std::string message, std::string hint = {}) {
  return bad_input("forbidden", std::move(message), std::move(hint));
}
[[nodiscard]] inline Error conflict(std::string message, std::string hint = {}) {
  return bad_input("conflict", std::move(message), std::move(hint));
}
[[nodiscard]] inline Error too_many(std::string message, std::string hint = {}) {
  return bad_input("too-many", std::move(message), std::move(hint));
}

[[nodiscard]] inline Error store_refused(std::string message) {
  return bad_input("store-refused", std::move(message), "The disk may be full; try again in a moment. The server's log says more.");
}

[[nodiscard]] inline Error unreadable_field(const std::string& problem) {
  return bad_input("bad-field", "A field is missing or has the wrong type: " + problem,
                   "The API description at /api/openapi.json has a schema for each message.");
}

[[nodiscard]] inline Error not_your_seat() { return forbidden("This token does not belong to that seat."); }

}  // namespace agon::serve
