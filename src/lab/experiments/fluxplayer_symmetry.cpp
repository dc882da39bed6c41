// Chapter 8 of "Knowledge-Based General Game Playing" (Schiffel 2011): how many symmetries the games of table 8.1 have, whether
// they commute with play, and what a blind search to a fixed depth saves by leaving out symmetric moves or by looking up all
// images.
#include <absl/container/flat_hash_map.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <sstream>
#include <utility>

#include "circuit/build.h"
#include "engines/circuit/circuit_engine.h"
#include "game/symmetry_group.h"
#include "ground/grounder.h"
#include "knowledge/symmetry/commutation_checker.h"
#include "knowledge/symmetry/find_symmetries.h"
#include "lab/experiments/all.h"
#include "search/symmetry/state_keys.h"

namespace agon::lab::experiments {

namespace {

using namespace reproduce;  // NOLINT: the vocabulary of this file
using Kind = Column::Kind;
using engines::CircuitEngine;

enum class Way : std::uint8_t { Plain, Moves, Images };
constexpr std::array<const char*, 3> kWays{"plain", "moves", "images"};

// All lines to a depth, each state once for each depth that is left below it; joint moves of all roles.
class BlindSearch {
 public:
  BlindSearch(const CircuitEngine& engine, const game::SymmetryGroup& group, Way way, std::uint64_t most_states)
      : engine_(engine),
        way_(way),
        most_states_(most_states),
        keys_(engine, way == Way::Plain ? nullptr : &group),
        scratch_(engine.make_scratch()) {}

  // False if it was cut off.
  bool run(std::uint32_t depth) {
    visit(engine_.initial_state(scratch_), depth);
    return states_ < most_states_;
  }
  [[nodiscard]] std::uint64_t states() const { return states_; }  // in the table, or at an end

 private:
  void visit(const CircuitEngine::State& state, std::uint32_t depth) {
    if (states_ >= most_states_) return;
    const std::uint64_t key = way_ == Way::Images ? keys_.of(state).key : engine_.hash(state);
    const auto inserted = left_.try_emplace(key, depth);
    if (inserted.second) {
      ++states_;
    } else {
      if (inserted.first->second >= depth) return;
      inserted.first->second = depth;
    }
    if (depth == 0 || engine_.is_terminal(scratch_, state)) return;
    for (const std::vector<MoveId>& joint : joint_moves(state)) {
      CircuitEngine::State next = state;
      engine_.apply(scratch_, next, joint);
      visit(next, depth - 1);
    }
  }

  // Of each orbit under the symmetries that leave the state as it is the least, where symmetric moves are left out.
  std::vector<std::vector<MoveId>> joint_moves(const CircuitEngine::State& state) {
    std::vector<std::vector<MoveId>> all{{}};
    for (std::uint32_t r = 0; r < engine_.info().role_count(); ++r) {
      game::MoveBuffer legal;
      engine_.legal_moves(scratch_, state, RoleId{r}, legal);
      std::vector<std::vector<MoveId>> longer;
      for (const std::vector<MoveId>& joint : all) {
        for (const MoveId move : legal) {
          longer.push_back(joint);
          longer.back().push_back(move);
        }
      }
      all = std::move(longer);
    }
    if (way_ != Way::Moves || !keys_.symmetric()) return all;
    std::vector<std::uint32_t> fixing;
    keys_.images()->stabiliser({state.words.data(), state.words.size()}, fixing);
    std::erase_if(all, [&](const std::vector<MoveId>& joint) {
      return std::ranges::any_of(fixing, [&](std::uint32_t element) { return image(joint, element) < numbers(joint); });
    });
    return all;
  }
  [[nodiscard]] std::vector<std::uint32_t> numbers(const std::vector<MoveId>& joint) const {
    std::vector<std::uint32_t> result;
    for (std::uint32_t r = 0; r < joint.size(); ++r) result.push_back(keys_.images()->number(RoleId{r}, joint[r]));
    return result;
  }
  [[nodiscard]] std::vector<std::uint32_t> image(const std::vector<MoveId>& joint, std::uint32_t element) const {
    std::vector<std::uint32_t> result = numbers(joint);
    for (std::uint32_t& number : result) number = keys_.images()->move(element, number);
    return result;
  }

  const CircuitEngine& engine_;
  Way way_;
  std::uint64_t most_states_;
  search::StateKeys<CircuitEngine> keys_;
  CircuitEngine::Scratch scratch_;
  absl::flat_hash_map<std::uint64_t, std::uint32_t> left_;  // by key: the depth below that was looked at
  std::uint64_t states_ = 0;
};

struct SymmetryGame {
  std::string row, sheet;  // the sheet is empty where it is not at hand
  std::uint32_t depth = 0;
};

std::vector<SymmetryGame> games_of(const Run& run) {
  std::vector<SymmetryGame> games;
  for (const std::string& line : run.settings().words("games")) {
    std::istringstream words(line);
    SymmetryGame game;
    std::string otherwise;
    if (!(words >> game.row >> game.sheet >> otherwise >> game.depth))
      throw LookupError{fmt::format("'{}' is not ROW SHEET SHEET DEPTH", line)};
    const bool is_path = game.sheet.find('/') != std::string::npos;
    if (is_path && !std::filesystem::exists(game.sheet)) game.sheet = otherwise == "-" ? "" : otherwise;
    games.push_back(std::move(game));
  }
  return games;
}

template <class T>
T or_throw(Result<T> result, const std::string& sheet) {
  if (!result) throw LookupError{fmt::format("{}: {}", sheet, why(result.error()))};
  return *std::move(result);
}

Figures measure(const Run& run, const SymmetryGame& game, std::uint64_t seed) {
  Figures figures;
  figures.set("sheet", std::filesystem::path(game.sheet).filename().string());
  if (game.sheet.empty()) return figures;
  const gdl::Rules rules = or_throw(run.load(game.sheet), game.sheet);
  const auto program = or_throw(ground::ground(rules), game.sheet);
  const auto circuit = or_throw(circuit::build(program), game.sheet);
  const auto engine = or_throw(CircuitEngine::create(circuit), game.sheet);
  knowledge::symmetry::SymmetryOptions options;
  options.ground_graph = false;
  const auto by_rules = knowledge::symmetry::find_symmetries(rules, program, options);
  options.ground_graph = true;
  const auto found = knowledge::symmetry::find_symmetries(rules, program, options);
  figures.set("rules", by_rules.states.value.order - 1);
  figures.set("all", found.states.value.order - 1);
  figures.set("with_roles", found.all.value.order - 1);
  figures.set("find_seconds", found.seconds);
  const std::uint64_t states = run.settings().count("commute");
  const auto count = knowledge::symmetry::CommutationChecker(*engine).run(found.all.value.generators, states, seed);
  figures.set("commute_states", static_cast<double>(states));
  figures.set("violations", static_cast<double>(count.violations));
  for (const Way way : {Way::Plain, Way::Moves, Way::Images}) {
    BlindSearch search(*engine, found.states.value, way, run.settings().count("states"));
    const bool finished = search.run(game.depth);
    figures.set(fmt::format("states_{}", kWays[static_cast<std::size_t>(way)]), static_cast<double>(search.states()));
    figures.set(fmt::format("finished_{}", kWays[static_cast<std::size_t>(way)]), finished);
  }
  return figures;
}

}  // namespace

void run_fluxplayer_symmetry(Run& run) {
  Table table{
      "symmetries",
      "Symmetries beside the identity, and states of a blind search",
      {{"game", Kind::Label},
       {"sheet", Kind::Label},
       {"symmetries", Kind::Published},
       {"by the rules", Kind::Ours},
       {"with the ground program", Kind::Ours},
       {"with roles", Kind::Ours},
       {"found in s", Kind::Ours},
       {"depth", Kind::Ours},
       {"states", Kind::Ours},
       {"moves left out", Kind::Ours},
       {"images looked up", Kind::Ours},
       {"saved", Kind::Ours}},
      {},
      "Searches from the initial state; one that would look at more states than the settings allow is cut off, and says so."};
  const std::size_t missing = run.missing();
  std::size_t published = 0, equal = 0;
  double violations = 0;
  bool ordered = true;
  std::optional<double> tictactoe;
  std::vector<std::string> apart;
  for (const SymmetryGame& game : games_of(run)) {
    const auto figures = run.cell("symmetry " + game.row, [&](std::uint64_t seed) { return measure(run, game, seed); });
    if (!figures) continue;
    if (figures->word("sheet").empty()) {
      table.rows.push_back({game.row, "not at hand"});
      table.rows.back().resize(table.columns.size());
      continue;
    }
    const double all = figures->number("all");
    const std::optional<double> expected = run.published("symmetries", game.row, "symmetries");
    if (expected) {
      ++published;
      if (*expected == all) ++equal;
      else apart.push_back(fmt::format("{}: {} for {}", game.row, all, *expected));
    }
    violations += figures->number("violations");
    std::array<double, 3> states{};
    bool finished = true;
    std::vector<Cell> row{game.row,
                          figures->word("sheet"),
                          expected,
                          figures->number("rules"),
                          all,
                          figures->number("with_roles"),
                          figures->number("find_seconds"),
                          static_cast<double>(game.depth)};
    for (std::size_t way = 0; way < kWays.size(); ++way) {
      states[way] = figures->number(fmt::format("states_{}", kWays[way]));
      const bool ended = figures->flag(fmt::format("finished_{}", kWays[way]));
      finished = finished && ended;
      row.emplace_back(states[way]).text = ended ? "" : "(cut off)";
    }
    if (finished) {
      row.emplace_back(1 - states[2] / states[0]);
      ordered = ordered && states[2] <= states[1] && states[1] <= states[0];
      if (game.row == "tictactoe") tictactoe = 1 - states[2] / states[0];
    } else {
      row.emplace_back();
    }
    table.rows.push_back(std::move(row));
  }
  run.add(std::move(table));
  if (run.missing() != missing) {
    for (const char* id : {"orders", "commute", "images-beat-moves", "tictactoe-near-optimum"})
      run.not_measured(id, "some games were not measured");
    return;
  }
  const double part = published == 0 ? 0 : static_cast<double>(equal) / static_cast<double>(published);
  std::string others;
  for (const std::string& one : apart) others += (others.empty() ? "; " : ", ") + one;
  run.check("orders", {.holds = part >= run.threshold("orders"),
                       .reason = fmt::format("{} of {} equal{}", equal, published, others),
                       .figure = Estimate{part, part, part},
                       .spent = {}});
  const auto commute = static_cast<double>(run.settings().count("commute"));
  run.check("commute", {.holds = violations == 0,
                        .reason = fmt::format("{} violations in {} states of each game", violations, commute),
                        .figure = {},
                        .spent = {{"states", commute}}});
  run.check("images-beat-moves", ordered,
            ordered ? "in every game whose searches ended" : "not in every game whose searches ended");
  if (!tictactoe) return run.not_measured("tictactoe-near-optimum", "its searches were cut off");
  run.check("tictactoe-near-optimum", *tictactoe >= run.threshold("tictactoe-near-optimum"),
            fmt::format("{:.1f} % saved", 100 * *tictactoe));
}

}  // namespace agon::lab::experiments
