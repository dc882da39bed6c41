// `agon prove`: a property of a game, proved by induction over one step, or what induction proves without being asked.
#include <fmt/ranges.h>

#include "cli/commands/commands.h"
#include "cli/progress.h"
#include "ground/grounder.h"
#include "knowledge/proofs/clingo_back_end.h"
#include "knowledge/proofs/common_hypotheses.h"
#include "knowledge/proofs/prove_facts.h"
#include "knowledge/proofs/read_property.h"
#include "knowledge/proofs/sat_back_end.h"

namespace agon::cli {
namespace {

using knowledge::proofs::Attempt;
using knowledge::proofs::Property;
namespace proofs = knowledge::proofs;

struct ProveArguments {
  std::string game;
  std::string property;
  std::string back_end = "sat";
  std::vector<std::string> lemmas;
  bool alone = false;
  std::uint64_t seed = 1;
};

Json json_of(const Attempt& attempt) {
  Json json = {{"property", attempt.property},
               {"outcome", to_string(attempt.outcome)},
               {"back_end", attempt.back_end},
               {"seconds", attempt.seconds}};
  if (!attempt.note.empty()) json["note"] = attempt.note;
  if (attempt.counterexample) {
    const proofs::Counterexample& states = *attempt.counterexample;
    json["counterexample"] = {{"before", states.before}, {"moves", states.moves}, {"after", states.after}, {"exact", states.exact}};
  }
  return json;
}

void show(const Attempt& attempt) {
  fmt::print("{:<12}{} ({}, {:.2f} s)\n", to_string(attempt.outcome), attempt.property, attempt.back_end, attempt.seconds);
  if (!attempt.note.empty()) fmt::print("            {}\n", attempt.note);
  if (!attempt.counterexample) return;
  const proofs::Counterexample& states = *attempt.counterexample;
  const auto line = [](const char* title, const std::vector<std::string>& items) {
    if (!items.empty()) fmt::print("  {:<10}{}\n", title, fmt::join(items, " "));
  };
  if (attempt.outcome == proofs::Outcome::Refuted) {
    line("initially", states.before);
    return;
  }
  fmt::print("  a step that breaks it; whether play can get there is not known{}\n",
             states.exact ? "" : " (the encoding of recursion admits more than the rules)");
  line("state", states.before);
  line("moves", states.moves);
  line("next", states.after);
}

// ---- one property ----

// Everything that a question needs. Grounding is only for SAT, and for the hypotheses that help.
class Question {
 public:
  Question(const ProveArguments& arguments, const gdl::Rules& rules, Context& context)
      : arguments_(arguments), rules_(rules), context_(context) {}

  // False where the error was shown.
  bool prepare() {
    if (!read(arguments_.property, property_)) return false;
    for (const std::string& text : arguments_.lemmas) {
      if (!read(text, lemmas_.emplace_back())) return false;
    }
    const auto encoding = proofs::AspEncoding::create(rules_);
    if (!encoding) return fail(encoding.error());
    encoding_ = *encoding;
    const bool sat_needed = arguments_.back_end != "clingo";
    const Limits limits = context_.limits();
    const auto program =
        ground::ground(rules_, {.time = limits.time, .memory_bytes = limits.memory_bytes, .decompose = true, .progress = {}});
    if (!program) return sat_needed ? fail(program.error()) : true;
    const Limits left = context_.limits();
    auto circuit = proofs::plain_circuit(*program, left.time, left.memory_bytes);
    if (!circuit) return sat_needed ? fail(circuit.error()) : true;
    circuit_ = *circuit;
    if (!arguments_.alone) {
      const proofs::PlayRecord record = proofs::record_play(*circuit_, {.seed = arguments_.seed, .gates = 1e8, .stop = {}});
      helpers_ = proofs::common_hypotheses(rules_, proofs::hypotheses_of(*circuit_, record));
    }
    return true;
  }

  [[nodiscard]] Attempt by_sat() const {
    const proofs::SatBackEnd sat(*circuit_, encoding_->domains(), {.time = time_for_proof(), .conflicts = 10'000'000, .stop = {}});
    return answer(sat);
  }
  [[nodiscard]] std::optional<Attempt> by_clingo() const {
    const auto clingo = proofs::ClingoBackEnd::create(
        rules_, {.time = time_for_proof(), .memory_bytes = context_.limits().memory_bytes, .stop = {}, .program = "clingo"});
    if (!clingo) {
      context_.fail(clingo.error());
      return std::nullopt;
    }
    return answer(*clingo);
  }

 private:
  bool fail(const Error& error) const {
    context_.fail(error, arguments_.game);
    return false;
  }
  bool read(const std::string& text, Property& into) const {
    Result<Property> property = proofs::read_property(text, rules_);
    if (!property) {
      context_.fail(property.error(), "the property", text);
      return false;
    }
    into = std::move(*property);
    return true;
  }
  // Half of what is left, so that a second back end and the output have their share.
  [[nodiscard]] std::chrono::milliseconds time_for_proof() const {
    const std::chrono::milliseconds left = context_.limits().time;
    return arguments_.back_end == "both" ? left / 2 : left * 9 / 10;
  }

  // Alone first, which gives the plainest counterexample; then with what random play suggests.
  template <class BackEnd>
  Attempt answer(const BackEnd& back_end) const {
    Attempt alone = back_end.prove(property_, lemmas_);
    if (arguments_.alone || alone.outcome == proofs::Outcome::Proved || alone.outcome == proofs::Outcome::Refuted ||
        helpers_.empty())
      return alone;
    const std::vector<Attempt> first = back_end.prove_together(helpers_);
    std::vector<Property> lemmas = lemmas_;
    for (std::size_t i = 0; i < first.size(); ++i) {
      if (first[i].outcome == proofs::Outcome::Proved) lemmas.push_back(helpers_[i]);
    }
    Attempt helped = back_end.prove(property_, lemmas);
    helped.seconds += alone.seconds + (first.empty() ? 0 : first.front().seconds);
    if (helped.outcome == proofs::Outcome::Proved)
      helped.note = fmt::format("with {} lemmas that were proved first", lemmas.size());
    if (helped.outcome != proofs::Outcome::NotProved || lemmas_.size() < lemmas.size()) return helped;
    return alone;
  }

  const ProveArguments& arguments_;
  const gdl::Rules& rules_;
  Context& context_;
  Property property_;
  std::vector<Property> lemmas_, helpers_;
  std::shared_ptr<const proofs::AspEncoding> encoding_;
  std::shared_ptr<const circuit::Circuit> circuit_;
};

void prove_property(const ProveArguments& arguments, const gdl::Rules& rules, Context& context) {
  Question question(arguments, rules, context);
  if (!question.prepare()) return;
  std::vector<Attempt> attempts;
  if (arguments.back_end != "clingo") attempts.push_back(question.by_sat());
  if (arguments.back_end != "sat") {
    std::optional<Attempt> attempt = question.by_clingo();
    if (!attempt && attempts.empty()) return;
    if (attempt) attempts.push_back(std::move(*attempt));
  }
  bool proved = false;
  bool abandoned = true;
  for (const Attempt& attempt : attempts) {
    proved = proved || attempt.outcome == proofs::Outcome::Proved;
    abandoned = abandoned && attempt.outcome == proofs::Outcome::Abandoned;
    if (context.json) {
      Json json = {{"schema", "agon.proof/1"}, {"game", arguments.game}};
      json.update(json_of(attempt));
      print_json(json);
    } else {
      show(attempt);
    }
  }
  if (!proved) context.worsen(abandoned ? kLimit : kNegative);
}

// ---- everything ----

template <class T, class Text>
void show_facts(const char* title, const std::vector<game::Fact<T>>& facts, const Text& text) {
  constexpr std::size_t kShown = 12;
  std::size_t proved = 0;
  for (const auto& fact : facts) proved += fact.proved() ? 1 : 0;
  if (facts.empty()) return;
  fmt::print("{}: {} proved, {} seen\n", title, proved, facts.size() - proved);
  for (std::size_t i = 0; i < std::min(kShown, facts.size()); ++i)
    fmt::print("  {:<8}{}\n", to_string(facts[i].standing), text(facts[i].value));
  if (facts.size() > kShown) fmt::print("  ... and {} more\n", facts.size() - kShown);
}

void show(const proofs::Proofs& found, const ground::GroundProgram& program) {
  const game::GameFacts& facts = found.facts;
  const auto term = [&](TermId id) { return program.terms->text(id); };
  const auto role = [&](RoleId id) { return program.info.roles[id.index()]; };
  if (facts.goal_sum) fmt::print("the goals add up to {}: {}\n", facts.goal_sum->value, to_string(facts.goal_sum->standing));
  if (facts.length && facts.length->value.most)
    fmt::print("at most {} steps: {}\n", *facts.length->value.most, to_string(facts.length->standing));
  show_facts("turn-taking", facts.turns, [&](const game::TurnTaking& turns) {
    std::string text;
    for (const RoleId r : turns.roles) text += (text.empty() ? "" : ", ") + role(r);
    return text + (turns.always ? "; one of them always has a choice" : "");
  });
  show_facts("moves out of turn", facts.idle,
             [&](const game::IdleMove& idle) { return fmt::format("{} of {}", term(idle.move), role(idle.role)); });
  show_facts("input arguments", facts.inputs, [](const game::InputArguments& inputs) {
    std::string text = fmt::format("{}/{}:", inputs.functor, inputs.arity);
    for (const std::uint32_t i : inputs.inputs) text += fmt::format(" {}", i + 1);
    return inputs.inputs.empty() ? text + " none, it has one value" : text;
  });
  show_facts("groups", facts.groups, [&](const game::FluentGroup& group) {
    std::string text = group.exactly_one ? "exactly one of" : "at most one of";
    for (std::size_t i = 0; i < std::min<std::size_t>(group.fluents.size(), 4); ++i) text += " " + term(group.fluents[i]);
    return text + (group.fluents.size() > 4 ? fmt::format(" and {} more", group.fluents.size() - 4) : "");
  });
  show_facts("persistent", facts.persistent, [&](const game::PersistentFluent& persistent) {
    return fmt::format("{} stays {}", term(persistent.fluent), persistent.value ? "true" : "false");
  });
  show_facts("unreachable", facts.unreachable, term);
  for (std::size_t r = 0; r < facts.never_goals.size(); ++r) {
    if (!facts.never_goals[r].value.empty())
      fmt::print("{} never ends with {}: {}\n", program.info.roles[r], fmt::join(facts.never_goals[r].value, ", "),
                 to_string(facts.never_goals[r].standing));
  }
  fmt::print("{} of {} hypotheses proved, {} undecided, {} questions, {} states of random play, {:.2f} s\n", found.proved,
             found.tried, found.undecided, found.questions, found.states, found.seconds);
  if (!found.note.empty()) fmt::print("{}\n", found.note);
}

Json json_of(const proofs::Proofs& found, const ground::GroundProgram& program) {
  const game::GameFacts& facts = found.facts;
  const auto term = [&](TermId id) { return program.terms->text(id); };
  Json json = {{"schema", "agon.proofs/1"},    {"tried", found.tried},   {"proved", found.proved},   {"undecided", found.undecided},
               {"questions", found.questions}, {"states", found.states}, {"seconds", found.seconds}, {"note", found.note}};
  const auto list = [&](const char* name, const auto& all, const auto& value) {
    Json array = Json::array();
    for (const auto& fact : all) {
      Json entry = value(fact.value);
      entry["standing"] = to_string(fact.standing);
      array.push_back(std::move(entry));
    }
    json[name] = std::move(array);
  };
  if (facts.goal_sum) json["goal_sum"] = {{"value", facts.goal_sum->value}, {"standing", to_string(facts.goal_sum->standing)}};
  if (facts.length && facts.length->value.most)
    json["length"] = {{"most", *facts.length->value.most}, {"standing", to_string(facts.length->standing)}};
  list("turns", facts.turns, [&](const game::TurnTaking& turns) {
    Json roles = Json::array();
    for (const RoleId r : turns.roles) roles.push_back(program.info.roles[r.index()]);
    return Json{{"roles", std::move(roles)}, {"always", turns.always}};
  });
  list("idle", facts.idle, [&](const game::IdleMove& idle) {
    return Json{{"role", program.info.roles[idle.role.index()]}, {"move", term(idle.move)}};
  });
  list("inputs", facts.inputs, [&](const game::InputArguments& inputs) {
    return Json{{"functor", inputs.functor}, {"arity", inputs.arity}, {"inputs", inputs.inputs}};
  });
  list("groups", facts.groups, [&](const game::FluentGroup& group) {
    Json fluents = Json::array();
    for (const TermId fluent : group.fluents) fluents.push_back(term(fluent));
    return Json{{"exactly_one", group.exactly_one}, {"fluents", std::move(fluents)}};
  });
  list("persistent", facts.persistent, [&](const game::PersistentFluent& persistent) {
    return Json{{"fluent", term(persistent.fluent)}, {"value", persistent.value}};
  });
  list("unreachable", facts.unreachable, [&](TermId fluent) { return Json{{"fluent", term(fluent)}}; });
  list("never_goals", facts.never_goals, [](const std::vector<int>& values) { return Json{{"values", values}}; });
  Json failed = Json::array();
  for (const Attempt& attempt : found.failed) failed.push_back(json_of(attempt));
  json["failed"] = std::move(failed);
  return json;
}

void prove_everything(const ProveArguments& arguments, gdl::Rules rules, Context& context) {
  engines::Workshop workshop(std::move(rules), {.limits = context.limits()});
  const auto circuit = workshop.circuit();
  if (!circuit) return context.fail(circuit.error(), arguments.game);
  const Limits left = context.limits();
  const Result<proofs::Proofs> found = proofs::prove_facts(
      workshop, {.time = left.time * 9 / 10, .memory_bytes = left.memory_bytes, .seed = arguments.seed, .stop = {}});
  if (!found) return context.fail(found.error(), arguments.game);
  if (context.json) print_json(json_of(*found, *(*circuit)->program));
  else show(*found, *(*circuit)->program);
}

void run(const ProveArguments& arguments, Context& context) {
  context.start_budget(kWholeCommand);
  std::optional<gdl::Rules> rules = context.load(arguments.game);
  if (!rules) return;
  if (arguments.property.empty()) return prove_everything(arguments, std::move(*rules), context);
  prove_property(arguments, *rules, context);
}

}  // namespace

void add_prove_command(Command app, Context& context) {
  auto arguments = std::make_shared<ProveArguments>();
  const Command command = app.subcommand("prove", "Prove a property of a game in all reachable states, by induction");
  command.details(
      "Shows that a property holds in the initial state and that no legal joint move from a state with it leads to one without\n"
      "it. Without a property: everything that is usually worth knowing (groups, turn-taking, constant sums, what never comes).\n"
      "A proof holds for the whole game. Without one, the state or the step that broke it is shown; such a step need not be\n"
      "reachable. What random play suggests and induction proves is used as lemmas.\n"
      "Exit codes: 0 proved, 1 refuted or not proved, 3 a property that cannot be read, 4 out of time or memory.");
  add_game_argument(command, arguments->game);
  command.argument("PROPERTY", arguments->property, "the property, in the rule language (see below)");
  command
      .option("--back-end", arguments->back_end, "how: sat (on the circuit), clingo (answer sets, rules with variables), or both")
      .show_default()
      .one_of({"sat", "clingo", "both"});
  command.option("--lemma", arguments->lemmas, "a property to take as given; may be repeated").type_name("PROPERTY");
  command.flag("--alone", arguments->alone, "use no lemmas of its own");
  command.option("-s,--seed", arguments->seed, "seed of the random play").show_default();
  command.section(proofs::kPropertySyntax);
  add_common_options(command, context);
  add_limit_options(command, context, kWholeCommand);
  command.examples({{"agon prove tictactoe", "everything that is usually worth knowing"},
                    {"agon prove tictactoe \"(inputs (cell ?x ?y ?c) ?x ?y)\" --back-end both", "a cell has at most one content"},
                    {"agon prove breakthrough \"(implies terminal (goal-sum 100))\"", "what one wins the other loses"},
                    {"agon prove nim \"(never (goal first 50))\"", "there are no draws"}});
  command.callback([arguments, &context] { run(*arguments, context); });
}

}  // namespace agon::cli
