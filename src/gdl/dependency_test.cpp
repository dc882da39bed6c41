#include "gdl/dependency.h"

#include "gdl/test_helpers.h"

namespace agon::gdl {
namespace {

class Graph {
 public:
  explicit Graph(const std::string& text) : rules(read_good(text)), graph(rules) {}
  std::uint32_t node(const std::string& name, std::uint32_t arity) const { return graph.find({rules.symbols().find(name), arity}); }

  Rules rules;
  DependencyGraph graph;
};

TEST(Dependency, EdgesKnowSignRuleAndPlace) {
  const Graph g("(<= (p ?x) (q ?x) (not (or (r ?x) (not s))) (distinct ?x 1)) (q 1)");
  ASSERT_EQ(g.graph.edges().size(), 3U);  // `distinct` is no relation
  EXPECT_FALSE(g.graph.edges()[0].negative);
  EXPECT_TRUE(g.graph.edges()[1].negative);
  EXPECT_TRUE(g.graph.edges()[2].negative);  // two negations still must be finished first
  EXPECT_EQ(g.graph.edges()[0].span, (Span{11, 17}));
  EXPECT_EQ(g.graph.find({g.rules.symbols().find("p"), 2}), g.graph.size());  // another arity is another relation
}

TEST(Dependency, CyclesAndOrder) {
  const Graph g("(<= (a) (b)) (<= (b) (c)) (<= (c) (b) (d)) (<= (e) (e)) (d)");
  const auto at = [&](const char* name) { return g.node(name, 0); };
  EXPECT_TRUE(g.graph.same_cycle(at("b"), at("c")));
  EXPECT_FALSE(g.graph.same_cycle(at("a"), at("b")));
  EXPECT_TRUE(g.graph.recursive(at("b")));
  EXPECT_TRUE(g.graph.recursive(at("e")));
  EXPECT_FALSE(g.graph.recursive(at("a")));
  EXPECT_GT(g.graph.component(at("a")), g.graph.component(at("b")));
  EXPECT_GT(g.graph.component(at("b")), g.graph.component(at("d")));
  EXPECT_TRUE(g.graph.reaches(at("a"))[at("d")]);
  EXPECT_FALSE(g.graph.reaches(at("d"))[at("a")]);
}

TEST(Dependency, LongChainsNeedNoStack) {
  std::string text;
  for (int i = 0; i < 50'000; ++i) text += "(<= (p" + std::to_string(i) + ") (p" + std::to_string(i + 1) + "))\n";
  const Graph g(text);
  EXPECT_EQ(g.graph.size(), 50'001U);
  EXPECT_TRUE(g.graph.reaches(g.node("p0", 0))[g.node("p50000", 0)]);
}

}  // namespace
}  // namespace agon::gdl
