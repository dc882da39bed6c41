// The rules of one phase as a linear script of steps, for a full evaluation by tables alone. A rule with few ground instances is
// written out as rows, `these atoms, not those, then this one`: rows of equal form from many rules are one step, and a row costs a
// few loads and no branch. Relations whose list is never read are kept as flags only, so that their rows share steps too.
#pragma once

#include <vector>

#include "engines/chainer/compile/frames.h"
#include "engines/chainer/compile/moves.h"
#include "engines/chainer/program.h"

namespace agon::engines::chainer {

struct Step {
  using Run = void (*)(const Step&, Flag* flags, AtomId* lists, std::uint32_t* counts);
  AtomId guard = kNever;   // must hold; kNever: there is none
  std::uint32_t skip = 0;  // steps that follow with the same guard
  // One of three:
  Run run = nullptr;  // rows
  const AtomId* rows = nullptr;
  const AtomId* end = nullptr;
  RelationId relation = 0;  // of what is written, where it has a list
  AtomId base = 0;
  const AtomId* begin = nullptr;  // rows by the instances of `index`
  RelationId index = 0;
  AtomId index_base = 0;
  const RuleCode* rule = nullptr;
  const Block* block = nullptr;  // one that needs more than running its rules once
};

class Scripts {
 public:
  Scripts() = default;
  // The program must have its compact rules and stay in place. `skipped` per code: not run.
  Scripts(const Program& program, const MoveNumbers& moves, const std::vector<bool>& skipped,
          std::span<const std::pair<std::uint32_t, FrameRule>> frames);

  [[nodiscard]] const std::vector<Step>& state() const { return state_; }
  [[nodiscard]] const std::vector<Step>& move() const { return move_; }
  // Relations of a phase whose lists have to be cleared.
  [[nodiscard]] const std::vector<RelationId>& state_counted() const { return state_counted_; }
  [[nodiscard]] const std::vector<RelationId>& move_counted() const { return move_counted_; }
  // Does the relation have a list, or only flags?
  [[nodiscard]] bool listed(RelationId r) const { return listed_[r]; }

 private:
  friend class ScriptBuilder;
  std::vector<Step> state_, move_;
  std::vector<RelationId> state_counted_, move_counted_;
  std::vector<bool> listed_;
  std::vector<std::vector<AtomId>> rows_;
};

}  // namespace agon::engines::chainer
