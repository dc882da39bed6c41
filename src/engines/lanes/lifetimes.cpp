#include "engines/lanes/lifetimes.h"

#include <algorithm>

namespace agon::engines::lanes {

Lifetimes::Lifetimes(const LaneProgram& program) {
  std::vector<std::pair<ValueId, std::uint32_t>> all;
  std::vector<std::uint32_t> defined(program.homes.size(), 0);
  std::uint32_t loop_begin = 0;
  bool in_loop = false;
  std::vector<ValueId> from_outside;
  for (std::uint32_t i = 0; i < program.operations.size(); ++i) {
    const Operation& op = program.operations[i];
    switch (op.kind) {
      case Operation::Kind::Lut:
        for (unsigned k = 0; k < op.inputs; ++k) {
          all.emplace_back(op.in[k], i);
          if (in_loop && defined[op.in[k]] <= loop_begin) from_outside.push_back(op.in[k]);
        }
        defined[op.out] = i + 1;
        break;
      case Operation::Kind::Random: defined[op.out] = i + 1; break;
      case Operation::Kind::Store:
      case Operation::Kind::LoopUpdate:
        all.emplace_back(op.in[0], i);
        if (in_loop && defined[op.in[0]] <= loop_begin) from_outside.push_back(op.in[0]);
        break;
      case Operation::Kind::LoopBegin:
        in_loop = true;
        loop_begin = i;
        break;
      case Operation::Kind::LoopEnd:
        for (const ValueId v : from_outside) all.emplace_back(v, i);
        from_outside.clear();
        in_loop = false;
        break;
    }
  }
  std::ranges::sort(all);
  all.erase(std::unique(all.begin(), all.end()), all.end());
  begin.assign(program.homes.size() + 1, 0);
  for (const auto& [v, i] : all) {
    ++begin[v + 1];
    uses.push_back(i);
  }
  for (std::size_t v = 0; v < program.homes.size(); ++v) begin[v + 1] += begin[v];
}

}  // namespace agon::engines::lanes
