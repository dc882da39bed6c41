#include "knowledge/distance/sample_states.h"

#include <algorithm>

#include "game/random_step.h"

namespace agon::knowledge {

FluentNumbers::FluentNumbers(const ground::GroundProgram& program, const game::AnyEngine& engine) : engine_(engine) {
  for (std::uint32_t i = 0; i < program.fluents.size(); ++i) by_text_.emplace(program.terms->text(program.fluents[i]), i);
}

std::uint32_t FluentNumbers::find(TermId term) {
  if (term.index() >= by_term_.size()) by_term_.resize(term.index() + 1, kUnknown);
  std::uint32_t& number = by_term_[term.index()];
  if (number == kUnknown) {
    const auto found = by_text_.find(engine_.terms().text(term));
    number = found == by_text_.end() ? kAbsent : found->second;
  }
  return number;
}

void FluentNumbers::of(const game::AnyState& state, FluentState& out) {
  out.clear();
  engine_.fluents(state, terms_);
  for (const TermId term : terms_) {
    if (const std::uint32_t number = find(term); number != kAbsent) out.push_back(number);
  }
  std::ranges::sort(out);
}

std::vector<FluentState> random_match(const game::AnyEngine& engine, FluentNumbers& numbers, Rng& rng, std::uint32_t steps,
                                      const std::function<bool()>& stop) {
  std::vector<FluentState> states;
  try {
    auto scratch = engine.make_scratch();
    game::AnyState state = engine.initial_state(scratch);
    game::RandomStep step(engine);
    do {
      numbers.of(state, states.emplace_back());
    } while (states.size() < steps && !(stop && stop()) && step.step(scratch, state, rng));
  } catch (const LimitReached&) {
    // What was seen is a sample too.
  }
  return states;
}

std::vector<FluentState> sample_states(const game::AnyEngine& engine, const ground::GroundProgram& program,
                                       const SampleOptions& options) {
  const auto start = std::chrono::steady_clock::now();
  const auto late = [&] { return options.time.count() > 0 && std::chrono::steady_clock::now() - start > options.time; };
  FluentNumbers numbers(program, engine);
  Rng rng(options.seed);
  std::vector<FluentState> samples;
  for (std::uint32_t match = 0; match < options.matches && samples.size() < options.states && !late(); ++match) {
    std::vector<FluentState> states = random_match(engine, numbers, rng, options.steps, late);
    if (match == 0 && !states.empty()) samples.push_back(states.front());
    const std::size_t left = options.matches - match;
    const std::size_t wanted = (options.states - samples.size() + left - 1) / left;
    // Every stride-th state after the initial one.
    const std::size_t stride = std::max<std::size_t>(1, states.size() / (wanted + 1));
    for (std::size_t i = stride, taken = 0; i < states.size() && taken < wanted; i += stride, ++taken)
      samples.push_back(std::move(states[i]));
  }
  return samples;
}

}  // namespace agon::knowledge
