// The base and the step of an inductive proof as answer set programs with variables (Schiffel 2011, section 7): "no answer set" is
// the proof.
//
// Base: the rules with `true` read as `init`. Step: any set of fluents of the domain, one move for each role out of a static
// over-approximation of the legal ones, `next` derived, properties read again with `true` as `next`. Only rules on which the
// question depends are written (the relevance cut): the rest is stratified and always has a model.
#pragma once

#include <memory>
#include <span>
#include <string>

#include "base/result.h"
#include "knowledge/proofs/asp_names.h"
#include "knowledge/proofs/domains.h"
#include "knowledge/proofs/property.h"

namespace agon::knowledge::proofs {

struct AspQuestion {
  std::span<const Property> hypotheses;  // hold in the first state; some of them fails in the second
  std::span<const Property> lemmas;      // hold in the first state
  bool not_terminal = true;              // the first state is not terminal
  bool relevance_cut = true;             // false: all rules, to measure what the cut saves
};

class AspEncoding {
 public:
  // Errors are those of ground::make_clauses: rules that are too large.
  [[nodiscard]] static Result<std::shared_ptr<const AspEncoding>> create(const gdl::Rules& rules);

  // In the answers: `init` of the base; `true`, `does` and `next` of the step; `broken(k)` says that hypothesis k fails.
  [[nodiscard]] Result<std::string> base(std::span<const Property> hypotheses) const;
  [[nodiscard]] Result<std::string> step(const AspQuestion& question) const;
  // Its answer holds the static over-approximation of the legal moves, as static_legal(R,M).
  [[nodiscard]] Result<std::string> static_legal() const;

  [[nodiscard]] const Domains& domains() const { return *domains_; }
  [[nodiscard]] const AspNames& names() const { return names_; }

 private:
  explicit AspEncoding(const gdl::Rules& rules);
  friend class AspWriter;

  std::shared_ptr<const SymbolTable> symbols_;
  AspNames names_;
  std::unique_ptr<game::TermBank> terms_;
  ground::ClauseSet clauses_;
  std::unique_ptr<Domains> domains_;
};

}  // namespace agon::knowledge::proofs
