#include "cli/engines.h"

#include "engines/workshop.h"

namespace agon::cli {

Status check_engine_name(const std::string& name) {
  const engines::EngineTable& table = engines::standard_engines();
  const engines::EngineKind* const kind = table.find(name);
  if (kind == nullptr || !kind->steps()) return table.unknown(name);
  return done();
}

Result<game::AnyEngine> make_engine(const std::string& name, const gdl::Rules& rules, const Limits& limits) {
  return engines::Workshop(rules, {.limits = limits}).engine(name);
}

}  // namespace agon::cli
