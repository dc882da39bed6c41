#include "cli/engines.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "engines/prover/prover.h"

namespace agon::cli {
namespace {

using Maker = Result<game::AnyEngine> (*)(const gdl::Rules&, const Limits&);

Result<game::AnyEngine> make_prover(const gdl::Rules& rules, const Limits& limits) {
  Result<std::shared_ptr<const engines::Prover>> prover = engines::Prover::create(rules, limits);
  if (!prover) return prover.error();
  return game::AnyEngine("prover", *prover);
}

struct Entry {
  const char* name;
  Maker make;
};
constexpr Entry kEngines[] = {{"prover", make_prover}};

}  // namespace

std::vector<std::string> engine_names() {
  std::vector<std::string> names;
  for (const Entry& entry : kEngines) names.emplace_back(entry.name);
  return names;
}

Result<game::AnyEngine> make_engine(const std::string& name, const gdl::Rules& rules, const Limits& limits) {
  for (const Entry& entry : kEngines) {
    if (name == entry.name) return entry.make(rules, limits);
  }
  return bad_input("no-such-engine", fmt::format("there is no engine '{}'", name),
                   fmt::format("choose one of: {}", fmt::join(engine_names(), ", ")));
}

}  // namespace agon::cli
