// Refusals that a server has beside those of its input; their codes decide the HTTP status (http/message.h).
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

[[nodiscard]] inline Error not_your_seat() { return forbidden("This token does not belong to that seat."); }

}  // namespace agon::serve
