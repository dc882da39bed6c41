// Where the public rule sheets and traces are, if they are here at all: AGON_CORPUS, by default ../shared beside the repository.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

namespace agon::tests {

// Why a test over the public sheets has not run.
inline constexpr const char* kNoCorpus =
    "public sheets are not part of the project; AGON_CORPUS says where they are, and there are none";

inline std::filesystem::path corpus_root() {
  const char* environment = std::getenv("AGON_CORPUS");
  return environment != nullptr ? std::filesystem::path(environment) : std::filesystem::path(AGON_SOURCE_DIR) / ".." / "shared";
}

// The files of a folder with one of the extensions, sorted; none if the folder is not there.
inline std::vector<std::filesystem::path> files_in(const std::filesystem::path& folder,
                                                   const std::vector<std::string>& extensions) {
  std::vector<std::filesystem::path> result;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
    if (std::ranges::find(extensions, entry.path().extension().string()) != extensions.end()) result.push_back(entry.path());
  }
  std::ranges::sort(result);
  return result;
}

}  // namespace agon::tests
