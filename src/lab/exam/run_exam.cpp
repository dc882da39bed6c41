#include "lab/exam/run_exam.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/hash.h"
#include "lab/match/seeds.h"
#include "library/library.h"

namespace agon::lab::exam {
namespace {

void add(std::vector<Score>& scores, const std::string& name, double right) {
  const auto found = std::find_if(scores.begin(), scores.end(), [&](const Score& score) { return score.name == name; });
  Score& score = found == scores.end() ? scores.emplace_back() : *found;
  score.name = name;
  score.positions += 1;
  score.right += right;
}

// Answers to one position stand together.
void tally(const Exam& exam, std::uint32_t repeat, ExamResult& result) {
  result.total.name = "all";
  for (const Kind kind : kKinds) {
    for (std::size_t p = 0; p < exam.positions.size(); ++p) {
      if (exam.positions[p].kind != kind) continue;
      double right = 0;
      for (std::size_t i = p * repeat; i < (p + 1) * repeat; ++i) right += result.asked[i].answer.right ? 1.0 / repeat : 0;
      add(result.kinds, to_string(kind), right);
      add(result.difficulties, fmt::format("difficulty {}", exam.positions[p].difficulty), right);
      result.total.positions += 1;
      result.total.right += right;
    }
  }
  std::sort(result.difficulties.begin(), result.difficulties.end(), [](const Score& a, const Score& b) { return a.name < b.name; });
  for (const Asked& one : result.asked) {
    result.seconds += one.answer.seconds;
    result.late += one.answer.late ? 1 : 0;
    result.troubled += one.answer.trouble.empty() ? 0 : 1;
  }
}

// All questions about one position; the kit is that of its game.
Status ask_position(const Position& position, const std::shared_ptr<play::GameKit>& kit, const ExamOptions& options,
                    std::span<Asked> out) {
  const Result<game::AnyEngine> engine = kit->best_engine();
  if (!engine) return engine.error();
  const Result<Setting> setting = set_up(*engine, position);
  if (!setting) return setting.error();
  for (std::uint32_t i = 0; i < out.size(); ++i) {
    Asked& one = out[i];
    one.position = &position;
    one.seed = i == 0 ? options.seed : derived_seed("exam", options.seed, i);
    play::PlayerSettings settings;
    settings.seed = mix(one.seed, fnv1a(position.id));
    settings.threads = options.threads;
    one.answer = ask(options.strategy, kit, *setting, settings, options.time);
    if (one.answer.trouble.empty() && one.answer.choice.index() < setting->legal.size())
      one.move = setting->legal[one.answer.choice.index()];
    if (options.on_answer) options.on_answer(one);
  }
  return done();
}

}  // namespace

Result<ExamResult> run_exam(const Exam& exam, const ExamOptions& options) {
  const library::Library library(options.games_folder);
  ExamResult result;
  result.asked.resize(exam.positions.size() * options.repeat);
  // A game's engines serve all of its positions, and are gone before the next game needs the memory.
  std::vector<bool> done(exam.positions.size(), false);
  for (std::size_t first = 0; first < exam.positions.size(); ++first) {
    if (done[first]) continue;
    const std::string& game = exam.positions[first].game;
    Result<gdl::Rules> rules = library.load(game);
    if (!rules) return rules.error();
    const auto kit = std::make_shared<play::GameKit>(std::move(*rules), options.limits);
    for (std::size_t p = first; p < exam.positions.size(); ++p) {
      if (exam.positions[p].game != game) continue;
      done[p] = true;
      const Status asked =
          ask_position(exam.positions[p], kit, options, std::span(result.asked).subspan(p * options.repeat, options.repeat));
      if (!asked) return asked.error();
    }
  }
  tally(exam, options.repeat, result);
  return result;
}

}  // namespace agon::lab::exam
