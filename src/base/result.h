// Result<T>: a value, or the diagnostics that say why there is none. Status: the same without a value. (std::expected is C++23.)
#pragma once

#include <optional>
#include <utility>
#include <variant>

#include "base/assert.h"
#include "base/diagnostic.h"

namespace agon {

// What a Result carries when it fails. The category decides the exit code; see cli/exit_codes.h.
struct Error {
  enum class Category : std::uint8_t { BadInput, LimitReached, Negative, Usage };
  Category category = Category::BadInput;
  Diagnostics diagnostics;
};

[[nodiscard]] inline Error bad_input(std::string code, std::string message, std::string hint = {}, Span span = {}) {
  return {Error::Category::BadInput, {{std::move(code), Severity::Error, span, std::move(message), std::move(hint)}}};
}

[[nodiscard]] inline Error limit_reached(std::string code, std::string message, std::string hint = {}) {
  return {Error::Category::LimitReached, {{std::move(code), Severity::Error, {}, std::move(message), std::move(hint)}}};
}

template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : content_(std::in_place_index<0>, std::move(value)) {}      // NOLINT: implicit on purpose
  Result(Error error) : content_(std::in_place_index<1>, std::move(error)) {}  // NOLINT: implicit on purpose

  [[nodiscard]] bool ok() const { return content_.index() == 0; }
  explicit operator bool() const { return ok(); }

  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T&& operator*() && { return std::move(value()); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }

  [[nodiscard]] Error& error() & {
    AGON_ASSERT(!ok());
    return std::get<1>(content_);
  }
  [[nodiscard]] const Error& error() const& {
    AGON_ASSERT(!ok());
    return std::get<1>(content_);
  }

 private:
  T& value() {
    AGON_ASSERT(ok());
    return std::get<0>(content_);
  }
  const T& value() const {
    AGON_ASSERT(ok());
    return std::get<0>(content_);
  }
  std::variant<T, Error> content_;
};

class [[nodiscard]] Status {
 public:
  Status() = default;                                // done
  Status(Error error) : error_(std::move(error)) {}  // NOLINT: implicit on purpose

  [[nodiscard]] bool ok() const { return !error_; }
  explicit operator bool() const { return ok(); }
  [[nodiscard]] const Error& error() const {
    AGON_ASSERT(!ok());
    return *error_;
  }

 private:
  std::optional<Error> error_;
};

[[nodiscard]] inline Status done() { return {}; }

}  // namespace agon
