// Orders, domains and links on rules written for the purpose.
#include "knowledge/structure/evidence/orders.h"

#include <gmock/gmock.h>

#include "knowledge/structure/evidence/rule_links.h"
#include "knowledge/structure/test_sheets.h"

namespace agon::knowledge::structure {
namespace {

using ::testing::ElementsAre;
using ::testing::SizeIs;

struct Given {
  explicit Given(const std::string& text) : rules(*gdl::read_text("(role player)\n" + text, "test")) {
    relations = static_relations(rules, {}, table);
  }
  Order order(const std::vector<std::string>& texts) {
    std::vector<ValueId> values;
    for (const std::string& text : texts) values.push_back(table.intern(text));
    table.sort(values);
    return Orders(table, relations).of(values);
  }
  std::vector<std::string> texts(const Order& order) const {
    std::vector<std::string> result;
    for (const ValueId value : order.values) result.push_back(table.text(value));
    return result;
  }
  gdl::Rules rules;
  ValueTable table;
  std::vector<StaticRelation> relations;
};

TEST(Orders, ByValueByRelationByName) {
  Given given("(after low mid) (after mid high)");
  EXPECT_THAT(given.texts(given.order({"10", "9", "-1"})), ElementsAre("-1", "9", "10"));
  const Order by_relation = given.order({"high", "low", "mid"});
  EXPECT_THAT(given.texts(by_relation), ElementsAre("low", "mid", "high"));
  EXPECT_EQ(by_relation.source, OrderSource::Relation);
  EXPECT_THAT(given.texts(given.order({"r10", "r2", "r1"})), ElementsAre("r1", "r2", "r10"));
  EXPECT_EQ(given.order({"a", "b", "c"}).source, OrderSource::Names);
  EXPECT_EQ(given.order({"b", "o", "x"}).source, OrderSource::None);  // letters with gaps are contents
}

TEST(Orders, RingsAndLessThan) {
  Given given("(next_to a b) (next_to b c) (next_to c a) (pred c b) (pred b a) (less a b) (less b c) (less a c)");
  const Order order = given.order({"a", "b", "c"});
  EXPECT_TRUE(order.cyclic);
  ASSERT_THAT(order.relations, SizeIs(3));
  EXPECT_TRUE(order.relations[0].total);     // less
  EXPECT_TRUE(order.relations[1].cyclic);    // next_to
  EXPECT_TRUE(order.relations[2].reversed);  // pred
}

TEST(Orders, ATreeIsNone) {
  Given given("(parent top left) (parent top right) (parent left end)");
  EXPECT_FALSE(given.order({"top", "left", "right", "end"}).ordered());
}

TEST(Orders, RelationsOfRulesAreAskedForAndBounded) {
  Given given(
      "(edge a b) (edge b c) (<= (linked ?x ?y) (edge ?x ?y)) (<= (linked ?x ?y) (edge ?y ?x))"
      "(number z) (<= (number (s ?x)) (number ?x))"
      "(<= (lively ?x ?y) (edge ?x ?y) (true (on ?x)))");
  std::vector<std::string> names;
  for (const StaticRelation& relation : given.relations) names.push_back(relation.name);
  EXPECT_THAT(names, ElementsAre("edge", "linked"));  // `number` never ends, `lively` is not static
  EXPECT_THAT(given.relations[1].rows, SizeIs(4));
}

TEST(RuleLinks, DomainsShareVariablesAndNotConstants) {
  // Schiffel's examples: a step counter, and Tic-Tac-Toe with letters and numbers. `distinct` ties nothing together.
  Given given(
      "(init (step 0)) (succ 0 1) (succ 1 2) (<= (next (step ?y)) (true (step ?x)) (succ ?x ?y))"
      "(init (cell a 1 blank)) (init (cell b 2 blank))"
      "(<= (legal player (mark ?m ?n)) (true (cell ?m ?n blank)))"
      "(<= (next (cell ?m ?n ?w)) (true (cell ?m ?n ?w)) (does player (mark ?j ?k)) (or (distinct ?m ?j) (distinct ?n ?k)))");
  const RuleLinks links(given.rules);
  const Family cell{"cell", 3};
  const Family step{"step", 1};
  const Family mark{"mark", 2};
  EXPECT_EQ(links.domain(links.fluent(step, 0)), links.domain({Place::Kind::Relation, given.rules.symbols().find("succ"), 2, 1}));
  EXPECT_NE(links.domain(links.fluent(cell, 0)), links.domain(links.fluent(cell, 1)));
  EXPECT_NE(links.domain(links.fluent(cell, 1)), links.domain(links.fluent(step, 0)));
  EXPECT_EQ(links.domain(links.fluent(cell, 0)), links.domain(links.move(mark, 0)));
  EXPECT_GT(links.link(links.move(mark, 0), links.fluent(cell, 0)), 0U);
  EXPECT_EQ(links.link(links.move(mark, 0), links.fluent(cell, 1)), 0U);
}

TEST(RuleLinks, ThroughDefinitions) {
  Given given(
      "(<= (legal player (go ?x ?y)) (reachable ?x ?y))"
      "(<= (reachable ?a ?b) (free ?a ?b))"
      "(<= (free ?u ?v) (true (cell ?u ?v empty)))");
  const RuleLinks links(given.rules);
  EXPECT_GT(links.link(links.move({"go", 2}, 1), links.fluent({"cell", 3}, 1)), 0U);
  EXPECT_EQ(links.link(links.move({"go", 2}, 1), links.fluent({"cell", 3}, 0)), 0U);
}

}  // namespace
}  // namespace agon::knowledge::structure
