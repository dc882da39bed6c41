// For tests: runs a command line in this process and captures its standard output.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "cli/commands/commands.h"

namespace agon::cli {

struct Outcome {
  int code = -1;
  std::string out;
};

inline Outcome run_words(const std::vector<std::string>& words) {
  std::vector<const char*> arguments{"agon"};
  for (const std::string& word : words) arguments.push_back(word.c_str());
  testing::internal::CaptureStdout();
  const int code = run_app(static_cast<int>(arguments.size()), arguments.data());
  return {code, testing::internal::GetCapturedStdout()};
}

}  // namespace agon::cli
