// Inductive proofs with answer sets: the solver clingo in a process of its own, under limits of time and memory.
#pragma once

#include <chrono>
#include <functional>
#include <span>

#include "knowledge/proofs/asp_encoding.h"
#include "knowledge/proofs/attempt.h"

namespace agon::knowledge::proofs {

struct ClingoOptions {
  std::chrono::milliseconds time{60'000};            // of one run; 0: no limit
  std::size_t memory_bytes = std::size_t{1} << 30U;  // of one run
  std::function<bool()> stop;
  std::string program = "clingo";  // looked for in PATH
};

class ClingoBackEnd {
 public:
  // Errors: `no-clingo` where the program is not installed; those of AspEncoding::create.
  [[nodiscard]] static Result<ClingoBackEnd> create(const gdl::Rules& rules, ClingoOptions options = {});

  [[nodiscard]] Attempt prove(const Property& property, std::span<const Property> lemmas = {}) const;
  // All that hold in the initial state at once, the broken ones dropped until nothing changes.
  [[nodiscard]] std::vector<Attempt> prove_together(std::span<const Property> properties) const;

  [[nodiscard]] const AspEncoding& encoding() const { return *encoding_; }
  // Ground rules that clingo makes of a program; no value where it does not get so far.
  [[nodiscard]] std::optional<std::size_t> ground_size(const std::string& program) const;
  // The atoms of the first answer, as clingo writes them; no value without an answer or within the limits.
  [[nodiscard]] std::optional<std::vector<std::string>> first_answer(const std::string& program) const;

  struct Answer;  // of one run

 private:
  ClingoBackEnd(std::shared_ptr<const AspEncoding> encoding, ClingoOptions options, std::string path)
      : encoding_(std::move(encoding)), options_(std::move(options)), path_(std::move(path)) {}
  [[nodiscard]] Answer run(const Result<std::string>& program) const;
  [[nodiscard]] Counterexample states_of(const Answer& answer) const;

  std::shared_ptr<const AspEncoding> encoding_;
  ClingoOptions options_;
  std::string path_;
};

}  // namespace agon::knowledge::proofs
