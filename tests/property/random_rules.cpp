#include "random_rules.h"

#include <algorithm>
#include <array>
#include <vector>

#include "base/rng.h"

namespace agon::property {
namespace {

enum class Sort : std::uint8_t { Plain, Role, Fluent, Move, Score };
constexpr int kStatic = 0;
constexpr int kState = 1;
constexpr int kMove = 2;

struct RelationInfo {
  std::string name;
  std::vector<Sort> sorts;
  int depth = 1;  // of plain arguments
  int lifetime = kStatic;
  int group = 0;
};

struct Variable {
  std::string name;
  int depth = 1;
};

// The scope of a condition: which relations may be used, and which variables are bound.
struct Scope {
  int group = 0;
  int lifetime = kStatic;
  bool negated = false;
  std::vector<Variable> bound;
};

class Generator {
 public:
  explicit Generator(std::uint64_t seed) : rng_(seed) {}

  std::string run() {
    constants_ = {"a", "b", "c"};
    if (chance(40)) constants_.push_back("d");
    roles_ = {"r0"};
    if (chance(50)) roles_.push_back("r1");
    add_statics();
    const int groups = 1 + pick(4);
    for (int i = 0; i < groups; ++i) add_group(chance(45) ? kStatic : kState);
    add_game();
    std::string text;
    for (const std::string& line : lines_) text += line + "\n";
    return text;
  }

 private:
  // ---- random choice ----

  int pick(int below) { return static_cast<int>(rng_.below(static_cast<std::uint32_t>(below))); }
  bool chance(int percent) { return pick(100) < percent; }
  template <class T>
  const T& any(const std::vector<T>& of) {
    return of[static_cast<std::size_t>(pick(static_cast<int>(of.size())))];
  }
  std::string fresh() { return "?v" + std::to_string(variables_++); }

  // ---- the parts of a sheet ----

  void add_statics() {
    for (const std::string& role : roles_) lines_.push_back("(role " + role + ")");
    relations_.push_back({"role", {Sort::Role}, 1, kStatic, 0});
    relations_.push_back({"true", {Sort::Fluent}, 3, kState, 0});
    relations_.push_back({"does", {Sort::Role, Sort::Move}, 3, kMove, 0});
    const int count = 2 + pick(3);
    for (int i = 0; i < count; ++i) {
      const RelationInfo fact{"e" + std::to_string(i), std::vector<Sort>(i == 0 ? 2 : pick(3), Sort::Plain), chance(15) ? 2 : 1,
                              kStatic, 0};
      relations_.push_back(fact);
      const int rows = pick(6) + static_cast<int>(i == 0);
      for (int r = 0; r < rows; ++r) add_fact(fact);
    }
    if (chance(10)) relations_.push_back({"undefined", {Sort::Plain}, 1, kStatic, 0});
  }

  void add_fact(const RelationInfo& relation) {
    Scope nothing;
    lines_.push_back(head(relation, nothing));
  }

  void add_group(int lifetime) {
    ++group_;
    switch (pick(4)) {
      case 0: add_mixed(lifetime); break;
      case 1: add_network(lifetime, false); break;
      case 2: add_network(lifetime, true); break;
      default: add_paths(lifetime); break;
    }
  }

  std::vector<RelationInfo> declare(int count, int lifetime, int max_arity) {
    std::vector<RelationInfo> own;
    for (int i = 0; i < count; ++i) {
      const int arity = chance(5) ? 3 : pick(max_arity + 1);
      own.push_back({"p" + std::to_string(group_) + std::string(1, static_cast<char>('a' + i)),
                     std::vector<Sort>(static_cast<std::size_t>(arity), Sort::Plain), chance(20) ? 2 : 1, lifetime, group_});
    }
    relations_.insert(relations_.end(), own.begin(), own.end());
    return own;
  }

  void add_mixed(int lifetime) {
    for (const RelationInfo& relation : declare(1 + pick(4), lifetime, 2)) {
      const int facts = chance(25) ? 1 + pick(2) : 0;
      for (int i = 0; i < facts; ++i) add_fact(relation);
      const int rules = 1 + pick(3);
      for (int i = 0; i < rules; ++i) add_rule(relation, 1 + pick(3), pick(3), 35);
      if (relation.sorts.size() == 1 && chance(30)) add_descent(relation);
    }
  }

  // Recursion towards larger terms, kept finite only by a condition from a lower group, before or after the recursive one.
  void add_descent(const RelationInfo& relation) {
    std::vector<const RelationInfo*> guards;
    for (const RelationInfo& r : relations_) {
      const bool wide_enough =
          std::ranges::count(r.sorts, Sort::Plain) == static_cast<std::ptrdiff_t>(r.sorts.size()) && !r.sorts.empty();
      if (r.group < relation.group && r.lifetime <= relation.lifetime && wide_enough) guards.push_back(&r);
    }
    if (guards.empty()) return;
    const RelationInfo& guard = *any(guards);
    const bool equality = chance(40);
    const std::string term = equality ? "?y" : "(f ?x)";
    std::vector<std::string> args(guard.sorts.size(), "?z");
    args[static_cast<std::size_t>(pick(static_cast<int>(args.size())))] = term;
    std::vector<std::string> body{compound(relation.name, {term}), compound(guard.name, args),
                                  equality ? "(not (distinct ?y (f ?x)))" : "(distinct a b)", "(e0 ?x ?w)"};
    if (chance(50)) std::swap(body[0], body[1]);
    if (!equality && chance(50)) body.pop_back();
    add_line(compound(relation.name, {"?x"}), body);
  }

  // Many relations of no or one argument; most conditions are of the own group. `switched` adds conditions from below.
  void add_network(int lifetime, bool switched) {
    const bool flat = chance(50);
    const std::vector<RelationInfo> own = declare(3 + pick(8), lifetime, flat ? 0 : 1);
    for (const RelationInfo& relation : own) {
      const int rules = 1 + pick(3);
      for (int i = 0; i < rules; ++i) add_rule(relation, 1 + pick(2), switched ? pick(2) : 0, 92);
    }
    // Some atom must be derivable from outside the cycles; its rule comes last as often as first.
    const int seeds = 1 + pick(2);
    for (int i = 0; i < seeds; ++i) {
      if (chance(50)) add_fact(any(own));
      else add_rule(any(own), 1, pick(2), 0);
    }
  }

  // p(x,y) over the edges of a graph by several recursion schemes, with calls in all modes.
  void add_paths(int lifetime) {
    const std::string name = "w" + std::to_string(group_);
    const int count = 1 + pick(3);
    std::vector<std::string> names;
    for (int i = 0; i < count; ++i) {
      names.push_back(name + std::string(1, static_cast<char>('a' + i)));
      relations_.push_back({names.back(), {Sort::Plain, Sort::Plain}, 1, lifetime, group_});
    }
    const auto edge = [&](const std::string& x, const std::string& y) {
      return lifetime == kState && chance(30) ? "(true (f " + x + " " + y + "))" : "(e0 " + x + " " + y + ")";
    };
    const auto path = [&](const std::string& x, const std::string& y) { return "(" + any(names) + " " + x + " " + y + ")"; };
    for (const std::string& own : names) {
      const int rules = 1 + pick(3);
      for (int i = 0; i < rules; ++i) {
        std::vector<std::string> body;
        switch (pick(8)) {
          case 0: body = {path("?x", "?z"), edge("?z", "?y")}; break;
          case 1: body = {edge("?x", "?z"), path("?z", "?y")}; break;
          case 2: body = {path("?x", "?z"), path("?z", "?y")}; break;
          case 3: body = {path("?y", "?x")}; break;
          case 4: body = {edge("?x", "?y"), "(distinct ?x ?y)"}; break;
          case 5: body = {path("?x", "?z"), path("?y", "?z")}; break;
          case 6: body = {"(or " + path("?x", "?y") + " (and " + edge("?x", "?z") + " " + edge("?z", "?y") + "))"}; break;
          default: body = {edge("?y", "?x"), path("?x", "?w")}; break;
        }
        add_line("(" + own + " ?x ?y)", body);
      }
    }
    add_line("(" + any(names) + " ?x ?y)", {edge("?x", "?y")});
  }

  void add_game() {
    const auto several = [&](const RelationInfo& relation, int rules, int own) {
      for (int i = 0; i < rules; ++i) add_rule(relation, 1 + pick(2), pick(3), own);
    };
    const auto next_group = [&] { return ++group_; };
    const RelationInfo init{"init", {Sort::Fluent}, 3, kStatic, next_group()};
    const int facts = 2 + pick(5);
    for (int i = 0; i < facts; ++i) add_fact(init);
    several(init, pick(3), 0);
    // What the rules may also use as a condition is entered once its group is made.
    const RelationInfo legal{"legal", {Sort::Role, Sort::Move}, 3, kState, next_group()};
    several(legal, 2 + pick(3), 0);
    relations_.push_back(legal);
    const RelationInfo terminal{"terminal", {}, 1, kState, next_group()};
    several(terminal, 1 + pick(2), 0);
    relations_.push_back(terminal);
    const RelationInfo goal{"goal", {Sort::Role, Sort::Score}, 1, kState, next_group()};
    several(goal, 1 + pick(3), 0);
    if (chance(60)) add_group(kMove);
    const RelationInfo next{"next", {Sort::Fluent}, 3, kMove, next_group()};
    several(next, 2 + pick(5), 0);
    if (chance(30)) several({"sees", {Sort::Role, Sort::Move}, 3, kMove, next_group()}, 1 + pick(3), 0);
  }

  // ---- rules ----

  // `own` percent of the conditions come from the rule's own group.
  void add_rule(const RelationInfo& relation, int binders, int tests, int own) {
    Scope scope{relation.group, relation.lifetime, false, {}};
    own_percent_ = own;
    std::vector<std::string> body;
    for (int i = 0; i < binders; ++i) body.push_back(binder(scope));
    for (int i = 0; i < tests; ++i) body.push_back(test(scope, 2));
    if (chance(5)) add_disjunctions(scope, body);
    std::ranges::reverse(body);
    if (body.size() > 1) std::swap(body.front(), body[static_cast<std::size_t>(pick(static_cast<int>(body.size())))]);
    add_line(head(relation, scope), body);
  }

  // More alternatives than are expanded, and a variable that only some of them mention: it joins those that are taken together.
  void add_disjunctions(const Scope& scope, std::vector<std::string>& body) {
    Scope partly = scope;
    partly.bound = {{fresh(), 3}};
    const int count = 2 + pick(3);
    for (int i = 0; i < count; ++i) {
      std::string condition = "(or " + mention(partly, scope) + " " + test(scope, 0);
      if (chance(40)) condition += " (and " + mention(partly, scope) + " " + test(scope, 0) + ")";
      body.push_back(condition + ")");
    }
  }

  void add_line(const std::string& head, const std::vector<std::string>& body) {
    std::string line = "(<= " + head;
    for (const std::string& condition : body) line += " " + condition;
    lines_.push_back(line + ")");
  }

  std::string head(const RelationInfo& relation, const Scope& scope) {
    std::vector<std::string> args;
    for (const Sort sort : relation.sorts) args.push_back(head_arg(sort, relation.depth, scope));
    return compound(relation.name, args);
  }

  static std::string compound(const std::string& name, const std::vector<std::string>& args) {
    if (args.empty()) return name == "terminal" ? name : "(" + name + ")";
    std::string text = "(" + name;
    for (const std::string& arg : args) text += " " + arg;
    return text + ")";
  }

  // A term without new variables, at most `depth` deep.
  std::string head_arg(Sort sort, int depth, const Scope& scope) {
    if (sort == Sort::Score) return any(std::vector<std::string>{"0", "50", "100"});
    std::vector<std::string> fitting;
    for (const Variable& v : scope.bound) {
      if (v.depth <= depth) fitting.push_back(v.name);
    }
    if (!fitting.empty() && chance(sort == Sort::Plain ? 75 : 20)) return any(fitting);
    if (sort == Sort::Role) return any(roles_);
    if (sort == Sort::Plain && (depth == 1 || chance(40))) return any(constants_);
    const auto [functor, arity] = functor_of(sort);
    std::vector<std::string> args;
    // Deep terms are rare: their number grows with the power of their arity.
    const int inner = sort == Sort::Plain ? depth - 1 : (chance(15) ? 2 : 1);
    for (int i = 0; i < arity; ++i) args.push_back(head_arg(Sort::Plain, inner, scope));
    return arity == 0 ? functor : compound(functor, args);
  }

  // f is used with one and with two arguments; fluents, moves and arguments share functors.
  std::pair<std::string, int> functor_of(Sort sort) {
    if (sort == Sort::Plain) return {"f", chance(20) ? 2 : 1};
    if (sort == Sort::Move)
      return std::array<std::pair<std::string, int>, 5>{
          {{"noop", 0}, {"go", 1}, {"mark", 2}, {"f", 1}, {"f", 2}}}[static_cast<std::size_t>(pick(5))];
    return std::array<std::pair<std::string, int>, 5>{
        {{"on", 0}, {"f", 1}, {"f", 2}, {"cell", 2}, {"g", 1}}}[static_cast<std::size_t>(pick(5))];
  }

  // ---- conditions ----

  const RelationInfo& usable(const Scope& scope) {
    std::vector<const RelationInfo*> own;
    std::vector<const RelationInfo*> lower;
    for (const RelationInfo& r : relations_) {
      if (r.lifetime > scope.lifetime) continue;
      if (r.group == scope.group && !scope.negated) own.push_back(&r);
      if (r.group < scope.group) lower.push_back(&r);
    }
    if (!own.empty() && chance(own_percent_)) return *any(own);
    return *any(lower);
  }

  // An argument of a condition; a new variable goes into `added`.
  std::string body_arg(Sort sort, int depth, const Scope& scope, std::vector<Variable>& added, int percent_new) {
    if (chance(percent_new)) {
      added.push_back({fresh(), depth});
      return added.back().name;
    }
    if (!added.empty() && chance(12)) return any(added).name;
    if (!scope.bound.empty() && chance(sort == Sort::Fluent || sort == Sort::Move ? 25 : 80)) return any(scope.bound).name;
    if (sort == Sort::Role) return any(roles_);
    if (sort == Sort::Plain && (depth == 1 || flat_ || chance(30)))
      return flat_ && depth > 1 && chance(30) ? "(f " + any(constants_) + ")" : any(constants_);
    if (sort == Sort::Score) return "50";
    const auto [functor, arity] = functor_of(sort);
    std::vector<std::string> args;
    for (int i = 0; i < arity; ++i) args.push_back(body_arg(Sort::Plain, depth - 1, scope, added, percent_new));
    return arity == 0 ? functor : compound(functor, args);
  }

  std::string atom(const RelationInfo& relation, const Scope& scope, std::vector<Variable>& added, int percent_new) {
    std::vector<std::string> args;
    flat_ = relation.group == scope.group;
    for (const Sort sort : relation.sorts) args.push_back(body_arg(sort, relation.depth, scope, added, percent_new));
    flat_ = false;
    return compound(relation.name, args);
  }

  // A condition that may bind new variables.
  std::string binder(Scope& scope) {
    if (chance(8)) return binding_or(scope);
    std::vector<Variable> added;
    std::string result = atom(usable(scope), scope, added, scope.bound.size() > 2 ? 25 : 55);
    scope.bound.insert(scope.bound.end(), added.begin(), added.end());
    if (chance(5)) return "(and " + result + " " + test(scope, 1) + ")";
    return result;
  }

  // Each alternative binds the same new variable.
  std::string binding_or(Scope& scope) {
    Variable shared{fresh(), 1};
    std::string result = "(or";
    const int alternatives = 2 + pick(2);
    for (int i = 0; i < alternatives; ++i) {
      const RelationInfo* relation = &usable(scope);
      for (int tries = 0; relation->sorts.empty() && tries < 20; ++tries) relation = &usable(scope);
      if (relation->sorts.empty()) relation = &relations_.front();
      std::vector<Variable> added;
      std::vector<std::string> args;
      const int place = pick(static_cast<int>(relation->sorts.size()));
      flat_ = relation->group == scope.group;
      for (int a = 0; a < static_cast<int>(relation->sorts.size()); ++a) {
        if (a == place) {
          args.push_back(shared.name);
          shared.depth = std::max(shared.depth, relation->depth);
        } else {
          args.push_back(body_arg(relation->sorts[static_cast<std::size_t>(a)], relation->depth, scope, added, 30));
        }
      }
      flat_ = false;
      Scope inside = scope;
      inside.bound.insert(inside.bound.end(), added.begin(), added.end());
      inside.bound.push_back(shared);
      std::string alternative = compound(relation->name, args);
      result += chance(40) ? " (and " + test(inside, 1) + " " + alternative + ")" : " " + alternative;
    }
    scope.bound.push_back(shared);
    return result + ")";
  }

  std::string test_term(const Scope& scope) {
    if (!scope.bound.empty() && chance(75)) return any(scope.bound).name;
    // In a recursive rule a made term would need a guard: see add_descent.
    return own_percent_ == 0 && chance(20) && !scope.bound.empty() ? "(f " + any(scope.bound).name + ")" : any(constants_);
  }

  // A condition that leaves the variables around it alone; new ones are local to it.
  std::string test(const Scope& scope, int depth) {
    Scope inside = scope;
    inside.negated = true;
    std::vector<Variable> local;
    switch (depth > 0 ? pick(14) : pick(6)) {
      case 0: return atom(usable(scope), scope, local, 20);
      case 1: return "(distinct " + test_term(scope) + " " + test_term(scope) + ")";
      case 2: return "(not (distinct " + test_term(scope) + " " + test_term(scope) + "))";
      case 3:
      case 4:
      case 5: return "(not " + atom(usable(inside), inside, local, 25) + ")";
      case 6:
      case 7:
        return "(or " + test(scope, depth - 1) + " " + test(scope, depth - 1) + (chance(30) ? " " + test(scope, depth - 1) : "") +
               ")";
      case 8: return "(and " + test(scope, depth - 1) + " " + test(scope, depth - 1) + ")";
      case 9:
      case 10: {
        std::string first = binder(inside);
        if (chance(30)) first += " " + binder(inside);
        return "(not (and " + first + " " + test(inside, depth - 1) + "))";
      }
      case 11: return "(not (or " + test(inside, depth - 1) + " " + test(inside, depth - 1) + "))";
      case 12: {  // one local variable in both alternatives
        const Variable shared{fresh(), 3};
        inside.bound = {shared};
        return "(not (or " + mention(inside, scope) + " " + mention(inside, scope) + "))";
      }
      default: return "(not (not " + test(inside, depth - 1) + "))";
    }
  }

  // A condition that mentions the one variable of `inside`, and otherwise only known ones.
  std::string mention(const Scope& inside, const Scope& outside) {
    const RelationInfo* relation = &usable(inside);
    for (int tries = 0; relation->sorts.empty() && tries < 20; ++tries) relation = &usable(inside);
    std::vector<std::string> args;
    std::vector<Variable> none;
    flat_ = relation->group == outside.group;
    for (const Sort sort : relation->sorts) args.push_back(body_arg(sort, relation->depth, outside, none, 0));
    flat_ = false;
    if (!args.empty()) args[static_cast<std::size_t>(pick(static_cast<int>(args.size())))] = inside.bound.front().name;
    return compound(relation->name, args);
  }

  Rng rng_;
  std::vector<std::string> constants_;
  std::vector<std::string> roles_;
  std::vector<RelationInfo> relations_;
  std::vector<std::string> lines_;
  int group_ = 0;
  int variables_ = 0;
  int own_percent_ = 0;
  bool flat_ = false;  // a condition of the own group must not build terms: going down, they would grow without end
};

}  // namespace

std::string random_sheet(std::uint64_t seed) { return Generator(seed).run(); }

}  // namespace agon::property
