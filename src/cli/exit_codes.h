// Exit codes of the program; scripts rely on them.
#pragma once

namespace agon::cli {

enum ExitCode : int {
  kDone = 0,
  kNegative = 1,   // the answer is no: illegal, a disagreement, a check with warnings
  kUsage = 2,      // the command line itself
  kBadInput = 3,   // a file or a rule sheet that cannot be used; a check with errors
  kLimit = 4,      // time, memory or another limit was reached
  kInternal = 70,  // a bug of the program
  kInterrupted = 130,
};

}  // namespace agon::cli
