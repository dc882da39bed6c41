// Reads a property that a user wrote in the rule language.
//
//   property  ::=  F | (always F) | (never F) | (persistent F)
//                | (inputs (cell ?x ?y ?c) ?x ?y)     no two such fluents agree on ?x and ?y and differ elsewhere
//                | (turn-taking)                      outside the end at most one role has a choice
//   F         ::=  terminal | (true FLUENT) | (legal ROLE MOVE) | (goal ROLE VALUE) | (goal-sum N) | (distinct A B)
//                | (not F) | (and F ...) | (or F ...) | (implies F F)
//                | (exists (?x ...) F) | (forall (?x ...) F)
//                | (count F LOW HIGH) | (count (?x ...) F LOW HIGH)     HIGH may be `many`
//
// Without a list, `count` counts over the variables of F that nothing outside binds. The free variables of `never` are read as in
// the body of a rule: there are none such. A variable takes the values that the rules allow at its places.
#pragma once

#include <string_view>

#include "base/result.h"
#include "knowledge/proofs/property.h"

namespace agon::knowledge::proofs {

inline constexpr const char* kPropertySyntax =
    "A property is written in the rule language:\n"
    "  (always F), or F alone          F holds in every reachable state\n"
    "  (never F)                       F holds in none\n"
    "  (persistent F)                  once F holds, it holds for good\n"
    "  (inputs (cell ?x ?y ?c) ?x ?y)  no two such fluents agree on ?x and ?y and differ elsewhere\n"
    "  (turn-taking)                   outside terminal states at most one role has a choice\n"
    "where F is\n"
    "  terminal   (true FLUENT)   (legal ROLE MOVE)   (goal ROLE VALUE)   (goal-sum N)   (distinct A B)\n"
    "  (not F)   (and F ...)   (or F ...)   (implies F F)   (exists (?x ...) F)   (forall (?x ...) F)\n"
    "  (count F LOW HIGH)   (count (?x ...) F LOW HIGH)   for so many values of the variables; HIGH may be 'many'\n"
    "Without a list of its own, count counts over all variables of F that nothing outside binds.";

// Errors have places in the text: `property-syntax`, `property-form`, `unknown-name`, `unbound-variable`.
[[nodiscard]] Result<Property> read_property(std::string_view text, const gdl::Rules& rules);

}  // namespace agon::knowledge::proofs
