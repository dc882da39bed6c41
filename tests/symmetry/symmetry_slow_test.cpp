// Every symmetry of every library sheet that is small enough commutes with play in 10,000 states: zero violations.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "knowledge/symmetry/commutation_checker.h"
#include "search/minimax/proof_number.h"
#include "tests/symmetry/games.h"

namespace agon::symmetry_tests {
namespace {

TEST(Symmetry, CommutesWithPlayInTenThousandStates) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(std::string(AGON_SOURCE_DIR) + "/games/gdl")) {
    if (entry.path().extension() == ".kif") names.push_back(entry.path().stem().string());
  }
  std::ranges::sort(names);
  constexpr std::size_t kMostLiterals = 60'000;
  constexpr std::size_t kMostElements = 6;  // generators of a large group
  std::size_t symmetric = 0;
  for (const std::string& name : names) {
    Result<gdl::Rules> rules = gdl::read_text(library_text(name), name);
    if (!rules || rules->dialect().arithmetic || rules->dialect().real_time) continue;
    const auto program = ground::ground(*rules);
    if (!program || (*program)->literals.size() > kMostLiterals) continue;
    const auto circuit = circuit::build(*program);
    if (!circuit) continue;
    const auto engine = *engines::CircuitEngine::create(*circuit);
    const auto found = knowledge::symmetry::find_symmetries(*rules, *program);
    std::vector<game::Symmetry> elements = found.all.value.generators;
    if (elements.size() > kMostElements) elements.resize(kMostElements);
    if (elements.empty()) continue;
    ++symmetric;
    const auto count = knowledge::symmetry::CommutationChecker(*engine).run(elements, 10'000, 1);
    EXPECT_EQ(count.violations, 0U) << name << ": of " << count.states;
  }
  EXPECT_GT(symmetric, 60U);
}

// Proved with at most 60 % of the nodes.
TEST(Symmetry, ProofsOfConnectFourNeedAtMostSixtyPercent) {
  for (const auto& [columns, rows] : {std::pair{5, 4}, {5, 5}}) {
    const SymmetricGame game = make_game(connect_four(columns, rows));
    const auto plain = search::minimax::solve_by_proof(game.engine, RoleId{0});
    const auto less = search::minimax::solve_by_proof(game.engine, RoleId{0}, {.symmetry = game.group});
    EXPECT_TRUE(less.exact());
    EXPECT_EQ(less.low, plain.low);
    EXPECT_LE(static_cast<double>(less.nodes), 0.6 * static_cast<double>(plain.nodes)) << columns << "x" << rows;
  }
}

}  // namespace
}  // namespace agon::symmetry_tests
