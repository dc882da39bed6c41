#include "knowledge/proofs/play_record.h"

#include <algorithm>
#include <bit>

#include "circuit/evaluator.h"

namespace agon::knowledge::proofs {
namespace {

using Word = PlayRecord::Word;

void note(std::vector<int>& values, int value) {
  if (std::ranges::find(values, value) == values.end()) values.push_back(value);
}

void watch_fluents(const std::vector<Word>& before, const std::vector<Word>& after, Word over, PlayRecord& record) {
  for (std::size_t f = 0; f < before.size(); ++f) {
    if (before[f] != 0) record.held[f] = true;
    if (~before[f] != 0) record.missed[f] = true;
    if ((before[f] & ~after[f] & ~over) != 0) record.fell[f] = true;
    if ((~before[f] & after[f] & ~over) != 0) record.rose[f] = true;
    if ((before[f] & after[f] & ~over) != 0) record.stayed[f] = true;
  }
}

void watch_moves(const circuit::Circuit& circuit, const circuit::Simulation& play, Word over, PlayRecord& record) {
  const ground::GroundProgram& program = *circuit.program;
  const std::size_t roles = program.info.role_count();
  for (std::size_t r = 0; r < roles; ++r) {
    Word one = 0;
    Word two = 0;
    for (std::size_t m = program.role_begin[r]; m < program.role_begin[r + 1]; ++m) {
      const Word legal = play.legal(m) & ~over;
      two |= one & legal;
      one |= legal;
    }
    for (std::size_t m = program.role_begin[r]; m < program.role_begin[r + 1]; ++m) {
      const Word legal = play.legal(m) & ~over;
      record.legal_count[m] += static_cast<std::uint64_t>(std::popcount(legal));
      if ((legal & two) != 0) record.legal_together[m] = true;
      if ((legal & ~two) != 0) record.legal_alone[m] = true;
    }
    record.choices[r].push_back(two);
    if (two != 0) record.chooses[r] = true;
    for (std::size_t other = 0; other < r; ++other) {
      if ((record.choices[other].back() & two) != 0) record.choose_together[r][other] = record.choose_together[other][r] = true;
    }
  }
  record.over.push_back(over);
}

void watch_goals(const circuit::Circuit& circuit, const circuit::Evaluator& values, Word over, PlayRecord& record) {
  for (Word left = over; left != 0; left &= left - 1) {
    const Word lane = left & (~left + 1);
    int sum = 0;
    for (std::uint32_t r = 0; r < circuit.goals.size(); ++r) {
      int goals = 0;
      for (const circuit::GoalLit& goal : circuit.goals[r]) {
        if ((values.value(goal.lit) & lane) == 0) continue;
        ++goals;
        note(record.final_goals[r], goal.value);
        if (circuit.program->info.random != RoleId{r}) sum += goal.value;
      }
      if (circuit.program->info.random != RoleId{r}) record.every_goal_single = record.every_goal_single && goals == 1;
    }
    note(record.sums, sum);
    ++record.ends;
  }
}

}  // namespace

PlayRecord record_play(const circuit::Circuit& circuit, const PlayLimits& limits) {
  const ground::GroundProgram& program = *circuit.program;
  const std::size_t fluents = program.fluents.size();
  const std::size_t roles = program.info.role_count();
  PlayRecord record;
  for (auto* flags : {&record.held, &record.missed, &record.rose, &record.fell, &record.stayed}) flags->assign(fluents, false);
  record.final_goals.resize(roles);
  record.choose_together.assign(roles, std::vector<bool>(roles, false));
  record.chooses.assign(roles, false);
  record.choices.resize(roles);
  record.legal_alone.assign(program.moves.size(), false);
  record.legal_together.assign(program.moves.size(), false);
  record.legal_count.assign(program.moves.size(), 0);

  circuit::Simulation play(circuit, limits.seed);
  const double size = static_cast<double>(circuit.network.size() + fluents + program.moves.size());
  const auto moments = std::clamp<std::uint32_t>(static_cast<std::uint32_t>(limits.gates / size), 24, limits.most);
  const std::size_t sample_bytes = fluents * sizeof(Word) + 1;
  const std::size_t samples = std::clamp<std::size_t>(limits.bytes / sample_bytes, 8, limits.samples);
  const std::size_t every = std::max<std::size_t>(1, moments / samples);
  for (std::uint32_t moment = 0; moment < moments; ++moment) {
    if (limits.stop && limits.stop()) break;
    const std::vector<Word> before = play.fluents();
    play.step();  // its evaluator has the values of the state before the step
    const Word over = play.evaluator().value(circuit.terminal);
    watch_fluents(before, play.fluents(), over, record);
    watch_moves(circuit, play, over, record);
    watch_goals(circuit, play.evaluator(), over, record);
    if (moment % every == 0 || moment < 16) record.samples.push_back(before);
    record.states += 64;
  }
  return record;
}

}  // namespace agon::knowledge::proofs
