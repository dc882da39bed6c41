// One type for all engines, for the edges of the program (commands, server) where speed per call does not matter.
// It fulfils the same contract, so that every algorithm written against the concept runs on it too.
#pragma once

#include <memory>
#include <string>

#include "game/engine.h"

namespace agon::game {

class AnyState {
 public:
  struct Box {
    virtual ~Box() = default;
    [[nodiscard]] virtual std::unique_ptr<Box> clone() const = 0;
    [[nodiscard]] virtual bool equals(const Box& other) const = 0;
  };
  AnyState() = default;
  explicit AnyState(std::unique_ptr<Box> box) : box_(std::move(box)) {}
  AnyState(const AnyState& other) : box_(other.box_ ? other.box_->clone() : nullptr) {}
  AnyState(AnyState&&) noexcept = default;
  AnyState& operator=(AnyState other) noexcept {
    box_.swap(other.box_);
    return *this;
  }
  ~AnyState() = default;
  friend bool operator==(const AnyState& a, const AnyState& b) {
    return a.box_ && b.box_ ? a.box_->equals(*b.box_) : a.box_ == b.box_;
  }
  [[nodiscard]] Box& box() const { return *box_; }

 private:
  std::unique_ptr<Box> box_;
};

class AnyEngine {
 public:
  using State = AnyState;
  struct ScratchBox {
    virtual ~ScratchBox() = default;
  };
  using Scratch = std::unique_ptr<ScratchBox>;

  template <Engine E>
  AnyEngine(std::string name, std::shared_ptr<const E> engine)
      : name_(std::move(name)), self_(std::make_shared<Model<E>>(std::move(engine))) {}

  [[nodiscard]] const std::string& name() const { return name_; }
  // The engine inside, if it is an E: for algorithms that are worth compiling for it.
  template <Engine E>
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
  };

  template <Engine E>
  struct Model final : Interface {
    struct StateModel final : AnyState::Box {
      explicit StateModel(typename E::State s) : state(std::move(s)) {}
      [[nodiscard]] std::unique_ptr<Box> clone() const override { return std::make_unique<StateModel>(state); }
      [[nodiscard]] bool equals(const Box& other) const override { return state == static_cast<const StateModel&>(other).state; }
      typename E::State state;
    };
    struct ScratchModel final : ScratchBox {
      explicit ScratchModel(typename E::Scratch s) : scratch(std::move(s)) {}
      typename E::Scratch scratch;
    };
    explicit Model(std::shared_ptr<const E> e) : engine(std::move(e)) {}
    static typename E::State& unbox(const State& s) { return static_cast<StateModel&>(s.box()).state; }
    static typename E::Scratch& unbox(ScratchBox& k) { return static_cast<ScratchModel&>(k).scratch; }

    const GameInfo& info() const override { return engine->info(); }
    TermBank& terms() const override { return engine->terms(); }
    Scratch make_scratch() const override { return std::make_unique<ScratchModel>(engine->make_scratch()); }
    State initial_state(ScratchBox& k) const override {
      return State(std::make_unique<StateModel>(engine->initial_state(unbox(k))));
    }
    void legal_moves(ScratchBox& k, const State& s, RoleId r, MoveBuffer& out) const override {
      engine->legal_moves(unbox(k), unbox(s), r, out);
    }
    void apply(ScratchBox& k, State& s, std::span<const MoveId> joint) const override { engine->apply(unbox(k), unbox(s), joint); }
    bool is_terminal(ScratchBox& k, const State& s) const override { return engine->is_terminal(unbox(k), unbox(s)); }
    int goal(ScratchBox& k, const State& s, RoleId r) const override { return engine->goal(unbox(k), unbox(s), r); }
    void goal_values(ScratchBox& k, const State& s, RoleId r, std::vector<int>& out) const override {
      engine->goal_values(unbox(k), unbox(s), r, out);
    }
    void percepts(ScratchBox& k, const State& s, std::span<const MoveId> joint, RoleId r, TermBuffer& out) const override {
      engine->percepts(unbox(k), unbox(s), joint, r, out);
    }
    void fluents(const State& s, TermBuffer& out) const override { engine->fluents(unbox(s), out); }
    TermId move_term(RoleId r, MoveId m) const override { return engine->move_term(r, m); }
    std::uint64_t hash(const State& s) const override { return engine->hash(unbox(s)); }

    std::shared_ptr<const E> engine;
  };

  std::string name_;
  std::shared_ptr<const Interface> self_;
};

static_assert(Engine<AnyEngine>);

}  // namespace agon::game
