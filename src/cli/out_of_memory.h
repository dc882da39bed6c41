// Allocation failures where no exception can be passed on: on a thread of the engines, or in a function that must not throw. The
// program ends with words and the exit code of a limit, instead of an abort.
#pragma once

#include "base/result.h"

namespace agon::cli {

struct Context;

[[nodiscard]] Error out_of_memory();

// While it lives, std::terminate after std::bad_alloc ends the program so. One at a time: the handler belongs to the whole process.
class OutOfMemoryHandler {
 public:
  explicit OutOfMemoryHandler(const Context& context);
  ~OutOfMemoryHandler();
  OutOfMemoryHandler(const OutOfMemoryHandler&) = delete;
  OutOfMemoryHandler& operator=(const OutOfMemoryHandler&) = delete;
};

}  // namespace agon::cli
