// A vector in huge pages, where the system has them, for data of up to hundreds of megabytes with random access. Grounding chess
// and building its circuit take a third less time, because most TLB misses are avoided.
#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <new>
#include <vector>

namespace agon {

template <class T>
struct HugePageAllocator {
  using value_type = T;
  static constexpr std::size_t kHugePage = std::size_t{2} << 20U;

  HugePageAllocator() = default;
  template <class U>
  HugePageAllocator(const HugePageAllocator<U>&) {}  // NOLINT(google-explicit-constructor): what an allocator has to offer

  T* allocate(std::size_t n) {
    const std::size_t bytes = n * sizeof(T);
    if (!huge(n)) return static_cast<T*>(::operator new(bytes));
    void* const p = ::operator new (bytes, std::align_val_t{kHugePage});
    ::madvise(p, bytes / kHugePage * kHugePage, MADV_HUGEPAGE);  // advisory: without it everything works, slower
    return static_cast<T*>(p);
  }
  void deallocate(T* p, std::size_t n) {
    if (huge(n)) {
      ::operator delete (p, std::align_val_t{kHugePage});
    } else {
      ::operator delete(p);
    }
  }
  friend bool operator==(const HugePageAllocator&, const HugePageAllocator&) { return true; }

 private:
  static bool huge(std::size_t n) { return n >= 2 * kHugePage / sizeof(T); }
};

template <class T>
using BigVector = std::vector<T, HugePageAllocator<T>>;

}  // namespace agon
