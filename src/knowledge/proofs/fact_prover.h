// The stages of prove_facts(), in order; private to it.
#pragma once

#include <string>
#include <vector>

#include "circuit/induction.h"
#include "knowledge/proofs/hypotheses.h"
#include "knowledge/proofs/prove_facts.h"

namespace agon::knowledge::proofs {

class FactProver {
 public:
  FactProver(const circuit::Circuit& circuit, const ProofOptions& options, Proofs& out);
  void run();

 private:
  using Clock = std::chrono::steady_clock;
  using StateFormula = circuit::StateFormula;

  // A hypothesis about one state on its way through the stages.
  struct Claim {
    StateFormula formula;
    std::string text;
    bool settled = false;
    bool proved = false;
    circuit::InductionResult last;
  };

  [[nodiscard]] double spent() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }
  [[nodiscard]] bool out_of_time(double share = 1) const;
  void allow(double share, int conflicts);  // time until this share of it is spent
  std::size_t claim(StateFormula formula, std::string text);
  void make_claims();
  void prove_alone();
  void prove_together();
  void prove_hard();
  void report_claims();

  void state_facts();
  void turns_and_idle();
  void persistence();
  void length();
  [[nodiscard]] bool changes_in_every_step(const std::vector<std::uint32_t>& group) const;
  std::optional<std::uint32_t> counted_length(const std::vector<std::uint32_t>& group);
  std::optional<std::uint32_t> measured_length();

  void fail(std::string text, const circuit::InductionResult& result);
  [[nodiscard]] std::string text(std::uint32_t fluent) const;
  [[nodiscard]] std::string group_text(const std::vector<std::uint32_t>& fluents) const;
  [[nodiscard]] bool known_group(const GroupHypothesis& group, bool exactly) const;
  template <class T>
  game::Fact<T> fact(T value, bool proved) const {
    return {std::move(value), proved ? game::Standing::Proved : game::Standing::Seen,
            proved ? "induction on the circuit" : "random play", record_.states};
  }

  const circuit::Circuit& circuit_;
  const ground::GroundProgram& program_;
  const ProofOptions& options_;
  Proofs& out_;
  Clock::time_point start_;
  PlayRecord record_;
  Hypotheses hypotheses_;
  circuit::Induction induction_;
  std::vector<Claim> claims_;
  std::vector<std::size_t> at_most_, at_least_;  // claims of the groups
  std::optional<std::size_t> sum_claim_;
  std::vector<std::vector<std::size_t>> goal_claims_;      // per role, as never_goals
  std::vector<std::size_t> fluent_claims_;                 // as unreachable
  std::vector<std::uint32_t> proved_true_, proved_false_;  // fluents that stay true, or false
};

}  // namespace agon::knowledge::proofs
