// A protocol fault of a player in one step (timeout, illegal move, crash), and the move that was played instead.
#pragma once

#include <cstddef>
#include <string>

namespace agon::serve {

struct Fault {
  std::size_t role = 0;
  std::string kind;    // late, illegal, dead, garbage, busy
  std::string said;    // an excerpt of its answer, if it gave one
  std::string played;  // instead
  std::string note;    // the cause in words
};

}  // namespace agon::serve
