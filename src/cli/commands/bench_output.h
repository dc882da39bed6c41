// Results of `agon bench` as tables and as JSON.
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

void print_bench_table(const std::string& game, const std::vector<lab::BenchRow>& rows, const BenchColumns& columns,
                       const Context& context);
void print_bench_json(const std::string& game, const std::vector<lab::BenchRow>& rows, const BenchColumns& columns);

// Over many games: the number of figures, and median and least of the ratios.
class BenchSummary {
 public:
  void add(const std::string& game, const std::vector<lab::BenchRow>& rows, const BenchColumns& columns);
  void print(const BenchColumns& columns) const;

 private:
  struct Line {
    std::string engine, driver;
    unsigned threads = 1;
    std::size_t figures = 0, checked = 0, differ = 0, failed = 0;
    std::vector<double> to_prover, to_anchor, to_published;
  };
  std::size_t games_ = 0;
  std::vector<Line> lines_;
};

// 1234567 as "1.23 M"; bytes as "12.3 MiB"; seconds as "1.2 ms". Three significant digits.
[[nodiscard]] std::string short_number(double value);
[[nodiscard]] std::string short_bytes(double bytes);
[[nodiscard]] std::string short_seconds(double seconds);

}  // namespace agon::cli
