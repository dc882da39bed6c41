#include "lab/match/result_store.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <string_view>
#include <unordered_set>
#include <utility>

namespace agon::lab {
namespace {

using Json = nlohmann::ordered_json;

Error cannot(const char* what, const std::string& path) {
  return bad_input("cannot-write", fmt::format("cannot {} '{}': {}", what, path, std::strerror(errno)),
                   "is the disk full, or the folder read-only?");
}

// A lock of the process, not of the descriptor: children that inherit the descriptor do not hold it when the parent is gone.
bool lock(int file) {
  struct flock whole {};
  whole.l_type = F_WRLCK;
  whole.l_whence = SEEK_SET;
  return fcntl(file, F_SETLK, &whole) == 0;
}

Result<std::string> read_all(int file, const std::string& path) {
  std::string content;
  char buffer[1 << 16];
  for (;;) {
    const ssize_t n = ::read(file, buffer, sizeof buffer);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return bad_input("cannot-read", fmt::format("cannot read '{}': {}", path, std::strerror(errno)));
    if (n == 0) return content;
    content.append(buffer, static_cast<std::size_t>(n));
  }
}

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

ResultStore::ResultStore(ResultStore&& other) noexcept
    : path_(std::move(other.path_)),
      file_(std::exchange(other.file_, -1)),
      size_(other.size_),
      strategies_(std::move(other.strategies_)),
      earlier_(std::move(other.earlier_)) {}

ResultStore::~ResultStore() {
  if (file_ >= 0) close(file_);
}

Result<ResultStore> ResultStore::open(const std::string& folder, const Json& configuration, std::vector<std::string> strategies,
                                      const std::vector<std::string>& may_differ, const Belongs& belongs) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) return bad_input("cannot-write", fmt::format("cannot make the folder '{}': {}", folder, error.message()));
  const std::string path = (std::filesystem::path(folder) / kFile).string();
  const int file = ::open(path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (file < 0) return cannot("open", path);
  ResultStore store(path, file, std::move(strategies));
  struct stat status {};
  if (fstat(file, &status) != 0 || !S_ISREG(status.st_mode))
    return bad_input("not-a-file", fmt::format("'{}' is not a regular file", path), "choose another folder");
  if (!lock(file))
    return bad_input("store-in-use", fmt::format("another run is using '{}'", path), "wait for it, or choose another folder");
  if (const Result<bool> read = store.read(configuration, may_differ, belongs); !read) return read.error();
  return store;
}

Result<bool> ResultStore::read(const Json& configuration, const std::vector<std::string>& may_differ, const Belongs& belongs) {
  const Result<std::string> content = read_all(file_, path_);
  if (!content) return content.error();
  if (content->find('\n') == std::string::npos && !is_torn_header(*content, configuration.dump())) return no_header(path_);
  std::unordered_set<std::uint64_t> known;
  std::size_t number = 0;
  for (std::size_t begin = 0; begin < content->size();) {
    const std::size_t end = content->find('\n', begin);
    if (end == std::string::npos) break;  // torn
    const std::string line = content->substr(begin, end - begin);
    const bool last = end + 1 == content->size();
    ++number;
    if (number == 1) {
      const Json header = Json::parse(line, nullptr, false);
      if (!header.is_object()) return no_header(path_);
      if (const auto fields = differences(header, configuration, may_differ); !fields.empty())
        return bad_input("other-configuration",
                         fmt::format("'{}' holds games of another configuration: {} differ{}", path_, fmt::join(fields, ", "),
                                     fields.size() == 1 ? "s" : ""),
                         "give the same settings to go on with it, or another folder to start afresh");
    } else {
      Result<GameResult> game = game_result_from_json(line);
      // A power cut can leave the last line full length and empty of content.
      if (!game && last) break;
      if (!game) return bad_game(path_, number, game.error().diagnostics.front().message);
      if (!belongs(*game)) return bad_game(path_, number, "this is no game of the tournament");
      if (known.insert(game->id).second) earlier_.push_back(std::move(*game));
    }
    begin = end + 1;
    size_ = begin;
  }
  if (size_ < content->size() && ftruncate(file_, static_cast<off_t>(size_)) != 0) return cannot("repair", path_);
  return number > 0 && size_ > 0 ? Result<bool>(true) : append_line(configuration.dump());
}

Result<bool> ResultStore::append_line(std::string line) {
  line += '\n';
  std::string_view rest = line;
  while (!rest.empty()) {
    const ssize_t n = write(file_, rest.data(), rest.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) break;
    rest.remove_prefix(static_cast<std::size_t>(n));
  }
  if (rest.empty() && fdatasync(file_) == 0) {
    size_ += line.size();
    return true;
  }
  const Error problem = cannot("write", path_);
  static_cast<void>(ftruncate(file_, static_cast<off_t>(size_)) == 0);  // if not, the next reader drops the half line
  return problem;
}

Result<bool> ResultStore::append(const GameResult& result) {
  return append_line(to_json(result, strategies_).dump(-1, ' ', false, Json::error_handler_t::replace));
}

}  // namespace agon::lab
