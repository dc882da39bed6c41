#include "serve/match/log/fault_json.h"

#include "base/json_integer.h"
#include "serve/json.h"

namespace agon::serve {

Json to_json(const Fault& fault) {
  return {{"role", fault.role}, {"kind", fault.kind}, {"said", fault.said}, {"played", fault.played}, {"note", fault.note}};
}

Fault fault_from_json(const Json& json) {
  return {json_integer_or<std::size_t>(json, "role", 0), json.value("kind", ""), json.value("said", ""), json.value("played", ""),
          json.value("note", "")};
}

}  // namespace agon::serve
