// Lowers the priority of threads whose work can wait, in favour of those with a clock on the same core.
#pragma once

#include <sys/resource.h>
#include <unistd.h>

namespace agon {

// For the calling thread, from now on. On Linux priorities belong to threads, not to processes. About a third of the share of
// others: work that starves is of no use.
inline void work_in_background() {
  constexpr int kNice = 5;
  (void)::setpriority(PRIO_PROCESS, static_cast<id_t>(::gettid()), kNice);  // if it is refused everything works, a little later
}

}  // namespace agon
