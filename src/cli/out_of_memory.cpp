#include "cli/out_of_memory.h"

#include <cstdlib>
#include <exception>
#include <new>

#include "cli/context.h"

namespace agon::cli {
namespace {

const Context* context_at_work = nullptr;
std::terminate_handler handler_before = nullptr;

[[noreturn]] void on_terminate() {
  try {
    if (const std::exception_ptr current = std::current_exception()) std::rethrow_exception(current);
  } catch (const std::bad_alloc&) {
    take_memory_wall_down();
    end_at_limit(*context_at_work, out_of_memory());
  } catch (...) {  // a bug, which the handler before this one describes
  }
  handler_before();
  std::abort();
}

}  // namespace

Error out_of_memory() {
  return limit_reached("out-of-memory", "there is no memory left", "raise the limit with --memory, or ask for less");
}

OutOfMemoryHandler::OutOfMemoryHandler(const Context& context) {
  context_at_work = &context;
  handler_before = std::set_terminate(on_terminate);
}

OutOfMemoryHandler::~OutOfMemoryHandler() {
  std::set_terminate(handler_before);
  context_at_work = nullptr;
}

}  // namespace agon::cli
