// Fuzzes the reader of recorded traces: any bytes are read or rejected.
#include <cstdint>
#include <string>

#include "lab/trace.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  (void)agon::lab::parse_trace({reinterpret_cast<const char*>(data), size}, "input");
  return 0;
}
