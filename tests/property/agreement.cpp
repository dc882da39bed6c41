#include "agreement.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <vector>

#include "base/rng.h"
#include "engines/prover/compiler.h"
#include "engines/prover/prover.h"
#include "gdl/print/printer.h"
#include "reference.h"

namespace agon::property {
namespace {

using engines::Prover;
using gdl::Formula;
using gdl::Keyword;

constexpr std::size_t kMaxRows = 120;
constexpr int kMaxVisits = 4;
// Far more than any of these sheets needs: a query that takes longer is a bug as well.
const Limits kLimits{.time = std::chrono::milliseconds{0}, .steps = 5'000'000};

gdl::Relation relation(Keyword keyword, std::uint32_t arity) { return {gdl::symbol(keyword), arity}; }

template <class T>
void shuffle(std::vector<T>& items, Rng& rng) {
  for (std::size_t i = items.size(); i > 1; --i) std::swap(items[i - 1], items[rng.below(static_cast<std::uint32_t>(i))]);
}

// ---- the match, by the reference alone ----

// One state of it: what holds there, and what follows from the joint move.
struct Visit {
  std::set<Value> state;
  std::vector<Value> joint;
  Model model;
};
struct Match {
  std::vector<Value> roles;  // in the order of the sheet
  std::set<Value> init;
  std::vector<Visit> visits;
};

std::set<Value> only_column(const Rows& rows) {
  std::set<Value> result;
  for (const Row& row : rows) result.insert(row[0]);
  return result;
}

std::set<Value> second_where(const Rows& rows, const Value& first) {
  std::set<Value> result;
  for (const Row& row : rows) {
    if (row[0] == first) result.insert(row[1]);
  }
  return result;
}

Visit visit(const Reference& reference, const std::vector<Value>& roles, const std::set<Value>& state, const Rows& legal,
            Rng& rng) {
  Visit result{state, {}, {}};
  std::vector<std::pair<Value, Value>> does;
  for (const Value& role : roles) {
    const std::set<Value> set = second_where(legal, role);
    std::vector<Value> moves(set.begin(), set.end());
    if (moves.empty())
      moves = {role, {gdl::symbol(Keyword::Random), {}}};  // not legal, but the rules say what follows all the same
    result.joint.push_back(moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
    does.emplace_back(role, result.joint.back());
  }
  result.model = reference.model(state, does, kMaxRows);
  return result;
}

Match play(const gdl::Rules& rules, Rng& rng) {
  const Reference reference(rules);
  Match match;
  for (const gdl::Rule& rule : rules.rules()) {
    if (gdl::relation_of(rule.head) == relation(Keyword::Role, 1)) match.roles.push_back({rule.head.args[0].name, {}});
  }
  match.init = only_column(rows_of(reference.model({}, {}, kMaxRows), relation(Keyword::Init, 1)));
  std::set<Value> state = match.init;
  for (int i = 0; i < kMaxVisits; ++i) {
    const Rows legal = rows_of(reference.model(state, {}, kMaxRows), relation(Keyword::Legal, 2));
    // Some states are left by two joint moves: the consequences of one must not be cached for the other.
    for (std::uint32_t moves = 1 + rng.below(2); moves > 0; --moves)
      match.visits.push_back(visit(reference, match.roles, state, legal, rng));
    state = only_column(rows_of(match.visits.back().model, relation(Keyword::Next, 1)));
    if (state == match.visits.back().state) break;
  }
  return match;
}

// ---- the prover's answers ----

std::string show(const std::set<Value>& set, const SymbolTable& symbols) {
  std::string result;
  for (const Value& value : set) result += " " + text(value, symbols);
  return "{" + result + " }";
}

std::set<Value> values(const game::TermBank& terms, std::span<const TermId> ids) {
  std::set<Value> result;
  for (const TermId id : ids) result.insert(value_of(terms, id));
  if (result.size() != ids.size()) throw std::runtime_error("an answer is given twice");
  return result;
}

class ProverCheck {
 public:
  ProverCheck(const Prover& prover, const Match& match) : prover_(prover), match_(match), reused_(prover.make_scratch()) {
    for (const Value& role : match.roles) {
      const TermId id = term_of(prover.terms(), role);
      const auto& known = prover.info().role_terms;
      roles_.push_back(RoleId{static_cast<std::uint32_t>(std::ranges::find(known, id) - known.begin())});
    }
  }

  // Asks everything once, in random order, on one scratch; a part of it again on fresh ones.
  std::optional<std::string> run(Rng& rng) {
    std::vector<Question> questions;
    for (std::uint32_t v = 0; v < match_.visits.size(); ++v) {
      for (const Kind kind : {Kind::Legal, Kind::Terminal, Kind::Goal, Kind::Next, Kind::Sees, Kind::Init}) {
        for (std::uint32_t r = 0; r < match_.roles.size(); ++r) questions.push_back({kind, v, r});
      }
    }
    shuffle(questions, rng);
    // Half of the time state after state, as an engine is used; otherwise back and forth.
    if (rng.below(2) == 0) std::ranges::stable_sort(questions, {}, &Question::visit);
    for (const Question& question : questions) {
      if (rng.below(5) == 0) interrupt(questions[rng.below(static_cast<std::uint32_t>(questions.size()))], 1 + rng.below(150));
      if (auto difference = ask(reused_, question)) return "reused scratch: " + *difference;
      if (rng.below(4) != 0) continue;
      Prover::Scratch fresh = prover_.make_scratch();
      if (auto difference = ask(fresh, question)) return "fresh scratch: " + *difference;
    }
    return std::nullopt;
  }

 private:
  enum class Kind : std::uint8_t { Legal, Terminal, Goal, Next, Sees, Init };
  struct Question {
    Kind kind;
    std::uint32_t visit;
    std::uint32_t role;
  };

  // An interrupted query must not affect the answers to later ones.
  void interrupt(const Question& question, std::uint64_t steps) {
    reused_.set_limits({.time = kLimits.time, .steps = steps});
    try {
      (void)ask(reused_, question);
    } catch (const LimitReached&) {
    }
    reused_.set_limits(kLimits);
  }

  std::optional<std::string> ask(Prover::Scratch& scratch, const Question& question) {
    const Visit& visit = match_.visits[question.visit];
    const Value& role = match_.roles[question.role];
    const RoleId r = role_id(question.role);
    const game::TermBank& terms = prover_.terms();
    const auto rows = [&](Keyword keyword, std::uint32_t arity) -> const Rows& {
      return rows_of(visit.model, relation(keyword, arity));
    };
    Prover::State state = state_of(visit);
    const std::vector<MoveId> joint = joint_of(visit);
    std::set<Value> got;
    std::set<Value> want;
    switch (question.kind) {
      case Kind::Legal: {
        game::MoveBuffer moves;
        prover_.legal_moves(scratch, state, r, moves);
        std::vector<TermId> ids;
        for (const MoveId move : moves) ids.push_back(prover_.move_term(r, move));
        if (!std::ranges::is_sorted(ids, [&](TermId a, TermId b) { return terms.compare(a, b) < 0; }))
          return "legal moves are out of order";
        got = values(terms, ids);
        want = second_where(rows(Keyword::Legal, 2), role);
        break;
      }
      case Kind::Terminal: {
        const bool is = prover_.is_terminal(scratch, state);
        const bool should = !rows(Keyword::Terminal, 0).empty();
        if (is == should) return std::nullopt;
        return fmt::format("state {} is {}terminal, should be {}terminal", show(visit.state, terms.symbols()), is ? "" : "not ",
                           should ? "" : "not ");
      }
      case Kind::Goal: {
        std::vector<int> is;
        prover_.goal_values(scratch, state, r, is);
        std::vector<int> should;
        for (const Value& v : second_where(rows(Keyword::Goal, 2), role)) should.push_back(std::stoi(text(v, terms.symbols())));
        std::ranges::sort(should);
        if (is == should) return std::nullopt;
        return fmt::format("state {}: {} goal values, should be {}", show(visit.state, terms.symbols()), is.size(), should.size());
      }
      case Kind::Next:
        prover_.apply(scratch, state, joint);
        got = values(terms, state.fluents);
        want = only_column(rows(Keyword::Next, 1));
        break;
      case Kind::Sees: {
        game::TermBuffer percepts;
        prover_.percepts(scratch, state, joint, r, percepts);
        if (!prover_.info().hidden) return std::nullopt;
        got = values(terms, percepts);
        want = second_where(rows(Keyword::Sees, 2), role);
        break;
      }
      case Kind::Init:
        got = values(terms, prover_.initial_state(scratch).fluents);
        want = match_.init;
        break;
    }
    if (got == want) return std::nullopt;
    constexpr const char* kNames[] = {"legal", "terminal", "goal", "next", "sees", "init"};
    return fmt::format("state {}: {} gives {}, should be {}", show(visit.state, terms.symbols()),
                       kNames[static_cast<int>(question.kind)], show(got, terms.symbols()), show(want, terms.symbols()));
  }

  [[nodiscard]] RoleId role_id(std::uint32_t r) const { return roles_[r]; }
  [[nodiscard]] Prover::State state_of(const Visit& visit) const {
    Prover::State state;
    for (const Value& fluent : visit.state) state.fluents.push_back(term_of(prover_.terms(), fluent));
    std::ranges::sort(state.fluents);
    return state;
  }
  // In the prover's order of roles, which follows the (shuffled) sheet.
  [[nodiscard]] std::vector<MoveId> joint_of(const Visit& visit) const {
    std::vector<MoveId> joint(visit.joint.size());
    for (std::size_t r = 0; r < visit.joint.size(); ++r)
      joint[roles_[r].index()] = MoveId{term_of(prover_.terms(), visit.joint[r]).value};
    return joint;
  }

  const Prover& prover_;
  const Match& match_;
  Prover::Scratch reused_;
  std::vector<RoleId> roles_;
};

// ---- every relation in every mode, below the level of the contract ----

class ModeCheck {
 public:
  ModeCheck(const gdl::Rules& rules, const Match& match) : rules_(rules), match_(match), terms_(rules.shared_symbols(), kLimits) {
    for (const gdl::Rule& rule : rules.rules()) {
      for (const gdl::Term& arg : rule.head.args) {
        if (arg.constant()) constants_.push_back({arg.name, {}});
      }
    }
  }

  std::optional<std::string> run(Rng& rng) {
    using engines::prover::Mode;
    engines::prover::Compiler compiler(engines::prover::make_clauses(rules_, terms_), terms_);
    if (rng.below(2) == 0) compiler.learn_answers(invented(rng));
    struct Callee {
      gdl::Relation relation;
      std::vector<Mode> modes;
      engines::prover::CalleeId id;
    };
    std::vector<Callee> callees;
    const gdl::DependencyGraph graph(rules_);
    for (std::uint32_t node = 0; node < graph.size(); ++node) {
      const gdl::Relation r = graph.relation(node);
      if (r == relation(Keyword::True, 1) || r == relation(Keyword::Does, 2)) continue;
      for (int i = 0; i < 3; ++i) {
        std::vector<Mode> modes(r.arity);
        for (Mode& mode : modes) mode = static_cast<Mode>(rng.below(3));
        callees.push_back({r, modes, compiler.require(r, modes)});
        if (r.arity == 0) break;
      }
    }
    const engines::prover::Program program = compiler.finish();
    engines::prover::Machine machine(program, terms_, kLimits);
    for (std::size_t i = 0; i < 3 * match_.visits.size(); ++i) {
      const Visit& visit = match_.visits[rng.below(static_cast<std::uint32_t>(match_.visits.size()))];
      enter(machine, visit);
      for (int q = 0; q < 12; ++q) {
        const Callee& callee = callees[rng.below(static_cast<std::uint32_t>(callees.size()))];
        if (auto difference = ask(machine, visit, callee, rng)) return difference;
      }
    }
    return std::nullopt;
  }

 private:
  // Invented cardinalities: whatever the planner believes, and whatever order follows from it, the answers stay the same.
  engines::prover::Observations invented(Rng& rng) const {
    engines::prover::Observations observations;
    for (engines::prover::PredicateId p = 0; p < 2 * rules_.rules().size(); ++p) {
      for (std::uint32_t i = rng.below(3); i > 0; --i) {
        engines::prover::Callee callee;
        callee.predicate = p;
        callee.modes.resize(40);  // more than any relation has arguments; the rest is not looked at
        for (engines::prover::Mode& mode : callee.modes) mode = static_cast<engines::prover::Mode>(rng.below(3));
        observations.add(callee, rng.below(2) == 0 ? rng.below(2) : rng.below(1'000));
      }
    }
    return observations;
  }

  void enter(engines::prover::Machine& machine, const Visit& visit) {
    std::vector<TermId> fluents;
    std::vector<TermId> roles;
    std::vector<TermId> moves;
    for (const Value& fluent : visit.state) fluents.push_back(term_of(terms_, fluent));
    for (const Value& role : match_.roles) roles.push_back(term_of(terms_, role));
    for (const Value& move : visit.joint) moves.push_back(term_of(terms_, move));
    machine.set_state(fluents);
    machine.set_moves(roles, moves);
  }

  template <class Callee>
  std::optional<std::string> ask(engines::prover::Machine& machine, const Visit& visit, const Callee& callee, Rng& rng) {
    using engines::prover::Mode;
    const Rows& rows = rows_of(visit.model, callee.relation);
    // Arguments of a row that exists, or any.
    Row known(callee.relation.arity);
    if (!rows.empty() && rng.below(3) != 0)
      known = *std::next(rows.begin(), static_cast<std::ptrdiff_t>(rng.below(static_cast<std::uint32_t>(rows.size()))));
    else
      for (Value& value : known) value = constants_[rng.below(static_cast<std::uint32_t>(constants_.size()))];

    std::vector<TermId> keys;
    std::string mode_text;
    for (std::size_t i = 0; i < callee.modes.size(); ++i) {
      if (callee.modes[i] == Mode::Known) keys.push_back(term_of(terms_, known[i]));
      mode_text +=
          callee.modes[i] == Mode::Known ? " " + text(known[i], rules_.symbols()) : (callee.modes[i] == Mode::Wanted ? " ?" : " _");
    }
    Rows want;
    for (const Row& row : rows) {
      Row wanted;
      bool agrees = true;
      for (std::size_t i = 0; i < row.size(); ++i) {
        if (callee.modes[i] == Mode::Wanted) wanted.push_back(row[i]);
        agrees = agrees && (callee.modes[i] != Mode::Known || row[i] == known[i]);
      }
      if (agrees) want.insert(wanted);
    }
    Rows got;
    const auto width = static_cast<std::size_t>(std::ranges::count(callee.modes, Mode::Wanted));
    if (width == 0) {
      if (machine.holds(callee.id, keys)) got.insert(Row{});
    } else {
      const std::span<const TermId> answers = machine.ask(callee.id, keys);
      for (std::size_t at = 0; at < answers.size(); at += width) {
        Row row;
        for (std::size_t i = 0; i < width; ++i) row.push_back(value_of(terms_, answers[at + i]));
        if (!got.insert(row).second) return "an answer is given twice";
      }
    }
    if (got == want) return std::nullopt;
    const auto list = [&](const Rows& set) {
      std::string result;
      for (const Row& row : set) result += " <" + text(row, rules_.symbols()) + ">";
      return result;
    };
    return fmt::format("state {}: ({}{}) gives{}, should be{}", show(visit.state, rules_.symbols()),
                       rules_.symbols().text(callee.relation.name), mode_text, list(got), list(want));
  }

  const gdl::Rules& rules_;
  const Match& match_;
  game::TermBank terms_;
  std::vector<Value> constants_;
};

// ---- the same rules in another order ----

void shuffle(std::vector<Formula>& parts, Rng& rng, int) {
  for (Formula& part : parts) shuffle(part.parts, rng, 0);
  shuffle(parts, rng);
}

gdl::Rules shuffled(const gdl::Rules& rules, Rng& rng) {
  std::vector<gdl::Rule> copy = rules.rules();
  for (gdl::Rule& rule : copy) shuffle(rule.body, rng, 0);
  shuffle(copy, rng);
  return {rules.name(), "", rules.shared_symbols(), std::move(copy), {}};
}

std::optional<std::string> compare(const gdl::Rules& rules, const Match& match, Rng& rng) {
  try {
    const auto prover = Prover::create(rules, kLimits);
    if (!prover) return "the prover refuses the sheet: " + prover.error().diagnostics.front().message;
    if (auto difference = ProverCheck(**prover, match).run(rng)) return difference;
    return ModeCheck(rules, match).run(rng);
  } catch (const LimitReached& limit) {
    return std::string("limit reached: ") + limit.what();
  } catch (const std::runtime_error& error) {
    return error.what();
  }
}

// ---- shrinking ----

// Each way to make one of the formulas smaller: leave it out, or put one of its parts in its place.
void smaller(std::vector<Formula>& parts, bool may_drop, const std::function<bool()>& attempt) {
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const std::vector<Formula> before = parts;
    if (may_drop || parts.size() > 1) {
      parts.erase(parts.begin() + static_cast<std::ptrdiff_t>(i));
      if (attempt()) {
        --i;
        continue;
      }
      parts = before;
    }
    for (std::size_t p = 0; p < before[i].parts.size(); ++p) {
      parts[i] = before[i].parts[p];
      if (attempt()) break;
      parts = before;
    }
    smaller(parts[i].parts, false, attempt);
  }
}

}  // namespace

std::optional<std::string> disagreement(const gdl::Rules& rules, std::uint64_t seed, bool* skipped) {
  Rng rng(seed);
  Match match;
  try {
    match = play(rules, rng);
  } catch (const std::runtime_error&) {
    if (skipped != nullptr) *skipped = true;
    return std::nullopt;
  }
  if (auto difference = compare(rules, match, rng)) return difference;
  const gdl::Rules other = shuffled(rules, rng);
  if (auto difference = compare(other, match, rng)) return "in another order, " + *difference + "\n" + gdl::print_kif(other);
  return std::nullopt;
}

gdl::Rules shrink(const gdl::Rules& rules, const std::function<bool(const gdl::Rules&)>& fails) {
  std::vector<gdl::Rule> current = rules.rules();
  const auto make = [&] { return gdl::Rules(rules.name(), "", rules.shared_symbols(), current, {}); };
  const auto attempt = [&] {
    const gdl::Rules candidate = make();
    return std::ranges::all_of(current, safe) && stratified(candidate) && fails(candidate);
  };
  for (std::size_t size = ~std::size_t{0}; gdl::print_kif(make()).size() < size;) {
    size = gdl::print_kif(make()).size();
    for (std::size_t i = 0; i < current.size(); ++i) {
      if (gdl::relation_of(current[i].head) == relation(Keyword::Role, 1)) continue;
      const std::vector<gdl::Rule> before = current;
      current.erase(current.begin() + static_cast<std::ptrdiff_t>(i));
      if (attempt()) {
        --i;
        continue;
      }
      current = before;
      smaller(current[i].body, true, attempt);
    }
  }
  return make();
}

}  // namespace agon::property
