// Prover against SWI-Prolog on a direct translation of the same rules (tests/oracle/oracle.pl), in states per second of CPU time.
//
//   prover_vs_prolog [--seconds S] [--rounds N] [--json] SHEET...
//
// Both play random matches: the terminal test, all legal moves of all roles and the successor in each state, goals at the end.
// Before anything is timed, a match recorded by Prolog is replayed by the prover and must agree. The two take turns, Prolog first
// in every second round; the figure of a sheet is the median over the rounds. Prolog runs with tables on recursive relations and
// without any tables (where that terminates), and the faster of the two counts.
#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/file.h"
#include "base/rng.h"
#include "engines/prover/prover.h"
#include "gdl/read/reader.h"
#include "lab/trace_verify.h"

namespace {

using namespace agon;

double cpu_seconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
         1e-6 * static_cast<double>(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
}

std::string run(const std::string& command) {
  std::string out;
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> pipe(popen(command.c_str(), "r"), pclose);
  char buffer[4096];
  while (pipe && std::fgets(buffer, sizeof buffer, pipe.get()) != nullptr) out += buffer;
  return out;
}

std::string oracle(const std::string& arguments, int timeout) {
  return run(fmt::format("timeout {} swipl {}/tests/oracle/oracle.pl {} 2>/dev/null", timeout, AGON_SOURCE_DIR, arguments));
}

double prolog_speed(const std::string& sheet, double seconds, bool tables) {
  const std::string out =
      oracle(fmt::format("bench '{}' 1 {}{}", sheet, seconds, tables ? "" : " none"), static_cast<int>(seconds * 3) + 20);
  const auto json = nlohmann::json::parse(out, nullptr, false);
  return json.is_object() ? json.value("states_per_second", 0.0) : 0.0;
}

double prover_speed(const engines::Prover& prover, double seconds, std::uint64_t seed) {
  auto scratch = prover.make_scratch();
  Rng rng(seed);
  game::MoveBuffer moves;
  std::vector<MoveId> joint(prover.info().role_count());
  std::uint64_t states = 0;
  const double start = cpu_seconds();
  double now = start;
  while (now - start < seconds) {
    auto state = prover.initial_state(scratch);
    for (int step = 0; step < 1000; ++step) {
      if (prover.is_terminal(scratch, state)) {
        for (std::uint32_t r = 0; r < joint.size(); ++r) (void)prover.goal(scratch, state, RoleId{r});
        break;
      }
      if (step % 8 == 0 && (now = cpu_seconds()) - start >= seconds) break;
      bool stuck = false;
      for (std::uint32_t r = 0; r < joint.size(); ++r) {
        prover.legal_moves(scratch, state, RoleId{r}, moves);
        stuck = stuck || moves.empty();
        if (!moves.empty()) joint[r] = moves[rng.below(static_cast<std::uint32_t>(moves.size()))];
      }
      if (stuck) break;
      prover.apply(scratch, state, joint);
      ++states;
    }
    now = cpu_seconds();
  }
  return static_cast<double>(states) / (now - start);
}

bool agrees(const std::shared_ptr<const engines::Prover>& prover, const std::string& sheet) {
  const std::string file = (std::filesystem::temp_directory_path() / fmt::format("agon-bench-{}.jsonl", getpid())).string();
  if (!write_file(file, oracle(fmt::format("trace '{}' 3 1 10", sheet), 60))) return false;
  const auto trace = lab::read_trace(file);
  std::filesystem::remove(file);
  return trace && !trace->empty() && lab::verify_trace(game::AnyEngine("prover", prover), *trace).disagreements.empty();
}

double median(std::vector<double> values) {
  std::ranges::sort(values);
  return values.empty() ? 0 : values[values.size() / 2];
}

}  // namespace

int main(int argc, char** argv) {
  double seconds = 1;
  int rounds = 3;
  bool json = false;
  std::vector<std::string> sheets;
  for (int i = 1; i < argc; ++i) {
    if (std::strcmp(argv[i], "--seconds") == 0 && i + 1 < argc) seconds = std::atof(argv[++i]);
    else if (std::strcmp(argv[i], "--rounds") == 0 && i + 1 < argc) rounds = std::atoi(argv[++i]);
    else if (std::strcmp(argv[i], "--json") == 0) json = true;
    else sheets.emplace_back(argv[i]);
  }
  std::vector<double> ratios;
  for (const std::string& sheet : sheets) {
    const auto rules = gdl::read_rules(sheet);
    if (!rules) continue;
    const auto prover = engines::Prover::create(*rules);
    const std::string name = std::filesystem::path(sheet).stem().string();
    if (!prover || !agrees(*prover, sheet)) {
      fmt::print(stderr, "{}: not measured, the prover and Prolog do not agree or one of them fails\n", name);
      continue;
    }
    const bool untabled = prolog_speed(sheet, 0.3, false) > 0;
    std::vector<double> ours;
    std::vector<double> theirs;
    for (int round = 0; round < rounds; ++round) {
      const auto measure_prover = [&] { ours.push_back(prover_speed(**prover, seconds, static_cast<std::uint64_t>(round) + 1)); };
      const auto measure_prolog = [&] {
        theirs.push_back(std::max(prolog_speed(sheet, seconds, true), untabled ? prolog_speed(sheet, seconds, false) : 0.0));
      };
      if (round % 2 == 0) measure_prover(), measure_prolog();
      else measure_prolog(), measure_prover();
    }
    const double ratio = median(theirs) > 0 ? median(ours) / median(theirs) : 0;
    ratios.push_back(ratio);
    const auto [low, high] = std::ranges::minmax(ours);
    if (json)
      fmt::print(
          "{{\"schema\":\"agon.bench-prolog/"
          "1\",\"game\":\"{}\",\"prover\":{:.1f},\"prolog\":{:.1f},\"ratio\":{:.3f},\"low\":{:.1f},\"high\":{:.1f}}}\n",
          name, median(ours), median(theirs), ratio, low, high);
    else
      fmt::print("{:<30} prover {:>11.1f}  prolog {:>11.1f}  ratio {:>7.2f}  (prover {:.0f}..{:.0f})\n", name, median(ours),
                 median(theirs), ratio, low, high);
    std::fflush(stdout);
  }
  if (!ratios.empty()) {
    const auto [low, high] = std::ranges::minmax(ratios);
    fmt::print("{}\n", json ? fmt::format("{{\"schema\":\"agon.bench-prolog-total/"
                                          "1\",\"games\":{},\"median\":{:.3f},\"lowest\":{:.3f},\"highest\":{:.3f}}}",
                                          ratios.size(), median(ratios), low, high)
                            : fmt::format("{} games: median ratio {:.2f}, lowest {:.2f}, highest {:.2f}", ratios.size(),
                                          median(ratios), low, high));
  }
  return 0;
}
