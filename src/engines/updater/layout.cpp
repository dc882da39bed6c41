#include "engines/updater/layout.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/scc.h"

namespace agon::engines::updater {

using ground::GroundLiteral;
using ground::GroundProgram;

namespace {

constexpr std::size_t kMaxBody = 0xffff;  // conditions are counted in 16 bits

bool is_atom(AtomId atom) { return atom != ground::kNever && atom != ground::kAlways; }

// Lists from (owner, item) pairs that `visit` reports twice in the same order: once to count, once to fill.
template <class T, class Visit>
Lists<T> make_lists(std::size_t owners, Visit&& visit) {
  Lists<T> lists;
  lists.begin.assign(owners + 1, 0);
  visit([&](std::size_t owner, const T&) { ++lists.begin[owner + 1]; });
  for (std::size_t i = 0; i < owners; ++i) lists.begin[i + 1] += lists.begin[i];
  lists.items.resize(lists.begin.back());
  std::vector<std::uint32_t> free(lists.begin.begin(), lists.begin.end() - 1);
  visit([&](std::size_t owner, const T& item) { lists.items[free[owner]++] = item; });
  return lists;
}

class Builder {
 public:
  Builder(std::shared_ptr<const GroundProgram> program, bool lazy)
      : program_(*program), lazy_(lazy), rule_count_(static_cast<RuleId>(program->rule_count())) {
    layout_.program = std::move(program);
  }

  Result<std::shared_ptr<const Layout>> build() {
    if (rule_count_ >= 1U << 30U || program_.literals.size() >= 1ULL << 32U) {
      return limit_reached("program-too-large", "the ground program has more rules than the updater can number");
    }
    for (RuleId r = 0; r < rule_count_; ++r) {
      if (program_.body(r).size() > kMaxBody) {
        return limit_reached("program-too-large", fmt::format("a ground rule has more than {} conditions", kMaxBody));
      }
    }
    find_components();
    for (RuleId r = 0; r < rule_count_; ++r) {
      for (const GroundLiteral literal : program_.body(r)) {
        if (literal.negated() && component(literal.atom()) == component(program_.heads[r]))
          return not_stratified(r, literal.atom());
      }
    }
    number_answers();
    find_levels();
    find_masks();
    fill_buckets();
    fill_lists();
    return std::make_shared<const Layout>(std::move(layout_));
  }

 private:
  [[nodiscard]] std::uint32_t component(AtomId atom) const { return components_.of[atom]; }
  [[nodiscard]] bool same_component(RuleId rule, GroundLiteral literal) const {
    return component(literal.atom()) == component(program_.heads[rule]);
  }

  void find_components() {
    std::vector<std::vector<std::uint32_t>> needs(program_.atom_count);
    for (RuleId r = 0; r < rule_count_; ++r) {
      AGON_ASSERT(program_.heads[r] >= program_.base_count());
      std::vector<std::uint32_t>& list = needs[program_.heads[r]];
      for (const GroundLiteral literal : program_.body(r)) list.push_back(literal.atom());
    }
    components_ = strongly_connected(needs);
    // Rules in topological order of their heads' components.
    rules_of_ = make_lists<RuleId>(components_.count, [&](auto&& report) {
      for (RuleId r = 0; r < rule_count_; ++r) report(component(program_.heads[r]), r);
    });
  }

  [[nodiscard]] Error not_stratified(RuleId rule, AtomId negated) const {
    constexpr std::size_t kMaxNamed = 8;
    std::string names;
    std::size_t count = 0;
    for (AtomId atom = 0; atom < program_.atom_count; ++atom) {
      if (component(atom) != component(negated)) continue;
      if (++count <= kMaxNamed) names += (count > 1 ? ", " : "") + atom_name(program_, atom);
    }
    if (count > kMaxNamed) names += fmt::format(" and {} more", count - kMaxNamed);
    return bad_input(
        "not-stratified",
        fmt::format("{} depends on its own negation: {} needs 'not {}', and all of these need each other: {}",
                    atom_name(program_, negated), atom_name(program_, program_.heads[rule]), atom_name(program_, negated), names),
        "negation must not run through a cycle of rules");
  }

  // Every answer gets a bit; an atom knows its bits and the queries they belong to.
  void number_answers() {
    own_mask_.assign(program_.atom_count, 0);
    std::vector<std::pair<AtomId, std::uint32_t>> answers;
    std::uint32_t bit = 0;
    const auto answer = [&](AtomId atom, Query query) {
      layout_.settled.resize(words_for(bit + 1), 0);
      if (atom == ground::kAlways) layout_.settled[bit / 64] |= 1ULL << (bit % 64);
      if (is_atom(atom)) {
        own_mask_[atom] |= mask(query);
        answers.emplace_back(atom, bit);
      }
      ++bit;
    };
    const auto new_block = [&] {
      bit = static_cast<std::uint32_t>(words_for(bit) * 64);
      return bit / 64;
    };
    layout_.state_words = words_for(program_.fluents.size());
    for (const AtomId atom : program_.next) answer(atom, Query::Next);
    for (std::size_t r = 0; r + 1 < program_.role_begin.size(); ++r) {
      layout_.legal_word.push_back(new_block());
      for (std::uint32_t m = program_.role_begin[r]; m < program_.role_begin[r + 1]; ++m) answer(program_.legal[m], Query::Legal);
    }
    for (const auto& goals : program_.goals) {
      layout_.goal_word.push_back(new_block());
      for (const ground::GoalOutput& goal : goals) answer(goal.atom, Query::Goal);
    }
    for (const auto& percepts : program_.sees) {
      layout_.sees_word.push_back(new_block());
      for (const ground::PerceptOutput& percept : percepts) answer(percept.atom, Query::Next);
    }
    layout_.settled.resize(words_for(bit), 0);
    if (is_atom(program_.terminal)) own_mask_[program_.terminal] |= mask(Query::Terminal);
    layout_.bits = make_lists<std::uint32_t>(program_.atom_count, [&](auto&& report) {
      for (const auto& [atom, index] : answers) report(atom, index);
    });
  }

  void find_levels() {
    std::vector<std::uint32_t> depth(components_.count, 1);
    for (std::uint32_t c = 0; c < components_.count; ++c) {
      for (const RuleId r : rules_of_[c]) {
        for (const GroundLiteral literal : program_.body(r)) {
          if (const std::uint32_t d = component(literal.atom()); d != c) depth[c] = std::max(depth[c], depth[d] + 1);
        }
      }
    }
    layout_.level.resize(program_.atom_count);
    for (AtomId atom = 0; atom < program_.atom_count; ++atom) layout_.level[atom] = depth[component(atom)];
  }

  // Which queries need a component: those that one of its atoms answers, and those that need a component depending on it.
  void find_masks() {
    masks_.assign(components_.count, 0);
    for (AtomId atom = 0; atom < program_.atom_count; ++atom) masks_[component(atom)] |= own_mask_[atom];
    for (std::uint32_t c = components_.count; c-- > 0;) {
      if (!lazy_ && masks_[c] != 0) masks_[c] = kAllQueries;
      for (const RuleId r : rules_of_[c]) {
        for (const GroundLiteral literal : program_.body(r)) masks_[component(literal.atom())] |= masks_[c];
      }
    }
    for (std::size_t m = 0; m < program_.moves.size(); ++m) layout_.moves_feed |= masks_[component(program_.move_atom(m))];
  }

  [[nodiscard]] Bucket bucket_of(RuleId rule) const {
    const bool recursive = std::ranges::any_of(program_.body(rule), [&](GroundLiteral b) { return same_component(rule, b); });
    const AtomId head = program_.heads[rule];
    return {layout_.level[head], recursive, masks_[component(head)]};
  }

  void fill_buckets() {
    layout_.rules.resize(rule_count_);
    std::vector<Bucket> all(rule_count_);
    for (RuleId r = 0; r < rule_count_; ++r) all[r] = bucket_of(r);
    layout_.buckets = all;
    std::ranges::sort(layout_.buckets);
    layout_.buckets.erase(std::unique(layout_.buckets.begin(), layout_.buckets.end()), layout_.buckets.end());
    for (RuleId r = 0; r < rule_count_; ++r) {
      const auto place = std::ranges::lower_bound(layout_.buckets, all[r]);
      layout_.rules[r] = {program_.heads[r], static_cast<BucketId>(place - layout_.buckets.begin())};
    }
  }

  void fill_lists() {
    const auto needed = [&](RuleId r) { return layout_.buckets[layout_.rules[r].bucket].queries != 0; };
    layout_.same = make_lists<AtomId>(rule_count_, [&](auto&& report) {
      for (RuleId r = 0; r < rule_count_; ++r) {
        for (const GroundLiteral literal : program_.body(r)) {
          if (same_component(r, literal)) report(r, literal.atom());
        }
      }
    });
    layout_.occurs = make_lists<Occurrence>(program_.atom_count, [&](auto&& report) {
      for (RuleId r = 0; r < rule_count_; ++r) {
        if (!needed(r)) continue;
        for (const GroundLiteral literal : program_.body(r)) {
          const Occurs kind = literal.negated() ? Occurs::Negative : same_component(r, literal) ? Occurs::Same : Occurs::Below;
          report(literal.atom(), Occurrence::of(r, kind));
        }
      }
    });
    for (const bool recursive : {false, true}) {
      (recursive ? layout_.circular_rules : layout_.tight_rules) = make_lists<RuleId>(program_.atom_count, [&](auto&& report) {
        for (RuleId r = 0; r < rule_count_; ++r) {
          if (layout_.recursive(r) == recursive) report(program_.heads[r], r);
        }
      });
    }
  }

  const GroundProgram& program_;
  bool lazy_;
  RuleId rule_count_;
  Layout layout_;
  Components components_;
  Lists<RuleId> rules_of_;           // per component
  std::vector<QueryMask> own_mask_;  // per atom: the queries it answers itself
  std::vector<QueryMask> masks_;     // per component
};

}  // namespace

Result<std::shared_ptr<const Layout>> make_layout(std::shared_ptr<const GroundProgram> program, bool lazy) {
  return Builder(std::move(program), lazy).build();
}

std::string atom_name(const GroundProgram& program, AtomId atom) {
  const auto text = [&](TermId term) { return program.terms ? program.terms->text(term) : fmt::format("{}", term.value); };
  const auto role = [&](std::size_t r) { return r < program.info.roles.size() ? program.info.roles[r] : fmt::format("{}", r); };
  if (atom < program.fluents.size()) return fmt::format("(true {})", text(program.fluents[atom]));
  if (atom < program.base_count()) {
    const ground::GroundMove& move = program.moves[atom - program.fluents.size()];
    return fmt::format("(does {} {})", role(move.role.index()), text(move.term));
  }
  if (atom == program.terminal) return "terminal";
  for (std::size_t f = 0; f < program.next.size(); ++f) {
    if (program.next[f] == atom) return fmt::format("(next {})", text(program.fluents[f]));
  }
  for (std::size_t m = 0; m < program.legal.size(); ++m) {
    if (program.legal[m] == atom)
      return fmt::format("(legal {} {})", role(program.moves[m].role.index()), text(program.moves[m].term));
  }
  for (std::size_t r = 0; r < program.goals.size(); ++r) {
    for (const ground::GoalOutput& goal : program.goals[r]) {
      if (goal.atom == atom) return fmt::format("(goal {} {})", role(r), goal.value);
    }
  }
  for (std::size_t r = 0; r < program.sees.size(); ++r) {
    for (const ground::PerceptOutput& percept : program.sees[r]) {
      if (percept.atom == atom) return fmt::format("(sees {} {})", role(r), text(percept.term));
    }
  }
  return fmt::format("atom {}", atom);
}

}  // namespace agon::engines::updater
