#include "lab/lockstep.h"

#include <absl/container/flat_hash_map.h>
#include <fmt/format.h>

#include <algorithm>
#include <deque>

#include "base/hash.h"
#include "base/limits.h"
#include "base/rng.h"
#include "game/find_move.h"

namespace agon::lab {
namespace {

using Clock = std::chrono::steady_clock;

// Texts of terms, numbered for all engines together: comparing answers is comparing numbers.
class Names {
 public:
  std::uint32_t number(const std::string& text) {
    const auto [place, fresh] = numbers_.try_emplace(text, static_cast<std::uint32_t>(texts_.size()));
    if (fresh) texts_.push_back(text);
    return place->second;
  }
  [[nodiscard]] const std::string& text(std::uint32_t number) const { return texts_[number]; }

 private:
  absl::flat_hash_map<std::string, std::uint32_t> numbers_;
  std::deque<std::string> texts_;
};

using Terms = std::vector<std::uint32_t>;

struct Answers {
  Terms fluents;
  bool terminal = false;
  std::vector<Terms> legal;             // per role
  std::vector<std::vector<int>> goals;  // per role: every value
  std::vector<int> goal;
};

// One engine in the walk: where it stands and what it answers there.
class Walker {
 public:
  Walker(const game::AnyEngine& engine, Names& names)
      : engine_(&engine), names_(&names), scratch_(engine.make_scratch()), state_(engine.initial_state(scratch_)) {}

  [[nodiscard]] const game::AnyEngine& engine() const { return *engine_; }
  [[nodiscard]] const game::AnyState& state() const { return state_; }
  void restart() { state_ = engine_->initial_state(scratch_); }

  Answers ask() { return ask(state_); }
  Answers ask(const game::AnyState& state) {
    const std::size_t roles = engine_->info().role_count();
    Answers answers;
    answers.legal.resize(roles);
    answers.goals.resize(roles);
    engine_->fluents(state, terms_);
    answers.fluents = numbers(terms_);
    answers.terminal = engine_->is_terminal(scratch_, state);
    for (std::uint32_t r = 0; r < roles; ++r) {
      engine_->goal_values(scratch_, state, RoleId{r}, answers.goals[r]);
      answers.goal.push_back(engine_->goal(scratch_, state, RoleId{r}));
      engine_->legal_moves(scratch_, state, RoleId{r}, moves_);
      terms_.clear();
      for (const MoveId move : moves_) terms_.push_back(engine_->move_term(RoleId{r}, move));
      answers.legal[r] = numbers(terms_);
    }
    return answers;
  }

  // The joint move by its places in the lists of legal moves.
  void choose(std::span<const std::uint32_t> places) {
    joint_.clear();
    for (std::uint32_t r = 0; r < places.size(); ++r) {
      engine_->legal_moves(scratch_, state_, RoleId{r}, moves_);
      joint_.push_back(moves_[places[r]]);
    }
  }
  std::vector<Terms> perceive() {
    std::vector<Terms> seen;
    for (std::uint32_t r = 0; r < joint_.size(); ++r) {
      engine_->percepts(scratch_, state_, joint_, RoleId{r}, terms_);
      seen.push_back(numbers(terms_));
    }
    return seen;
  }
  void advance() { engine_->apply(scratch_, state_, joint_); }

 private:
  Terms numbers(const game::TermBuffer& terms) {
    Terms result;
    result.reserve(terms.size());
    for (const TermId term : terms) {
      const auto [place, fresh] = known_.try_emplace(term.value, 0);
      if (fresh) place->second = names_->number(engine_->terms().text(term));
      result.push_back(place->second);
    }
    return result;
  }

  const game::AnyEngine* engine_;
  Names* names_;
  game::AnyEngine::Scratch scratch_;
  game::AnyState state_;
  std::vector<MoveId> joint_;
  game::MoveBuffer moves_;
  game::TermBuffer terms_;
  absl::flat_hash_map<std::uint32_t, std::uint32_t> known_;
};

std::string list_difference(const Names& names, const std::string& what, const Terms& expected, const Terms& found) {
  if (expected == found) return {};
  const auto sample = [&](const Terms& all, const Terms& without) {
    std::string result;
    std::size_t count = 0;
    for (const std::uint32_t term : all) {
      if (std::ranges::find(without, term) != without.end()) continue;
      if (++count <= 3) result += " " + names.text(term);
    }
    if (count > 3) result += fmt::format(" and {} more", count - 3);
    return result;
  };
  const std::string missing = sample(expected, found);
  const std::string extra = sample(found, expected);
  if (missing.empty() && extra.empty()) return fmt::format("{}: the same {} in another order or number", what, expected.size());
  return fmt::format("{}: {}, should be {}{}{}{}{}", what, found.size(), expected.size(), missing.empty() ? "" : "; missing",
                     missing, extra.empty() ? "" : "; extra", extra);
}

std::string difference(const Names& names, const game::GameInfo& info, const Answers& expected, const Answers& found) {
  if (auto what = list_difference(names, "fluents", expected.fluents, found.fluents); !what.empty()) return what;
  if (expected.terminal != found.terminal) return fmt::format("terminal: {}, should be {}", found.terminal, expected.terminal);
  for (std::size_t r = 0; r < info.role_count(); ++r) {
    if (auto what = list_difference(names, "legal moves of " + info.roles[r], expected.legal[r], found.legal[r]); !what.empty())
      return what + (expected.terminal ? " (in a terminal state)" : "");
    if (expected.goals[r] != found.goals[r] || expected.goal[r] != found.goal[r]) {
      const auto values = [](const std::vector<int>& list) {
        std::string text;
        for (const int value : list) text += fmt::format(" {}", value);
        return text.empty() ? std::string(" none") : text;
      };
      return fmt::format("goals of {}:{} ({}), should be{} ({}){}", info.roles[r], values(found.goals[r]), found.goal[r],
                         values(expected.goals[r]), expected.goal[r], expected.terminal ? "" : " (before the end)");
    }
  }
  return {};
}

JointTexts joint_texts(const Names& names, const Answers& answers, std::span<const std::uint32_t> places) {
  JointTexts result;
  for (std::size_t r = 0; r < places.size(); ++r) result.push_back(names.text(answers.legal[r][places[r]]));
  return result;
}

// What decides the next joint move: places in the lists of legal moves; nothing to stop the match here.
template <class F>
concept Chooser = requires(F f, const Answers& answers, std::vector<std::uint32_t>& places) {
  { f(answers, places) } -> std::same_as<bool>;
};

bool choose_randomly(Rng& rng, const Answers& answers, std::vector<std::uint32_t>& places) {
  places.clear();
  for (const Terms& legal : answers.legal) {
    if (legal.empty()) return false;
    places.push_back(rng.below(static_cast<std::uint32_t>(legal.size())));
  }
  return true;
}

// Two engines on one match with memory that nobody used before; nothing if they agree. Throws LimitReached.
class Duel {
 public:
  Duel(const game::AnyEngine& reference, const game::AnyEngine& engine) : reference_(&reference), engine_(&engine) {}

  template <Chooser C>
  std::optional<Mismatch> walk(std::size_t max_steps, C&& choose) {
    Walker a(*reference_, names_);
    Walker b(*engine_, names_);
    Mismatch mismatch{.engine = engine_->name(), .moves = {}, .joint = {}, .what = {}, .repeats = true};
    std::vector<std::uint32_t> places;
    for (;;) {
      const Answers expected = a.ask();
      mismatch.what = difference(names_, reference_->info(), expected, b.ask());
      if (!mismatch.what.empty()) return mismatch;
      if (expected.terminal || mismatch.moves.size() >= max_steps || !choose(expected, places)) return std::nullopt;
      a.choose(places);
      b.choose(places);
      JointTexts joint = joint_texts(names_, expected, places);
      const std::vector<Terms> seen_a = a.perceive();
      const std::vector<Terms> seen_b = b.perceive();
      for (std::size_t r = 0; r < seen_a.size(); ++r) {
        mismatch.what = list_difference(names_, "percepts of " + reference_->info().roles[r], seen_a[r], seen_b[r]);
        if (mismatch.what.empty()) continue;
        mismatch.joint = std::move(joint);
        return mismatch;
      }
      a.advance();
      b.advance();
      mismatch.moves.push_back(std::move(joint));
    }
  }

  // Along given moves. A move that is not legal there is replaced by the first legal one, so that what remains when moves are left
  // out is still a match.
  std::optional<Mismatch> follow(const std::vector<JointTexts>& moves) {
    std::size_t step = 0;
    return walk(moves.size(), [&](const Answers& answers, std::vector<std::uint32_t>& places) {
      places.clear();
      for (std::size_t r = 0; r < answers.legal.size(); ++r) {
        if (answers.legal[r].empty()) return false;
        const auto& legal = answers.legal[r];
        const auto place = std::ranges::find(legal, names_.number(moves[step][r]));
        places.push_back(place == legal.end() ? 0 : static_cast<std::uint32_t>(place - legal.begin()));
      }
      ++step;
      return true;
    });
  }

 private:
  Names names_;
  const game::AnyEngine* reference_;
  const game::AnyEngine* engine_;
};

// Ever shorter matches with the same mistake, until the time is over or nothing helps: blocks of moves left out, from half of the
// match down to single moves, then other random matches.
Mismatch shrink(const game::AnyEngine& reference, const game::AnyEngine& engine, Mismatch mismatch,
                const LockstepOptions& options) {
  const auto end = Clock::now() + options.shrink_time;
  const auto path = [](const Mismatch& m) {
    std::vector<JointTexts> moves = m.moves;
    if (!m.joint.empty()) moves.push_back(m.joint);
    return moves;
  };
  try {
    Duel duel(reference, engine);
    auto again = duel.follow(path(mismatch));
    if (!again || again->step() > mismatch.step()) {
      mismatch.repeats = false;
      return mismatch;
    }
    mismatch = *again;
    const auto better = [&](std::optional<Mismatch> other) {
      if (!other || other->step() >= mismatch.step()) return false;
      mismatch = std::move(*other);
      return true;
    };
    for (std::size_t block = std::max<std::size_t>(1, mismatch.step() / 2); block > 0 && Clock::now() < end; block /= 2) {
      for (std::size_t first = 0; first + block <= mismatch.step() && Clock::now() < end;) {
        std::vector<JointTexts> moves = path(mismatch);
        moves.erase(moves.begin() + static_cast<std::ptrdiff_t>(first), moves.begin() + static_cast<std::ptrdiff_t>(first + block));
        if (!better(duel.follow(moves))) first += block;
      }
    }
    constexpr int kVainMatches = 200;
    Rng rng(mix(options.seed, 0x736872696e6bULL));
    for (int vain = 0; vain < kVainMatches && mismatch.step() > 0 && Clock::now() < end;) {
      const auto choose = [&](const Answers& answers, std::vector<std::uint32_t>& places) {
        return choose_randomly(rng, answers, places);
      };
      // The percepts of a joint move belong to the state before it, so a match of equal length may still be shorter.
      vain = better(duel.walk(mismatch.step() - (mismatch.joint.empty() ? 1 : 0), choose)) ? 0 : vain + 1;
    }
  } catch (const LimitReached&) {
    // What was found so far stands.
  }
  return mismatch;
}

class Lockstep {
 public:
  Lockstep(std::span<const game::AnyEngine> engines, const LockstepOptions& options)
      : options_(options), rng_(options.seed), start_(Clock::now()) {
    for (const game::AnyEngine& engine : engines) {
      guarded(engine.name(), [&] { walkers_.emplace_back(engine, names_); });
    }
    for (std::size_t i = walkers_.size(); i-- > 1;) {
      const game::GameInfo& a = walkers_[0].engine().info();
      const game::GameInfo& b = walkers_[i].engine().info();
      if (a.roles == b.roles && a.hidden == b.hidden && a.random == b.random) continue;
      accuse(i,
             {.engine = walkers_[i].engine().name(),
              .moves = {},
              .joint = {},
              .what = "the facts about the game differ",
              .repeats = true},
             false);
    }
  }

  LockstepReport run() {
    while (goes_on() && report_.matches < options_.matches) {
      ++report_.matches;
      play();
    }
    return std::move(report_);
  }

 private:
  // There is something to compare, and time for it.
  [[nodiscard]] bool goes_on() const {
    const bool late = options_.time.count() > 0 && Clock::now() - start_ >= options_.time;
    return walkers_.size() >= 2 && report_.states < options_.states && !late;
  }

  void play() {
    moves_.clear();
    bookmark_.reset();
    each([](Walker& walker) { walker.restart(); });
    std::vector<std::uint32_t> places;
    for (int step = 0; goes_on(); ++step) {
      const std::optional<Answers> answers = compare_answers();
      if (!answers || walkers_.size() < 2) return;
      ++report_.states;
      if (answers->terminal) {
        ++report_.ended;
        return;
      }
      if (step >= options_.max_steps || !choose_randomly(rng_, *answers, places)) return;
      JointTexts joint = joint_texts(names_, *answers, places);
      each([&](Walker& walker) { walker.choose(places); });
      compare_percepts(joint);
      look_back(*answers);
      each([](Walker& walker) { walker.advance(); });
      moves_.push_back(std::move(joint));
    }
  }

  // What the first engine answers; engines that answer otherwise leave the walk.
  std::optional<Answers> compare_answers() {
    std::optional<Answers> expected;
    each([&](Walker& walker) {
      Answers answers = walker.ask();
      if (!expected) expected = std::move(answers);
      else found_ = difference(names_, walkers_[0].engine().info(), *expected, answers);
    });
    return expected;
  }

  void compare_percepts(const JointTexts& joint) {
    std::optional<std::vector<Terms>> expected;
    joint_ = joint;
    each([&](Walker& walker) {
      std::vector<Terms> seen = walker.perceive();
      if (!expected) {
        expected = std::move(seen);
        return;
      }
      for (std::size_t r = 0; r < seen.size() && found_.empty(); ++r)
        found_ = list_difference(names_, "percepts of " + walker.engine().info().roles[r], (*expected)[r], seen[r]);
    });
    joint_.clear();
  }

  // Sometimes remembers this state, sometimes asks about the remembered one again.
  void look_back(const Answers& here) {
    const std::uint32_t dice = rng_.below(8);
    if (dice == 0) {
      bookmark_ = here;
      bookmarked_.clear();
      for (const Walker& walker : walkers_) bookmarked_.emplace_back(&walker.engine(), walker.state());
    } else if (dice == 1 && bookmark_) {
      each([&](Walker& walker) {
        const auto mine = std::ranges::find(bookmarked_, &walker.engine(), [](const auto& pair) { return pair.first; });
        found_ = difference(names_, walkers_[0].engine().info(), *bookmark_, walker.ask(mine->second));
        if (!found_.empty()) found_ = "asked again about an earlier state: " + found_;
      });
    }
  }

  // Does something with every engine that is still in the walk. One that meets a limit or leaves a difference in found_ is out.
  template <class Do>
  void each(Do&& act) {
    for (std::size_t i = 0; i < walkers_.size();) {
      found_.clear();
      const bool well = guarded(walkers_[i].engine().name(), [&] { act(walkers_[i]); });
      if (!well) {
        walkers_.erase(walkers_.begin() + static_cast<std::ptrdiff_t>(i));
      } else if (!found_.empty()) {
        accuse(i, {.engine = walkers_[i].engine().name(), .moves = moves_, .joint = joint_, .what = found_, .repeats = true}, true);
      } else {
        ++i;
      }
    }
    found_.clear();
  }

  template <class Do>
  bool guarded(const std::string& engine, Do&& act) {
    try {
      act();
      return true;
    } catch (const LimitReached& limit) {
      report_.dropouts.push_back({engine, limit.what()});
      return false;
    }
  }

  void accuse(std::size_t i, Mismatch mismatch, bool can_shrink) {
    report_.found_at_step.push_back(mismatch.step());
    if (can_shrink) mismatch = shrink(walkers_[0].engine(), walkers_[i].engine(), std::move(mismatch), options_);
    report_.mismatches.push_back(std::move(mismatch));
    walkers_.erase(walkers_.begin() + static_cast<std::ptrdiff_t>(i));
  }

  LockstepOptions options_;
  Rng rng_;
  Clock::time_point start_;
  Names names_;
  std::vector<Walker> walkers_;  // the first is the reference
  LockstepReport report_;
  std::vector<JointTexts> moves_;  // of the match so far
  JointTexts joint_;               // being compared
  std::string found_;              // by the last action on an engine
  std::optional<Answers> bookmark_;
  std::vector<std::pair<const game::AnyEngine*, game::AnyState>> bookmarked_;
};

}  // namespace

LockstepReport lockstep(std::span<const game::AnyEngine> engines, const LockstepOptions& options) {
  return Lockstep(engines, options).run();
}

game::MatchRecord mismatch_record(const game::AnyEngine& reference, const gdl::Rules& rules, const Mismatch& mismatch,
                                  std::uint64_t seed) {
  const game::GameInfo& info = reference.info();
  game::MatchRecord record;
  record.game = rules.name();
  record.rules_text = rules.text();
  record.rules_id = content_id(rules.text());
  record.engine = reference.name();
  record.seed = seed;
  record.roles = info.roles;
  record.players.assign(info.role_count(), "random");
  auto scratch = reference.make_scratch();
  game::AnyState state = reference.initial_state(scratch);
  game::MoveBuffer legal;
  game::TermBuffer terms;
  std::vector<JointTexts> moves = mismatch.moves;
  if (!mismatch.joint.empty()) moves.push_back(mismatch.joint);
  for (const JointTexts& texts : moves) {
    game::MatchStep step{.moves = texts, .percepts = {}};
    std::vector<MoveId> joint;
    for (std::uint32_t r = 0; r < texts.size(); ++r) {
      reference.legal_moves(scratch, state, RoleId{r}, legal);
      const MoveId* move = game::find_move(reference, RoleId{r}, legal, texts[r]);
      if (move == nullptr)
        throw LimitReached("not-repeatable", "the match cannot be played again: " + texts[r] + " is not legal", "");
      joint.push_back(*move);
    }
    for (std::uint32_t r = 0; r < texts.size(); ++r) {
      reference.percepts(scratch, state, joint, RoleId{r}, terms);
      auto& seen = step.percepts.emplace_back();
      for (const TermId term : terms) seen.push_back(reference.terms().text(term));
    }
    reference.apply(scratch, state, joint);
    record.steps.push_back(std::move(step));
  }
  record.finished = reference.is_terminal(scratch, state);
  record.end = fmt::format("{} differs: {}", mismatch.engine, mismatch.what);
  for (std::uint32_t r = 0; r < info.role_count(); ++r) {
    record.goals.push_back(reference.goal(scratch, state, RoleId{r}));
    reference.legal_moves(scratch, state, RoleId{r}, legal);
    auto& texts = record.legal.emplace_back();
    for (const MoveId move : legal) texts.push_back(reference.terms().text(reference.move_term(RoleId{r}, move)));
  }
  reference.fluents(state, terms);
  record.final_state = game::text_set_hash(reference.terms(), terms);
  return record;
}

}  // namespace agon::lab
