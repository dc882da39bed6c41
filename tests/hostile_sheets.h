// Rule sheets that a hostile author would write, made on the fly: states and terms that grow, more legal moves than anybody can
// list, rules wider, deeper and more numerous than any game needs, recursion without end. All are syntactically valid.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace agon::hostile {

struct HostileSheet {
  std::string name;
  std::string text;
};

inline std::string numbered(const std::string& before, std::size_t number, const std::string& after) {
  return before + std::to_string(number) + after;
}

// What every game needs and these do not care about.
inline const std::string kFrame = "(role a)\n(init (step 0))\n(<= terminal (true (step done)))\n(goal a 50)\n";

// The state is squared at every step: f(z), f(s(z, z)), ...
inline std::string growing_state() {
  return kFrame +
         "(init (f z))\n(legal a go)\n(legal a stay)\n"
         "(<= (next (f ?x)) (true (f ?x)))\n(<= (next (f (s ?x ?y))) (true (f ?x)) (true (f ?y)))\n";
}

// 10^digits legal moves in every state.
inline std::string exploding_moves(std::size_t digits) {
  std::string text = kFrame + "(<= (next (last ?m)) (does a ?m))\n(<= (next (step ?x)) (true (step ?x)))\n";
  for (std::size_t i = 0; i < 10; ++i) text += numbered("(d ", i, ")\n");
  std::string move;
  std::string conditions;
  for (std::size_t i = 0; i < digits; ++i) {
    move += numbered(" ?x", i, "");
    conditions += numbered(" (d ?x", i, ")");
  }
  return text + "(<= (legal a (m" + move + "))" + conditions + ")\n";
}

// Infinitely many legal moves.
inline std::string endless_recursion() { return kFrame + "(nat z)\n(<= (nat (s ?x)) (nat ?x))\n(<= (legal a (m ?x)) (nat ?x))\n"; }

// Relations that depend on each other in a ring, one of them by negation.
inline std::string cyclic_rules(std::size_t count) {
  std::string text = kFrame + "(legal a go)\n(<= (next (step ?x)) (true (step ?x)) (p0 ?x))\n";
  for (std::size_t i = 0; i < count; ++i)
    text += numbered("(<= (p", i, " ?x) ") + (i == 0 ? "(not " : "(or ") + numbered("(p", (i + 1) % count, " ?x)") +
            (i == 0 ? "" : " (true (step ?x))") + "))\n";
  return text;
}

inline std::string deep_terms(std::size_t depth) {
  std::string term = "z";
  std::string open;
  for (std::size_t i = 0; i < depth; ++i) open += "(s ";
  return kFrame + "(init (f " + open + term + std::string(depth, ')') + "))\n(legal a go)\n(<= (next (f (s ?x))) (true (f ?x)))\n";
}

inline std::string wide_rules(std::size_t width) {
  std::string text = kFrame + "(legal a go)\n(<= (next (wide";
  for (std::size_t i = 0; i < width; ++i) text += numbered(" ?v", i, "");
  text += ")) (true (step 0)))\n(<= (next (step 0))";
  for (std::size_t i = 0; i < width; ++i) text += numbered(" (or (true (f ?x", i, numbered(")) (not (true (f ?y", i, "))))"));
  return text + ")\n";
}

inline std::string many_rules(std::size_t count) {
  std::string text = kFrame + "(legal a go)\n(<= (next (step ?x)) (true (step ?x)) (p0 ?x))\n";
  for (std::size_t i = 0; i < count; ++i) text += numbered("(<= (p", i, numbered(" ?x) (p", i + 1, " ?x) (q ?x))\n"));
  return text + numbered("(p", count, " 0)\n(q 0)\n");
}

inline std::string many_facts(std::size_t count) {
  std::string text = kFrame + "(legal a go)\n(<= (next (reached ?y)) (edge n0 ?y))\n";
  for (std::size_t i = 0; i < count; ++i) text += numbered("(edge n", i, numbered(" n", (i * 7919 + 13) % count, ")\n"));
  return text;
}

// `size` is that of the sheets that are large as text: 1,000,000 for the full attack.
inline std::vector<HostileSheet> hostile_sheets(std::size_t size) {
  return {{"growing", growing_state()},     {"moves5", exploding_moves(5)},      {"moves10", exploding_moves(10)},
          {"endless", endless_recursion()}, {"cyclic", cyclic_rules(size / 10)}, {"deep", deep_terms(990)},
          {"wide", wide_rules(size / 50)},  {"rules", many_rules(size)},         {"facts", many_facts(size)}};
}

}  // namespace agon::hostile
