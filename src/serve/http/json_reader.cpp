#include "serve/http/json_reader.h"

#include <fmt/format.h>

#include <string>
#include <vector>

#include "serve/json.h"

namespace agon::serve {
namespace {

// Every callback returns whether to read on.
class JsonCounter final : public nlohmann::json_sax<Json> {
 public:
  explicit JsonCounter(const JsonLimits& limits) : limits_(limits) {}

  [[nodiscard]] const std::string& problem() const { return problem_; }
  [[nodiscard]] const std::string& hint() const { return hint_; }

  bool null() override { return value(); }
  bool boolean(bool) override { return value(); }
  bool number_integer(number_integer_t) override { return value(); }
  bool number_unsigned(number_unsigned_t) override { return value(); }
  bool number_float(number_float_t, const string_t&) override { return value(); }
  bool string(string_t&) override { return value(); }
  bool binary(binary_t&) override { return value(); }
  bool start_object(std::size_t) override { return enter(); }
  bool end_object() override { return leave(); }
  bool start_array(std::size_t) override { return enter(); }
  bool end_array() override { return leave(); }

  bool key(string_t& name) override {
    if (name.size() > limits_.key_bytes) return refuse("has a key that is too long", limits_.key_bytes, "bytes for a key");
    if (++keys_ > limits_.keys) return refuse("has too many keys", limits_.keys, "keys");
    if (++open_.back() > limits_.keys_per_object)
      return refuse("has an object with too many keys", limits_.keys_per_object, "keys for one object");
    return true;
  }

  bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception& wrong) override {
    problem_ = fmt::format("is no JSON: {}", wrong.what());
    hint_ = "Send an object in UTF-8.";
    return false;
  }

 private:
  bool refuse(const char* what, std::size_t most, const char* unit) {
    problem_ = fmt::format("{}.", what);
    hint_ = fmt::format("At most {} {} are read.", most, unit);
    return false;
  }
  bool value() { return ++values_ <= limits_.values || refuse("has too many values", limits_.values, "values"); }
  bool enter() {
    if (open_.size() >= limits_.depth) return refuse("is nested too deeply", limits_.depth, "levels");
    open_.push_back(0);
    return value();
  }
  bool leave() {
    open_.pop_back();
    return true;
  }

  const JsonLimits& limits_;
  std::vector<std::size_t> open_;  // keys so far of each object that is open; 0 for arrays
  std::size_t keys_ = 0, values_ = 0;
  std::string problem_, hint_;
};

}  // namespace

Status check_json(std::string_view text, const JsonLimits& limits) {
  JsonCounter counter(limits);
  if (Json::sax_parse(text, &counter)) return done();
  return bad_input("bad-json", fmt::format("The body {}", counter.problem()), counter.hint());
}

Result<Json> parse_object(std::string_view text, const JsonLimits& limits) {
  if (const Status fine = check_json(text, limits); !fine) return fine.error();
  Json json = Json::parse(text);
  if (json.is_object()) return json;
  return bad_input("bad-json", "The body is JSON, but no object.",
                   "Send an object with the fields that the API description names.");
}

}  // namespace agon::serve
