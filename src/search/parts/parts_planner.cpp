#include "search/parts/parts_planner.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/assert.h"
#include "search/parts/composer.h"

namespace agon::search::parts {

using ground::Composition;

namespace {

class PartsPlanner final : public FullInformationSearcher {
 public:
  PartsPlanner(std::shared_ptr<const engines::CircuitEngine> engine, Composer composer, std::size_t parts,
               std::unique_ptr<Searcher> otherwise, const PartsPlanOptions& options)
      : engine_(std::move(engine)),
        composer_(std::move(composer)),
        part_count_(parts),
        otherwise_(std::move(otherwise)),
        options_(options),
        scratch_(engine_->make_scratch()),
        state_(engine_->initial_state(scratch_)) {}

  void restart() override {
    otherwise_->restart();
    state_ = engine_->initial_state(scratch_);
    best_ = {};
    explored_ = false;
  }

  void follow(std::span<const Choice> choices) override {
    AGON_ASSERT(choices.size() == 1);
    game::MoveBuffer legal;
    engine_->legal_moves(scratch_, state_, RoleId{0}, legal);
    AGON_ASSERT(choices[0].index() < legal.size());
    engine_->apply(scratch_, state_, std::span(&legal[choices[0].index()], 1));
    otherwise_->advance(choices);
    if (!best_.choices.empty() && best_.choices.front() == choices[0].value) {
      best_.choices.erase(best_.choices.begin());
    } else {
      best_ = {};
      explored_ = false;
    }
  }

  [[nodiscard]] bool goes_on() const override { return otherwise_->goes_on(); }

  Thought think(RoleId role, const Budget& budget) override {
    const Clock::time_point start = Clock::now();
    const auto finished = [&](Thought thought, std::uint64_t states) {
      thought.seconds = std::chrono::duration<double>(Clock::now() - start).count();
      thought.states += states;
      return thought;
    };
    Budget rest = budget;
    const auto spend = [&](std::uint64_t states) {
      if (rest.states != Budget::kUnlimited) rest.states -= std::min(rest.states, states);
    };
    std::uint64_t first_states = 0;
    if (!explored_ && !is_solved() && options_.first_states > 0 && otherwise_->goes_on()) {
      Budget first = rest;
      first.states = std::min(rest.states, options_.first_states);
      Thought thought = otherwise_->think(role, first);
      if (thought.proven()) return finished(std::move(thought), 0);
      if (budget.stopped() || budget.late()) {
        const std::uint64_t states = thought.states;
        return best_.goal > thought.low[0] ? finished(describe(), states) : finished(std::move(thought), 0);
      }
      spend(first_states = thought.states);
    }
    Effort effort(rest);
    if (budget.deadline != Clock::time_point::max()) {
      const auto left = std::max(Clock::duration(0), budget.deadline - start);
      effort.budget.deadline = start + std::chrono::duration_cast<Clock::duration>(left * options_.time_share);
    }
    if (!explored_ && !is_solved() && !engine_->is_terminal(scratch_, state_)) {
      try {
        composer_.run(state_, effort, best_);
        explored_ = true;
      } catch (const Interrupted&) {
      }
    }
    const std::uint64_t spent = first_states + effort.states;
    if (is_solved()) return finished(describe(), spent);
    spend(effort.states);
    Thought other = otherwise_->think(role, rest);
    if (best_.goal > (other.low.empty() ? 0 : other.low[0])) return finished(describe(), spent + other.states);
    return finished(std::move(other), spent);
  }

 private:
  [[nodiscard]] bool is_solved() const { return best_.goal >= composer_.highest_goal() && !best_.choices.empty(); }

  Thought describe() {
    game::MoveBuffer legal;
    engine_->legal_moves(scratch_, state_, RoleId{0}, legal);
    Thought thought;
    thought.moves.resize(legal.size());
    for (MoveThought& move : thought.moves) move.high = composer_.highest_goal();
    thought.choice = Choice{best_.choices.front()};
    const double goal = best_.goal;
    thought.moves[thought.choice.index()] = {1, goal, goal, static_cast<double>(composer_.highest_goal())};
    thought.value = thought.low = {goal};
    thought.high = {static_cast<double>(composer_.highest_goal())};
    for (const std::uint32_t choice : best_.choices) thought.line.push_back({Choice{choice}});
    thought.depth = static_cast<std::uint32_t>(best_.choices.size());
    thought.note = fmt::format("{} moves to {}, put together from {} parts", best_.choices.size(), best_.goal, part_count_);
    return thought;
  }

  std::shared_ptr<const engines::CircuitEngine> engine_;
  Composer composer_;
  std::size_t part_count_;
  std::unique_ptr<Searcher> otherwise_;
  PartsPlanOptions options_;
  engines::CircuitEngine::Scratch scratch_;
  engines::CircuitEngine::State state_;
  WholeLine best_;         // from the current state
  bool explored_ = false;  // the parts have nothing more to tell
};

// What the exploration of a part needs to know of the whole game.
ground::PartGame game_of_part(const ground::Decomposition& decomposition, std::size_t part) {
  ground::PartGame game;
  game.own_end = decomposition.kind != Composition::Interleaved;
  game.idle_choices = decomposition.kind != Composition::Interleaved;
  game.all_shared = decomposition.kind == Composition::Parallel;
  if (decomposition.kind == Composition::Serial && part == 0)
    game.terminal.any_of.push_back({ground::GroundLiteral::of(decomposition.signal, false)});
  return game;
}

}  // namespace

Result<std::unique_ptr<Searcher>> make_parts_planner(std::shared_ptr<const engines::CircuitEngine> engine,
                                                     const ground::Decomposition& decomposition,
                                                     std::unique_ptr<Searcher> otherwise, const PartsPlanOptions& options) {
  if (engine->info().role_count() != 1 || engine->info().random)
    return bad_input("not-a-puzzle", "planning by parts is for one player and no chance", "use parts with several players");
  std::vector<PartEngine> parts;
  for (std::size_t p = 0; p < decomposition.parts.size(); ++p) {
    Result<PartEngine> part = PartEngine::create(*engine->circuit().program, decomposition, p, game_of_part(decomposition, p));
    if (!part) return part.error();
    if (decomposition.kind == Composition::Interleaved && part->looks_at_shared())
      return bad_input("parts-look-at-the-clock", "a part that shares the turn looks at the time as well", "search the whole game");
    parts.push_back(std::move(*part));
  }
  const std::size_t count = parts.size();
  Composer composer(engine, decomposition, std::move(parts), options.memory_bytes);
  return std::unique_ptr<Searcher>(
      std::make_unique<PartsPlanner>(std::move(engine), std::move(composer), count, std::move(otherwise), options));
}

}  // namespace agon::search::parts
