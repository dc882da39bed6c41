#include "lab/tournament/result_store.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <unordered_set>

namespace agon::lab {
namespace {

using Json = nlohmann::ordered_json;

// What a cut of the power can leave of the first line: its beginning, or room for it that was never written to.
bool is_torn_header(const std::string& content, const std::string& header) {
  return header.starts_with(content) || content.find_first_not_of('\0') == std::string::npos;
}

Error no_header(const std::string& path) {
  return bad_input("damaged-store", fmt::format("{}:1: this is no header of a tournament", path));
}

Error bad_game(const std::string& path, std::size_t line, const std::string& reason) {
  return bad_input("damaged-store", fmt::format("{}:{}: {}", path, line, reason),
                   "take the line out, and the game will be played again");
}

// The fields in which two headers differ.
std::vector<std::string> differences(const Json& stored, const Json& wanted, const std::vector<std::string>& may_differ) {
  std::vector<std::string> fields;
  const auto compare = [&](const Json& one, const Json& other) {
    for (const auto& [key, value] : one.items()) {
      if (std::find(may_differ.begin(), may_differ.end(), key) != may_differ.end()) continue;
      if (other.contains(key) && other[key] == value) continue;
      if (std::find(fields.begin(), fields.end(), key) == fields.end()) fields.push_back(key);
    }
  };
  compare(wanted, stored);
  compare(stored, wanted);
  return fields;
}

}  // namespace

Result<ResultStore> ResultStore::open(const std::string& folder, const Json& configuration, std::vector<std::string> strategies,
                                      const std::vector<std::string>& may_differ, const Belongs& belongs,
                                      std::chrono::milliseconds wait) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) return bad_input("cannot-write", fmt::format("cannot make the folder '{}': {}", folder, error.message()));
  const std::string path = (std::filesystem::path(folder) / kFile).string();
  Result<LineFile> file = LineFile::open(path, wait);
  if (!file) return file.error();
  ResultStore store(std::move(*file), std::move(strategies));
  if (const Status read = store.read(configuration, may_differ, belongs); !read) return read.error();
  return store;
}

Status ResultStore::read(const Json& configuration, const std::vector<std::string>& may_differ, const Belongs& belongs) {
  const std::string& path = file_.path();
  const Result<std::string> content = file_.read();
  if (!content) return content.error();
  if (content->find('\n') == std::string::npos && !is_torn_header(*content, configuration.dump())) return no_header(path);
  std::unordered_set<std::uint64_t> known;
  std::size_t number = 0, size = 0;
  for (std::size_t begin = 0; begin < content->size();) {
    const std::size_t end = content->find('\n', begin);
    if (end == std::string::npos) break;  // torn
    const std::string line = content->substr(begin, end - begin);
    const bool last = end + 1 == content->size();
    ++number;
    if (number == 1) {
      const Json header = Json::parse(line, nullptr, false);
      if (!header.is_object()) return no_header(path);
      if (const auto fields = differences(header, configuration, may_differ); !fields.empty())
        return bad_input("other-configuration",
                         fmt::format("'{}' holds games of another configuration: {} differ{}", path, fmt::join(fields, ", "),
                                     fields.size() == 1 ? "s" : ""),
                         "give the same settings to go on with it, or another folder to start afresh");
    } else {
      Result<GameResult> game = game_result_from_json(line);
      // A power cut can leave the last line full length and empty of content.
      if (!game && last) break;
      if (!game) return bad_game(path, number, game.error().diagnostics.front().message);
      if (!belongs(*game)) return bad_game(path, number, "this is no game of the tournament");
      if (known.insert(game->id).second) earlier_.push_back(std::move(*game));
    }
    begin = end + 1;
    size = begin;
  }
  if (const Status kept = file_.keep(size); !kept) return kept;
  return number > 0 && size > 0 ? done() : file_.append(configuration.dump());
}

Status ResultStore::append(const GameResult& result) {
  return file_.append(to_json(result, strategies_).dump(-1, ' ', false, Json::error_handler_t::replace));
}

}  // namespace agon::lab
