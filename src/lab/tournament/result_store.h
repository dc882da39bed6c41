// The games played so far, one JSON line each behind a header with the configuration. A line is on the disk before its game counts
// (line_file.h), so that kill -9 or a power cut costs at most the games that were still being played.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/result.h"
#include "lab/line_file.h"
#include "lab/match/game_result.h"

namespace agon::lab {

class ResultStore {
 public:
  static constexpr const char* kFile = "games.jsonl";
  using Belongs = std::function<bool(const GameResult&)>;  // whether a stored result is of this tournament

  // Makes the folder and the file, or opens what is there: the header must agree with `configuration` in every field but those
  // named in `may_differ`, and every game must belong to the tournament. Refuses a folder that another run is using after `wait`,
  // and never touches a file that is none of ours.
  [[nodiscard]] static Result<ResultStore> open(const std::string& folder, const nlohmann::ordered_json& configuration,
                                                std::vector<std::string> strategies, const std::vector<std::string>& may_differ,
                                                const Belongs& belongs, std::chrono::milliseconds wait = {});

  [[nodiscard]] const std::vector<GameResult>& earlier() const { return earlier_; }
  // Fails on a full disk; what is in the file stays whole.
  [[nodiscard]] Status append(const GameResult& result);

 private:
  ResultStore(LineFile file, std::vector<std::string> strategies) : file_(std::move(file)), strategies_(std::move(strategies)) {}
  Status read(const nlohmann::ordered_json& configuration, const std::vector<std::string>& may_differ, const Belongs& belongs);

  LineFile file_;
  std::vector<std::string> strategies_;
  std::vector<GameResult> earlier_;
};

}  // namespace agon::lab
