#include "search/parts/parts_mcts.h"

#include <absl/container/flat_hash_map.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/assert.h"
#include "base/hash.h"
#include "base/rng.h"
#include "search/parts/part_engine.h"

namespace agon::search::parts {

namespace {

using engines::CircuitEngine;

class PartsMcts final : public FullInformationSearcher {
 public:
  PartsMcts(std::shared_ptr<const CircuitEngine> engine, const ground::Decomposition& decomposition,
            const PartsMctsOptions& options)
      : engine_(std::move(engine)),
        decomposition_(decomposition),
        parts_(decomposition_.parts),
        options_(options),
        rng_(options.seed),
        scratch_(engine_->make_scratch()),
        root_(engine_->initial_state(scratch_)),
        trees_(parts_.size()) {
    const std::size_t words = (engine_->circuit().program->fluents.size() + 63) / 64;
    for (const ground::Part& part : parts_) {
      std::vector<std::uint64_t>& mask = masks_.emplace_back(words, 0);
      for (const std::vector<std::uint32_t>* fluents : {&part.fluents, &decomposition.shared}) {
        for (const std::uint32_t f : *fluents) mask[f / 64] |= std::uint64_t{1} << (f % 64);
      }
    }
  }

  void restart() override {
    root_ = engine_->initial_state(scratch_);
    rng_ = Rng(options_.seed);
    forget();
  }

  void follow(std::span<const Choice> choices) override {
    find_legal(root_);
    std::vector<MoveId> joint;
    for (std::size_t r = 0; r < choices.size(); ++r) {
      AGON_ASSERT(choices[r].index() < legal_[r].size());
      joint.push_back(legal_[r][choices[r].index()]);
    }
    engine_->apply(scratch_, root_, joint);
  }

  [[nodiscard]] bool goes_on() const override { return true; }

  Thought think(RoleId role, const Budget& budget) override {
    const Clock::time_point start = Clock::now();
    if (bytes_ > options_.memory_bytes) forget();
    states_ = 0;
    deepest_ = 0;
    std::uint64_t iterations = 0;
    constexpr std::uint64_t kPatience = 16;  // simulations between looks at the clock
    while (iterations < budget.iterations && states_ < budget.states && bytes_ <= options_.memory_bytes) {
      if (iterations % kPatience == 0 && iterations > 0 && (budget.stopped() || budget.late())) break;
      simulate();
      ++iterations;
    }
    Thought thought = describe(role);
    thought.iterations = iterations;
    thought.seconds = std::chrono::duration<double>(Clock::now() - start).count();
    return thought;
  }

 private:
  struct Arm {
    std::uint32_t choice = 0;
    std::uint32_t visits = 0;
    double sum = 0;
  };
  struct Node {
    std::uint64_t visits = 0;
    std::vector<std::vector<Arm>> arms;  // per role
  };
  struct Step {  // in one part
    Node* node = nullptr;
    std::vector<std::uint32_t> arms;  // per role: the one that was chosen
  };
  using Tree = absl::flat_hash_map<std::uint64_t, std::unique_ptr<Node>>;

  void forget() {
    for (Tree& tree : trees_) tree.clear();
    bytes_ = 0;
  }

  void find_legal(const CircuitEngine::State& state) {
    legal_.resize(engine_->info().role_count());
    for (std::uint32_t r = 0; r < legal_.size(); ++r) engine_->legal_moves(scratch_, state, RoleId{r}, legal_[r]);
    phase_ = phase_of(decomposition_, state);
  }

  // What the role chooses in the part with this move, in the state whose legal moves were found last. Engines number the moves of
  // each role from 0.
  [[nodiscard]] std::uint32_t choice(std::size_t part, std::size_t role, MoveId move) const {
    return parts_[part].classes[phase_][engine_->circuit().program->role_begin[role] + move.index()];
  }

  std::uint64_t key(std::size_t part, const CircuitEngine::State& state) {
    masked_.resize(state.words.size());
    for (std::size_t w = 0; w < state.words.size(); ++w) masked_[w] = state.words[w] & masks_[part][w];
    return hash_bytes(masked_.data(), masked_.size() * sizeof(std::uint64_t));
  }

  // The node of the part's position. Precondition: the legal moves have been found.
  Node& node_of(std::size_t part, const CircuitEngine::State& state) {
    std::unique_ptr<Node>& node = trees_[part].try_emplace(key(part, state)).first->second;
    if (node) return *node;
    node = std::make_unique<Node>();
    bytes_ += sizeof(Node) + sizeof(std::uint64_t) * 4;
    for (std::size_t r = 0; r < legal_.size(); ++r) {
      std::vector<std::uint32_t> choices;
      for (const MoveId move : legal_[r]) choices.push_back(choice(part, r, move));
      std::sort(choices.begin(), choices.end());
      choices.erase(std::unique(choices.begin(), choices.end()), choices.end());
      std::vector<Arm>& arms = node->arms.emplace_back();
      for (const std::uint32_t choice : choices) arms.push_back({choice, 0, 0});
      bytes_ += sizeof(arms) + arms.size() * sizeof(Arm);
    }
    return *node;
  }

  std::uint32_t select(const Node& node, const std::vector<Arm>& arms) {
    if (arms.size() == 1) return 0;
    double best = -1;
    std::uint32_t chosen = 0;
    std::uint32_t ties = 0;
    const double bonus = std::log(static_cast<double>(std::max<std::uint64_t>(node.visits, 1)));
    for (std::uint32_t a = 0; a < arms.size(); ++a) {
      const double visits = arms[a].visits;
      const double value = arms[a].visits == 0 ? std::numeric_limits<double>::max()
                                               : arms[a].sum / visits + options_.exploration * std::sqrt(bonus / visits);
      if (value > best) {
        best = value;
        chosen = a;
        ties = 1;
      } else if (value == best && rng_.below(++ties) == 0) {
        chosen = a;
      }
    }
    return chosen;
  }

  // The move that is this choice in every part.
  MoveId combine(std::size_t role, const std::vector<Step>& steps) const {
    for (const MoveId move : legal_[role]) {
      bool fits = true;
      for (std::size_t p = 0; p < parts_.size() && fits; ++p) {
        fits = choice(p, role, move) == steps[p].node->arms[role][steps[p].arms[role]].choice;
      }
      if (fits) return move;
    }
    AGON_ASSERT(false);  // every combination is a move: that is what parallel means
    return legal_[role].front();
  }

  void simulate() {
    CircuitEngine::State state = root_;
    std::vector<std::vector<Step>> path;
    const std::size_t roles = engine_->info().role_count();
    std::vector<double> values(roles, 0);
    bool known = true;  // in all trees
    for (std::uint32_t step = 0; known && step < options_.max_steps && !engine_->is_terminal(scratch_, state); ++step) {
      find_legal(state);
      if (std::ranges::any_of(legal_, [](const game::MoveBuffer& moves) { return moves.empty(); })) break;
      std::vector<Step>& here = path.emplace_back();
      for (std::size_t p = 0; p < parts_.size(); ++p) {
        Node& node = node_of(p, state);
        known = known && node.visits > 0;
        Step& one = here.emplace_back(Step{&node, {}});
        for (const std::vector<Arm>& arms : node.arms) one.arms.push_back(select(node, arms));
      }
      std::vector<MoveId> joint;
      for (std::size_t r = 0; r < roles; ++r) joint.push_back(combine(r, here));
      engine_->apply(scratch_, state, joint);
      ++states_;
    }
    deepest_ = std::max(deepest_, static_cast<std::uint32_t>(path.size()));
    score(state, values);
    for (std::vector<Step>& steps : path) {
      for (Step& one : steps) {
        ++one.node->visits;
        for (std::size_t r = 0; r < roles; ++r) {
          Arm& arm = one.node->arms[r][one.arms[r]];
          ++arm.visits;
          arm.sum += values[r];
        }
      }
    }
  }

  // Goals as 0..1, after a random playout if the game goes on.
  void score(const CircuitEngine::State& state, std::vector<double>& values) {
    if (engine_->is_terminal(scratch_, state)) {
      for (std::uint32_t r = 0; r < values.size(); ++r) values[r] = std::max(0, engine_->goal(scratch_, state, RoleId{r})) / 100.0;
      return;
    }
    const game::PlayoutResult result = engine_->playout(scratch_, state, rng_, options_.max_steps);
    states_ += result.steps;
    for (std::size_t r = 0; r < values.size(); ++r) values[r] = result.ended ? std::max(0, result.goals[r]) / 100.0 : 0.5;
  }

  Thought describe(RoleId role) {
    find_legal(root_);
    const std::size_t roles = legal_.size();
    std::vector<Step> chosen;
    Thought thought;
    thought.value.assign(roles, 0);
    thought.low.assign(roles, 0);
    thought.high.assign(roles, 100);
    for (std::size_t p = 0; p < parts_.size(); ++p) {
      Node& node = node_of(p, root_);
      Step& one = chosen.emplace_back(Step{&node, {}});
      for (std::size_t r = 0; r < roles; ++r) {
        const std::vector<Arm>& arms = node.arms[r];
        std::size_t best = 0;
        for (std::size_t a = 1; a < arms.size(); ++a) {
          if (std::pair(arms[a].visits, arms[a].sum) > std::pair(arms[best].visits, arms[best].sum)) best = a;
        }
        one.arms.push_back(static_cast<std::uint32_t>(best));
        thought.value[r] += mean(arms[best]) / static_cast<double>(parts_.size());
      }
      thought.nodes += trees_[p].size();
    }
    const game::MoveBuffer& own = legal_[role.index()];
    const MoveId move = combine(role.index(), chosen);
    thought.choice = Choice{static_cast<std::uint32_t>(std::find(own.begin(), own.end(), move) - own.begin())};
    // A move has been tried as often as its rarest choice, and is worth the mean of what its choices are.
    for (const MoveId candidate : own) {
      MoveThought& about = thought.moves.emplace_back();
      about.visits = std::numeric_limits<std::uint64_t>::max();
      for (std::size_t p = 0; p < parts_.size(); ++p) {
        for (const Arm& arm : chosen[p].node->arms[role.index()]) {
          if (arm.choice != choice(p, role.index(), candidate)) continue;
          about.visits = std::min<std::uint64_t>(about.visits, arm.visits);
          about.value += mean(arm) / static_cast<double>(parts_.size());
        }
      }
    }
    std::vector<Choice> joint;
    for (std::size_t r = 0; r < roles; ++r) {
      const MoveId best = combine(r, chosen);
      joint.push_back(Choice{static_cast<std::uint32_t>(std::find(legal_[r].begin(), legal_[r].end(), best) - legal_[r].begin())});
    }
    thought.line.push_back(std::move(joint));
    thought.states = states_;
    thought.depth = deepest_;
    thought.note = fmt::format("{} parts, a tree for each", parts_.size());
    return thought;
  }
  static double mean(const Arm& arm) { return arm.visits == 0 ? 50 : 100 * arm.sum / arm.visits; }

  std::shared_ptr<const CircuitEngine> engine_;
  ground::Decomposition decomposition_;
  const std::vector<ground::Part>& parts_;
  PartsMctsOptions options_;
  Rng rng_;
  CircuitEngine::Scratch scratch_;
  CircuitEngine::State root_;
  std::vector<Tree> trees_;
  std::vector<std::vector<std::uint64_t>> masks_;  // per part: its fluents and the shared ones
  std::vector<std::uint64_t> masked_;
  std::vector<game::MoveBuffer> legal_;  // per role, of the state asked about last
  std::uint32_t phase_ = 0;              // of this state
  std::size_t bytes_ = 0;
  std::uint64_t states_ = 0;
  std::uint32_t deepest_ = 0;
};

}  // namespace

Result<std::unique_ptr<Searcher>> make_parts_mcts(std::shared_ptr<const engines::CircuitEngine> engine,
                                                  const ground::Decomposition& decomposition, const PartsMctsOptions& options) {
  if (decomposition.kind != ground::Composition::Parallel)
    return bad_input("not-parallel", "only parts that are played at the same time can be searched by trees of their own",
                     "use mcts");
  return std::unique_ptr<Searcher>(std::make_unique<PartsMcts>(std::move(engine), decomposition, options));
}

}  // namespace agon::search::parts
