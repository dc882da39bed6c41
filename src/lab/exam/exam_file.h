// The exam as a file: TOML, a table for each position. exam/positions.toml is the one that comes with Agon.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "lab/exam/exam.h"

namespace agon::lab::exam {

// The argument, else what the environment says (AGON_EXAM), else the file the program was built with.
[[nodiscard]] std::string exam_path(const std::string& path = {});

// Errors name the file, the line and the position.
[[nodiscard]] Result<Exam> parse_exam(std::string_view text, const std::string& path);
[[nodiscard]] Result<Exam> load_exam(const std::string& path);

// Each line of `remark` becomes a comment at the head of the file.
[[nodiscard]] std::string to_toml(const Exam& exam, std::string_view remark);

}  // namespace agon::lab::exam
