// The chainer: High Speed Forward Chaining (Schofield and Saffidine, GIGA'13). A state is evaluated bottom-up, rule by rule, by
// database joins; every instance of a relation is one number and every step of a join one table look-up. It needs games whose terms
// are bounded, but no ground rules: it sits between the prover, which is ready at once, and the engines on ground programs.
//
// A query about a state computes everything that depends on the state (legal moves, terminal, goals) and caches it until another
// state is asked about. With `lazy` only what the query needs is computed; comparisons with the paper must not use it.
#pragma once

#include <absl/container/inlined_vector.h>

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "base/limits.h"
#include "base/result.h"
#include "engines/chainer/compile/frames.h"
#include "engines/chainer/compile/moves.h"
#include "engines/chainer/compile/ordering.h"
#include "engines/chainer/program.h"
#include "engines/chainer/script.h"
#include "game/capabilities.h"
#include "gdl/rules.h"

namespace agon::engines {

struct ChainerOptions {
  chainer::Order order = chainer::Order::Best;
  bool tables = true;
  bool faithful = false;  // the paper's inner loop to the letter; see chainer/ordering.h
  bool lazy = false;
  bool count = false;  // Scratch::reads
  // Random play that measures the cardinalities (lengths of lists) before the join order is chosen.
  std::uint32_t sample_states = 200;
  std::chrono::milliseconds sample_time{1'000};
  std::uint64_t seed = 1;
  // A rule beyond these runs without tables.
  std::size_t rule_bytes = std::size_t{256} << 20U;
  std::size_t table_bytes = std::size_t{1} << 30U;
  std::chrono::milliseconds ground_time{20'000};
  chainer::ProgramLimits relations;
};

struct ChainerReport {
  struct Rule {
    std::string head;
    double predicted = 0;  // list elements read each time, by Corollary 2
    std::size_t bytes = 0;
    bool tables = false;
    std::vector<chainer::HypothesisKind> kinds;
  };
  double read_seconds = 0;      // rules to relations with numbers
  double optimise_seconds = 0;  // sample play and ordering
  double ground_seconds = 0;    // tables
  std::size_t table_bytes = 0;
  std::size_t kb_bytes = 0;
  std::uint32_t sampled_states = 0;
  std::uint32_t rules_without_tables = 0;
  std::vector<Rule> rules;  // in the order of Scratch::reads; a recursive rule once for each recursive condition
};

class Chainer {
 public:
  struct State {
    // A bit for each fluent; or the fluents' numbers in ascending order where there are too many to have a bit each.
    absl::InlinedVector<std::uint64_t, 8> words;
    [[nodiscard]] auto& cells() { return words; }
    [[nodiscard]] const auto& cells() const { return words; }
    friend bool operator==(const State&, const State&) = default;
  };

  class Scratch {
   public:
    // With ChainerOptions::count: list elements read and times run, per rule.
    std::vector<std::uint64_t> reads;
    std::vector<std::uint64_t> runs;

   private:
    friend class Chainer;
    explicit Scratch(const chainer::Layout& layout) : kb(layout) {}
    chainer::KnowledgeBase kb;
    chainer::Walker::Run walk;
    std::unique_ptr<chainer::Deadline> deadline;
    State state;
    bool loaded = false;
    std::uint8_t computed = 0;  // chainer::Wanted
    std::vector<MoveId> joint;
    std::vector<int> values;
    std::vector<std::uint64_t> words;  // for FrameRule::run
    chainer::MoveNumbers::Legals legals;
    bool moved = false;                                          // `joint` was made and what depends on it computed
    std::vector<std::pair<std::uint32_t, std::uint32_t>> fresh;  // per relation: the new part of its list
    std::vector<std::vector<double>>* sums = nullptr;            // where the lengths of lists go while sampling
    std::vector<double>* times = nullptr;
  };

  // Fails on dialects that need more than logic, and on games whose terms or domains are beyond the limits.
  [[nodiscard]] static Result<std::shared_ptr<const Chainer>> create(const gdl::Rules& rules, const Limits& limits = {},
                                                                     const ChainerOptions& options = {});

  [[nodiscard]] const game::GameInfo& info() const { return info_; }
  [[nodiscard]] game::TermBank& terms() const { return *terms_; }
  [[nodiscard]] Scratch make_scratch() const;

  [[nodiscard]] State initial_state(Scratch&) const { return initial_; }
  void legal_moves(Scratch& scratch, const State& state, RoleId role, game::MoveBuffer& out) const;
  void apply(Scratch& scratch, State& state, std::span<const MoveId> joint) const;
  [[nodiscard]] bool is_terminal(Scratch& scratch, const State& state) const;
  [[nodiscard]] int goal(Scratch& scratch, const State& state, RoleId role) const;
  void goal_values(Scratch& scratch, const State& state, RoleId role, std::vector<int>& out) const;
  void percepts(Scratch& scratch, const State& state, std::span<const MoveId> joint, RoleId role, game::TermBuffer& out) const;
  void fluents(const State& state, game::TermBuffer& out) const;
  [[nodiscard]] TermId move_term(RoleId, MoveId move) const { return moves_.term(move); }
  [[nodiscard]] std::uint64_t hash(const State& state) const;

  [[nodiscard]] const ChainerReport& report() const { return report_; }
  [[nodiscard]] const chainer::Program& program() const { return *program_; }

 private:
  struct Fluents {  // the fluents of one shape: numbers begin .. end
    chainer::RelationId relation = 0;
    chainer::RelationId next = chainer::kNoRelation;
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    bool asked = false;  // some rule reads it
    bool listed = true;  // some rule reads the list
  };

  Chainer(const gdl::Rules& rules, const Limits& limits, const ChainerOptions& options);
  void find_roles(const gdl::Rules& rules);
  void number_fluents();
  void find_initial_state();
  void sample();
  void find_goals();
  void find_frames();
  void ground();

  template <class Visit>
  void for_each_of(const Scratch& scratch, std::span<const chainer::RelationId> relations, RoleId role, Visit&& visit) const;
  template <class Visit>
  void for_each_fluent(const State& state, Visit&& visit) const;
  // A memcmp call costs more than comparing the few words of most states.
  [[nodiscard]] bool same(const State& a, const State& b) const {
    if (!bits_) return a == b;
    const std::uint64_t* x = a.words.data();
    const std::uint64_t* y = b.words.data();
    std::uint64_t difference = 0;
    for (std::size_t i = 0; i < words_; ++i) difference |= x[i] ^ y[i];
    return difference == 0;
  }
  void clear_move(Scratch& scratch) const;
  void load(chainer::KnowledgeBase& kb, const State& state) const;
  void at(Scratch& scratch, const State& state, std::uint8_t wanted) const;
  void at(Scratch& scratch, const State& state, std::span<const MoveId> joint) const;
  void run(Scratch& scratch, const std::vector<chainer::Step>& steps) const;
  void run(Scratch& scratch, const chainer::Block& block) const;
  void run(Scratch& scratch, std::uint32_t code, std::uint32_t begin = 0, std::uint32_t end = 0xffffffff) const;
  void measure(Scratch& scratch, std::uint32_t rule) const;

  Limits limits_;
  ChainerOptions options_;
  std::shared_ptr<game::TermBank> terms_;
  game::GameInfo info_;
  std::unique_ptr<chainer::Program> program_;
  chainer::MoveNumbers moves_;
  std::vector<Fluents> fluents_;
  std::vector<std::pair<std::uint32_t, chainer::FrameRule>> frames_;  // by code, which is then not run
  bool bits_ = true;                                                  // how a state is stored
  std::size_t words_ = 0;
  std::uint64_t asked_ = 0;  // number of the bits that have an atom
  bool walks_ = false;       // some rules have no tables
  bool scripted_ = false;    // there are scripts, and they are run
  chainer::Scripts scripts_;
  std::vector<std::vector<std::pair<chainer::AtomId, int>>>
      goals_;  // per role, ascending by value; empty where a goal has no array
  State initial_;
  ChainerReport report_;
};

static_assert(game::FlatEngine<Chainer>);

}  // namespace agon::engines
