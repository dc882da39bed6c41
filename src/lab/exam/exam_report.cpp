#include "lab/exam/exam_report.h"

#include <fmt/format.h>

#include <algorithm>

namespace agon::lab::exam {
namespace {

using Json = nlohmann::ordered_json;

std::string row(const Score& score) {
  const reproduce::Estimate share = score.share();
  return fmt::format("  {:<14} {:>7.5g} of {:<4} {:>6.1f} %  [{:.1f}..{:.1f}]\n", score.name, score.right, score.positions,
                     100 * share.value, 100 * share.low, 100 * share.high);
}

Json to_json(const Score& score) {
  const reproduce::Estimate share = score.share();
  return {{"name", score.name},
          {"positions", score.positions},
          {"right", score.right},
          {"score", 100 * share.value},
          {"interval", {100 * share.low, 100 * share.high}}};
}

Json to_json(const std::vector<Score>& scores) {
  Json all = Json::array();
  for (const Score& score : scores) all.push_back(to_json(score));
  return all;
}

}  // namespace

std::string to_text(const ExamResult& result, const ExamOptions& options) {
  std::string out = fmt::format("{}, {} positions", options.strategy, result.total.positions);
  if (options.repeat > 1) out += fmt::format(", each {} times", options.repeat);
  out += fmt::format(", {:.1f} s of thinking\n", result.seconds);
  for (const Score& score : result.kinds) out += row(score);
  for (const Score& score : result.difficulties) out += row(score);
  out += row(result.total);
  if (result.late > 0) out += fmt::format("  {} answers came too late and count as wrong\n", result.late);
  if (result.troubled > 0) {
    const auto first =
        std::find_if(result.asked.begin(), result.asked.end(), [](const Asked& one) { return !one.answer.trouble.empty(); });
    out += fmt::format("  {} questions without an answer count as wrong; the first, {}: {}\n", result.troubled, first->position->id,
                       first->answer.trouble);
  }
  return out;
}

Json to_json(const Asked& asked) {
  const Position& position = *asked.position;
  Json json{{"schema", "agon.exam-answer/1"},
            {"id", position.id},
            {"game", position.game},
            {"kind", to_string(position.kind)},
            {"difficulty", position.difficulty},
            {"seed", asked.seed},
            {"answer", asked.move},
            {"best", position.best},
            {"right", asked.answer.right},
            {"seconds", asked.answer.seconds}};
  if (asked.answer.late) json["late"] = true;
  if (!asked.answer.trouble.empty()) json["trouble"] = asked.answer.trouble;
  return json;
}

Json to_json(const ExamResult& result, const ExamOptions& options) {
  return {{"schema", "agon.exam-result/1"},
          {"strategy", options.strategy},
          {"time", static_cast<double>(options.time.count()) / 1000},
          {"seed", options.seed},
          {"repeat", options.repeat},
          {"total", to_json(result.total)},
          {"kinds", to_json(result.kinds)},
          {"difficulties", to_json(result.difficulties)},
          {"seconds", result.seconds},
          {"late", result.late},
          {"without_answer", result.troubled}};
}

}  // namespace agon::lab::exam
