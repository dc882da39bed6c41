#include "lab/engine_set.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace agon::lab {
namespace {

std::vector<std::string> variants_of(const engines::EngineTable& table, const std::string& name) {
  std::vector<std::string> names;
  for (const engines::EngineKind& kind : table.kinds()) {
    if (kind.variant_of == name) names.push_back(kind.name);
  }
  return names;
}

}  // namespace

std::vector<std::string> engine_set_names(const engines::EngineTable& table) {
  std::vector<std::string> names;
  for (const engines::EngineKind& kind : table.kinds()) {
    if (variants_of(table, kind.name).empty()) names.push_back(kind.name);
  }
  return names;
}

Result<std::vector<std::string>> parse_engine_set(std::string_view text, const engines::EngineTable& table) {
  if (text == "all") return engine_set_names(table);
  std::vector<std::string> names;
  while (!text.empty()) {
    const std::string name(text.substr(0, text.find(',')));
    text.remove_prefix(std::min(text.size(), name.size() + 1));
    if (table.find(name) == nullptr) {
      return bad_input("no-such-engine", fmt::format("there is no engine '{}'", name),
                       fmt::format("choose from: all, circuit, {}", fmt::join(engine_set_names(table), ", ")));
    }
    const std::vector<std::string> variants = variants_of(table, name);
    if (variants.empty()) names.push_back(name);
    names.insert(names.end(), variants.begin(), variants.end());
  }
  return names;
}

EngineSet make_engine_set(const gdl::Rules& rules, const std::vector<std::string>& names, const EngineSetOptions& options) {
  engines::Workshop workshop(rules, {.limits = options.limits,
                                     .passes = options.passes,
                                     .lanes = {.max_steps = options.lanes_max_steps},
                                     .table = options.table});
  EngineSet set;
  const auto lacks = [&](const std::string& name, const Error& error) {
    set.missing.push_back({name, error.diagnostics.front().message});
  };
  for (const engines::EngineKind& kind : workshop.table().kinds()) {
    if (std::ranges::find(names, kind.name) == names.end()) continue;
    if (kind.steps()) {
      Result<game::AnyEngine> engine = workshop.engine(kind.name);
      if (engine) set.engines.push_back(std::move(*engine));
      else lacks(kind.name, engine.error());
    } else {
      const auto lanes = workshop.lanes();
      if (lanes) set.lanes = *lanes;
      else lacks(kind.name, lanes.error());
    }
  }
  set.circuit = workshop.ready_circuit();
  return set;
}

}  // namespace agon::lab
