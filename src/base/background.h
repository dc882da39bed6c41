// For threads whose work can wait: whoever has a clock on the same core comes first.
#pragma once

#include <sys/resource.h>
#include <unistd.h>

namespace agon {

// The calling thread, from now on. On Linux priorities belong to threads, not to processes. About a third of what others get: work that
// starves is of no use to anybody.
inline void work_in_background() {
  constexpr int kNice = 5;
  (void)::setpriority(PRIO_PROCESS, static_cast<id_t>(::gettid()), kNice);  // where it is refused everything works, a little later
}

}  // namespace agon
