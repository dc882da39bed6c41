// Fluent graphs of the whole library and of all public rule sheets, where available: no distance is inadmissible along random play.
// Prints processor time, memory and quality, and which sheets were cut. The work is limited by count, so that a busy machine gives
// the same graphs.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ctime>
#include <iostream>

#include "engines/prover/prover.h"
#include "gdl/read/reader.h"
#include "ground/grounder.h"
#include "knowledge/distance/admissibility_check.h"
#include "tests/diff/corpus.h"

namespace agon::knowledge {
namespace {

struct Tally {
  std::size_t sheets = 0, grounded = 0, finished = 0, within = 0, followed = 0, without_nothing = 0;
  std::uint64_t pairs = 0, never = 0, relaxed = 0;
  std::size_t checked = 0, enough = 0;
  std::vector<std::string> cut;
};

void look_at(const std::filesystem::path& path, std::uint64_t pairs, Tally& tally) {
  Limits limits;
  limits.time = std::chrono::seconds(5);
  limits.memory_bytes = std::size_t{1} << 30U;
  const Result<gdl::Rules> rules = gdl::read_rules(path.string());
  if (!rules) return;
  const auto prover = engines::Prover::create(*rules, limits);
  if (!prover) return;
  ++tally.sheets;
  const auto program = ground::ground(
      *rules, {.time = std::chrono::seconds(5), .memory_bytes = std::size_t{1} << 30U, .decompose = true, .progress = {}});
  if (!program) return;
  ++tally.grounded;
  const game::AnyEngine engine("prover", *prover);
  const std::vector<FluentState> samples = sample_states(engine, **program);
  DistanceOptions options;
  options.samples = samples;
  options.time = std::chrono::milliseconds(0);
  const std::clock_t start = std::clock();
  const DistanceKnowledge found = find_distances(**program, options);
  const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  const DistanceReport& r = found.report;
  const std::string name = path.stem().string();
  std::cout << fmt::format(
      "{:32} {:6} fluents {:7} edges {:5} empty {:5} targets {:2} rules {:.3f} s {:7.2f} MB {:9} conditions {} {}\n", name,
      r.fluents, r.edges, r.empty_edges, r.targets, r.rules_compared, seconds, static_cast<double>(r.bytes) / (1U << 20U), r.work,
      to_string(r.rule), r.ended);
  if (seconds <= 5) ++tally.within;
  if (r.ended.empty()) ++tally.finished;
  else tally.cut.push_back(name);
  if (r.rule.kind == EdgeRule::Kind::Carry) ++tally.followed;
  if (r.empty_edges == 0) ++tally.without_nothing;
  if (r.targets == 0) return;
  const AdmissibilityCheck check = check_admissible(engine, **program, found, 7, pairs, 12);
  EXPECT_THAT(check.violations, ::testing::IsEmpty());
  tally.pairs += check.pairs;
  tally.never += check.never;
  tally.relaxed += check.relaxed;
  ++tally.checked;
  if (check.pairs >= pairs) ++tally.enough;
}

Tally look_at_all(const std::vector<std::filesystem::path>& files, std::uint64_t pairs) {
  Tally tally;
  for (const auto& file : files) {
    SCOPED_TRACE(file.string());
    look_at(file, pairs, tally);
  }
  std::cout << fmt::format(
      "{} sheets, {} grounded, {} fluent graphs finished, {} within 5 s of processor time, {} cut: {}\n{} follow an argument, {} "
      "have no empty edge\n"
      "{} sheets checked, {} with {} pairs: {} pairs admissible, {} said never and were not seen, {} at most h_max\n",
      tally.sheets, tally.grounded, tally.finished, tally.within, tally.cut.size(), fmt::join(tally.cut, " "), tally.followed,
      tally.without_nothing, tally.checked, tally.enough, pairs, tally.pairs, tally.never, tally.relaxed);
  return tally;
}

TEST(DistanceCorpus, LibraryIsAdmissible) {
  const Tally tally = look_at_all(tests::files_in(std::filesystem::path(AGON_SOURCE_DIR) / "games" / "gdl", {".kif"}), 10'000);
  EXPECT_GE(tally.enough, 10U);
  EXPECT_GE(tally.pairs, 100'000U);
}

TEST(DistanceCorpus, PublicSheetsAreAdmissible) {
  const auto files = tests::files_in(tests::corpus_root() / "corpus" / "gdl", {".kif", ".gdl"});
  if (files.empty()) GTEST_SKIP() << tests::kNoCorpus;
  look_at_all(files, 2'000);
}

}  // namespace
}  // namespace agon::knowledge
