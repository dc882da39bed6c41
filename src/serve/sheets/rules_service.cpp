#include "serve/sheets/rules_service.h"

#include <fmt/format.h>
#include <malloc.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "base/json_integer.h"
#include "base/rng.h"
#include "game/perft.h"
#include "gdl/read/reader.h"
#include "knowledge/analysis/analyse.h"
#include "knowledge/analysis/analysis_json.h"
#include "play/game_kit.h"
#include "play/referee/trial.h"
#include "serve/http/message.h"
#include "serve/json.h"
#include "serve/match/arbiter.h"
#include "serve/sheets/vetting.h"

namespace agon::serve {
namespace {

constexpr const char* kName = "this sheet";
constexpr std::size_t kShownSteps = 200;    // of branching by step
constexpr std::size_t kHistogramBars = 40;  // at most
constexpr int kLongestPlayout = 2'000;
constexpr std::size_t kAnalysisBytes = std::size_t{128} << 20U;  // of each stage; a worker has three times as much
constexpr std::chrono::milliseconds kEngineTime{2'000};          // for a faster engine than the prover

using Clock = std::chrono::steady_clock;

double since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

std::string text_of(const Json& order) { return order.at("text").get<std::string>(); }

Json roles_of(const gdl::Rules& rules) {
  Json roles = Json::array();
  for (const gdl::Rule& rule : rules.rules()) {
    if (rule.fact() && gdl::is(rule.head.name, gdl::Keyword::Role) && rule.head.args.size() == 1)
      roles.push_back(rules.symbols().text(rule.head.args.front().name));
  }
  return roles;
}

constexpr double kTimeToAnswer = 0.5;  // seconds of the budget that are left for writing an answer that can be cut short

// Seconds that a question may measure for: what was asked for, and no more than the budget has left.
double seconds_for(const Json& order, double otherwise, double most, const WorkBudget& budget) {
  const double asked = std::clamp(order.value("seconds", otherwise), 0.1, most);
  return std::min(asked, std::max(0.0, budget.seconds_left() - kTimeToAnswer));
}

// Heap in use by this process, large blocks included.
std::size_t heap_bytes() {
  const auto heap = mallinfo2();
  return heap.uordblks + heap.hblkhd;
}

// Thrown out of perft when its time is over.
struct OutOfTime {};

struct Tally {
  std::uint64_t playouts = 0, unfinished = 0, states = 0;
  std::vector<std::uint64_t> lengths;               // how many playouts had this length
  std::vector<double> moves;                        // by step: legal moves of whoever had a choice
  std::vector<std::uint64_t> deciders;              // by step: how many had one
  std::vector<std::map<int, std::uint64_t>> goals;  // per role
};

void one_playout(const game::AnyEngine& engine, game::AnyEngine::Scratch& scratch, Rng& rng, Tally& tally,
                 const WorkBudget& budget) {
  const std::size_t roles = engine.info().role_count();
  game::AnyState state = engine.initial_state(scratch);
  std::vector<MoveId> joint(roles);
  game::MoveBuffer moves;
  for (int step = 0; step < kLongestPlayout; ++step) {
    if (engine.is_terminal(scratch, state)) {
      if (tally.lengths.size() <= static_cast<std::size_t>(step)) tally.lengths.resize(static_cast<std::size_t>(step) + 1, 0);
      ++tally.lengths[static_cast<std::size_t>(step)];
      ++tally.playouts;
      for (std::uint32_t r = 0; r < roles; ++r) ++tally.goals[r][engine.goal(scratch, state, RoleId{r})];
      return;
    }
    for (std::uint32_t r = 0; r < roles; ++r) {
      engine.legal_moves(scratch, state, RoleId{r}, moves);
      if (moves.empty()) {
        ++tally.unfinished;
        return;
      }
      const auto at = static_cast<std::size_t>(step);
      if (moves.size() > 1 && at < kShownSteps && engine.info().random != RoleId{r}) {
        if (tally.moves.size() <= at) tally.moves.resize(at + 1, 0), tally.deciders.resize(at + 1, 0);
        tally.moves[at] += static_cast<double>(moves.size());
        ++tally.deciders[at];
      }
      joint[r] = moves[rng.below(static_cast<std::uint32_t>(moves.size()))];
    }
    engine.apply(scratch, state, joint);
    if ((++tally.states & 15U) == 0) budget.check();
  }
  ++tally.unfinished;
}

Json lengths_json(const Tally& tally) {
  if (tally.playouts == 0) return {{"mean", 0}, {"min", 0}, {"max", 0}, {"histogram", Json::array()}};
  std::size_t least = 0;
  while (tally.lengths[least] == 0) ++least;
  const std::size_t most = tally.lengths.size() - 1;
  const std::size_t width = (most - least) / kHistogramBars + 1;
  double sum = 0;
  Json bars = Json::array();
  for (std::size_t from = least; from <= most; from += width) {
    std::uint64_t count = 0;
    for (std::size_t length = from; length < from + width && length <= most; ++length) {
      count += tally.lengths[length];
      sum += static_cast<double>(length) * static_cast<double>(tally.lengths[length]);
    }
    bars.push_back({{"from", from}, {"to", std::min(from + width - 1, most)}, {"count", count}});
  }
  return {{"mean", sum / static_cast<double>(tally.playouts)}, {"min", least}, {"max", most}, {"histogram", std::move(bars)}};
}

Json branching_json(const Tally& tally) {
  Json by_step = Json::array();
  double sum = 0;
  std::uint64_t count = 0;
  for (std::size_t s = 0; s < tally.moves.size(); ++s) {
    sum += tally.moves[s];
    count += tally.deciders[s];
    by_step.push_back(tally.deciders[s] == 0 ? 1.0 : tally.moves[s] / static_cast<double>(tally.deciders[s]));
  }
  return {{"mean", count == 0 ? 0.0 : sum / static_cast<double>(count)}, {"by_step", std::move(by_step)}};
}

Json goals_json(const Tally& tally, const std::vector<std::string>& roles) {
  Json list = Json::array();
  for (std::size_t r = 0; r < roles.size(); ++r) {
    Json values = Json::array();
    double sum = 0;
    std::uint64_t count = 0;
    for (const auto& [goal, times] : tally.goals[r]) {
      values.push_back({{"goal", goal == game::kNoGoal ? Json(nullptr) : Json(goal)}, {"count", times}});
      if (goal == game::kNoGoal) continue;
      sum += static_cast<double>(goal) * static_cast<double>(times);
      count += times;
    }
    list.push_back(
        {{"role", roles[r]}, {"mean", count == 0 ? 0.0 : sum / static_cast<double>(count)}, {"values", std::move(values)}});
  }
  return list;
}

// Plays the joint moves of the order from the initial position.
Status play_line(Arbiter& arbiter, const Json& order, std::size_t most, const WorkBudget& budget) {
  const auto line = order.value("moves", std::vector<std::vector<std::string>>{});
  if (line.size() > most) return bad_input("bad-field", fmt::format("More than {} steps.", most));
  for (const std::vector<std::string>& joint : line) {
    std::vector<std::size_t> choices;
    for (std::size_t r = 0; r < arbiter.roles() && r < joint.size() && !arbiter.terminal(); ++r) {
      const std::optional<std::size_t> choice = arbiter.find(r, joint[r]);
      if (!choice)
        return bad_input("illegal-move", fmt::format("'{}' is not legal for role {} at step {}.", joint[r], r + 1, arbiter.step()),
                         "The rules may have changed since the move was made.");
      choices.push_back(*choice);
    }
    if (choices.size() != arbiter.roles())
      return bad_input("illegal-move", fmt::format("Step {} cannot be played.", arbiter.step()));
    arbiter.play(choices);
    budget.check();
  }
  return done();
}

}  // namespace

Result<Json> RulesService::answer(std::string_view question, const Json& order, WorkBudget& budget) const {
  using Method = Result<Json> (RulesService::*)(const Json&, WorkBudget&) const;
  constexpr std::pair<std::string_view, Method> kQuestions[] = {
      {"check", &RulesService::check},           {"position", &RulesService::position}, {"walk", &RulesService::walk},
      {"statistics", &RulesService::statistics}, {"perft", &RulesService::perft},       {"knowledge", &RulesService::knowledge},
      {kVetQuestion, &RulesService::vet}};
  for (const auto& [name, method] : kQuestions) {
    if (name == question) return (this->*method)(order, budget);
  }
  return not_found(fmt::format("Rules cannot be asked for '{}'.", question));
}

Result<Json> RulesService::vet(const Json& order, WorkBudget& budget) const {
  const std::size_t before = heap_bytes();
  const Result<SharedKit> kit = make_sheet_kit(text_of(order), kName, sheets_.limits());
  if (!kit) return kit.error();
  budget.check();
  const std::size_t built = heap_bytes();
  Arbiter arbiter(*kit, {}, limits_.arbiter);
  budget.check();
  const std::size_t looked = heap_bytes();
  return to_json(SheetWeight{built - std::min(before, built), looked - std::min(built, looked)});
}

Result<Json> RulesService::check(const Json& order, WorkBudget& /*budget*/) const {
  const std::string text = text_of(order);
  Json json{{"schema", "agon.rules_check/1"}, {"ok", false}, {"roles", Json::array()}, {"dialect", ""}};
  const gdl::ReadOptions options{.max_bytes = sheets_.limits().rules_bytes};
  const Result<gdl::Rules> rules = gdl::read_text(text, kName, options);
  if (!rules) {
    json["diagnostics"] = diagnostics_json(rules.error().diagnostics, text);
    return json;
  }
  std::optional<play::Trial> trial;
  const Diagnostics findings = play::all_findings(*rules, sheets_.limits().question, {}, trial);
  json["ok"] = std::none_of(findings.begin(), findings.end(), [](const Diagnostic& d) { return d.severity == Severity::Error; });
  json["roles"] = roles_of(*rules);
  json["dialect"] = to_string(rules->dialect());
  json["diagnostics"] = diagnostics_json(findings, text);
  return json;
}

Result<Json> RulesService::position(const Json& order, WorkBudget& budget) const {
  const std::string text = text_of(order);
  const Result<SharedKit> kit = sheets_.get(text, kName);
  if (!kit) return kit.error();
  Arbiter arbiter(*kit, {}, limits_.arbiter);
  if (const Status played = play_line(arbiter, order, limits_.most_moves, budget); !played) return played.error();
  return Json{{"schema", "agon.rules_position/1"},
              {"rules_id", (*kit)->id},
              {"roles", (*kit)->info().roles},
              {"hidden", (*kit)->info().hidden},
              {"structure", *(*kit)->structure_json},
              {"position", arbiter.position(arbiter.step(), {{}, true}, true)},
              {"hint", nullptr},
              {"diagnostics", diagnostics_json((*kit)->findings, text)}};
}

Result<Json> RulesService::walk(const Json& order, WorkBudget& budget) const {
  const Result<SharedKit> kit = sheets_.get(text_of(order), kName);
  if (!kit) return kit.error();
  Rng rng(json_integer_or<std::uint64_t>(order, "seed", 1));
  const std::size_t most = std::min(limits_.most_walk, json_integer_or<std::size_t>(order, "max_steps", limits_.most_walk));
  Arbiter arbiter(*kit, {}, limits_.arbiter);
  Json steps = Json::array();
  std::vector<std::string> moves;
  std::string end;
  for (;;) {
    steps.push_back({{"moves", moves}, {"position", arbiter.position(arbiter.step(), {{}, true}, false)}});
    budget.check();
    budget.spend(steps.back().dump(-1, ' ', false, Json::error_handler_t::replace).size());
    if (arbiter.terminal()) end = "the game is over";
    else if (arbiter.stuck()) end = fmt::format("{} has no legal move", (*kit)->info().roles[*arbiter.stuck()]);
    else if (arbiter.step() >= most) end = fmt::format("stopped after {} steps", most);
    if (!end.empty()) break;
    std::vector<std::size_t> choices;
    moves.clear();
    for (std::size_t r = 0; r < arbiter.roles(); ++r) {
      choices.push_back(rng.below(static_cast<std::uint32_t>(arbiter.legal()[r].size())));
      moves.push_back(arbiter.legal()[r][choices.back()]);
    }
    arbiter.play(choices);
  }
  return Json{{"schema", "agon.walk/1"},
              {"roles", (*kit)->info().roles},
              {"structure", *(*kit)->structure_json},
              {"steps", std::move(steps)},
              {"end", end}};
}

Result<Json> RulesService::statistics(const Json& order, WorkBudget& budget) const {
  const std::string text = text_of(order);
  const Result<SharedKit> kit = sheets_.get(text, kName);
  if (!kit) return kit.error();
  const std::uint64_t playouts = std::min(limits_.most_playouts, json_integer_or<std::uint64_t>(order, "playouts", 1'000));
  Rng rng(json_integer_or<std::uint64_t>(order, "seed", 1));

  // A faster engine where one can be had in a moment; the prover plays everything.
  game::AnyEngine engine = (*kit)->engine;
  Limits limits = sheets_.limits().question;
  limits.time = kEngineTime;
  play::GameKit kit_of_engines((*kit)->rules, limits);
  if (Result<game::AnyEngine> faster = kit_of_engines.best_engine()) engine = *faster;

  Tally tally;
  tally.goals.resize(engine.info().role_count());
  auto scratch = engine.make_scratch();
  const double seconds = seconds_for(order, 3.0, limits_.most_seconds, budget);
  const Clock::time_point start = Clock::now();
  while (tally.playouts + tally.unfinished < playouts && since(start) < seconds) {
    one_playout(engine, scratch, rng, tally, budget);
  }
  const double took = since(start);
  return Json{{"schema", "agon.statistics/1"},
              {"playouts", tally.playouts},
              {"unfinished", tally.unfinished},
              {"seconds", took},
              {"length", lengths_json(tally)},
              {"branching", branching_json(tally)},
              {"goals", goals_json(tally, engine.info().roles)},
              {"states_per_second", took > 0 ? static_cast<double>(tally.states) / took : 0.0},
              {"engine", engine.name()}};
}

Result<Json> RulesService::perft(const Json& order, WorkBudget& budget) const {
  const Result<SharedKit> kit = sheets_.get(text_of(order), kName);
  if (!kit) return kit.error();
  const int depth = std::clamp(json_integer_or<int>(order, "depth", 3), 1, limits_.most_depth);
  const double seconds = seconds_for(order, 5.0, limits_.most_seconds, budget);
  const Clock::time_point start = Clock::now();
  Json rows = Json::array();
  bool complete = true;
  std::uint64_t nodes = 0;
  try {
    for (int d = 1; d <= depth; ++d) {
      const Clock::time_point began = Clock::now();
      const game::PerftCount count = game::perft((*kit)->engine, d, [&] {
        if ((++nodes & 63U) == 0 && since(start) > seconds) throw OutOfTime{};
      });
      rows.push_back({{"depth", d}, {"nodes", count.nodes}, {"terminals", count.terminals}, {"seconds", since(began)}});
    }
  } catch (const OutOfTime&) {
    complete = false;
  }
  return Json{{"schema", "agon.rules_perft/1"}, {"rows", std::move(rows)}, {"complete", complete}};
}

Result<Json> RulesService::knowledge(const Json& order, WorkBudget& budget) const {
  const Result<SharedKit> kit = sheets_.get(text_of(order), kName);
  if (!kit) return kit.error();
  Arbiter arbiter(*kit, {}, limits_.arbiter);
  if (const Status played = play_line(arbiter, order, limits_.most_moves, budget); !played) return played.error();

  knowledge::AnalysisOptions options;
  const double seconds = seconds_for(order, 5.0, limits_.most_seconds, budget);
  options.time = std::chrono::milliseconds(static_cast<long long>(1000 * seconds));
  options.memory_bytes = kAnalysisBytes;
  options.state = arbiter.fluents(arbiter.step());
  engines::Workshop workshop((*kit)->rules, {.limits = {.time = options.time, .memory_bytes = kAnalysisBytes}});
  knowledge::Analysis analysis = knowledge::analyse(workshop, options);
  analysis.game = kName;
  analysis.rules_id = (*kit)->id;
  analysis.roles = (*kit)->info().roles;
  return knowledge::json_of(analysis);
}

}  // namespace agon::serve
