// Does a permutation of fluents and moves commute with the rules? Legality, next state, end and goals of the image must be the
// images of legality, next state, end and goals. Two answers: bit-parallel random simulation, which refutes, and SAT, which proves.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <vector>

#include "base/rng.h"
#include "circuit/circuit.h"
#include "circuit/rule_order.h"
#include "game/facts.h"

namespace agon::knowledge::symmetry {

struct CommutationBudget {
  int conflicts = 20'000;  // of one query
  std::chrono::steady_clock::time_point deadline = std::chrono::steady_clock::time_point::max();
  std::size_t gates = 4'000'000;  // of the network that is compared with itself
};

class Commutation {
 public:
  using Element = game::SymmetryGroup::Element;

  // Synthesises the program without any fact about it, so that the answers are right for every state and every joint move.
  // No value where the network exceeds the budget.
  static std::optional<Commutation> create(const std::shared_ptr<const ground::GroundProgram>& program,
                                           const CommutationBudget& budget = {});

  // Random states and random joint moves, 64 at a time; false: refuted. States need not be reachable; with proved mutex groups they
  // satisfy the groups, and the next state matters after legal moves in states that are not terminal.
  [[nodiscard]] bool survives(const Element& element, std::uint32_t rounds, std::uint64_t seed,
                              const std::vector<circuit::Group>& groups = {}) const;

  // `groups`: proved mutex groups. States are those that satisfy the groups whose images are groups too: what is reachable is
  // among them, and so are the images. No value: not decided within the budget.
  [[nodiscard]] std::optional<bool> prove(const Element& element, const std::vector<circuit::Group>& groups = {}) const;

 private:
  explicit Commutation(circuit::Circuit circuit, const CommutationBudget& budget) : circuit_(std::move(circuit)), budget_(budget) {}

  // An answer of the rules and what the element maps it to.
  struct Pair {
    enum class Kind : std::uint8_t { State, Next } kind = Kind::State;
    circuit::Lit here, there;
  };
  [[nodiscard]] std::optional<std::vector<Pair>> pairs(const Element& element) const;
  // Random words for all fluents, of states that satisfy the groups.
  void draw_state(const std::vector<const circuit::Group*>& groups, std::uint32_t thinning, Rng& rng,
                  std::vector<std::uint64_t>& words) const;
  [[nodiscard]] circuit::NodeId leaf(std::size_t move) const {
    const circuit::MoveInput& input = circuit_.moves[move];
    return circuit_.selectors[input.selector].leaves[input.leaf];
  }

  circuit::Circuit circuit_;
  CommutationBudget budget_;
};

}  // namespace agon::knowledge::symmetry
