// Fuzzes checks and prover: any bytes that parse as rules are checked and played for ten steps, under tight limits.
#include <cstdint>
#include <string>

#include "base/rng.h"
#include "engines/prover/prover.h"
#include "gdl/check/check.h"
#include "gdl/read/reader.h"
#include "play/referee/trial.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace agon;
  const Result<gdl::Rules> rules = gdl::read_text({reinterpret_cast<const char*>(data), size}, "input", {.max_depth = 200});
  if (!rules) return 0;
  (void)gdl::check(*rules);
  Limits limits;
  limits.steps = 50'000;
  limits.memory_bytes = std::size_t{256} << 20U;
  limits.term_size = 10'000;
  const auto prover = engines::Prover::create(*rules, limits);
  if (!prover) return 0;
  (void)play::trial_play(*rules, **prover, {.seed = 1, .matches = 1, .max_steps = 10, .max_inferences = 100'000});
  return 0;
}
