// `agon verify`: the name of the engine is looked at once, before any sheet.
#include <gmock/gmock.h>

#include "base/file.h"
#include "base/test_folder.h"
#include "cli/test_run.h"

namespace agon::cli {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(VerifyCommand, RefusesAnEngineOnceAndWithAHint) {
  const TestFolder folder;
  for (const char* name : {"one", "two"}) {
    ASSERT_TRUE(write_file(folder.file(std::string(name) + ".kif"), "(role a)").ok());
    ASSERT_TRUE(write_file(folder.file(std::string(name) + ".jsonl"), "").ok());
  }
  const Outcome unknown = run_words({"verify", folder.path().string(), folder.path().string(), "--engine", "provr", "--json"});
  EXPECT_EQ(unknown.code, kBadInput);
  EXPECT_THAT(unknown.out, HasSubstr("there is no engine 'provr'"));
  EXPECT_THAT(unknown.out, HasSubstr("did you mean prover?"));
  EXPECT_THAT(unknown.out, Not(HasSubstr("agon.verify/1"))) << "not once for each sheet";
  const Outcome lanes = run_words({"verify", folder.path().string(), folder.path().string(), "--engine", "lanes", "--json"});
  EXPECT_THAT(lanes.out, HasSubstr("the engine 'lanes' plays whole random matches"));
  EXPECT_THAT(lanes.out, Not(HasSubstr("there is no engine")));
}

}  // namespace
}  // namespace agon::cli
