#include "cli/commands/bench_output.h"

#include <fmt/ranges.h>

#include <cmath>
#include <filesystem>

#include "lab/bench/published.h"
#include "lab/bench/statistics.h"

namespace agon::cli {
namespace {

using lab::BenchRow;

constexpr double kUndisturbed = 0.9;

// The row that another is divided by: same driver, one thread.
const BenchRow* row_of(const std::vector<BenchRow>& rows, const char* engine, const BenchRow& like) {
  for (const BenchRow& row : rows) {
    if (row.engine == engine && row.driver == like.driver && row.threads == 1 && row.states_per_second > 0) return &row;
  }
  return nullptr;
}

std::optional<double> ratio(const BenchRow& row, const BenchRow* base) {
  if (base == nullptr || row.states_per_second == 0) return std::nullopt;
  return row.states_per_second / base->states_per_second;
}

std::string three_digits(double value) {
  if (value == 0) return "0";
  const int digits = static_cast<int>(std::floor(std::log10(std::abs(value)))) + 1;
  return fmt::format("{:.{}f}", value, std::clamp(3 - digits, 0, 4));
}

std::string show_ratio(std::optional<double> value) { return value ? three_digits(*value) : std::string("-"); }

const char* check_word(BenchRow::Check check) {
  switch (check) {
    case BenchRow::Check::None: return "unchecked";
    case BenchRow::Check::Reference: return "reference";
    case BenchRow::Check::Agrees: return "agrees";
    case BenchRow::Check::Differs: return "DIFFERS";
  }
  return "";
}

std::string goals_text(const std::vector<double>& goals) {
  std::string text;
  for (std::size_t r = 0; r < goals.size() && r < 3; ++r) text += fmt::format("{}{:.1f}", r == 0 ? "" : " ", goals[r]);
  if (goals.size() > 3) text += " ..";
  return text.empty() ? "-" : text;
}

}  // namespace

std::string bench_stem(const std::string& game) {
  const std::filesystem::path path(game);
  return path.extension() == ".kif" || path.extension() == ".gdl" ? path.stem().string() : path.filename().string();
}

std::string short_number(double value) {
  constexpr const char* kUnits[] = {"", " k", " M", " G", " T"};
  std::size_t unit = 0;
  for (; value >= 999.5 && unit + 1 < std::size(kUnits); ++unit) value /= 1000;
  return three_digits(value) + kUnits[unit];
}

std::string short_bytes(double bytes) {
  constexpr const char* kUnits[] = {"B", "KiB", "MiB", "GiB"};
  std::size_t unit = 0;
  for (; bytes >= 1023.5 && unit + 1 < std::size(kUnits); ++unit) bytes /= 1024;
  return fmt::format("{} {}", three_digits(bytes), kUnits[unit]);
}

std::string short_seconds(double seconds) {
  if (seconds >= 0.9995) return three_digits(seconds) + " s";
  if (seconds >= 0.9995e-3) return three_digits(seconds * 1e3) + " ms";
  return three_digits(seconds * 1e6) + " us";
}

void print_bench_table(const std::string& game, const std::vector<BenchRow>& rows, const BenchColumns& columns,
                       const Context& context) {
  const gdl::Palette palette = context.palette(stdout);
  const lab::PublishedSpeed* published = columns.published ? lab::published_speed(bench_stem(game)) : nullptr;
  fmt::print("{}{}{}", palette.strong, game, palette.reset);
  if (published != nullptr)
    fmt::print("  (fastest public engine{}: {}{} states/s)",
               bench_stem(game) == published->sheet ? "" : fmt::format(" on {}", published->sheet),
               published->at_most ? "under " : "", short_number(published->states_per_second));
  fmt::print("\n  {:<8} {:<6} {:>7} {:>9} {:>6} {:>10} {:>7} {:>12} {:>10} {:>8} {:>9} {:>8}", "engine", "driver", "threads",
             "states/s", "spread", "playouts/s", "length", "goals", "first move", "ready", "memory", "/prover");
  if (columns.anchors) fmt::print(" {:>8}", "/anchor");
  if (columns.published) fmt::print(" {:>8}", "/public");
  fmt::print("  check\n");
  for (const BenchRow& row : rows) {
    if (!row.has_figure()) {
      fmt::print("  {:<8} {:<6} {:>7} {}{}{}\n", row.engine, row.driver, row.threads, palette.note, row.reason, palette.reset);
      continue;
    }
    const bool plays = row.driver == "mc";
    fmt::print("  {:<8} {:<6} {:>7} {:>9} {:>5.0f}% {:>10} {:>7} {:>12} {:>10} {:>8} {:>9} {:>8}", row.engine, row.driver,
               row.threads, short_number(row.states_per_second), row.spread * 100,
               row.playouts_per_second ? short_number(*row.playouts_per_second) : "-",
               row.mean_length ? fmt::format("{:.2f}", *row.mean_length) : "-", goals_text(row.mean_goals),
               short_seconds(row.preparation.first_move_seconds), short_seconds(row.preparation.ready_seconds),
               short_bytes(static_cast<double>(row.peak_bytes)), show_ratio(ratio(row, row_of(rows, "prover", row))));
    if (columns.anchors) fmt::print(" {:>8}", show_ratio(ratio(row, row_of(rows, lab::kAnchor, row))));
    if (columns.published)
      fmt::print(" {:>8}",
                 published != nullptr && plays ? three_digits(row.states_per_second / published->states_per_second) : "-");
    const bool bad = row.check == BenchRow::Check::Differs;
    fmt::print("  {}{}{}{}{}", bad ? palette.error : palette.note, check_word(row.check), palette.reset,
               row.checked.empty() || row.check == BenchRow::Check::Reference ? "" : ": ",
               row.check == BenchRow::Check::Reference ? "" : row.checked);
    if (row.cpu_share < kUndisturbed) fmt::print("; busy machine, {:.0f} % of the processor", row.cpu_share * 100);
    fmt::print("\n");
  }
}

void print_bench_json(const std::string& game, const std::vector<BenchRow>& rows, const BenchColumns& columns) {
  const lab::PublishedSpeed* published = columns.published ? lab::published_speed(bench_stem(game)) : nullptr;
  const auto optional = [](std::optional<double> value) { return value ? Json(*value) : Json(nullptr); };
  for (const BenchRow& row : rows) {
    const bool figure = row.has_figure();
    Json json = {{"schema", "agon.bench/1"},
                 {"game", game},
                 {"engine", row.engine},
                 {"driver", row.driver},
                 {"threads", row.threads},
                 {"seconds", row.seconds},
                 {"states_per_second", figure ? Json(row.states_per_second) : Json(nullptr)},
                 {"playouts_per_second", optional(row.playouts_per_second)},
                 {"mean_length", optional(row.mean_length)},
                 {"mean_goals", row.mean_goals},
                 {"first_move_seconds", figure ? Json(row.preparation.first_move_seconds) : Json(nullptr)},
                 {"ready_seconds", figure ? Json(row.preparation.ready_seconds) : Json(nullptr)},
                 {"peak_bytes", row.peak_bytes},
                 {"own_bytes", row.preparation.own_bytes},
                 {"spread", row.spread},
                 {"cpu_share", row.cpu_share},
                 {"cut", row.cut},
                 {"checked", row.check == BenchRow::Check::Reference || row.check == BenchRow::Check::Agrees},
                 {"check", check_word(row.check)},
                 {"check_detail", row.checked},
                 {"reason", row.reason.empty() ? Json(nullptr) : Json(row.reason)},
                 {"ratio_to_prover", optional(ratio(row, row_of(rows, "prover", row)))}};
    if (columns.anchors) json["ratio_to_anchor"] = optional(ratio(row, row_of(rows, lab::kAnchor, row)));
    if (columns.published && published != nullptr && row.driver == "mc") {
      json["published_states_per_second"] = published->states_per_second;
      json["published_sheet"] = published->sheet;
      json["ratio_to_published"] = figure ? Json(row.states_per_second / published->states_per_second) : Json(nullptr);
    }
    if (!row.preparation.note.empty()) json["note"] = row.preparation.note;
    print_json(json);
  }
}

void BenchSummary::add(const std::string& game, const std::vector<BenchRow>& rows, const BenchColumns& columns) {
  ++games_;
  const lab::PublishedSpeed* published = columns.published ? lab::published_speed(bench_stem(game)) : nullptr;
  for (const BenchRow& row : rows) {
    auto line = std::find_if(lines_.begin(), lines_.end(), [&](const Line& one) {
      return one.engine == row.engine && one.driver == row.driver && one.threads == row.threads;
    });
    if (line == lines_.end()) {
      lines_.push_back({row.engine, row.driver, row.threads, 0, 0, 0, 0, {}, {}, {}});
      line = lines_.end() - 1;
    }
    if (row.check == BenchRow::Check::Differs) ++line->differ;
    if (row.check == BenchRow::Check::Agrees || row.check == BenchRow::Check::Reference) ++line->checked;
    ++(row.has_figure() ? line->figures : line->failed);
    if (const auto value = ratio(row, row_of(rows, "prover", row))) line->to_prover.push_back(*value);
    if (const auto value = ratio(row, row_of(rows, lab::kAnchor, row))) line->to_anchor.push_back(*value);
    if (published != nullptr && row.driver == "mc" && row.has_figure())
      line->to_published.push_back(row.states_per_second / published->states_per_second);
  }
}

void BenchSummary::print(const BenchColumns& columns) const {
  const auto ratios = [](const std::vector<double>& values) {
    if (values.empty()) return std::string("-");
    return fmt::format("{} (least {}, {})", three_digits(lab::median(values)),
                       three_digits(*std::min_element(values.begin(), values.end())), values.size());
  };
  fmt::print("{} games; ratios: median (least, number)\n  {:<8} {:<6} {:>7} {:>7} {:>7} {:>7} {:>6} {:>28}", games_, "engine",
             "driver", "threads", "figures", "checked", "differ", "none", "/prover");
  if (columns.anchors) fmt::print(" {:>28}", "/anchor");
  if (columns.published) fmt::print(" {:>28}", "/public");
  fmt::print("\n");
  for (const Line& line : lines_) {
    fmt::print("  {:<8} {:<6} {:>7} {:>7} {:>7} {:>7} {:>6} {:>28}", line.engine, line.driver, line.threads, line.figures,
               line.checked, line.differ, line.failed, ratios(line.to_prover));
    if (columns.anchors) fmt::print(" {:>28}", ratios(line.to_anchor));
    if (columns.published) fmt::print(" {:>28}", ratios(line.to_published));
    fmt::print("\n");
  }
}

}  // namespace agon::cli
