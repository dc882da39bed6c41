// What every search thinks in the positions of lab/signature.h is what tests/signature/signature.txt says. A change of behaviour
// that is meant rewrites the file in the same commit: agon signature --lines > tests/signature/signature.txt
#include "lab/signature.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/file.h"

namespace agon::lab {
namespace {

TEST(Signature, EverySearchThinksWhatItDid) {
  const Result<Signature> signature = search_signature(std::string(AGON_SOURCE_DIR) + "/games");
  ASSERT_TRUE(signature) << signature.error().diagnostics.front().message;
  std::string text;
  for (const SignatureLine& line : signature->lines) text += fmt::format("{:016x}  {}\n", line.hash, line.what.text());
  text += fmt::format("{:016x}\n", signature->number);
  const Result<std::string> stored = read_file(std::string(AGON_SOURCE_DIR) + "/tests/signature/signature.txt");
  ASSERT_TRUE(stored);
  EXPECT_EQ(text, *stored);
}

}  // namespace
}  // namespace agon::lab
