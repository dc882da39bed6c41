// Every fuzz target holds for its seeds and for inputs mutated from them: the short form of scripts/fuzz, which ./test can afford,
// since it needs no second build. What it lacks are sanitizers and coverage to steer by; those come with ./test --all.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "base/file.h"
#include "base/rng.h"

// The targets, each function under a name of its own.
#define LLVMFuzzerTestOneInput fuzz_http
#include "tests/fuzz/fuzz_http.cpp"
#undef LLVMFuzzerTestOneInput
#define LLVMFuzzerTestOneInput fuzz_play
#include "tests/fuzz/fuzz_play.cpp"
#undef LLVMFuzzerTestOneInput
#define LLVMFuzzerTestOneInput fuzz_protocol
#include "tests/fuzz/fuzz_protocol.cpp"
#undef LLVMFuzzerTestOneInput
#define LLVMFuzzerTestOneInput fuzz_reader
#include "tests/fuzz/fuzz_reader.cpp"
#undef LLVMFuzzerTestOneInput
#define LLVMFuzzerTestOneInput fuzz_record
#include "tests/fuzz/fuzz_record.cpp"
#undef LLVMFuzzerTestOneInput
#define LLVMFuzzerTestOneInput fuzz_scramble
#include "tests/fuzz/fuzz_scramble.cpp"
#undef LLVMFuzzerTestOneInput
#define LLVMFuzzerTestOneInput fuzz_strategy
#include "tests/fuzz/fuzz_strategy.cpp"
#undef LLVMFuzzerTestOneInput
#define LLVMFuzzerTestOneInput fuzz_trace
#include "tests/fuzz/fuzz_trace.cpp"
#undef LLVMFuzzerTestOneInput

namespace agon {
namespace {

namespace fs = std::filesystem;

struct FuzzTarget {
  const char* name;
  int (*check)(const std::uint8_t* data, std::size_t size);
  const char* seeds;  // folder; a target with `sheets` takes those of the library too
  bool sheets = false;
  int inputs = 2000;  // mutated ones
};

constexpr FuzzTarget kTargets[] = {
    {"http", fuzz_http, "http"},
    {"play", fuzz_play, nullptr, true, 300},
    {"protocol", fuzz_protocol, "protocol", true},
    {"reader", fuzz_reader, nullptr, true, 600},
    {"record", fuzz_record, "record"},
    {"scramble", fuzz_scramble, nullptr, true, 600},
    {"strategy", fuzz_strategy, "strategy"},
    {"trace", fuzz_trace, "trace"},
};

void PrintTo(const FuzzTarget& target, std::ostream* out) { *out << target.name; }

constexpr std::size_t kLongestSheet =
    3000;  // as scripts/fuzz: short inputs are tried more often, and most of what can go wrong fits
constexpr std::size_t kLongestInput = 4096;

void add_files(const fs::path& folder, std::size_t longest, std::vector<std::string>& seeds) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file() && entry.file_size() <= longest && entry.path().extension() != ".toml")
      files.push_back(entry.path());
  }
  std::ranges::sort(files);
  for (const fs::path& file : files) {
    Result<std::string> text = read_file(file.string());
    ASSERT_TRUE(text) << file;
    seeds.push_back(std::move(*text));
  }
}

// What libFuzzer does to an input, without its knowledge of coverage: bytes changed, left out, repeated, and a piece of another
// seed.
class Mutator {
 public:
  Mutator(const std::vector<std::string>& seeds, std::uint64_t seed) : seeds_(seeds), rng_(seed) {}

  std::string next() {
    std::string input = pick();
    for (std::uint32_t changes = 1 + rng_.below(4); changes > 0; --changes) change(input);
    if (input.size() > kLongestInput) input.resize(kLongestInput);
    return input;
  }

 private:
  const std::string& pick() { return seeds_[rng_.below(static_cast<std::uint32_t>(seeds_.size()))]; }
  std::size_t place(const std::string& text) { return rng_.below(static_cast<std::uint32_t>(text.size() + 1)); }
  std::string piece(const std::string& text) {
    const std::size_t from = place(text);
    return text.substr(from, 1 + rng_.below(rng_.below(2) == 0 ? 8 : 200));
  }
  void change(std::string& input) {
    const std::size_t at = place(input);
    switch (rng_.below(6)) {
      case 0:
        if (at < input.size()) input[at] = static_cast<char>(rng_.below(256));
        break;
      case 1: input.insert(at, 1, kTelling[rng_.below(sizeof kTelling - 1)]); break;
      case 2: input.erase(at, piece(input).size()); break;
      case 3: input.insert(at, piece(input)); break;
      case 4: input.insert(at, piece(pick())); break;
      default: input.resize(at); break;
    }
  }

  static constexpr char kTelling[] = "()?<=\"{}[]:,;\r\n \\-+.0199eE\x80\xff%";
  const std::vector<std::string>& seeds_;
  Rng rng_;
};

// A target that breaks ends the process, so the input is written down on the way.
std::string current_input;
std::string input_file;
void write_input_down(int signal) {
  if (FILE* const file = std::fopen(input_file.c_str(), "wb"); file != nullptr) {
    std::fwrite(current_input.data(), 1, current_input.size(), file);
    std::fclose(file);
    std::fprintf(stderr, "the input is in %s; scripts/fuzz builds the target that repeats it\n", input_file.c_str());
  }
  ::signal(signal, SIG_DFL);
  ::raise(signal);
}

class FuzzInputs : public testing::TestWithParam<FuzzTarget> {
 protected:
  void SetUp() override {
    const fs::path source(AGON_SOURCE_DIR);
    if (GetParam().seeds != nullptr) add_files(source / "tests/fuzz/seeds" / GetParam().seeds, kLongestInput, seeds_);
    if (GetParam().sheets) {
      add_files(source / "games/gdl", kLongestSheet, seeds_);
      add_files(source / "tests/golden/check", kLongestSheet, seeds_);
    }
    ASSERT_FALSE(seeds_.empty());
    input_file = fmt::format("fuzz_{}.input", GetParam().name);
    for (const int signal : {SIGABRT, SIGSEGV, SIGFPE, SIGILL, SIGBUS}) ::signal(signal, write_input_down);
  }
  void TearDown() override {
    for (const int signal : {SIGABRT, SIGSEGV, SIGFPE, SIGILL, SIGBUS}) ::signal(signal, SIG_DFL);
  }
  void try_input(std::string input) {
    current_input = std::move(input);
    EXPECT_EQ(GetParam().check(reinterpret_cast<const std::uint8_t*>(current_input.data()), current_input.size()), 0);
  }

  std::vector<std::string> seeds_;
};

TEST_P(FuzzInputs, SeedsHold) {
  for (const std::string& seed : seeds_) try_input(seed);
}

TEST_P(FuzzInputs, MutatedSeedsHold) {
  Mutator mutator(seeds_, 1);
  for (int i = 0; i < GetParam().inputs; ++i) try_input(mutator.next());
}

INSTANTIATE_TEST_SUITE_P(Targets, FuzzInputs, testing::ValuesIn(kTargets),
                         [](const auto& each) { return std::string(each.param.name); });

}  // namespace
}  // namespace agon
