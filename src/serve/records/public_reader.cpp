// Reads what the servers of the community have written over the years. Accepted spellings:
//   a field may be missing or null; unknown fields are skipped
//   numbers and truth values may come as texts ("startTime": "1310000000000" is how the first servers wrote it)
//   a state may be one text or a list of terms, with or without `true` around each fluent; a joint move likewise
//   analysisClock is the old name of previewClock
//   a goal may be null where the rules give none; goals of a match that is not completed mean nothing and are dropped
#include <fmt/format.h>

#include <limits>
#include <nlohmann/json.hpp>

#include "base/json_integer.h"
#include "base/symbols.h"
#include "protocol/forms.h"
#include "serve/records/public_record.h"
#include "serve/records/record_terms.h"

namespace agon::serve {
namespace {

using PlainJson = nlohmann::json;
using protocol::excerpt;

// Reads fields until the first error; from then on everything reads as nothing, and the error is asked for at the end.
class Reader {
 public:
  Reader(const PlainJson& json, const RecordLimits& limits) : json_(json), limits_(limits) {}

  [[nodiscard]] const std::optional<Error>& error() const { return error_; }

  [[nodiscard]] bool has(const char* name) const {
    const auto found = json_.find(name);
    return found != json_.end() && !found->is_null();
  }
  [[nodiscard]] std::string text(const char* name) { return has(name) ? text_of(json_[name], name) : std::string(); }
  [[nodiscard]] bool flag(const char* name) { return has(name) && flag_of(json_[name], name); }
  [[nodiscard]] std::int64_t integer(const char* name, std::int64_t missing = 0) {
    return has(name) ? integer_of(json_[name], name) : missing;
  }
  [[nodiscard]] int seconds(const char* name, int missing = 0) {
    const std::int64_t value = integer(name, missing);
    if (value < std::numeric_limits<int>::min() || value > std::numeric_limits<int>::max()) fail(name, "a number of seconds");
    return static_cast<int>(value);
  }

  [[nodiscard]] std::vector<std::string> texts(const char* name) {
    return list<std::string>(name, [&](const PlainJson& entry) { return text_of(entry, name); });
  }
  [[nodiscard]] std::vector<std::string> terms(const char* name) {
    return list<std::string>(name, [&](const PlainJson& entry) { return term_of(entry, name); });
  }
  [[nodiscard]] std::vector<bool> flags(const char* name) {
    return list<bool>(name, [&](const PlainJson& entry) { return flag_of(entry, name); });
  }
  [[nodiscard]] std::vector<std::int64_t> integers(const char* name, std::int64_t missing) {
    return list<std::int64_t>(name, [&](const PlainJson& entry) { return entry.is_null() ? missing : integer_of(entry, name); });
  }
  [[nodiscard]] std::vector<std::vector<std::string>> text_lists(const char* name) {
    return list<std::vector<std::string>>(name, [&](const PlainJson& entry) {
      return elements<std::string>(entry, name, [&](const PlainJson& element) { return text_of(element, name); });
    });
  }
  [[nodiscard]] std::vector<std::vector<std::string>> term_lists(const char* name) {
    return list<std::vector<std::string>>(name, [&](const PlainJson& entry) { return terms_of(entry, name); });
  }

  void fail(const char* name, const char* expected) {
    if (error_) return;
    error_ = bad_input("bad-public-record", fmt::format("the field '{}' of the record does not hold {}", name, expected),
                       "was the record edited by hand?");
  }

 private:
  template <class T, class Read>
  std::vector<T> elements(const PlainJson& array, const char* name, Read read) {
    std::vector<T> found;
    if (!array.is_array()) {
      fail(name, "a list");
      return found;
    }
    for (const PlainJson& entry : array) {
      if (error_) break;
      found.push_back(read(entry));
    }
    return found;
  }
  template <class T, class Read>
  std::vector<T> list(const char* name, Read read) {
    return has(name) ? elements<T>(json_[name], name, read) : std::vector<T>();
  }

  std::string text_of(const PlainJson& value, const char* name) {
    if (value.is_null()) return {};
    if (value.is_string()) return value.get<std::string>();
    fail(name, "a text");
    return {};
  }

  bool flag_of(const PlainJson& value, const char* name) {
    if (value.is_boolean()) return value.get<bool>();
    if (value == "true" || value == "false") return value == "true";
    fail(name, "true or false");
    return false;
  }

  std::int64_t integer_of(const PlainJson& value, const char* name) {
    long long parsed = 0;
    if (const std::optional<std::int64_t> number = json_integer<std::int64_t>(value)) return *number;
    if (value.is_string() && parse_integer(value.get_ref<const std::string&>(), parsed)) return parsed;
    fail(name, "a whole number");
    return 0;
  }

  template <class T>
  T taken(Result<T> result, const char* name) {
    if (result) return std::move(*result);
    if (!error_) {
      error_ = result.error();
      Diagnostic& first = error_->diagnostics.front();
      first.span = {};  // a place inside a term says nothing about the record
      first.message = fmt::format("the field '{}' of the record cannot be read: {}", name, first.message);
    }
    return {};
  }

  std::string term_of(const PlainJson& value, const char* name) {
    if (value.is_number_integer())
      return taken(read_term(value.dump(), name, limits_.state_bytes), name);  // the constant 3, written without quotes
    return taken(read_term(text_of(value, name), name, limits_.state_bytes), name);
  }

  std::vector<std::string> terms_of(const PlainJson& value, const char* name) {
    std::vector<std::string> found =
        value.is_string() ? taken(read_terms(value.get_ref<const std::string&>(), name, limits_.state_bytes), name)
                          : elements<std::string>(value, name, [&](const PlainJson& element) { return term_of(element, name); });
    terms_ += found.size();
    if (terms_ > limits_.terms && !error_) {
      error_ = limit_reached("record-too-large", fmt::format("more than {} moves and fluents", limits_.terms),
                             "is this the record of one match?");
    }
    return found;
  }

  const PlainJson& json_;
  const RecordLimits& limits_;
  std::size_t terms_ = 0;
  std::optional<Error> error_;
};

std::vector<int> goals(Reader& reader) {
  std::vector<int> found;
  for (const std::int64_t goal : reader.integers("goalValues", -1)) {
    if (goal < -1 || goal > 100) reader.fail("goalValues", "numbers from 0 to 100");
    found.push_back(static_cast<int>(goal));
  }
  return found;
}

PublicMatch read_match(Reader& reader) {
  PublicMatch match;
  match.id = reader.text("matchId");
  match.random_token = reader.text("randomToken");
  match.start_time = reader.integer("startTime");
  match.clocks.start = reader.seconds("startClock");
  match.clocks.play = reader.seconds("playClock");
  match.clocks.preview = reader.seconds(reader.has("previewClock") ? "previewClock" : "analysisClock", -1);
  match.game_address = reader.text("gameMetaURL");
  match.game_name = reader.text("gameName");
  match.rules_text = reader.text("gameRulesheet");
  match.tournament = reader.text("tournamentNameFromHost");
  match.roles = reader.terms("gameRoleNames");
  match.player_names = reader.texts("playerNamesFromHost");
  match.humans = reader.flags("isPlayerHuman");
  match.completed = reader.flag("isCompleted");
  match.aborted = reader.flag("isAborted");
  match.scrambled = reader.flag("scrambled");
  match.steps = reader.term_lists("moves");
  match.states = reader.term_lists("states");
  match.state_times = reader.integers("stateTimes", 0);
  match.errors = reader.text_lists("errors");
  match.goals = goals(reader);
  if (!match.completed) match.goals.clear();
  for (auto& state : match.states) {
    for (std::string& fluent : state) fluent = without_true(std::move(fluent));
  }
  return match;
}

}  // namespace

Result<PublicMatch> public_record_from_json(std::string_view text, const RecordLimits& limits) {
  if (text.size() > limits.bytes) {
    return limit_reached("record-too-large", fmt::format("the record has {} bytes; the limit is {}", text.size(), limits.bytes),
                         "is this the record of one match?");
  }
  const PlainJson json = PlainJson::parse(text, nullptr, /*allow_exceptions=*/false);
  if (json.is_discarded()) {
    return bad_input("not-json", fmt::format("'{}' is not JSON", excerpt(text)), "was the record cut short?");
  }
  if (!json.is_object() || (!json.contains("matchId") && !json.contains("moves"))) {
    return bad_input("not-a-public-record", "this is no public match record: it has neither 'matchId' nor 'moves'",
                     "a record is the JSON object that a match server publishes");
  }
  Reader reader(json, limits);
  PublicMatch match = read_match(reader);
  if (reader.error()) return *reader.error();
  if (std::optional<Error> problem = problem_of(match, limits)) return *problem;
  return match;
}

}  // namespace agon::serve
