// Figures for people and for programs.
#pragma once

#include <string>
#include <vector>

#include "cli/context.h"
#include "lab/bench/bench.h"

namespace agon::cli {

struct BenchColumns {
  bool anchors = false;
  bool published = false;
};

// Sheet name without folder and ending.
[[nodiscard]] std::string bench_stem(const std::string& game);

void print_bench_table(const std::string& game, const std::vector<lab::BenchRow>& rows, const BenchColumns& columns, const Context& context);
void print_bench_json(const std::string& game, const std::vector<lab::BenchRow>& rows, const BenchColumns& columns);

// 1234567 as "1.23 M"; bytes as "12.3 MiB"; seconds as "1.2 ms". Three digits, as the rest is noise.
[[nodiscard]] std::string short_number(double value);
[[nodiscard]] std::string short_bytes(double bytes);
[[nodiscard]] std::string short_seconds(double seconds);

}  // namespace agon::cli
