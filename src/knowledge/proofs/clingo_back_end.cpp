#include "knowledge/proofs/clingo_back_end.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/run_program.h"

namespace agon::knowledge::proofs {

struct ClingoBackEnd::Answer {
  enum class Kind : std::uint8_t { None, Some, Unknown } kind = Kind::Unknown;
  std::vector<std::string> atoms;  // of Some
  std::string reason;              // of Unknown
  double seconds = 0;              // of the processor

  // The arguments of the atoms of one relation.
  [[nodiscard]] std::vector<std::string_view> of(std::string_view relation) const {
    std::vector<std::string_view> result;
    for (const std::string& atom : atoms) {
      if (atom.size() > relation.size() + 2 && atom.starts_with(relation) && atom[relation.size()] == '(')
        result.push_back(std::string_view(atom).substr(relation.size() + 1, atom.size() - relation.size() - 2));
    }
    return result;
  }
  [[nodiscard]] std::vector<std::size_t> broken() const {
    std::vector<std::size_t> result;
    for (const std::string_view k : of("broken")) result.push_back(std::stoul(std::string(k)));
    return result;
  }
};

namespace {

// Splits "a,f(b,c)" at the commas outside parentheses.
std::pair<std::string_view, std::string_view> split_pair(std::string_view text) {
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    depth += text[i] == '(' ? 1 : text[i] == ')' ? -1 : 0;
    if (depth == 0 && text[i] == ',') return {text.substr(0, i), text.substr(i + 1)};
  }
  return {text, {}};
}

std::string why_unknown(const ProgramOutcome& outcome) {
  switch (outcome.end) {
    case ProgramOutcome::End::OutOfTime: return "out of time";
    case ProgramOutcome::End::Stopped: return "stopped";
    case ProgramOutcome::End::Killed: return "out of memory";
    case ProgramOutcome::End::Exited: break;
  }
  if (outcome.output.find("\"TIME LIMIT\": 1") != std::string::npos) return "out of time";
  constexpr int kMemory = 33;  // clasp's exit code for it
  if (outcome.code == kMemory || outcome.complaints.find("bad_alloc") != std::string::npos) return "out of memory";
  return fmt::format("clingo gave up: {}", outcome.complaints.substr(0, outcome.complaints.find('\n')));
}

Attempt attempt_at(const Property& property) {
  Attempt attempt;
  attempt.property = property.text;
  attempt.back_end = "clingo";
  return attempt;
}

}  // namespace

Result<ClingoBackEnd> ClingoBackEnd::create(const gdl::Rules& rules, ClingoOptions options) {
  const std::optional<std::string> path = find_program(options.program);
  if (!path)
    return bad_input("no-clingo", fmt::format("the answer set solver {} is not installed", options.program),
                     "the Debian package 'gringo' has it (apt-get install gringo); --back-end sat works without it");
  auto encoding = AspEncoding::create(rules);
  if (!encoding) return encoding.error();
  return ClingoBackEnd(std::move(*encoding), std::move(options), *path);
}

ClingoBackEnd::Answer ClingoBackEnd::run(const Result<std::string>& program) const {
  Answer answer;
  if (!program) {
    answer.reason = program.error().diagnostics.front().message;
    return answer;
  }
  std::vector<std::string> arguments{path_, "--outf=2", "--warn=none", "--models=1"};
  // Its own clock too: it must not outlive a parent that was killed.
  if (options_.time.count() > 0) arguments.push_back(fmt::format("--time-limit={}", options_.time.count() / 1000 + 1));
  const Result<ProgramOutcome> outcome =
      run_program(arguments, *program, {.time = options_.time, .memory_bytes = options_.memory_bytes, .stop = options_.stop});
  if (!outcome) {
    answer.reason = outcome.error().diagnostics.front().message;
    return answer;
  }
  answer.seconds = outcome->cpu_seconds;
  const nlohmann::json json = nlohmann::json::parse(outcome->output, nullptr, false);
  const std::string result = json.is_object() ? json.value("Result", "UNKNOWN") : "UNKNOWN";
  if (outcome->end == ProgramOutcome::End::Exited && result == "UNSATISFIABLE") {
    answer.kind = Answer::Kind::None;
  } else if (outcome->end == ProgramOutcome::End::Exited && result == "SATISFIABLE" && json.contains("Call") &&
             !json["Call"].empty() && json["Call"].back().contains("Witnesses")) {
    answer.kind = Answer::Kind::Some;
    for (const auto& atom : json["Call"].back()["Witnesses"].back().value("Value", nlohmann::json::array()))
      answer.atoms.push_back(atom.get<std::string>());
  } else {
    answer.reason = why_unknown(*outcome);
  }
  return answer;
}

std::optional<std::vector<std::string>> ClingoBackEnd::first_answer(const std::string& program) const {
  Answer answer = run(program);
  if (answer.kind != Answer::Kind::Some) return std::nullopt;
  return std::move(answer.atoms);
}

std::optional<std::size_t> ClingoBackEnd::ground_size(const std::string& program) const {
  const Result<ProgramOutcome> outcome =
      run_program({path_, "--mode=gringo", "--warn=none"}, program,
                  {.time = options_.time, .memory_bytes = options_.memory_bytes, .stop = options_.stop});
  if (!outcome || outcome->end != ProgramOutcome::End::Exited || outcome->code != 0) return std::nullopt;
  // The intermediate language of clasp has one rule a line; statements of type 1 are rules.
  std::size_t rules = 0;
  for (std::size_t at = 0; at < outcome->output.size();) {
    rules += outcome->output.compare(at, 2, "1 ") == 0 ? 1 : 0;
    const std::size_t end = outcome->output.find('\n', at);
    at = end == std::string::npos ? outcome->output.size() : end + 1;
  }
  return rules;
}

Counterexample ClingoBackEnd::states_of(const Answer& answer) const {
  const AspNames& names = encoding_->names();
  Counterexample result;
  for (const std::string_view fluent : answer.of("init")) result.before.push_back(names.kif(fluent));  // of the base
  for (const std::string_view fluent : answer.of("true")) result.before.push_back(names.kif(fluent));
  for (const std::string_view fluent : answer.of("next")) result.after.push_back(names.kif(fluent));
  for (const std::string_view move : answer.of("does")) {
    const auto [role, what] = split_pair(move);
    result.moves.push_back(fmt::format("{} {}", names.kif(role), names.kif(what)));
  }
  for (auto* list : {&result.before, &result.after, &result.moves}) std::ranges::sort(*list);
  return result;
}

Attempt ClingoBackEnd::prove(const Property& property, std::span<const Property> lemmas) const {
  Attempt attempt = attempt_at(property);
  const std::span<const Property> only(&property, 1);
  const auto give_up = [&](const Answer& answer, const char* stage) {
    attempt.note = fmt::format("{} in the {}", answer.reason, stage);
    return attempt;
  };
  if (property.kind == Property::Kind::Invariant) {
    const Answer base = run(encoding_->base(only));
    attempt.seconds += base.seconds;
    if (base.kind != Answer::Kind::Some) return give_up(base, "base case");
    if (!base.broken().empty()) {
      attempt.outcome = Outcome::Refuted;
      attempt.counterexample = states_of(base);
      return attempt;
    }
  }
  // Without the terminal rules first: they are often most of a game, and seldom needed.
  for (const bool not_terminal : {false, true}) {
    const Answer step = run(encoding_->step({only, lemmas, not_terminal, true}));
    attempt.seconds += step.seconds;
    if (step.kind == Answer::Kind::None) {
      attempt.outcome = Outcome::Proved;
      return attempt;
    }
    if (!not_terminal) continue;
    if (step.kind == Answer::Kind::Unknown) return give_up(step, "step");
    attempt.outcome = Outcome::NotProved;
    attempt.counterexample = states_of(step);
  }
  return attempt;
}

std::vector<Attempt> ClingoBackEnd::prove_together(std::span<const Property> properties) const {
  std::vector<Attempt> attempts;
  for (const Property& property : properties) attempts.push_back(attempt_at(property));
  std::vector<std::size_t> alive;
  const auto charge = [&](const Answer& answer) {
    for (Attempt& attempt : attempts) attempt.seconds += answer.seconds;
  };
  const auto give_up = [&](const Answer& answer, const char* stage) {
    for (const std::size_t k : alive) attempts[k].note = fmt::format("{} in the {}", answer.reason, stage);
    return attempts;
  };
  for (std::size_t k = 0; k < properties.size(); ++k) alive.push_back(k);
  const Answer base = run(encoding_->base(properties));
  charge(base);
  if (base.kind != Answer::Kind::Some) return give_up(base, "base case");
  for (const std::size_t k : base.broken()) {
    attempts[k].outcome = Outcome::Refuted;
    attempts[k].counterexample = states_of(base);
    std::erase(alive, k);
  }
  while (!alive.empty()) {
    std::vector<Property> hypotheses;
    for (const std::size_t k : alive) hypotheses.push_back(properties[k]);
    const Answer step = run(encoding_->step({hypotheses, {}, true, true}));
    charge(step);
    if (step.kind == Answer::Kind::Unknown) return give_up(step, "step");
    if (step.kind == Answer::Kind::None) break;
    std::vector<std::size_t> dropped;
    for (const std::size_t k : step.broken()) dropped.push_back(alive[k]);
    for (const std::size_t k : dropped) {
      attempts[k].outcome = Outcome::NotProved;
      attempts[k].counterexample = states_of(step);
      std::erase(alive, k);
    }
  }
  for (const std::size_t k : alive) attempts[k].outcome = Outcome::Proved;
  return attempts;
}

}  // namespace agon::knowledge::proofs
