#include "lab/exam/exam_file.h"

#include <cstdlib>
#include <set>

#include "base/file.h"
#include "lab/exam/toml_reader.h"

namespace agon::lab::exam {
namespace {

// ---- reading ----

std::vector<std::vector<std::string>> joint_moves_of(const toml::table& table) {
  std::vector<std::vector<std::string>> result;
  const toml::node* const node = table.get("moves");
  if (node == nullptr) return result;
  if (!node->is_array()) fail(*node, "'moves' must be a list of joint moves", "each is a list with a move for every role");
  for (const toml::node& joint : *node->as_array()) result.push_back(texts_of(joint));
  return result;
}

std::vector<std::pair<std::string, double>> values_of(const toml::table& table) {
  std::vector<std::pair<std::string, double>> result;
  const toml::node* const node = table.get("values");
  if (node == nullptr) return result;
  if (!node->is_table()) fail(*node, "'values' must be a table from moves to goals");
  for (const auto& [move, value] : *node->as_table()) {
    const std::optional<double> number = value.value<double>();
    if (!number || *number < 0 || *number > 100) fail(value, "the value of a move must be a number from 0 to 100");
    result.emplace_back(std::string(move.str()), *number);
  }
  return result;
}

// A file made by hand must not contradict itself.
void check_values(const toml::table& table, const Position& position) {
  for (const auto& [move, value] : position.values) {
    const bool best = std::find(position.best.begin(), position.best.end(), move) != position.best.end();
    if (best != (value >= position.goal))
      fail(table, fmt::format("'{}' is worth {}, and best moves are worth {}", move, value, position.goal),
           "'best' must have exactly the moves that reach 'goal'");
  }
}

Position position_of(const toml::table& table) {
  refuse_other_keys(table, {"id", "game", "kind", "difficulty", "role", "moves", "best", "goal", "values", "proof"});
  Position position;
  position.id = text_of(table, "id");
  position.game = text_of(table, "game");
  position.kind = kind_of(table);
  position.difficulty = integer_of(table, "difficulty", kEasiest, kHardest);
  position.role = text_of(table, "role");
  position.moves = joint_moves_of(table);
  if (table.get("best") == nullptr) fail(table, "'best' is missing");
  position.best = texts_of(*table.get("best"));
  if (position.best.empty()) fail(*table.get("best"), "a position needs at least one best move");
  position.goal = integer_of(table, "goal", 0, 100);
  position.values = values_of(table);
  position.proof = text_of(table, "proof");
  check_values(table, position);
  return position;
}

Exam exam_of(const toml::table& file) {
  Exam exam;
  std::set<std::string> ids;
  each_table(file, Exam::kSchema, "position", [&](const toml::table& table) {
    exam.positions.push_back(position_of(table));
    if (!ids.insert(exam.positions.back().id).second)
      fail(table, fmt::format("position '{}' is there twice", exam.positions.back().id));
  });
  return exam;
}

// ---- writing ----

std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + '"';
}

std::string list_of(const std::vector<std::string>& texts) {
  std::vector<std::string> all;
  for (const std::string& text : texts) all.push_back(quoted(text));
  return fmt::format("[{}]", fmt::join(all, ", "));
}

std::string table_of(const Position& position) {
  std::string out =
      fmt::format("\n[[position]]\nid = {}\ngame = {}\nkind = {}\ndifficulty = {}\nrole = {}\n", quoted(position.id),
                  quoted(position.game), quoted(to_string(position.kind)), position.difficulty, quoted(position.role));
  out += "moves = [\n";
  for (const auto& joint : position.moves) out += fmt::format("  {},\n", list_of(joint));
  out += fmt::format("]\nbest = {}\ngoal = {}\n", list_of(position.best), position.goal);
  if (!position.values.empty()) {
    std::vector<std::string> values;
    for (const auto& [move, value] : position.values) values.push_back(fmt::format("{} = {}", quoted(move), value));
    out += fmt::format("values = {{ {} }}\n", fmt::join(values, ", "));
  }
  return out + fmt::format("proof = {}\n", quoted(position.proof));
}

}  // namespace

std::string exam_path(const std::string& path) {
  if (!path.empty()) return path;
  const char* const environment = std::getenv("AGON_EXAM");
  return environment != nullptr ? environment : AGON_EXAM_DIR "/positions.toml";
}

Result<Exam> parse_exam(std::string_view text, const std::string& path) { return read_toml<Exam>(text, path, "bad-exam", exam_of); }

Result<Exam> load_exam(const std::string& path) {
  const Result<std::string> text = read_file(path);
  if (!text) return text.error();
  return parse_exam(*text, path);
}

std::string to_toml(const Exam& exam, std::string_view remark) {
  std::string out = remark.empty() ? "" : "# ";
  for (const char c : remark) {
    out += c;
    if (c == '\n') out += "# ";
  }
  if (!remark.empty()) out += '\n';
  out += fmt::format("schema = {}\n", quoted(Exam::kSchema));
  for (const Position& position : exam.positions) out += table_of(position);
  return out;
}

}  // namespace agon::lab::exam
