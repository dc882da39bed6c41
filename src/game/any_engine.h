// Type erasure: one type for all engines, for the edges of the program (commands, server) and for algorithms that are not worth
// instantiating for each of them. It satisfies the same contract. States are flat arrays, so the overhead over the engine inside is
// a virtual call and a copy of a few words; nothing is allocated.
#pragma once

#include <absl/container/inlined_vector.h>

#include <memory>
#include <string>

#include "game/capabilities.h"

namespace agon::game {

// The state of any engine, as its flat array (game/capabilities.h).
struct AnyState {
  [[nodiscard]] auto& cells() { return cells_; }
  [[nodiscard]] const auto& cells() const { return cells_; }
  friend bool operator==(const AnyState&, const AnyState&) = default;

 private:
  absl::InlinedVector<std::uint32_t, 16> cells_;
};

class AnyEngine {
 public:
  using State = AnyState;
  struct ScratchBox {
    virtual ~ScratchBox() = default;
  };
  using Scratch = std::unique_ptr<ScratchBox>;

  template <FlatEngine E>
  AnyEngine(std::string name, std::shared_ptr<const E> engine)
      : name_(std::move(name)), self_(std::make_shared<Model<E>>(std::move(engine))) {}

  [[nodiscard]] const std::string& name() const { return name_; }
  // Downcast: the engine inside if it is an E, for algorithms that are worth instantiating for it.
  template <FlatEngine E>
  [[nodiscard]] std::shared_ptr<const E> as() const {
    const auto model = std::dynamic_pointer_cast<const Model<E>>(self_);
    return model ? model->engine : nullptr;
  }
  [[nodiscard]] const GameInfo& info() const { return self_->info(); }
  [[nodiscard]] TermBank& terms() const { return self_->terms(); }
  [[nodiscard]] Scratch make_scratch() const { return self_->make_scratch(); }
  [[nodiscard]] State initial_state(Scratch& k) const { return self_->initial_state(*k); }
  void legal_moves(Scratch& k, const State& s, RoleId r, MoveBuffer& out) const { self_->legal_moves(*k, s, r, out); }
  void apply(Scratch& k, State& s, std::span<const MoveId> joint) const { self_->apply(*k, s, joint); }
  [[nodiscard]] bool is_terminal(Scratch& k, const State& s) const { return self_->is_terminal(*k, s); }
  [[nodiscard]] int goal(Scratch& k, const State& s, RoleId r) const { return self_->goal(*k, s, r); }
  void goal_values(Scratch& k, const State& s, RoleId r, std::vector<int>& out) const { self_->goal_values(*k, s, r, out); }
  void percepts(Scratch& k, const State& s, std::span<const MoveId> joint, RoleId r, TermBuffer& out) const {
    self_->percepts(*k, s, joint, r, out);
  }
  void fluents(const State& s, TermBuffer& out) const { self_->fluents(s, out); }
  [[nodiscard]] TermId move_term(RoleId r, MoveId m) const { return self_->move_term(r, m); }
  [[nodiscard]] std::uint64_t hash(const State& s) const { return self_->hash(s); }
  // Goal values that the rules allow a role, ascending; every value where the engine inside does not know.
  [[nodiscard]] std::vector<int> possible_goals(RoleId r) const { return self_->possible_goals(r); }

 private:
  struct Interface {
    virtual ~Interface() = default;
    [[nodiscard]] virtual const GameInfo& info() const = 0;
    [[nodiscard]] virtual TermBank& terms() const = 0;
    [[nodiscard]] virtual Scratch make_scratch() const = 0;
    virtual State initial_state(ScratchBox& k) const = 0;
    virtual void legal_moves(ScratchBox& k, const State& s, RoleId r, MoveBuffer& out) const = 0;
    virtual void apply(ScratchBox& k, State& s, std::span<const MoveId> joint) const = 0;
    virtual bool is_terminal(ScratchBox& k, const State& s) const = 0;
    virtual int goal(ScratchBox& k, const State& s, RoleId r) const = 0;
    virtual void goal_values(ScratchBox& k, const State& s, RoleId r, std::vector<int>& out) const = 0;
    virtual void percepts(ScratchBox& k, const State& s, std::span<const MoveId> joint, RoleId r, TermBuffer& out) const = 0;
    virtual void fluents(const State& s, TermBuffer& out) const = 0;
    [[nodiscard]] virtual TermId move_term(RoleId r, MoveId m) const = 0;
    [[nodiscard]] virtual std::uint64_t hash(const State& s) const = 0;
    [[nodiscard]] virtual std::vector<int> possible_goals(RoleId r) const = 0;
  };

  template <FlatEngine E>
  struct Model final : Interface {
    // Holds a state of the engine's own type, into which the flat one is copied for each query.
    struct ScratchModel final : ScratchBox {
      explicit ScratchModel(typename E::Scratch s) : scratch(std::move(s)) {}
      typename E::Scratch scratch;
      typename E::State state;
    };
    struct Unboxed {
      typename E::Scratch& scratch;
      typename E::State& state;
    };
    explicit Model(std::shared_ptr<const E> e) : engine(std::move(e)) {}
    static typename E::Scratch& unbox(ScratchBox& k) { return static_cast<ScratchModel&>(k).scratch; }
    static Unboxed unbox(ScratchBox& k, const State& s) {
      auto& model = static_cast<ScratchModel&>(k);
      assign_state(model.state, bytes_of(s));
      return {model.scratch, model.state};
    }
    static typename E::State unbox(const State& s) {
      typename E::State state;
      assign_state(state, bytes_of(s));
      return state;
    }

    const GameInfo& info() const override { return engine->info(); }
    TermBank& terms() const override { return engine->terms(); }
    Scratch make_scratch() const override { return std::make_unique<ScratchModel>(engine->make_scratch()); }
    State initial_state(ScratchBox& k) const override {
      State state;
      assign_state(state, bytes_of(engine->initial_state(unbox(k))));
      return state;
    }
    void legal_moves(ScratchBox& k, const State& s, RoleId r, MoveBuffer& out) const override {
      const auto [scratch, state] = unbox(k, s);
      engine->legal_moves(scratch, state, r, out);
    }
    void apply(ScratchBox& k, State& s, std::span<const MoveId> joint) const override {
      const auto [scratch, state] = unbox(k, s);
      engine->apply(scratch, state, joint);
      assign_state(s, bytes_of(state));
    }
    bool is_terminal(ScratchBox& k, const State& s) const override {
      const auto [scratch, state] = unbox(k, s);
      return engine->is_terminal(scratch, state);
    }
    int goal(ScratchBox& k, const State& s, RoleId r) const override {
      const auto [scratch, state] = unbox(k, s);
      return engine->goal(scratch, state, r);
    }
    void goal_values(ScratchBox& k, const State& s, RoleId r, std::vector<int>& out) const override {
      const auto [scratch, state] = unbox(k, s);
      engine->goal_values(scratch, state, r, out);
    }
    void percepts(ScratchBox& k, const State& s, std::span<const MoveId> joint, RoleId r, TermBuffer& out) const override {
      const auto [scratch, state] = unbox(k, s);
      engine->percepts(scratch, state, joint, r, out);
    }
    void fluents(const State& s, TermBuffer& out) const override { engine->fluents(unbox(s), out); }
    TermId move_term(RoleId r, MoveId m) const override { return engine->move_term(r, m); }
    std::uint64_t hash(const State& s) const override { return engine->hash(unbox(s)); }
    std::vector<int> possible_goals(RoleId r) const override { return game::possible_goals(*engine, r); }

    std::shared_ptr<const E> engine;
  };

  std::string name_;
  std::shared_ptr<const Interface> self_;
};

static_assert(FlatEngine<AnyEngine>);
static_assert(GoalRangeEngine<AnyEngine>);

}  // namespace agon::game
