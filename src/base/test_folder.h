// For tests: a folder of the test's own, which is not there at first and is gone afterwards.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <string>

namespace agon {

class FolderTest : public testing::Test {
 protected:
  FolderTest() {
    const testing::TestInfo& test = *testing::UnitTest::GetInstance()->current_test_info();
    folder_ = std::filesystem::temp_directory_path() / ("agon-" + std::to_string(getpid()) + "-" + test.test_suite_name() + "-" + test.name());
  }
  ~FolderTest() override {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }

  std::filesystem::path folder_;
};

}  // namespace agon
