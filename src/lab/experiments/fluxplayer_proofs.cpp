// Chapter 7 of "Knowledge-Based General Game Playing" (Schiffel 2011): properties of games proved by induction. Figure 7.3 (whose
// turn it is, one content for each place, a constant sum) and figure 7.4 (all input arguments), with answer sets as in the thesis,
// with SAT on the circuit, and with all hypotheses of random play at once.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <sstream>

#include "ground/grounder.h"
#include "knowledge/proofs/clingo_back_end.h"
#include "knowledge/proofs/prove_facts.h"
#include "knowledge/proofs/sat_back_end.h"
#include "knowledge/proofs/standard_questions.h"
#include "lab/bench/alarm.h"
#include "lab/experiments/all.h"

namespace agon::lab::experiments {
namespace {

using namespace reproduce;          // NOLINT: the vocabulary of this file
using namespace knowledge::proofs;  // NOLINT
using ColumnKind = reproduce::Column::Kind;

constexpr const char* kQuestions[] = {"control", "board", "board given control", "zero-sum"};
constexpr std::size_t kQuestionCount = std::size(kQuestions);

// One line of the setting `sheets`: the name in the thesis, our sheet, the public sheet that is taken instead where it is there.
struct ProofGame {
  std::string name, own, original;
};

std::vector<ProofGame> proof_games(const Run& run) {
  std::vector<ProofGame> games;
  for (const std::string& line : run.settings().words("sheets")) {
    std::istringstream words(line);
    ProofGame& game = games.emplace_back();
    if (!(words >> game.name >> game.own >> game.original)) throw LookupError{fmt::format("'{}' is not NAME SHEET ORIGINAL", line)};
  }
  return games;
}

struct ProofMaterial {
  gdl::Rules rules;
  std::shared_ptr<const AspEncoding> encoding;
  std::shared_ptr<const circuit::Circuit> circuit;
  PlayRecord record;
  Hypotheses hypotheses;
  StandardQuestions questions;
  std::string sheet;
  double seconds = 0;  // of grounding, building and playing
};

ProofMaterial proof_material(const Run& run, const ProofGame& game) {
  const Stopwatch clock;
  const std::string original = fmt::format("{}/{}.kif", run.settings().word("originals"), game.original);
  const std::string sheet = std::filesystem::exists(original) ? original : game.own;
  Result<gdl::Rules> rules = run.load(sheet);
  if (!rules) throw LookupError{why(rules.error())};
  auto encoding = AspEncoding::create(*rules);
  if (!encoding) throw LookupError{why(encoding.error())};
  auto program = ground::ground(*rules, {.time = run.limits().time, .memory_bytes = run.limits().memory_bytes, .progress = {}});
  if (!program) throw LookupError{fmt::format("{}: {}", sheet, why(program.error()))};
  auto circuit = plain_circuit(*program, run.limits().time, run.limits().memory_bytes);
  if (!circuit) throw LookupError{fmt::format("{}: {}", sheet, why(circuit.error()))};
  PlayRecord record = record_play(**circuit, {.seed = 1, .gates = run.settings().number("play"), .stop = {}});
  Hypotheses hypotheses = hypotheses_of(**circuit, record);
  StandardQuestions questions = standard_questions(*rules, **circuit, record, hypotheses);
  return {std::move(*rules),
          std::move(*encoding),
          std::move(*circuit),
          std::move(record),
          std::move(hypotheses),
          std::move(questions),
          sheet == game.own ? sheet : "public " + game.original,
          clock.seconds()};
}

std::chrono::milliseconds milliseconds_in(double seconds) {
  return std::chrono::milliseconds(static_cast<std::int64_t>(seconds * 1000));
}

std::string short_word(const Attempt& attempt) {
  switch (attempt.outcome) {
    case Outcome::Proved: return "yes";
    case Outcome::Refuted:
    case Outcome::NotProved: return "no";
    case Outcome::Abandoned: break;
  }
  return "-";
}

void set_answer(Figures& figures, const char* question, const Attempt& attempt) {
  figures.set(fmt::format("{} answer", question), short_word(attempt));
  figures.set(fmt::format("{} seconds", question), attempt.seconds);
}

// The four questions in the order of the figure. "n/a": the sheet has no such fluent; "refuted": by random play.
template <class BackEnd>
Figures answers_of(const BackEnd& back_end, const ProofMaterial& game) {
  Figures figures;
  figures.set("sheet", game.sheet);
  const auto none = [&](const char* question, bool refuted) {
    figures.set(fmt::format("{} answer", question), std::string(refuted ? "refuted" : "n/a"));
    figures.set(fmt::format("{} seconds", question), 0.0);
  };
  std::vector<Property> lemmas;
  const auto ask = [&](const char* question, const std::optional<Property>& property, bool refuted,
                       std::span<const Property> given) {
    if (!property) return none(question, refuted);
    const Attempt attempt = back_end.prove(*property, given);
    set_answer(figures, question, attempt);
    if (attempt.outcome == Outcome::Proved) lemmas.push_back(*property);
  };
  ask("control", game.questions.control, false, {});
  const std::vector<Property> control = lemmas;
  ask("board", game.questions.board, game.questions.board_refuted, {});
  if (control.empty()) none("board given control", game.questions.board_refuted);
  else ask("board given control", game.questions.board, game.questions.board_refuted, control);
  const std::vector<Property> known = lemmas;
  ask("zero-sum", game.questions.sum, game.questions.sum_refuted, known);
  return figures;
}

// All hypotheses of random play together, on the circuit.
Figures together(const Run& run, const ProofMaterial& game) {
  Figures figures;
  const Stopwatch clock;
  const Proofs proofs = prove_facts(*game.circuit, {.time = milliseconds_in(run.settings().number("sat_seconds")),
                                                    .memory_bytes = run.limits().memory_bytes,
                                                    .seed = 1,
                                                    .play = run.settings().number("play"),
                                                    .stop = {}});
  SatBackEnd sat(*game.circuit, game.encoding->domains(),
                 {.time = milliseconds_in(run.settings().number("sat_seconds")), .conflicts = 1'000'000, .stop = {}});
  const auto inputs_proved = [&](const std::optional<Property>& property) {
    if (!property) return std::string("n/a");
    for (const auto& fact : proofs.facts.inputs) {
      const Property same =
          instances(game.rules, game.rules.symbols().find(fact.value.functor), fact.value.arity, fact.value.inputs, 0, 1);
      const Property exact =
          instances(game.rules, game.rules.symbols().find(fact.value.functor), fact.value.arity, fact.value.inputs, 1, 1);
      if (same.text == property->text || exact.text == property->text) return std::string(fact.proved() ? "yes" : "no");
    }
    return std::string("no");
  };
  figures.set("sheet", game.sheet);
  figures.set("control answer", inputs_proved(game.questions.control));
  const std::string board = game.questions.board_refuted ? "refuted" : inputs_proved(game.questions.board);
  figures.set("board answer", board);
  figures.set("board given control answer", board);
  std::string sum = game.questions.sum_refuted ? "refuted" : "n/a";
  if (proofs.facts.goal_sum) {
    sum = proofs.facts.goal_sum->proved() ? "yes" : "no";
  } else if (game.questions.sum) {
    // Sums of one or three players are no fact of a game, but a question of the figure.
    std::vector<Property> lemmas;
    for (const auto& fact : proofs.facts.inputs) {
      if (fact.proved())
        lemmas.push_back(
            instances(game.rules, game.rules.symbols().find(fact.value.functor), fact.value.arity, fact.value.inputs, 0, 1));
    }
    sum = short_word(sat.prove(*game.questions.sum, lemmas));
  }
  figures.set("zero-sum answer", sum);
  figures.set("seconds", clock.seconds());
  figures.set("building", game.seconds);
  figures.set("tried", proofs.tried);
  figures.set("proved", proofs.proved);
  figures.set("undecided", proofs.undecided);
  std::vector<std::string> inputs;
  for (const auto& fact : proofs.facts.inputs) {
    if (fact.proved()) inputs.push_back(fmt::format("{}({})", fact.value.functor, fmt::join(fact.value.inputs, " ")));
  }
  figures.set("inputs", fmt::format("{}", fmt::join(inputs, " ")));
  return figures;
}

template <class BackEnd>
Figures all_inputs(const BackEnd& back_end, const ProofMaterial& game, double seconds) {
  const Stopwatch clock;
  const InputSearch found = search_inputs(back_end, game.rules, input_questions(*game.circuit, game.hypotheses),
                                          [&] { return clock.seconds() > seconds; });
  Figures figures;
  figures.set("sheet", game.sheet);
  figures.set("seconds", found.seconds);
  figures.set("attempts", found.attempts);
  figures.set("proved", found.proved.size());
  figures.set("open", found.open.size());
  figures.set("abandoned", found.abandoned || clock.seconds() > seconds);
  return figures;
}

class ProofExperiment {
 public:
  explicit ProofExperiment(Run& run) : run_(run), games_(proof_games(run)) {}

  void measure() {
    const double sat_seconds = run_.settings().number("sat_seconds");
    const double clingo_seconds = run_.settings().number("clingo_seconds");
    for (const ProofGame& game : games_) {
      std::optional<ProofMaterial> made;
      const auto material = [&]() -> const ProofMaterial& {
        if (!made) made = proof_material(run_, game);
        return *made;
      };
      const auto sat = [&] {
        return SatBackEnd(*material().circuit, material().encoding->domains(),
                          {.time = milliseconds_in(sat_seconds), .conflicts = 1'000'000, .stop = {}});
      };
      const auto clingo = [&] {
        auto back_end = ClingoBackEnd::create(material().rules, {.time = milliseconds_in(clingo_seconds),
                                                                 .memory_bytes = run_.settings().count("memory_mib") << 20U,
                                                                 .stop = {},
                                                                 .program = "clingo"});
        if (!back_end) throw LookupError{why(back_end.error())};
        return std::move(*back_end);
      };
      together_.push_back(run_.cell("together " + game.name, [&](std::uint64_t) { return together(run_, material()); }));
      sat_.push_back(run_.cell("sat " + game.name, [&](std::uint64_t) { return answers_of(sat(), material()); }));
      clingo_.push_back(run_.cell("clingo " + game.name, [&](std::uint64_t) { return answers_of(clingo(), material()); }));
      sat_inputs_.push_back(
          run_.cell("sat inputs " + game.name, [&](std::uint64_t) { return all_inputs(sat(), material(), 10 * sat_seconds); }));
      clingo_inputs_.push_back(run_.cell("clingo inputs " + game.name,
                                         [&](std::uint64_t) { return all_inputs(clingo(), material(), 10 * clingo_seconds); }));
    }
  }

  void report() {
    answers();
    inputs();
    checks();
  }

 private:
  using Cells = std::vector<std::optional<Figures>>;

  [[nodiscard]] std::string thesis(const std::string& game, const std::string& question) const {
    const auto& table = run_.experiment().table("answers");
    const auto column = std::ranges::find(table.columns, question) - table.columns.begin();
    for (const auto& row : table.rows) {
      if (const auto* name = std::get_if<std::string>(&row.front()); name != nullptr && *name == game) {
        if (const auto* word = std::get_if<std::string>(&row.at(static_cast<std::size_t>(column)))) return *word;
      }
    }
    return {};
  }
  static std::string answer(const std::optional<Figures>& figures, const char* question) {
    return figures ? figures->word(fmt::format("{} answer", question)) : "";
  }
  static Cell with_seconds(const std::optional<Figures>& figures, const char* question) {
    if (!figures) return {};
    const std::string word = answer(figures, question);
    if (word == "n/a" || word == "refuted") return word;
    return fmt::format("{}, {:.2f}", word, figures->number(fmt::format("{} seconds", question)));
  }

  void answers() {
    for (const char* question : kQuestions) {
      Table table{fmt::format("answer-{}", question),
                  fmt::format("Figure 7.3: {}", question),
                  {{"game", ColumnKind::Label},
                   {"thesis", ColumnKind::Published},
                   {"sheet", ColumnKind::Ours},
                   {"answer sets", ColumnKind::Ours},
                   {"SAT, alone", ColumnKind::Ours},
                   {"SAT, together", ColumnKind::Ours}},
                  {},
                  "Answer and seconds. Refuted: random play showed the contrary. n/a: the sheet has no such fluent."};
      for (std::size_t g = 0; g < games_.size(); ++g) {
        const std::string sheet = together_[g] ? together_[g]->word("sheet") : "";
        table.rows.push_back({games_[g].name, thesis(games_[g].name, question), sheet, with_seconds(clingo_[g], question),
                              with_seconds(sat_[g], question), answer(together_[g], question)});
      }
      run_.add(std::move(table));
    }
  }

  void inputs() {
    Table table{
        "inputs",
        "Figure 7.4: all input arguments, seconds",
        {{"game", ColumnKind::Label},
         {"thesis", ColumnKind::Published},
         {"answer sets", ColumnKind::Ours},
         {"proved", ColumnKind::Ours},
         {"open", ColumnKind::Ours},
         {"SAT", ColumnKind::Ours},
         {"proved (SAT)", ColumnKind::Ours},
         {"all hypotheses together", ColumnKind::Ours},
         {"building", ColumnKind::Ours}},
        {},
        "The last columns: one simultaneous induction over everything that random play did not refute, and what grounding, the\n"
        "circuit and random play took before it."};
    for (std::size_t g = 0; g < games_.size(); ++g) {
      std::vector<Cell> row{games_[g].name, run_.published("inputs", games_[g].name, "seconds")};
      const auto number = [](const std::optional<Figures>& figures, const char* name) {
        return figures ? Cell(figures->number(name)) : Cell();
      };
      row.push_back(number(clingo_inputs_[g], "seconds"));
      row.push_back(number(clingo_inputs_[g], "proved"));
      row.push_back(number(clingo_inputs_[g], "open"));
      row.push_back(number(sat_inputs_[g], "seconds"));
      row.push_back(number(sat_inputs_[g], "proved"));
      row.push_back(number(together_[g], "seconds"));
      row.push_back(number(together_[g], "building"));
      table.rows.push_back(std::move(row));
    }
    run_.add(std::move(table));
  }

  void checks() {
    std::vector<std::string> lost, open, apart;
    double total = 0;
    bool all_together = true;
    bool all_pairs = true;
    for (std::size_t g = 0; g < games_.size(); ++g) {
      all_together = all_together && together_[g];
      all_pairs = all_pairs && sat_[g] && clingo_[g];
      if (together_[g]) total += together_[g]->number("seconds") + together_[g]->number("building");
      for (const char* question : kQuestions) {
        const std::string name = fmt::format("{} of {}", question, games_[g].name);
        const std::string printed = thesis(games_[g].name, question);
        const std::string found = answer(together_[g], question);
        const std::string own_sat = answer(sat_[g], question);
        const std::string own_clingo = answer(clingo_[g], question);
        if (together_[g] && printed.starts_with("yes") && found != "yes" && own_sat != "yes") lost.push_back(name);
        if (together_[g] && printed.starts_with("-") && found == "-") open.push_back(name);
        if (sat_[g] && clingo_[g] && own_sat != own_clingo && own_sat != "-" && own_clingo != "-") apart.push_back(name);
      }
    }
    if (all_together) {
      run_.check("every-yes", lost.empty(), lost.empty() ? "all" : fmt::format("not: {}", fmt::join(lost, ", ")));
      run_.check("answered", open.empty(), open.empty() ? "all" : fmt::format("not: {}", fmt::join(open, ", ")));
      run_.check("total",
                 {.holds = total <= run_.threshold("total"), .reason = fmt::format("{:.1f} s", total), .figure = {}, .spent = {}});
    }
    if (all_pairs) run_.check("agree", apart.empty(), apart.empty() ? "all" : fmt::format("not: {}", fmt::join(apart, ", ")));
  }

  Run& run_;
  std::vector<ProofGame> games_;
  Cells together_, sat_, clingo_, sat_inputs_, clingo_inputs_;
};

}  // namespace

void run_fluxplayer_proofs(reproduce::Run& run) {
  ProofExperiment experiment(run);
  experiment.measure();
  experiment.report();
}

}  // namespace agon::lab::experiments
