// A mutex for what takes a microsecond: whoever finds it taken looks again for a while before going to sleep, since waking up costs more
// than all of the work behind it.
#pragma once

#include <mutex>

namespace agon {

class PatientMutex {
 public:
  void lock() {
    constexpr int kLooks = 200;
    for (int look = 0; look < kLooks; ++look) {
      if (mutex_.try_lock()) return;
#if defined(__x86_64__)
      __builtin_ia32_pause();
#endif
    }
    mutex_.lock();
  }
  void unlock() { mutex_.unlock(); }

 private:
  std::mutex mutex_;
};

}  // namespace agon
