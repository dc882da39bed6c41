#include "cli/commands/bench_growth.h"

#include "cli/commands/bench_output.h"
#include "cli/progress.h"
#include "lab/bench/bench.h"
#include "lab/bench/statistics.h"
#include "library/families.h"

namespace agon::cli {
namespace {

struct Family {
  const char* name;
  const char* prefix;
  std::vector<std::string> sizes;
};

const std::vector<Family>& families() {
  static const std::vector<Family> all = {
      {"connectfour", "connectfour-", {"6x5", "7x6", "8x8", "10x10", "12x12", "16x16", "20x20"}},
      {"queens", "queens-", {"6", "8", "10", "12", "16", "20", "24", "32"}},
      {"amazons", "amazons-", {"6", "7", "8", "9", "10"}},
      {"hex", "hex-", {"5x5", "7x7", "9x9", "11x11", "13x13", "15x15"}},
  };
  return all;
}

struct Cost {
  const char* name;
  double (*of)(const lab::BenchRow&);
};
constexpr Cost kCosts[] = {
    {"fluents", [](const lab::BenchRow& row) { return static_cast<double>(row.preparation.fluents); }},
    {"moves", [](const lab::BenchRow& row) { return static_cast<double>(row.preparation.moves); }},
    {"rules", [](const lab::BenchRow& row) { return static_cast<double>(row.preparation.rules); }},
    {"gates", [](const lab::BenchRow& row) { return static_cast<double>(row.preparation.gates); }},
    {"ready_seconds", [](const lab::BenchRow& row) { return row.preparation.ready_seconds; }},
    {"states_per_second", [](const lab::BenchRow& row) { return row.states_per_second; }},
    {"mean_length", [](const lab::BenchRow& row) { return row.mean_length.value_or(0); }},
    {"peak_bytes", [](const lab::BenchRow& row) { return static_cast<double>(row.peak_bytes); }},
};

std::string shown(const Cost& cost, const lab::BenchRow& row) {
  const double value = cost.of(row);
  if (value == 0) return "-";
  if (cost.name == std::string_view("ready_seconds")) return short_seconds(value);
  if (cost.name == std::string_view("peak_bytes")) return short_bytes(value);
  if (cost.name == std::string_view("mean_length")) return fmt::format("{:.1f}", value);
  return value < 1e7 && cost.name != std::string_view("states_per_second") ? fmt::format("{}", value) : short_number(value);
}

// For people the columns are narrow.
std::string_view heading(const Cost& cost) {
  const std::string_view name = cost.name;
  if (name == "ready_seconds") return "ready";
  if (name == "states_per_second") return "states/s";
  if (name == "mean_length") return "length";
  if (name == "peak_bytes") return "memory";
  return name;
}

void print_row(const std::string& game, double cells, const lab::BenchRow& row, const std::string& engine, const Context& context) {
  if (context.json) {
    Json json = {{"schema", "agon.growth/1"}, {"game", game}, {"engine", engine}, {"cells", cells}};
    for (const Cost& cost : kCosts) json[cost.name] = row.has_figure() ? Json(cost.of(row)) : Json(nullptr);
    json["checked"] = row.check == lab::BenchRow::Check::Agrees || row.check == lab::BenchRow::Check::Reference;
    json["reason"] = row.reason.empty() ? Json(nullptr) : Json(row.reason);
    print_json(json);
  } else {
    fmt::print("{:<20} {:>6}", game, cells);
    if (row.has_figure()) {
      for (const Cost& cost : kCosts) fmt::print(" {:>10}", shown(cost, row));
      if (row.check == lab::BenchRow::Check::Differs) fmt::print("  DIFFERS: {}", row.checked);
    } else {
      fmt::print("  {}", row.reason);
    }
    fmt::print("\n");
  }
  std::fflush(stdout);
}

}  // namespace

std::vector<std::string> growth_families() {
  std::vector<std::string> names;
  for (const Family& family : families()) names.emplace_back(family.name);
  return names;
}

void run_growth(const GrowthArguments& arguments, Context& context) {
  const Family* family = nullptr;
  for (const Family& one : families()) {
    if (arguments.family == one.name) family = &one;
  }
  if (family == nullptr) return;
  const std::vector<std::string>& sizes = arguments.sizes.empty() ? family->sizes : arguments.sizes;
  lab::BenchOptions options;
  options.engines = {arguments.engine};
  options.minimax = false;
  options.threads = {1};
  options.seconds = arguments.seconds;
  options.repeat = arguments.repeat;
  options.limits = context.limits();
  if (!context.json) {
    fmt::print("{} on {}\n{:<20} {:>6}", family->name, arguments.engine, "game", "cells");
    for (const Cost& cost : kCosts) fmt::print(" {:>10}", heading(cost));
    fmt::print("\n");
    std::fflush(stdout);
  }
  std::vector<double> cells;
  std::vector<lab::BenchRow> rows;
  Progress bar("growth", sizes.size() * lab::bench_pieces(options));
  for (const std::string& size : sizes) {
    const std::string game = family->prefix + size;
    const std::optional<library::FamilyMember> member = library::family_member(game);
    if (!member) {
      context.fail(bad_input("no-such-size", fmt::format("'{}' is no member of the family '{}'", game, family->name),
                             fmt::format("sizes look like {}", family->sizes.front())));
      continue;
    }
    const std::optional<library::Sheet> sheet = context.sheet(game);
    if (!sheet) continue;
    const double area = static_cast<double>(member->columns) * member->rows;
    const std::vector<lab::BenchRow> found = lab::bench_game(game, sheet->text, options, [&](const std::string& note) {
      bar.note(note);
      bar.advance();
    });
    print_row(game, area, found.front(), arguments.engine, context);
    if (found.front().check == lab::BenchRow::Check::Differs) context.worsen(kNegative);
    if (!found.front().has_figure()) continue;
    cells.push_back(area);
    rows.push_back(found.front());
  }
  Json exponents = Json::object();
  std::string line;
  for (const Cost& cost : kCosts) {
    std::vector<double> values;
    for (const lab::BenchRow& row : rows) values.push_back(cost.of(row));
    const std::optional<double> exponent = lab::growth_exponent(cells, values);
    exponents[cost.name] = exponent ? Json(*exponent) : Json(nullptr);
    line += fmt::format(" {:>10}", exponent ? fmt::format("^{:.2f}", *exponent) : "-");
  }
  if (context.json) {
    print_json({{"schema", "agon.growth-fit/1"},
                {"family", family->name},
                {"engine", arguments.engine},
                {"over", "cells"},
                {"sizes", rows.size()},
                {"exponents", exponents}});
  } else {
    fmt::print("{:<27}{}\n", "grows with cells to the", line);
  }
}

}  // namespace agon::cli
