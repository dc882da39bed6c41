// The games played so far, one JSON line each behind a header with the configuration; only ever appended to. A line is on the disk
// (fdatasync) before its game counts, so that kill -9 or a power cut costs at most the games that were still being played: the half
// line it may leave is dropped when the file is opened again.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/result.h"
#include "lab/match/game_result.h"

namespace agon::lab {

class ResultStore {
 public:
  static constexpr const char* kFile = "games.jsonl";
  using Belongs = std::function<bool(const GameResult&)>;  // whether a stored result is of this tournament

  // Makes the folder and the file, or opens what is there: the header must agree with `configuration` in every field but those
  // named in `may_differ`, and every game must belong to the tournament. Refuses a folder that another run is using, and never
  // touches a file that is none of ours.
  [[nodiscard]] static Result<ResultStore> open(const std::string& folder, const nlohmann::ordered_json& configuration,
                                                std::vector<std::string> strategies, const std::vector<std::string>& may_differ,
                                                const Belongs& belongs);
  ~ResultStore();
  ResultStore(ResultStore&& other) noexcept;
  ResultStore& operator=(ResultStore&&) = delete;

  [[nodiscard]] const std::vector<GameResult>& earlier() const { return earlier_; }
  // Fails on a full disk; what is in the file stays whole.
  [[nodiscard]] Result<bool> append(const GameResult& result);

 private:
  ResultStore(std::string path, int file, std::vector<std::string> strategies)
      : path_(std::move(path)), file_(file), strategies_(std::move(strategies)) {}
  Result<bool> read(const nlohmann::ordered_json& configuration, const std::vector<std::string>& may_differ,
                    const Belongs& belongs);
  Result<bool> append_line(std::string line);

  std::string path_;
  int file_ = -1;
  std::size_t size_ = 0;  // of the whole lines
  std::vector<std::string> strategies_;
  std::vector<GameResult> earlier_;
};

}  // namespace agon::lab
