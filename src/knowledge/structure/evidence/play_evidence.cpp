#include "knowledge/structure/evidence/play_evidence.h"

#include <algorithm>

#include "base/rng.h"

namespace agon::knowledge::structure {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::uint32_t kLargestForm = 40;       // symbols of a move that is taken apart
constexpr std::uint32_t kSamplesPerState = 24;   // legal moves of a role that are kept together with their state
constexpr std::uint32_t kMovesPerState = 1'000;  // legal moves of a role that are looked at

void add_form(const game::TermBank& terms, TermId term, std::int32_t argument, MoveForm& form) {
  const game::TermBank::Node& node = terms.node(term);
  if (node.arity == 0) {
    form.shape += '_';
    form.constants.push_back(term);
    form.argument.push_back(argument);
    return;
  }
  form.shape += '(' + terms.symbols().text(node.functor);
  for (std::uint32_t a = 0; a < node.arity; ++a) {
    form.shape += ' ';
    add_form(terms, node.args[a], -1, form);
  }
  form.shape += ')';
}

class Watcher {
 public:
  Watcher(const game::AnyEngine& engine, const StructureOptions& options)
      : engine_(engine),
        options_(options),
        reader_(engine.terms(), out_.values),
        scratch_(engine.make_scratch()),
        rng_(options.seed) {
    out_.roles = engine.info().roles;
    out_.hidden = engine.info().hidden;
    for (const std::string& role : out_.roles) out_.role_values.push_back(out_.values.intern(role));
    if (options.time.count() > 0) deadline_ = Clock::now() + options.time;
  }

  PlayEvidence run(const ground::GroundProgram* program) {
    const game::AnyState start = engine_.initial_state(scratch_);
    keep(start);
    try {
      for (std::uint32_t match = 0; match < options_.matches && !spent(); ++match) play(start);
    } catch (const LimitReached& limit) {
      out_.notes.push_back(std::string("random play stopped early: ") + limit.what());
    }
    for (FamilyRecord& family : out_.families) family.seen = static_cast<std::uint32_t>(family.tuples.size());
    for (ShapeRecord& shape : out_.shapes) shape.seen = static_cast<std::uint32_t>(shape.tuples.size());
    count_rows();
    if (program != nullptr) add_ground(*program);
    for (FamilyRecord& family : out_.families) {
      family.domains = domains(family.tuples, family.family.arity);
      family.seen_domains = domains(std::span(family.tuples).first(family.seen), family.family.arity);
    }
    for (ShapeRecord& shape : out_.shapes) shape.domains = domains(shape.tuples, shape.argument.size());
    return std::move(out_);
  }

 private:
  bool late() {
    if (Clock::now() < deadline_) return false;
    if (out_.notes.empty()) out_.notes.emplace_back("random play stopped early: no time left");
    return true;
  }
  bool spent() { return out_.states.size() >= options_.states || looked_ >= options_.facts || late(); }

  void play(game::AnyState state) {
    std::uint32_t at = 0;
    for (std::uint32_t step = 0; step < options_.steps && !spent(); ++step) {
      if (engine_.is_terminal(scratch_, state)) return;
      StepRecord record{.before = at, .after = 0, .joint = {}, .percepts = {}};
      if (!choose(state, at, record.joint)) return;
      if (out_.hidden) listen(state, record);
      engine_.apply(scratch_, state, joint_);
      at = keep(state);
      record.after = at;
      out_.steps.push_back(std::move(record));
    }
  }

  std::uint32_t keep(const game::AnyState& state) {
    StateRecord record;
    engine_.fluents(state, terms_);
    looked_ += terms_.size() + 1;
    for (const TermId fluent : terms_) record.facts.push_back(fact(reader_, fluent));
    std::ranges::sort(record.facts);
    out_.states.push_back(std::move(record));
    return static_cast<std::uint32_t>(out_.states.size() - 1);
  }

  // Picks a move for each role; false if one has none. The other legal moves are kept too, as evidence about moves.
  bool choose(const game::AnyState& state, std::uint32_t at, std::vector<Made>& joint) {
    joint_.clear();
    const bool first_visit = out_.states[at].choices.empty();
    for (std::uint32_t r = 0; r < out_.roles.size(); ++r) {
      engine_.legal_moves(scratch_, state, RoleId{r}, moves_);
      if (moves_.empty()) return false;
      joint_.push_back(moves_[rng_.below(static_cast<std::uint32_t>(moves_.size()))]);
      joint.push_back(made(reader_, engine_.move_term(RoleId{r}, joint_.back())));
      if (!first_visit) continue;
      out_.states[at].choices.push_back(static_cast<std::uint32_t>(moves_.size()));
      // Evenly spread over the list, so that a state with very many moves shows all its kinds.
      const std::size_t stride = moves_.size() / kMovesPerState + 1;
      const std::size_t keep_every = (moves_.size() / stride) / kSamplesPerState + 1;
      for (std::size_t m = 0, n = 0; m < moves_.size(); m += stride, ++n) {
        const Made move = made(reader_, engine_.move_term(RoleId{r}, moves_[m]));
        if (n % keep_every == 0) out_.legal.push_back({at, r, move});
        ++looked_;
      }
    }
    return true;
  }

  void listen(const game::AnyState& state, StepRecord& record) {
    for (std::uint32_t r = 0; r < out_.roles.size(); ++r) {
      engine_.percepts(scratch_, state, joint_, RoleId{r}, terms_);
      std::vector<ValueId> heard;
      for (const TermId percept : terms_) hear(percept, heard);
      std::ranges::sort(heard);
      heard.erase(std::unique(heard.begin(), heard.end()), heard.end());
      record.percepts.push_back(std::move(heard));
    }
  }

  // Every subterm of a percept counts: (see (card jack hearts)) reveals the card.
  void hear(TermId term, std::vector<ValueId>& heard) {
    const game::TermBank::Node& node = engine_.terms().node(term);
    if (node.size > kLargestForm) return;
    heard.push_back(reader_.value(term));
    for (std::uint32_t a = 0; a < node.arity; ++a) hear(node.args[a], heard);
  }

  Fact fact(TermReader& reader, TermId fluent) {
    const game::TermBank::Node& node = reader.terms().node(fluent);
    Family family{reader.terms().symbols().text(node.functor), node.arity};
    const auto [entry, fresh] = family_ids_.try_emplace(std::pair(family.functor, family.arity), out_.families.size());
    if (fresh) {
      out_.families.push_back({.family = std::move(family), .tuples = {}, .domains = {}, .seen_domains = {}});
      family_tuples_.emplace_back();
    }
    Tuple tuple;
    for (std::uint32_t a = 0; a < node.arity; ++a) tuple.push_back(reader.value(node.args[a]));
    return {entry->second, add(out_.families[entry->second].tuples, family_tuples_[entry->second], std::move(tuple))};
  }

  Made made(TermReader& reader, TermId move) {
    const MoveForm form = form_of(reader.terms(), move);
    const auto [entry, fresh] = shape_ids_.try_emplace(form.shape, out_.shapes.size());
    if (fresh) {
      const game::TermBank::Node& node = reader.terms().node(move);
      out_.shapes.push_back({.shape = form.shape,
                             .family = {reader.terms().symbols().text(node.functor), node.arity},
                             .argument = form.argument,
                             .tuples = {},
                             .domains = {}});
      shape_tuples_.emplace_back();
    }
    Tuple tuple;
    for (const TermId constant : form.constants) tuple.push_back(reader.value(constant));
    return {entry->second, add(out_.shapes[entry->second].tuples, shape_tuples_[entry->second], std::move(tuple))};
  }

  using TupleIds = absl::flat_hash_map<Tuple, std::uint32_t>;
  static std::uint32_t add(std::vector<Tuple>& tuples, TupleIds& ids, Tuple tuple) {
    const auto [entry, fresh] = ids.try_emplace(tuple, static_cast<std::uint32_t>(tuples.size()));
    if (fresh) tuples.push_back(std::move(tuple));
    return entry->second;
  }

  void count_rows() {
    for (FamilyRecord& family : out_.families) family.fewest = ~0U;
    for (const StateRecord& state : out_.states) {
      for (std::uint32_t f = 0; f < out_.families.size(); ++f) {
        const auto rows = static_cast<std::uint32_t>(out_.facts(state, f).size());
        FamilyRecord& family = out_.families[f];
        family.fewest = std::min(family.fewest, rows);
        family.most = std::max(family.most, rows);
        family.total += rows;
      }
    }
    for (const StepRecord& step : out_.steps) {
      std::vector<Fact> different;
      std::ranges::set_symmetric_difference(out_.states[step.before].facts, out_.states[step.after].facts,
                                            std::back_inserter(different));
      for (const Fact fact : different) out_.families[fact.family].changes = true;
    }
  }

  void add_ground(const ground::GroundProgram& program) {
    if (program.fluents.size() + program.moves.size() > 4 * options_.facts) {
      out_.notes.emplace_back("the ground program is too large to look at");
      return;
    }
    TermReader reader(*program.terms, out_.values);
    for (const TermId fluent : program.fluents) (void)fact(reader, fluent);
    for (const ground::GroundMove& move : program.moves) (void)made(reader, move.term);
    out_.grounded = true;
  }

  [[nodiscard]] std::vector<std::vector<ValueId>> domains(std::span<const Tuple> tuples, std::size_t arity) const {
    std::vector<std::vector<ValueId>> result(arity);
    std::vector<bool> met(out_.values.size());
    for (std::size_t a = 0; a < arity; ++a) {
      std::fill(met.begin(), met.end(), false);
      for (const Tuple& tuple : tuples) {
        if (!met[tuple[a]]) result[a].push_back(tuple[a]);
        met[tuple[a]] = true;
      }
      out_.values.sort(result[a]);
    }
    return result;
  }

  const game::AnyEngine& engine_;
  StructureOptions options_;
  PlayEvidence out_;
  TermReader reader_;
  game::AnyEngine::Scratch scratch_;
  Rng rng_;
  Clock::time_point deadline_ = Clock::time_point::max();
  std::uint64_t looked_ = 0;
  std::vector<MoveId> joint_;
  game::MoveBuffer moves_;
  game::TermBuffer terms_;
  absl::flat_hash_map<std::pair<std::string, std::uint32_t>, std::uint32_t> family_ids_;
  std::vector<TupleIds> family_tuples_;
  absl::flat_hash_map<std::string, std::uint32_t> shape_ids_;
  std::vector<TupleIds> shape_tuples_;
};

}  // namespace

MoveForm form_of(const game::TermBank& terms, TermId move) {
  MoveForm form;
  const game::TermBank::Node& node = terms.node(move);
  const std::string& functor = terms.symbols().text(node.functor);
  if (node.arity == 0) {
    form.shape = functor;
    return form;
  }
  form.shape = '(' + functor;
  for (std::uint32_t a = 0; a < node.arity; ++a) {
    form.shape += ' ';
    if (node.size <= kLargestForm && terms.node(node.args[a]).arity > 0) {
      add_form(terms, node.args[a], -1, form);
      continue;
    }
    form.shape += '_';
    form.constants.push_back(node.args[a]);
    form.argument.push_back(static_cast<std::int32_t>(a));
  }
  form.shape += ')';
  return form;
}

std::span<const Fact> PlayEvidence::facts(const StateRecord& state, std::uint32_t family) const {
  const auto begin = std::ranges::lower_bound(state.facts, family, {}, &Fact::family);
  return {begin, std::ranges::upper_bound(begin, state.facts.end(), family, {}, &Fact::family)};
}

bool PlayEvidence::is_role(ValueId value) const { return std::ranges::find(role_values, value) != role_values.end(); }

PlayEvidence watch_play(const game::AnyEngine& engine, const ground::GroundProgram* program, const StructureOptions& options) {
  return Watcher(engine, options).run(program);
}

}  // namespace agon::knowledge::structure
