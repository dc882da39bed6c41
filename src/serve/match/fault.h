// What a player did wrong in one step, and what was played instead.
#pragma once

#include <string>

#include "serve/net.h"

namespace agon::serve {

struct Fault {
  std::size_t role = 0;
  std::string kind;    // late, illegal, dead, garbage, busy
  std::string said;    // an excerpt of its answer, if it gave one
  std::string played;  // instead
  std::string note;    // the cause in words
};

[[nodiscard]] inline Json to_json(const Fault& fault) {
  return {{"role", fault.role}, {"kind", fault.kind}, {"said", fault.said}, {"played", fault.played}, {"note", fault.note}};
}

[[nodiscard]] inline Fault fault_from_json(const Json& json) {
  return {json.value("role", std::size_t{0}), json.value("kind", ""), json.value("said", ""), json.value("played", ""),
          json.value("note", "")};
}

}  // namespace agon::serve
