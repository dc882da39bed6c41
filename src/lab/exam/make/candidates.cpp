#include "lab/exam/make/candidates.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/hash.h"
#include "lab/exam/make/measure.h"
#include "lab/exam/make/prove.h"
#include "lab/exam/make/rehearsal.h"

namespace agon::lab::exam {
namespace {

constexpr std::size_t kLongestMatch = 400;
constexpr std::uint64_t kInductionShare = 20;      // backward induction keeps every state and is worth it in small positions only
constexpr std::uint64_t kLeastHardProof = 20'000;  // states: a tree search with a solver finds shorter proofs by itself
constexpr int kPatience = 2;                       // positions without a proof in a row: what comes before is only harder

class Finder {
 public:
  Finder(const Source& source, std::shared_ptr<play::GameKit> kit, game::AnyEngine engine, const CandidateOptions& options)
      : source_(source),
        kit_(std::move(kit)),
        engine_(std::move(engine)),
        circuit_(engine_.as<engines::CircuitEngine>()),
        options_(options) {}

  Result<std::vector<Position>> find() {
    const std::uint64_t seed = mix(mix(options_.seed, fnv1a(source_.game)), static_cast<std::uint64_t>(source_.kind));
    for (std::uint32_t match = 0; match < options_.matches && !has_enough(); ++match) {
      Result<Rehearsal> rehearsal = Rehearsal::start(engine_, mix(seed, match));
      if (!rehearsal) return rehearsal.error();
      std::vector<Position> found = engine_.info().role_count() == 1 ? along_a_solution(*rehearsal) : from_the_end(*rehearsal);
      take(std::move(found));
    }
    return std::move(found_);
  }

 private:
  // ---- where to look ----

  // A match is played to its end and looked at backwards: late positions are proved most easily.
  std::vector<Position> from_the_end(Rehearsal& match) {
    std::vector<std::pair<std::size_t, RoleId>> places;  // steps before which somebody chooses
    while (!match.choices().empty() && match.line().size() < kLongestMatch) {
      const std::vector<std::uint32_t>& choices = match.choices();
      const auto most = static_cast<std::uint32_t>(std::max_element(choices.begin(), choices.end()) - choices.begin());
      if (choices[most] > 2) places.emplace_back(match.line().size(), RoleId{most});
      match.step();
    }
    std::vector<Position> found;
    int failures = 0;
    for (auto place = places.rbegin(); place != places.rend() && failures < kPatience; ++place) {
      const Line line(match.line().begin(), match.line().begin() + static_cast<std::ptrdiff_t>(place->first));
      const Question question = question_at(circuit_, line, place->second);
      const std::optional<Verdict> verdict = find_best(question, options_.proof_states);
      failures = verdict ? 0 : failures + 1;
      if (verdict && !verdict->best.empty()) consider(line, question, *verdict, found);
    }
    return found;
  }

  // A puzzle is left by most random moves: from the first position that is proved on, the match is continued with best moves.
  std::vector<Position> along_a_solution(Rehearsal& match) {
    std::vector<Position> found;
    Rng rng(mix(options_.seed, found_.size()));
    while (!match.choices().empty() && match.line().size() < kLongestMatch) {
      const Question question = question_at(circuit_, match.line(), RoleId{0});
      const std::optional<Verdict> verdict =
          match.choices()[0] > 1 ? find_best(question, options_.proof_states) : std::optional<Verdict>();
      if (verdict && verdict->best.empty()) break;  // out of reach
      if (verdict) consider(match.line(), question, *verdict, found);
      if (verdict) match.step(RoleId{0}, verdict->best[rng.below(static_cast<std::uint32_t>(verdict->best.size()))]);
      else match.step();
    }
    return found;
  }

  // ---- what to keep ----

  void consider(const Line& line, const Question& question, const Verdict& verdict, std::vector<Position>& found) {
    auto scratch = circuit_->make_scratch();
    game::MoveBuffer legal;
    circuit_->legal_moves(scratch, question.state, question.role, legal);
    const std::size_t guesses = engine_.info().role_count() == 1 ? 2 : 3;  // puzzles have few moves
    if (verdict.best.size() * guesses > legal.size() || ends_at_once(question, verdict)) return;
    if (source_.hard && verdict.states < kLeastHardProof) return;
    const std::uint64_t seed = mix(options_.seed, circuit_->hash(question.state));
    if (source_.kind == Kind::Trap && !is_trap(question, verdict, seed)) return;
    Position position;
    position.game = source_.game;
    position.kind = source_.kind;
    position.goal = verdict.goal;
    write_down(engine_, line, question.role, position);
    for (const Choice choice : verdict.best) position.best.push_back(text(question.role, legal[choice.index()]));
    const Result<Setting> setting = set_up(engine_, position);
    AGON_ASSERT(setting);
    if (source_.hard && !is_hard(kit_, *setting, seed)) return;
    position.difficulty = source_.hard ? kHardest : difficulty_of(kit_, *setting, seed);
    if (is_known(position.difficulty, found) || !confirm(question, verdict, *setting, position)) return;
    position.id = fmt::format("{}-{:06x}", source_.game, seed & 0xffffffU);
    found.push_back(std::move(position));
  }

  // A move that wins on the spot is no test.
  bool ends_at_once(const Question& question, const Verdict& verdict) {
    auto scratch = circuit_->make_scratch();
    std::vector<game::MoveBuffer> legal(engine_.info().role_count());
    std::vector<MoveId> joint;
    for (std::uint32_t r = 0; r < legal.size(); ++r) {
      circuit_->legal_moves(scratch, question.state, RoleId{r}, legal[r]);
      joint.push_back(legal[r].front());
    }
    return std::any_of(verdict.best.begin(), verdict.best.end(), [&](Choice move) {
      auto next = question.state;
      joint[question.role.index()] = legal[question.role.index()][move.index()];
      circuit_->apply(scratch, next, joint);
      return circuit_->is_terminal(scratch, next);
    });
  }

  // Somebody else must come to the same moves, and nobody to others.
  bool confirm(const Question& question, const Verdict& verdict, const Setting& setting, Position& position) {
    position.proof = fmt::format("proof-number search, {} states", verdict.states);
    const Opinion induction = ask_induction(question, verdict, options_.check_states / kInductionShare);
    const Opinion alpha_beta = ask_alpha_beta(question, verdict, options_.check_states);
    if (induction.agreement == Agreement::Disagrees || alpha_beta.agreement == Agreement::Disagrees) return false;
    if (induction.agreement == Agreement::Agrees) {
      position.proof += fmt::format("; backward induction, {} states", induction.states);
      for (std::size_t i = 0; i < induction.values.size(); ++i) position.values.emplace_back(setting.legal[i], induction.values[i]);
    }
    if (alpha_beta.agreement == Agreement::Agrees) position.proof += fmt::format("; alpha-beta, {} states", alpha_beta.states);
    return induction.agreement == Agreement::Agrees || alpha_beta.agreement == Agreement::Agrees;
  }

  static bool is_known(int difficulty, const std::vector<Position>& positions) {
    return std::any_of(positions.begin(), positions.end(), [&](const Position& p) { return p.difficulty == difficulty; });
  }
  void take(std::vector<Position> found) {
    for (Position& position : found) {
      const auto same = [&](const Position& other) { return other.id == position.id; };
      if (std::none_of(found_.begin(), found_.end(), same)) found_.push_back(std::move(position));
    }
  }
  [[nodiscard]] bool has_enough() const {
    std::array<int, kHardest + 1> count{};
    for (const Position& position : found_) ++count[static_cast<std::size_t>(position.difficulty)];
    if (source_.hard) return count[kHardest] >= source_.positions;
    return std::all_of(count.begin() + kEasiest, count.begin() + kHardest, [&](int n) { return n >= source_.positions; });
  }
  [[nodiscard]] std::string text(RoleId role, MoveId move) const { return engine_.terms().text(engine_.move_term(role, move)); }

  const Source& source_;
  std::shared_ptr<play::GameKit> kit_;
  game::AnyEngine engine_;
  std::shared_ptr<const engines::CircuitEngine> circuit_;
  CandidateOptions options_;
  std::vector<Position> found_;
};

}  // namespace

Result<std::vector<Position>> find_candidates(const Source& source, const gdl::Rules& rules, const CandidateOptions& options) {
  auto kit = std::make_shared<play::GameKit>(rules, options.limits);
  Result<game::AnyEngine> engine = kit->engine("circuit");
  if (!engine) return engine.error();
  if (engine->info().hidden || engine->info().random)
    return bad_input("no-sure-moves", fmt::format("{} has secrets or chance: nothing is sure there", source.game),
                     "leave it out of the recipe");
  return Finder(source, std::move(kit), std::move(*engine), options).find();
}

}  // namespace agon::lab::exam
