// A player sits an exam: every position, as often as wanted, and what it scored by kind and by difficulty.
//
// A seed and the name of a position decide everything about a question, so positions that are added or left out change no other
// answer. Players with a fixed number of iterations give the same answers on every machine.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/limits.h"
#include "base/result.h"
#include "lab/exam/ask.h"
#include "lab/exam/exam.h"
#include "lab/reproduce/statistics.h"

namespace agon::lab::exam {

struct Asked {
  const Position* position = nullptr;
  std::uint64_t seed = 0;  // with this one as the first, the question is asked in the same way again
  std::string move;        // the answer in words; empty if there was none
  Answer answer;
};

struct ExamOptions {
  std::string strategy = "auto";
  std::chrono::milliseconds time{0};  // a position; 0: as the strategy says
  std::uint32_t repeat = 1;           // with seeds of their own, which no neighbouring first seed has
  std::uint64_t seed = 1;             // of the first time
  unsigned threads = 1;
  Limits limits;
  std::string games_folder;
  std::function<void(const Asked&)> on_answer;
};

// Of all positions, of a kind or of a difficulty. A position that is asked several times counts once, with the share of right
// answers.
struct Score {
  std::string name;
  std::uint64_t positions = 0;
  double right = 0;
  [[nodiscard]] reproduce::Estimate share() const { return reproduce::proportion_of(right, positions); }
};

struct ExamResult {
  std::vector<Asked> asked;  // by position, then by repeat
  Score total;
  std::vector<Score> kinds, difficulties;  // those that occur
  double seconds = 0;                      // of thinking
  std::uint64_t late = 0, troubled = 0;    // answers
};

// The exam must outlive the result. Fails where a position does not fit its game.
[[nodiscard]] Result<ExamResult> run_exam(const Exam& exam, const ExamOptions& options);

}  // namespace agon::lab::exam
