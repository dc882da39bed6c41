// Property test: the prover against the reference semantics, on random sheets. AGON_PROPERTY_RUNS sets how many, AGON_PROPERTY_SEED
// where to start; a failure prints the seed and the shrunk sheet.
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "agreement.h"
#include "gdl/check/check.h"
#include "gdl/print/printer.h"
#include "gdl/test_helpers.h"
#include "random_rules.h"
#include "reference.h"

namespace agon::property {
namespace {

std::uint64_t setting(const char* name, std::uint64_t otherwise) {
  const char* text = std::getenv(name);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

TEST(RandomRules, AreSafeAndStratified) {
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    const gdl::Rules rules = gdl::read_good(random_sheet(seed));
    ASSERT_TRUE(stratified(rules)) << "seed " << seed << "\n" << random_sheet(seed);
    for (const gdl::Rule& rule : rules.rules())
      ASSERT_TRUE(safe(rule)) << "seed " << seed << "\n" << gdl::print_kif(rule, rules.symbols());
    for (const Diagnostic& found : gdl::check(rules)) {
      // Local variables of a `not` and recursion over terms are on purpose.
      if (found.code == "negation-only-variable" || found.code == "unrestricted-recursion") continue;
      EXPECT_NE(found.severity, Severity::Error) << "seed " << seed << ": " << found.message << "\n"
                                                 << rules.text().substr(found.span.begin, found.span.end - found.span.begin);
    }
  }
}

TEST(ProverProperty, AgreesWithTheReference) {
  const std::uint64_t first = setting("AGON_PROPERTY_SEED", 1);
  const std::uint64_t runs = setting("AGON_PROPERTY_RUNS", 1'000);
  std::uint64_t skipped = 0;
  for (std::uint64_t seed = first; seed < first + runs; ++seed) {
    const gdl::Rules rules = gdl::read_good(random_sheet(seed));
    bool skip = false;
    const auto difference = disagreement(rules, seed, &skip);
    skipped += skip ? 1 : 0;
    if (!difference) continue;
    const gdl::Rules small = shrink(rules, [&](const gdl::Rules& candidate) { return disagreement(candidate, seed).has_value(); });
    ADD_FAILURE() << "seed " << seed << ": " << *disagreement(small, seed) << "\n"
                  << gdl::print_kif(small) << "\nshrunk from\n"
                  << random_sheet(seed);
    break;
  }
  RecordProperty("skipped", static_cast<int>(skipped));
  EXPECT_LE(skipped * 10, runs) << "too many sheets are beyond the reference";
}

}  // namespace
}  // namespace agon::property
