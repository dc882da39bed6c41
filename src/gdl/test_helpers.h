// Test helpers of this room.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "gdl/read/reader.h"

namespace agon::gdl {

// Rules from a text that must be readable.
inline Rules read_good(std::string text, Syntax syntax = Syntax::Auto) {
  Result<Rules> rules = read_text(std::move(text), "test", {.syntax = syntax});
  if (!rules) {
    ADD_FAILURE() << rules.error().diagnostics.front().message;
    return *read_text("(role nobody)", "test");
  }
  return *rules;
}

// A sheet of the project by its path in games/, without its ending: "gdl/tictactoe".
inline Rules read_game(const std::string& path) {
  Result<Rules> rules = read_rules(std::string(AGON_SOURCE_DIR) + "/games/" + path + ".kif");
  if (!rules) ADD_FAILURE() << path << ": " << rules.error().diagnostics.front().message;
  return rules ? std::move(*rules) : read_good("(role nobody)");
}

// The codes of the errors in a text that must not be readable, in order.
inline Diagnostics read_bad(std::string text, Syntax syntax = Syntax::Auto) {
  const Result<Rules> rules = read_text(std::move(text), "test", {.syntax = syntax});
  if (rules) {
    ADD_FAILURE() << "the text was read without an error";
    return {};
  }
  return rules.error().diagnostics;
}

inline std::vector<std::string> codes(const Diagnostics& diagnostics) {
  std::vector<std::string> found;
  for (const Diagnostic& d : diagnostics) found.push_back(d.code);
  return found;
}

// Files with one of these endings, sorted; none where the folder is missing.
inline std::vector<std::string> files_in(const std::filesystem::path& folder, const std::vector<std::string>& endings) {
  std::vector<std::string> files;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
    for (const std::string& ending : endings) {
      if (entry.path().extension() == ending) files.push_back(entry.path().string());
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

// The public rule sheets (environment variable AGON_CORPUS) and the games of the repository itself.
inline std::vector<std::string> all_sheets() {
  const char* shared = std::getenv("AGON_CORPUS");
  const std::filesystem::path root = AGON_SOURCE_DIR;
  const std::filesystem::path corpus = (shared != nullptr ? std::filesystem::path(shared) : root / ".." / "shared") / "corpus";
  std::vector<std::string> sheets;
  for (const std::filesystem::path& folder :
       {corpus / "gdl", corpus / "gdl2", root / "games" / "gdl", root / "games" / "gdl2", root / "games" / "rtgdl"}) {
    for (std::string& file : files_in(folder, {".kif", ".gdl"})) sheets.push_back(std::move(file));
  }
  return sheets;
}

}  // namespace agon::gdl
