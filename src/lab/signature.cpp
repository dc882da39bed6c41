#include "lab/signature.h"

#include <cmath>

#include "base/hash.h"
#include "library/library.h"
#include "play/referee/referee.h"
#include "play/strategy/players.h"

namespace agon::lab {
namespace {

// Values are means of thousands of additions: what lies behind the sixth digit depends on the compiler.
std::uint64_t rounded(double value) { return static_cast<std::uint64_t>(std::llround(value * 1e4)); }

std::uint64_t hash_of(const search::Thought& thought) {
  std::uint64_t hash = mix(1, thought.choice.value);
  for (const search::MoveThought& move : thought.moves) {
    hash = mix(hash, move.visits);
    hash = mix(hash, rounded(move.value));
    hash = mix(hash, rounded(move.low));
    hash = mix(hash, rounded(move.high));
  }
  for (const double value : thought.value) hash = mix(hash, rounded(value));
  for (const auto& joint : thought.line) {
    for (const Choice choice : joint) hash = mix(hash, choice.value);
  }
  hash = mix(hash, thought.iterations);
  hash = mix(hash, thought.states);
  hash = mix(hash, thought.nodes);
  return mix(hash, thought.depth);
}

Result<std::uint64_t> hash_of(const SignatureCase& what, const library::Library& games) {
  Result<gdl::Rules> rules = games.load(what.game);
  if (!rules) return rules.error();
  const auto kit = std::make_shared<play::GameKit>(*rules);
  const Result<game::AnyEngine> referee = kit->engine("prover");
  if (!referee) return referee.error();
  const std::size_t roles = referee->info().role_count();
  std::vector<std::unique_ptr<play::Player>> players;
  for (std::size_t r = 0; r < roles; ++r) {
    Result<std::unique_ptr<play::Player>> player =
        play::make_player(what.strategy, kit, {.seed = r + 1, .memory_bytes = std::size_t{64} << 20U});
    if (!player) return player.error();
    players.push_back(std::move(*player));
  }
  std::uint64_t hash = 0;
  play::MatchOptions options;
  options.max_steps = what.steps;
  options.on_turn = [&](const play::MoveEvent& event) {
    if (!event.asked && event.thought != nullptr) hash = mix(hash, hash_of(*event.thought));
  };
  const game::MatchRecord record =
      play::play_match(*referee, *rules, std::vector<std::string>(roles, what.strategy), players, options);
  for (const game::MatchStep& step : record.steps) {
    for (const std::string& move : step.moves) hash = mix(hash, fnv1a(move));
  }
  return hash;
}

}  // namespace

const std::vector<SignatureCase>& signature_cases() {
  static const std::vector<SignatureCase> cases = {
      // Engines: one search on each of them.
      {"connectfour", "mcts(engine=prover, iterations=100)"},
      {"connectfour", "mcts(engine=chainer, iterations=400)"},
      {"connectfour", "mcts(engine=updater, iterations=400)"},
      {"connectfour", "mcts(engine=circuit, iterations=4000)"},
      {"breakthrough-6x6", "mcts(engine=circuit, iterations=4000)"},
      {"connectfour", "minimax(engine=prover, depth=2)"},
      {"connectfour", "minimax(engine=chainer, depth=3)"},
      {"connectfour", "minimax(engine=updater, depth=3)"},
      // Tree policies.
      {"connectfour", "mcts(select=ucb1-tuned, iterations=2000)"},
      {"hex-5x5", "mcts(select=rave(k=250), iterations=2000)"},
      {"hex-5x5", "mcts(select=grave(k=250, ref=20), iterations=2000)"},
      {"connectfour", "mcts(select=adaptive-rave, iterations=2000)"},
      {"breakthrough-6x6", "mcts(sufficiency=static(0.6), iterations=2000)"},
      {"breakthrough-6x6", "mcts(sufficiency=adaptive, iterations=2000)"},
      {"othello-6x6", "mcts(transpositions=no, reuse=no, solver=no, iterations=1000)"},
      // Playout policies.
      {"othello-6x6", "mcts(playout=mast, iterations=500)"},
      {"breakthrough-6x6", "mcts(playout=nst(decay=0.6), iterations=500)"},
      {"knightthrough-5x5", "mcts(playout=nested(level=1), iterations=100)"},
      {"skirmish", "mcts(cutoff=6, discount=0.99, iterations=200)", 2},
      {"breakthrough-6x6", "mcts(playout=mast, band=0.1, decide=knowledge, iterations=500)"},
      // Bit lanes.
      {"connectfour", "mcts(lanes, iterations=20000)"},
      {"breakthrough", "mcts(lanes, iterations=20000)"},
      {"tictactoe", "mcts(lanes, iterations=20000)", 9},
      // Simultaneous moves, several players, chance.
      {"goofspiel", "mcts(iterations=1000)"},
      {"connectfour-simultaneous", "mcts(simultaneous=regret, iterations=1000)"},
      {"three-player-nim", "mcts(iterations=1000)"},
      // Deepening.
      {"tictactoe", "minimax", 9},
      {"othello-6x6", "minimax(depth=4, evaluation=mobility)"},
      {"skirmish", "minimax(depth=2, rule=ranked)", 2},
      {"three-player-nim", "minimax(depth=6)"},
      {"three-player-free-for-all", "minimax(depth=3, paranoid, evaluation=mix(goal=2, mobility=1))", 2},
      {"chomp", "minimax(table=0, ordering=no, depth=5)"},
      // One player.
      {"eight-puzzle", "plan(breadth-first, states=50000)", 3},
      {"peg-solitaire-triangle", "plan(novelty, states=50000)", 3},
      {"sokoban", "plan(relaxed, states=50000)", 3},
      {"lights-out", "plan(beam, states=50000)", 3},
      {"queens-8", "plan(depth-first, states=50000)", 3},
      {"knights-tour", "plan(nested, states=50000)", 3},
      {"hanoi", "mcts(iterations=2000)", 3},
      // Nested Monte Carlo.
      {"domineering-5x5", "nmc(level=1)", 2},
      {"knightthrough-5x5", "nmc(level=2, pruning=cut-on-win, discount=no)", 2},
  };
  return cases;
}

Result<Signature> search_signature(const std::string& games_folder, const std::function<void(const SignatureLine&)>& on_line) {
  const library::Library games(games_folder);
  Signature signature;
  for (const SignatureCase& what : signature_cases()) {
    const Result<std::uint64_t> hash = hash_of(what, games);
    if (!hash) return hash.error();
    signature.lines.push_back({what, *hash});
    signature.number = mix(signature.number, *hash);
    if (on_line) on_line(signature.lines.back());
  }
  return signature;
}

}  // namespace agon::lab
