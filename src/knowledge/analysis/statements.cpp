#include "knowledge/analysis/statements.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "knowledge/analysis/pattern.h"

namespace agon::knowledge {
namespace {

std::string and_list(const std::vector<std::string>& words, const char* last = "and") {
  if (words.empty()) return "";
  if (words.size() == 1) return words.front();
  std::string text = words.front();
  for (std::size_t i = 1; i + 1 < words.size(); ++i) text += ", " + words[i];
  return text + " " + last + " " + words.back();
}

class StatementWriter {
 public:
  StatementWriter(const game::GameInfo& info, const game::TermBank& terms, const ground::GroundProgram* program,
                  const StatementLimits& limits)
      : info_(info), terms_(terms), program_(program), limits_(limits) {}

  void write(const game::GameFacts& facts) {
    for (const auto& fact : facts.turns) turn(fact);
    idle(facts.idle);
    if (facts.goal_sum) {
      Statement& said =
          add("goal-sum", *facts.goal_sum,
              fmt::format("the goals of {} add up to {} at the end of every match", players(), facts.goal_sum->value));
      said.about = info_.roles;
    }
    for (std::size_t r = 0; r < facts.never_goals.size() && r < info_.roles.size(); ++r) never(r, facts.never_goals[r]);
    if (facts.length) length(*facts.length);
    inputs(facts.inputs);
    groups(facts.groups);
    for (const bool value : {true, false}) persistent(facts.persistent, value);
    unreachable(facts.unreachable);
    if (facts.symmetries) symmetries(*facts.symmetries, false);
    if (facts.role_symmetries) symmetries(*facts.role_symmetries, true);
    parts(facts.parts);
  }

  std::vector<Statement> take() { return std::move(out_); }

 private:
  template <class T>
  Statement& add(const char* kind, const game::Fact<T>& fact, std::string words) {
    out_.push_back({kind, std::move(words), fact.standing, fact.source, fact.samples, 1, {}});
    return out_.back();
  }

  void mention(Statement& said, TermId term) const {
    if (said.about.size() < limits_.about) said.about.push_back(terms_.text(term));
  }

  std::string players() const {
    std::vector<std::string> names;
    for (std::uint32_t r = 0; r < info_.roles.size(); ++r) {
      if (RoleId{r} != info_.random) names.push_back(info_.roles[r]);
    }
    return and_list(names);
  }

  std::vector<std::string> names_of(const std::vector<RoleId>& roles) const {
    std::vector<std::string> names;
    for (const RoleId role : roles) names.push_back(info_.roles[role.index()]);
    return names;
  }

  std::string examples(const std::vector<TermId>& of) const {
    std::vector<std::string> shown;
    for (const TermId term : of) {
      if (shown.size() == limits_.examples) break;
      shown.push_back(terms_.text(term));
    }
    if (of.size() <= shown.size()) return and_list(shown);
    std::string text;
    for (const std::string& one : shown) text += one + ", ";
    return text + fmt::format("and {} more", of.size() - shown.size());
  }

  void turn(const game::Fact<game::TurnTaking>& fact) {
    const std::vector<std::string> names = names_of(fact.value.roles);
    const std::string who = names.size() == 1 ? names.front() : "one of " + and_list(names);
    Statement& said = add("turn-taking", fact,
                          names.size() == 1   ? fmt::format("{} alone makes choices", who)
                          : fact.value.always ? fmt::format("in every position exactly {} has a choice: they take turns", who)
                                              : fmt::format("in every position at most {} has a choice", who));
    said.about = names;
  }

  void idle(const std::vector<game::Fact<game::IdleMove>>& facts) {
    for (const auto& fact : facts) {
      Statement& said = add("idle", fact,
                            fmt::format("{} waits with {} where it has nothing else to do", info_.roles[fact.value.role.index()],
                                        terms_.text(fact.value.move)));
      said.about = {info_.roles[fact.value.role.index()], terms_.text(fact.value.move)};
    }
  }

  void never(std::size_t role, const game::Fact<std::vector<int>>& fact) {
    if (fact.value.empty()) return;
    std::vector<std::string> values;
    for (const int value : fact.value) values.push_back(std::to_string(value));
    const bool win = std::ranges::find(fact.value, 100) != fact.value.end();
    Statement& said =
        add("never-goal", fact,
            fmt::format("{} never ends with {}{}", info_.roles[role], and_list(values, "or"), win ? ": it can never win" : ""));
    said.about = {info_.roles[role]};
  }

  void length(const game::Fact<game::LengthBounds>& fact) {
    const auto& [least, most] = fact.value;
    if (!least && !most) return;
    std::string words = "a match takes ";
    if (least && most && *least == *most) {
      words += fmt::format("exactly {} steps", *least);
    } else if (least && most) {
      words += fmt::format("between {} and {} steps", *least, *most);
    } else if (most) {
      words += fmt::format("at most {} steps", *most);
    } else {
      words += fmt::format("at least {} steps", *least);
    }
    add("length", fact, words);
  }

  void inputs(const std::vector<game::Fact<game::InputArguments>>& facts) {
    for (const auto& fact : facts) {
      const auto& [functor, arity, of] = fact.value;
      std::string shape = "(" + functor;
      for (std::uint32_t i = 0; i < arity; ++i) shape += std::ranges::find(of, i) != of.end() ? " _" : " ?";
      shape = arity == 0 ? functor : shape + ")";
      std::vector<std::string> places;
      for (const std::uint32_t argument : of) places.push_back(std::to_string(argument + 1));
      Statement& said =
          add("inputs", fact,
              of.empty() ? fmt::format("at most one {} holds at a time", shape)
                         : fmt::format("at most one {} holds for each value of argument {}", shape, and_list(places)));
      said.about = {fmt::format("{}/{}", functor, arity)};
    }
  }

  // Groups that differ in the values of the same arguments are one sentence.
  void groups(const std::vector<game::Fact<game::FluentGroup>>& facts) {
    std::vector<bool> told(facts.size(), false);
    for (std::size_t i = 0; i < facts.size(); ++i) {
      if (told[i]) continue;
      const game::FluentGroup& group = facts[i].value;
      const std::optional<Pattern> pattern = common_pattern(terms_, group.fluents);
      std::size_t count = 1;
      std::vector<TermId> all = group.fluents;
      for (std::size_t j = i + 1; pattern && j < facts.size(); ++j) {
        if (told[j] || facts[j].value.exactly_one != group.exactly_one || facts[j].standing != facts[i].standing) continue;
        const std::optional<Pattern> other = common_pattern(terms_, facts[j].value.fluents);
        if (!other || !other->like(*pattern)) continue;
        told[j] = true;
        ++count;
        all.insert(all.end(), facts[j].value.fluents.begin(), facts[j].value.fluents.end());
      }
      const std::string how = group.exactly_one ? "exactly one" : "at most one";
      std::string words;
      if (!pattern) {
        words = fmt::format("{} of {} holds", how, examples(group.fluents));
      } else if (count == 1) {
        words = fmt::format("{} {} holds", how, to_string(*pattern, terms_));
      } else {
        words = fmt::format("{} {} holds, in each of {} cases, such as {}", how, to_string(*pattern, terms_, "?", "_"), count,
                            to_string(*pattern, terms_));
      }
      Statement& said = add("group", facts[i], words);
      said.count = count;
      for (const TermId fluent : all) mention(said, fluent);
    }
  }

  void persistent(const std::vector<game::Fact<game::PersistentFluent>>& facts, bool value) {
    std::vector<TermId> fluents;
    const game::Fact<game::PersistentFluent>* first = nullptr;
    for (const auto& fact : facts) {
      if (fact.value.value != value) continue;
      if (first == nullptr) first = &fact;
      fluents.push_back(fact.value.fluent);
    }
    if (first == nullptr) return;
    Statement& said =
        add("persistent", *first,
            fmt::format("once {}, always {}: {}", value ? "true" : "false", value ? "true" : "false", examples(fluents)));
    said.count = fluents.size();
    for (const TermId fluent : fluents) mention(said, fluent);
  }

  void unreachable(const std::vector<game::Fact<TermId>>& facts) {
    if (facts.empty()) return;
    std::vector<TermId> fluents;
    for (const auto& fact : facts) fluents.push_back(fact.value);
    Statement& said = add("unreachable", facts.front(), fmt::format("never true in any match: {}", examples(fluents)));
    said.count = fluents.size();
    for (const TermId fluent : fluents) mention(said, fluent);
  }

  void symmetries(const game::Fact<game::SymmetryGroup>& fact, bool exchanging) {
    const game::SymmetryGroup& group = fact.value;
    if (group.order <= 1) return;
    std::string words;
    if (!exchanging) {
      words = fmt::format("each position has {:.0f} images under the symmetries of the game, itself included", group.order);
    } else {
      const game::SymmetryGroup::Element* swap = nullptr;
      for (const auto& element : group.generators) {
        for (std::uint32_t r = 0; r < element.roles.size(); ++r) {
          if (element.roles[r] != RoleId{r}) swap = &element;
        }
      }
      if (swap == nullptr) return;
      std::vector<std::string> names;
      for (std::uint32_t r = 0; r < swap->roles.size(); ++r) {
        if (swap->roles[r] != RoleId{r}) names.push_back(info_.roles[r]);
      }
      words = fmt::format("{} are mirror images: the rules are the same with their places exchanged", and_list(names));
    }
    Statement& said = add(exchanging ? "role-symmetry" : "symmetry", fact, words);
    if (program_ == nullptr) return;
    for (const auto& element : group.generators) {
      for (std::uint32_t f = 0; f < element.fluents.size(); ++f) {
        if (element.fluents[f] != f) mention(said, program_->fluents[f]);
      }
    }
  }

  void parts(const std::vector<game::Fact<game::SubGame>>& facts) {
    for (std::size_t i = 0; i < facts.size(); ++i) {
      Statement& said = add("part", facts[i],
                            fmt::format("part {} of {} is a game of its own: {} fluents, {} moves", i + 1, facts.size(),
                                        facts[i].value.fluents.size(), facts[i].value.moves.size()));
      if (program_ == nullptr) continue;
      for (const std::uint32_t fluent : facts[i].value.fluents) mention(said, program_->fluents[fluent]);
    }
  }

  const game::GameInfo& info_;
  const game::TermBank& terms_;
  const ground::GroundProgram* program_;
  const StatementLimits& limits_;
  std::vector<Statement> out_;
};

}  // namespace

std::vector<Statement> statements(const game::GameFacts& facts, const game::GameInfo& info, const game::TermBank& terms,
                                  const ground::GroundProgram* program, const StatementLimits& limits) {
  StatementWriter writer(info, terms, program, limits);
  writer.write(facts);
  return writer.take();
}

}  // namespace agon::knowledge
