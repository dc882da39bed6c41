#include "ground/assemble.h"

#include <absl/container/flat_hash_map.h>

#include <algorithm>

#include "base/hash.h"
#include "game/goal_value.h"

namespace agon::ground {
namespace {

enum class Truth : std::uint8_t { Unknown, True, False };

class Assembler {
 public:
  explicit Assembler(const Assembly& input) : in_(input), store_(input.store) {}

  std::shared_ptr<const GroundProgram> run() {
    in_.check_budget(store_.bytes() / 2);
    find_outputs();
    fold_constants();
    number_atoms();
    write_rules();
    write_outputs();
    return program_;
  }

 private:
  static constexpr std::uint32_t kNone = 0xffffffff;

  // ---- which atoms are fluents, moves and answers ----

  bool has(PredicateId p) const { return p < in_.set.predicates.size(); }

  AtomId atom_of(PredicateId p, std::span<const TermId> row) const {
    if (!has(p)) return kNever;
    const std::uint32_t local = in_.relations[p].find(row);
    return local == Relation::kNone ? kNever : store_.find(p, local);
  }
  // Holds by static rules alone.
  bool statically(PredicateId p, std::span<const TermId> row) const {
    if (!has(p) || in_.set.predicates[p].lifetime != Lifetime::Static) return false;
    const std::uint32_t local = in_.relations[p].find(row);
    return local != Relation::kNone && in_.relations[p].possible(local);
  }

  struct Fluent {
    TermId term;
    bool initially = false;
    AtomId atom = kNever;  // kNever if no rule mentions it
    AtomId next = kNever;
    bool next_static = false;
  };
  struct Move {
    std::uint32_t role;
    TermId term;
    AtomId atom = kNever;
    AtomId legal = kNever;
    bool legal_static = false;
  };

  void find_outputs() {
    const std::size_t count = store_.atoms().size();
    truth_.assign(count, Truth::Unknown);
    fluent_of_.assign(count, kNone);
    move_of_.assign(count, kNone);
    next_of_.assign(count, kNone);
    legal_of_.assign(count, kNone);
    const Relation& states = in_.relations[in_.set.true_predicate];
    for (std::uint32_t i = 0; i < states.derived(); ++i) {
      const TermId term = states.row(states.local_of(i))[0];
      Fluent fluent{term};
      fluent.initially = statically(in_.names.init, {&term, 1});
      fluent.atom = store_.find(in_.set.true_predicate, states.local_of(i));
      fluent.next = atom_of(in_.names.next, {&term, 1});
      fluent.next_static = statically(in_.names.next, {&term, 1});
      if (fluent.atom != kNever) fluent_of_[fluent.atom] = static_cast<std::uint32_t>(fluents_.size());
      if (fluent.next != kNever) next_of_[fluent.next] = static_cast<std::uint32_t>(fluents_.size());
      fluents_.push_back(fluent);
    }
    if (has(in_.names.role)) {
      const Relation& roles = in_.relations[in_.names.role];
      for (std::uint32_t i = 0; i < roles.derived(); ++i) {
        const TermId term = roles.row(roles.local_of(i))[0];
        role_of_.emplace(term, static_cast<std::uint32_t>(roles_.size()));
        roles_.push_back(term);
      }
    }
    const Relation& does = in_.relations[in_.set.does_predicate];
    for (std::uint32_t i = 0; i < does.derived(); ++i) {
      const std::span<const TermId> row = does.row(does.local_of(i));
      Move move{role_of_.at(row[0]), row[1]};
      move.atom = store_.find(in_.set.does_predicate, does.local_of(i));
      move.legal = atom_of(in_.names.legal, row);
      move.legal_static = statically(in_.names.legal, row);
      if (move.atom != kNever) move_of_[move.atom] = static_cast<std::uint32_t>(moves_.size());
      if (move.legal != kNever) legal_of_[move.legal] = static_cast<std::uint32_t>(moves_.size());
      moves_.push_back(move);
    }
  }

  // ---- constants ----

  bool is_base(AtomId a) const {
    const PredicateId p = store_.atoms()[a].predicate;
    return p == in_.set.true_predicate || p == in_.set.does_predicate;
  }

  void settle(AtomId a, Truth value) {
    if (a == kNever || truth_[a] != Truth::Unknown) return;
    truth_[a] = value;
    queue_.push_back(a);
  }

  // Unit propagation through the rules and from state to state: a fluent that starts true and always stays is true for ever, one
  // that starts false and is never made true is false for ever, a move that is never legal is never made.
  void fold_constants() {
    const std::size_t rules = store_.size();
    const std::size_t count = store_.atoms().size();
    // Occurrence lists of all atoms, in one array.
    BigVector<std::uint64_t> begin(count + 1, 0);
    for (std::size_t r = 0; r < rules; ++r) {
      for (const GroundLiteral lit : store_.body(r)) ++begin[lit.atom() + 1];
    }
    for (std::size_t a = 0; a < count; ++a) begin[a + 1] += begin[a];
    BigVector<std::uint32_t> occurrences(begin[count]);  // rule * 2 + negated would not fit in 32 bits for large programs
    std::vector<bool> negated(begin[count]);
    {
      BigVector<std::uint64_t> at(begin.begin(), begin.end() - 1);
      for (std::size_t r = 0; r < rules; ++r) {
        for (const GroundLiteral lit : store_.body(r)) {
          negated[at[lit.atom()]] = lit.negated();
          occurrences[at[lit.atom()]++] = static_cast<std::uint32_t>(r);
        }
      }
    }
    in_.check_budget(store_.bytes() / 2 + occurrences.capacity() * 5);
    BigVector<std::uint32_t> open(rules);     // literals not known to hold
    BigVector<std::uint32_t> support(count);  // rules of an atom that may still fire
    dead_.assign(rules, false);
    for (std::size_t r = 0; r < rules; ++r) {
      open[r] = static_cast<std::uint32_t>(store_.body(r).size());
      ++support[store_.head(r)];
    }
    for (std::size_t r = 0; r < rules; ++r) {
      if (open[r] == 0) settle(store_.head(r), Truth::True);
    }
    for (AtomId a = 0; a < count; ++a) {
      if (!is_base(a)) {
        if (support[a] == 0) settle(a, Truth::False);
      } else if (fluent_of_[a] == kNone && move_of_[a] == kNone) {
        settle(a, Truth::False);  // only mentioned under negation
      }
    }
    for (const Fluent& fluent : fluents_) look_at(fluent);
    for (const Move& move : moves_) look_at(move);
    while (!queue_.empty()) {
      const AtomId a = queue_.back();
      queue_.pop_back();
      const bool value = truth_[a] == Truth::True;
      for (std::uint64_t i = begin[a]; i < begin[a + 1]; ++i) {
        const std::uint32_t r = occurrences[i];
        if (dead_[r]) continue;
        const AtomId head = store_.head(r);
        if (value != negated[i]) {
          if (--open[r] == 0) settle(head, Truth::True);
        } else {
          dead_[r] = true;
          if (--support[head] == 0) settle(head, Truth::False);
        }
      }
      if (next_of_[a] != kNone) look_at(fluents_[next_of_[a]]);
      if (legal_of_[a] != kNone) look_at(moves_[legal_of_[a]]);
    }
  }

  bool next_always(const Fluent& f) const { return f.next_static || (f.next != kNever && truth_[f.next] == Truth::True); }
  bool next_never(const Fluent& f) const { return !f.next_static && (f.next == kNever || truth_[f.next] == Truth::False); }
  bool never_legal(const Move& m) const { return !m.legal_static && (m.legal == kNever || truth_[m.legal] == Truth::False); }

  void look_at(const Fluent& fluent) {
    if (fluent.initially && next_always(fluent)) settle(fluent.atom, Truth::True);
    if (!fluent.initially && next_never(fluent)) settle(fluent.atom, Truth::False);
  }
  void look_at(const Move& move) {
    if (never_legal(move)) settle(move.atom, Truth::False);
  }

  // ---- numbers ----

  void number_atoms() {
    program_->terms = in_.terms;
    program_->info.role_terms = roles_;
    for (std::uint32_t r = 0; r < roles_.size(); ++r) {
      program_->info.roles.push_back(in_.terms->text(roles_[r]));
      if (in_.rules.dialect().chance && program_->info.roles.back() == "random") program_->info.random = RoleId{r};
    }
    program_->info.hidden = in_.rules.dialect().hidden || in_.rules.dialect().chance;

    std::erase_if(fluents_, [&](const Fluent& f) { return !f.initially && next_never(f); });
    std::ranges::sort(fluents_, [&](const Fluent& a, const Fluent& b) { return in_.terms->compare(a.term, b.term) < 0; });
    std::erase_if(moves_, [&](const Move& m) { return never_legal(m); });
    std::ranges::sort(moves_, [&](const Move& a, const Move& b) {
      return a.role != b.role ? a.role < b.role : in_.terms->compare(a.term, b.term) < 0;
    });
    number_.assign(store_.atoms().size(), kNone);
    AtomId next = 0;
    for (const Fluent& fluent : fluents_) {
      program_->fluents.push_back(fluent.term);
      if (fluent.atom != kNever) number_[fluent.atom] = next;
      if (fluent.initially) program_->initial.push_back(next);
      ++next;
    }
    program_->role_begin.assign(1, 0);
    for (const Move& move : moves_) {
      while (program_->role_begin.size() <= move.role)
        program_->role_begin.push_back(static_cast<std::uint32_t>(program_->moves.size()));
      program_->moves.push_back({RoleId{move.role}, move.term});
      if (move.atom != kNever) number_[move.atom] = next;
      ++next;
    }
    while (program_->role_begin.size() <= roles_.size())
      program_->role_begin.push_back(static_cast<std::uint32_t>(program_->moves.size()));
    number_needed(next);
  }

  // The derived atoms that some answer depends on (cone of influence).
  void number_needed(AtomId next) {
    index_by_head();
    std::vector<AtomId> open;
    const auto need = [&](AtomId a) {
      if (a == kNever || truth_[a] != Truth::Unknown || number_[a] != kNone || is_base(a)) return;
      number_[a] = next++;
      open.push_back(a);
    };
    const auto need_all = [&](PredicateId p) {
      if (!has(p)) return;
      for (std::uint32_t i = 0; i < in_.relations[p].derived(); ++i) need(store_.find(p, in_.relations[p].local_of(i)));
    };
    for (const PredicateId p : {in_.names.terminal, in_.names.goal, in_.names.legal, in_.names.next, in_.names.sees}) need_all(p);
    while (!open.empty()) {
      const AtomId a = open.back();
      open.pop_back();
      for (const std::uint32_t r : rules_of(a)) {
        if (dead_[r]) continue;
        for (const GroundLiteral lit : store_.body(r)) need(lit.atom());
      }
    }
    program_->atom_count = next;
  }

  void index_by_head() {
    const std::size_t count = store_.atoms().size();
    rules_begin_.assign(count + 1, 0);
    for (std::size_t r = 0; r < store_.size(); ++r) ++rules_begin_[store_.head(r) + 1];
    for (std::size_t a = 0; a < count; ++a) rules_begin_[a + 1] += rules_begin_[a];
    rules_.resize(store_.size());
    BigVector<std::uint32_t> at(rules_begin_.begin(), rules_begin_.end() - 1);
    for (std::size_t r = 0; r < store_.size(); ++r) rules_[at[store_.head(r)]++] = static_cast<std::uint32_t>(r);
  }
  std::span<const std::uint32_t> rules_of(AtomId stored) const {
    return std::span(rules_).subspan(rules_begin_[stored], rules_begin_[stored + 1] - rules_begin_[stored]);
  }

  // ---- rules ----

  // By head: the rules of one atom are contiguous, and duplicates are sought only among them.
  void write_rules() {
    std::vector<AtomId> stored(program_->atom_count, kNever);  // by new number
    for (AtomId a = 0; a < number_.size(); ++a) {
      if (number_[a] != kNone) stored[number_[a]] = a;
    }
    std::vector<GroundLiteral> body;
    absl::flat_hash_map<std::uint64_t, std::uint32_t> seen;  // hash of a body to the last rule with it
    std::vector<std::uint32_t> same;                         // chain of rules with one hash, counted from the first of the head
    for (auto head = static_cast<AtomId>(program_->base_count()); head < program_->atom_count; ++head) {
      seen.clear();
      same.clear();
      const std::size_t first = program_->heads.size();
      for (const std::uint32_t r : rules_of(stored[head])) {
        if (dead_[r]) continue;
        read_body(r, body);
        if (contradicts(body) || std::ranges::any_of(body, [&](GroundLiteral l) { return l == GroundLiteral::of(head, false); }))
          continue;
        std::uint64_t h = 0x51ed;
        for (const GroundLiteral lit : body) h = mix(h, lit.code);
        const auto rule = static_cast<std::uint32_t>(program_->heads.size());
        const auto [place, fresh] = seen.emplace(h, rule);
        if (!fresh) {
          if (repeats(place->second, first, same, body)) continue;
          same.push_back(place->second);
          place->second = rule;
        } else {
          same.push_back(kNone);
        }
        program_->heads.push_back(head);
        program_->literals.insert(program_->literals.end(), body.begin(), body.end());
        program_->rule_begin.push_back(program_->literals.size());
        if ((rule & 0xffffU) == 0) in_.check_budget(program_->bytes() + store_.bytes() / 2);
      }
    }
    program_->heads.shrink_to_fit();
    program_->literals.shrink_to_fit();
    program_->rule_begin.shrink_to_fit();
  }

  // What is left of a body after constant folding, sorted.
  void read_body(std::uint32_t rule, std::vector<GroundLiteral>& body) const {
    body.clear();
    for (const GroundLiteral lit : store_.body(rule)) {
      if (truth_[lit.atom()] != Truth::Unknown) continue;  // holds, or the rule would be dead
      body.push_back(GroundLiteral::of(number_[lit.atom()], lit.negated()));
    }
    std::ranges::sort(body);
    body.erase(std::unique(body.begin(), body.end()), body.end());
  }

  static bool contradicts(const std::vector<GroundLiteral>& body) {
    for (std::size_t i = 1; i < body.size(); ++i) {
      if (body[i].atom() == body[i - 1].atom()) return true;
    }
    return false;
  }
  bool repeats(std::uint32_t rule, std::size_t first, const std::vector<std::uint32_t>& same,
               std::span<const GroundLiteral> body) const {
    for (; rule != kNone; rule = same[rule - first]) {
      if (std::ranges::equal(program_->body(rule), body)) return true;
    }
    return false;
  }

  // ---- answers ----

  AtomId answer(AtomId atom, bool always) const {
    if (always) return kAlways;
    if (atom == kNever) return kNever;
    switch (truth_[atom]) {
      case Truth::True: return kAlways;
      case Truth::False: return kNever;
      case Truth::Unknown: break;
    }
    return number_[atom];
  }

  void write_outputs() {
    for (const Fluent& fluent : fluents_) program_->next.push_back(answer(fluent.next, fluent.next_static));
    for (const Move& move : moves_) program_->legal.push_back(answer(move.legal, move.legal_static));
    program_->terminal = answer(atom_of(in_.names.terminal, {}), statically(in_.names.terminal, {}));
    program_->goals.resize(roles_.size());
    for_each_answer(in_.names.goal, [&](std::uint32_t role, TermId value, AtomId atom) {
      if (const auto number = game::goal_value(*in_.terms, value)) program_->goals[role].push_back({*number, atom});
    });
    for (auto& goals : program_->goals) std::ranges::sort(goals, {}, &GoalOutput::value);
    program_->sees.resize(roles_.size());
    if (program_->info.hidden) {
      for_each_answer(in_.names.sees, [&](std::uint32_t role, TermId percept, AtomId atom) {
        program_->sees[role].push_back({percept, atom});
      });
      for (auto& sees : program_->sees)
        std::ranges::sort(sees,
                          [&](const PerceptOutput& a, const PerceptOutput& b) { return in_.terms->compare(a.term, b.term) < 0; });
    }
  }

  template <class Visit>
  void for_each_answer(PredicateId p, Visit&& visit) {
    if (!has(p)) return;
    const Relation& relation = in_.relations[p];
    const bool is_static = in_.set.predicates[p].lifetime == Lifetime::Static;
    for (std::uint32_t i = 0; i < relation.derived(); ++i) {
      const std::span<const TermId> row = relation.row(relation.local_of(i));
      const auto role = role_of_.find(row[0]);
      if (role == role_of_.end()) continue;
      const AtomId atom = answer(is_static ? kNever : store_.find(p, relation.local_of(i)), is_static);
      if (atom != kNever) visit(role->second, row[1], atom);
    }
  }

  const Assembly& in_;
  const RuleStore& store_;
  std::shared_ptr<GroundProgram> program_ = std::make_shared<GroundProgram>();
  std::vector<Fluent> fluents_;
  std::vector<Move> moves_;
  std::vector<TermId> roles_;
  absl::flat_hash_map<TermId, std::uint32_t> role_of_;
  std::vector<Truth> truth_;
  std::vector<std::uint32_t> fluent_of_, move_of_, next_of_, legal_of_;  // of a stored atom, or kNone
  std::vector<AtomId> queue_;
  std::vector<bool> dead_;
  std::vector<AtomId> number_;
  BigVector<std::uint32_t> rules_begin_;  // by stored head
  BigVector<std::uint32_t> rules_;
};

}  // namespace

std::shared_ptr<const GroundProgram> assemble(const Assembly& input) { return Assembler(input).run(); }

std::size_t GroundProgram::bytes() const {
  std::size_t total = fluents.capacity() * 4 + moves.capacity() * 8 + heads.capacity() * 4 + rule_begin.capacity() * 8 +
                      literals.capacity() * 4 + (next.capacity() + legal.capacity() + initial.capacity()) * 4;
  for (const auto& entries : goals) total += entries.capacity() * sizeof(GoalOutput);
  for (const auto& entries : sees) total += entries.capacity() * sizeof(PerceptOutput);
  return total;
}

}  // namespace agon::ground
