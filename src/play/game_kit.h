// What all players of one game share: its rules and the engines built for it, each built once, when somebody first asks. Thread-safe.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "base/limits.h"
#include "base/result.h"
#include "engines/ladder.h"
#include "engines/lanes/lanes.h"
#include "game/any_engine.h"
#include "gdl/rules.h"
#include "play/goal_inquiry.h"

namespace agon::play {

class GameKit {
 public:
  explicit GameKit(gdl::Rules rules, const Limits& limits = {});
  ~GameKit();
  GameKit(const GameKit&) = delete;
  GameKit& operator=(const GameKit&) = delete;

  [[nodiscard]] const gdl::Rules& rules() const { return rules_; }
  // "prover", "chainer", "updater" or "circuit"; waits while it is built. A failure is remembered and not tried again.
  [[nodiscard]] Result<game::AnyEngine> engine(const std::string& name);
  [[nodiscard]] Result<std::shared_ptr<const engines::Lanes>> lanes();
  // The fastest engine that can be built within the limits: circuit, chainer, prover in this order.
  [[nodiscard]] Result<game::AnyEngine> best_engine();
  // What the goals of two players add up to at every end, as far as random play shows, and whether that can be proved on the circuit.
  [[nodiscard]] std::optional<search::minimax::GoalSum> goal_sum();
  [[nodiscard]] std::optional<int> constant_sum();  // the same, only if it is proved
  [[nodiscard]] GoalInquiry& goal_inquiry() { return goal_inquiry_; }
  // The engines in the background, for whoever has a clock: the ladder starts to climb at the first call, from what was built by then.
  [[nodiscard]] Result<engines::Ladder*> ladder();

  [[nodiscard]] static std::vector<std::string> engine_names();

 private:
  Result<game::AnyEngine> cached_engine(const std::string& name);
  Result<game::AnyEngine> build(const std::string& name);
  const Result<std::shared_ptr<const ground::GroundProgram>>& ground();
  const Result<std::shared_ptr<const circuit::Circuit>>& circuit();

  gdl::Rules rules_;
  Limits limits_;
  std::mutex mutex_;  // guards what follows
  std::map<std::string, Result<game::AnyEngine>> engines_;
  std::optional<Result<std::shared_ptr<const ground::GroundProgram>>> ground_;
  std::optional<Result<std::shared_ptr<const circuit::Circuit>>> circuit_;
  std::optional<Result<std::shared_ptr<const engines::Lanes>>> lanes_;
  std::optional<Result<std::unique_ptr<engines::Ladder>>> ladder_;
  GoalInquiry goal_inquiry_;  // locks itself
};

}  // namespace agon::play
