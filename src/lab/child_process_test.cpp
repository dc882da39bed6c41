#include "lab/child_process.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

namespace agon::lab {
namespace {

// A pipe of another job, or the file of results, would be held open by every child that was forked after it.
TEST(LabChildProcess, InheritsNothingButItsPipes) {
  int other[2] = {-1, -1};
  ASSERT_EQ(pipe2(other, O_CLOEXEC), 0);
  ChildProcess child(
      [&](int in, int out) {
        int open = 0;
        for (int file = STDERR_FILENO + 1; file < 256; ++file)
          open += file != in && file != out && fcntl(file, F_GETFD) >= 0 ? 1 : 0;
        write_line(out, std::to_string(open));
      },
      {});
  std::string line;
  ChildProcess::Heard heard = ChildProcess::Heard::Nothing;
  while (heard == ChildProcess::Heard::Nothing) heard = child.receive(line, 1000);
  EXPECT_EQ(heard, ChildProcess::Heard::Line);
  EXPECT_EQ(line, "0");
  for (const int end : other) close(end);
}

}  // namespace
}  // namespace agon::lab
