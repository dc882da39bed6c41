#include "ground/restrict.h"

#include <absl/container/flat_hash_map.h>

#include <algorithm>
#include <span>

namespace agon::ground {
namespace {

// Atoms of the program keep their numbers while rules are collected; atoms made here are numbered after them. Constants are folded
// and everything is numbered anew at the end.
class Restriction {
 public:
  Restriction(const GroundProgram& program, const Decomposition& decomposition, std::size_t part, const PartGame& game)
      : program_(program), decomposition_(decomposition), part_(decomposition.parts[part]), index_(part), game_(game) {}

  RestrictedProgram run() {
    find_support();
    take_moves();
    for (const std::uint32_t fluent : part_.fluents) need_fluent(fluent);
    for (const std::uint32_t move : moves_) legal_.push_back(project(program_.legal[move]));
    if (game_.all_shared) {
      for (const std::uint32_t fluent : decomposition_.shared) need_fluent(fluent);
    }
    terminal_ = make_condition(end());
    for (const auto& [value, condition] : game_.goals) goals_.emplace_back(value, make_condition(condition));
    collect();
    fold();
    return write();
  }

 private:
  enum Support : std::uint8_t { kOwn = 1, kOther = 2 };
  struct Rule {
    AtomId head = 0;
    std::vector<GroundLiteral> body;
  };

  [[nodiscard]] bool is_fluent(AtomId atom) const { return atom < program_.fluents.size(); }
  [[nodiscard]] bool is_move(AtomId atom) const { return atom >= program_.fluents.size() && atom < program_.base_count(); }
  [[nodiscard]] std::pair<std::size_t, std::size_t> rules_of(AtomId atom) const {
    const auto range = std::equal_range(program_.heads.begin(), program_.heads.end(), atom);
    return {static_cast<std::size_t>(range.first - program_.heads.begin()),
            static_cast<std::size_t>(range.second - program_.heads.begin())};
  }

  // Which atoms look at fluents of this part, and which at others.
  void find_support() {
    support_.assign(program_.atom_count, 0);
    std::vector<std::uint8_t> owner(program_.fluents.size(), kOther);
    for (const std::uint32_t fluent : decomposition_.shared) owner[fluent] = 0;
    for (const std::uint32_t fluent : part_.fluents) owner[fluent] = kOwn;
    std::vector<std::uint32_t> begin(program_.atom_count + 1, 0);
    for (const GroundLiteral lit : program_.literals) ++begin[lit.atom() + 1];
    for (std::size_t a = 0; a < program_.atom_count; ++a) begin[a + 1] += begin[a];
    std::vector<AtomId> heads(program_.literals.size());
    std::vector<std::uint32_t> at(begin.begin(), begin.end() - 1);
    for (std::size_t r = 0; r < program_.rule_count(); ++r) {
      for (const GroundLiteral lit : program_.body(r)) heads[at[lit.atom()]++] = program_.heads[r];
    }
    std::vector<AtomId> queue;
    const auto add = [&](AtomId atom, std::uint8_t bits) {
      if ((bits & ~support_[atom]) == 0 || fixed(atom) != kUnknown) return;
      support_[atom] |= bits;
      queue.push_back(atom);
    };
    for (AtomId f = 0; f < program_.fluents.size(); ++f) add(f, owner[f]);
    while (!queue.empty()) {
      const AtomId atom = queue.back();
      queue.pop_back();
      for (std::uint32_t i = begin[atom]; i < begin[atom + 1]; ++i) add(heads[i], support_[atom]);
    }
  }

  void take_moves() {
    const bool all = game_.idle_choices;
    is_kept_.assign(program_.moves.size(), false);
    for (std::uint32_t c = 0; c < part_.choices.size(); ++c) {
      const PartChoice& choice = part_.choices[c];
      if (choice.idle && !all) continue;
      is_kept_[choice.move] = true;
    }
    for (std::uint32_t m = 0; m < program_.moves.size(); ++m) {
      if (is_kept_[m]) moves_.push_back(m);
    }
  }

  // What does not depend on the state of the part: whether the first part of a serial game is over, and moves that are not made
  // here.
  [[nodiscard]] AtomId fixed(AtomId atom) const {
    if (atom == kNever || atom == kAlways) return atom;
    if (decomposition_.kind == Composition::Serial && index_ > 0 && atom == decomposition_.signal) return kAlways;
    if (is_move(atom) && !is_kept_.empty() && !is_kept_[atom - program_.fluents.size()]) return kNever;
    return kUnknown;
  }

  void need_fluent(AtomId fluent) {
    if (!kept_fluents_.try_emplace(fluent, 0).second) return;
    fluents_.push_back(fluent);
    need(program_.next[fluent]);
  }
  void need(AtomId atom) {
    if (fixed(atom) != kUnknown || is_move(atom)) return;
    if (is_fluent(atom)) return need_fluent(atom);
    if (needed_.try_emplace(atom, 0).second) open_.push_back(atom);
  }
  AtomId fresh() { return program_.atom_count + made_++; }

  // The condition of the caller, and what of the whole game's end is decided here.
  PartCondition end() const {
    PartCondition result = game_.terminal;
    if (!game_.own_end || program_.terminal >= program_.atom_count) return result;
    const auto is_own = [&](GroundLiteral lit) { return (support_[lit.atom()] & kOther) == 0; };
    const GroundLiteral whole = GroundLiteral::of(program_.terminal, false);
    if (is_own(whole)) {
      result.any_of.push_back({whole});
      return result;
    }
    const auto [begin, end] = rules_of(program_.terminal);
    for (std::size_t r = begin; r < end; ++r) {
      const std::span<const GroundLiteral> body = program_.body(r);
      if (std::all_of(body.begin(), body.end(), is_own)) result.any_of.emplace_back(body.begin(), body.end());
    }
    return result;
  }

  AtomId make_condition(const PartCondition& condition) {
    if (condition.any_of.empty()) return kNever;
    const AtomId head = fresh();
    for (const std::vector<GroundLiteral>& all_of : condition.any_of) {
      for (const GroundLiteral lit : all_of) need(lit.atom());
      rules_.push_back({head, all_of});
    }
    return head;
  }

  // What of a legality speaks about this part: rules lose the conditions of other parts. That is all of it, as decompositions only
  // take legalities that are a condition for each part.
  AtomId project(AtomId atom) {
    if (fixed(atom) != kUnknown) return atom;
    if ((support_[atom] & kOther) == 0) {
      need(atom);
      return atom;
    }
    if ((support_[atom] & kOwn) == 0 && (is_fluent(atom) || !looks_at_shared(atom))) return kAlways;
    const auto [known, added] = projected_.try_emplace(atom, 0);
    if (!added) return known->second;
    const AtomId head = known->second = fresh();
    const auto [begin, end] = rules_of(atom);
    for (std::size_t r = begin; r < end; ++r) {
      Rule rule{head, {}};
      for (const GroundLiteral lit : program_.body(r)) {
        if (lit.negated() && (support_[lit.atom()] & kOther) != 0) continue;
        const AtomId piece = project(lit.atom());
        if (piece != kAlways) rule.body.push_back(GroundLiteral::of(piece, lit.negated()));
      }
      rules_.push_back(std::move(rule));
    }
    return head;
  }
  // A legality of another part may still say when it is this part's turn.
  [[nodiscard]] bool looks_at_shared(AtomId atom) const { return !is_fluent(atom); }

  void collect() {
    while (!open_.empty()) {
      const AtomId atom = open_.back();
      open_.pop_back();
      const auto [begin, end] = rules_of(atom);
      for (std::size_t r = begin; r < end; ++r) {
        const std::span<const GroundLiteral> body = program_.body(r);
        for (const GroundLiteral lit : body) need(lit.atom());
        rules_.push_back({atom, {body.begin(), body.end()}});
      }
    }
  }

  [[nodiscard]] AtomId value(AtomId atom) const {
    if (const AtomId constant = fixed(atom); constant != kUnknown) return constant;
    const auto found = values_.find(atom);
    return found == values_.end() ? kUnknown : found->second;
  }

  // Constant folding until nothing changes; a derived atom without rules never holds.
  void fold() {
    for (bool changed = true; changed;) {
      changed = false;
      std::vector<Rule> kept;
      absl::flat_hash_map<AtomId, bool> has_rule;
      for (Rule& rule : rules_) {
        if (value(rule.head) != kUnknown) continue;
        bool dead = false;
        std::erase_if(rule.body, [&](GroundLiteral lit) {
          const AtomId known = value(lit.atom());
          if (known == kUnknown) return false;
          if ((known == kAlways) == lit.negated()) dead = true;
          return true;
        });
        std::sort(rule.body.begin(), rule.body.end());
        rule.body.erase(std::unique(rule.body.begin(), rule.body.end()), rule.body.end());
        for (std::size_t i = 1; i < rule.body.size(); ++i) dead = dead || rule.body[i].atom() == rule.body[i - 1].atom();
        if (dead) {
          changed = true;
          continue;
        }
        if (rule.body.empty()) {
          values_[rule.head] = kAlways;
          changed = true;
          continue;
        }
        has_rule[rule.head] = true;
        kept.push_back(std::move(rule));
      }
      rules_ = std::move(kept);
      const auto settle = [&](AtomId atom) {
        if (value(atom) == kUnknown && !has_rule.contains(atom)) {
          values_[atom] = kNever;
          changed = true;
        }
      };
      for (const auto& entry : needed_) settle(entry.first);
      for (std::uint32_t i = 0; i < made_; ++i) settle(program_.atom_count + i);
    }
  }

  RestrictedProgram write() {
    auto result = std::make_shared<GroundProgram>();
    GroundProgram& out = *result;
    RestrictedProgram restricted;
    out.info = program_.info;
    out.terms = program_.terms;
    std::sort(fluents_.begin(), fluents_.end());
    absl::flat_hash_map<AtomId, AtomId> numbers;
    for (const AtomId fluent : fluents_) {
      numbers[fluent] = static_cast<AtomId>(out.fluents.size());
      out.fluents.push_back(program_.fluents[fluent]);
      restricted.fluents.push_back(fluent);
    }
    out.role_begin.push_back(0);
    for (const std::uint32_t move : moves_) {
      numbers[program_.move_atom(move)] = static_cast<AtomId>(out.fluents.size() + out.moves.size());
      while (out.role_begin.size() <= program_.moves[move].role.index())
        out.role_begin.push_back(static_cast<std::uint32_t>(out.moves.size()));
      out.moves.push_back(program_.moves[move]);
      restricted.choices.push_back(part_.choice_of[move]);
    }
    while (out.role_begin.size() <= out.info.role_count()) out.role_begin.push_back(static_cast<std::uint32_t>(out.moves.size()));
    std::stable_sort(rules_.begin(), rules_.end(), [](const Rule& a, const Rule& b) { return a.head < b.head; });
    auto next_number = static_cast<AtomId>(out.base_count());
    for (const Rule& rule : rules_) {
      if (numbers.try_emplace(rule.head, next_number).second) ++next_number;
    }
    out.atom_count = next_number;
    const auto number = [&](AtomId atom) {
      const AtomId known = value(atom);
      return known != kUnknown ? known : numbers.at(atom);
    };
    for (const Rule& rule : rules_) {
      out.heads.push_back(number(rule.head));
      for (const GroundLiteral lit : rule.body) out.literals.push_back(GroundLiteral::of(number(lit.atom()), lit.negated()));
      out.rule_begin.push_back(out.literals.size());
    }
    for (const AtomId fluent : fluents_) {
      if (std::binary_search(program_.initial.begin(), program_.initial.end(), fluent)) out.initial.push_back(numbers.at(fluent));
      out.next.push_back(number(program_.next[fluent]));
    }
    for (const AtomId legal : legal_) out.legal.push_back(number(legal));
    out.terminal = number(terminal_);
    out.goals.resize(out.info.role_count());
    out.sees.resize(out.info.role_count());
    for (std::vector<GoalOutput>& goals : out.goals) {
      for (const auto& [goal, atom] : goals_) goals.push_back({goal, number(atom)});
    }
    restricted.program = std::move(result);
    return restricted;
  }

  static constexpr AtomId kUnknown = 0xfffffffd;

  const GroundProgram& program_;
  const Decomposition& decomposition_;
  const Part& part_;
  std::size_t index_;
  const PartGame& game_;
  std::vector<std::uint8_t> support_;
  std::vector<bool> is_kept_;         // per move
  std::vector<std::uint32_t> moves_;  // kept, ascending
  std::vector<AtomId> legal_;         // of them
  std::vector<AtomId> fluents_;       // kept
  absl::flat_hash_map<AtomId, char> kept_fluents_, needed_;
  std::vector<AtomId> open_;  // needed, to be copied
  absl::flat_hash_map<AtomId, AtomId> projected_;
  absl::flat_hash_map<AtomId, AtomId> values_;  // constants
  std::uint32_t made_ = 0;
  std::vector<Rule> rules_;
  AtomId terminal_ = kNever;
  std::vector<std::pair<int, AtomId>> goals_;
};

}  // namespace

RestrictedProgram restrict_to_part(const GroundProgram& program, const Decomposition& decomposition, std::size_t part,
                                   const PartGame& game) {
  return Restriction(program, decomposition, part, game).run();
}

}  // namespace agon::ground
