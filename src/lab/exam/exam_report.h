// What a player scored, for people and for programs.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "lab/exam/run_exam.h"

namespace agon::lab::exam {

// A table by kind and difficulty, and the total with its interval.
[[nodiscard]] std::string to_text(const ExamResult& result, const ExamOptions& options);

[[nodiscard]] nlohmann::ordered_json to_json(const Asked& asked);
[[nodiscard]] nlohmann::ordered_json to_json(const ExamResult& result, const ExamOptions& options);

}  // namespace agon::lab::exam
