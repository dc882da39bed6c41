// The search tree with transpositions: nodes of different sizes in one block of memory that never grows. When it is full, the least
// recently visited leaf is recycled (Powley, Cowling and Whitehouse 2017). Nodes of equal states are shared, so the tree is a
// graph.
//
// A node is one piece of memory:
//   Node | per role: bounds, sum of values, first action | actions of all roles | their extras, if wanted | state
// Where one role alone chooses, its actions hold the children; else the table of joint moves does, which moves away when it grows.
// A reference to a node holds the node's generation: one to a node that was recycled is empty, wherever it is kept.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/ids.h"

namespace agon::search::mcts {

struct Node;

struct NodeRef {
  std::uint32_t at = 0;          // in units of kUnit bytes; 0 is nothing
  std::uint32_t generation = 0;  // of no other node
  friend bool operator==(NodeRef, NodeRef) = default;
};

// What every search needs of a move. Where the chooser is alone most time goes into reading these, so they are small.
struct Action {
  MoveId move;
  std::uint32_t visits = 0;
  double sum = 0;                  // of values, 0..1
  std::uint32_t virtual_loss = 0;  // visits under way, which count as lost
  float low = 0, high = 1;         // proven bounds for the role, as last heard from the child
  NodeRef child;                   // where this role alone chooses

  [[nodiscard]] double mean() const { return visits == 0 ? 0 : sum / visits; }
  [[nodiscard]] bool proven() const { return low == high; }
};

// What only some policies need.
struct Extra {
  float square_mean = 0;
  float prior = 0;
  float rave_mean = 0;
  std::uint32_t rave_visits = 0;
  float regret = 0;    // of regret matching
  float strategy = 0;  // sum of its probabilities
};

// What the rest of the match can be worth for a role, if everybody plays well.
struct Bounds {
  float low = 0, high = 1;
  [[nodiscard]] bool proven() const { return low == high; }
};

struct RoleData {
  Bounds bounds;
  double sum = 0;           // of values of all visits
  std::uint32_t first = 0;  // action
  std::uint32_t actions = 0;
  std::uint32_t untried = 0;  // actions without a visit, finished or under way; 0 where there is no choice
};

struct JointEntry {
  std::uint64_t code = 0;  // of a joint move, plus one; 0: empty
  NodeRef child;
};

struct Node {
  std::uint64_t hash = 0;
  std::uint32_t generation = 0;  // 0: not in use
  std::uint32_t visits = 0;
  std::uint32_t virtual_loss = 0;      // visits under way: such a node is not recycled
  std::uint32_t newer = 0, older = 0;  // by the time of the last visit
  std::uint32_t next_in_bucket = 0;
  std::uint32_t on_path = 0;  // number of the descent that came by last
  std::uint16_t size_class = 0;
  std::uint16_t roles = 0;
  std::uint16_t choosers = 0;  // roles with more than one legal move
  std::uint16_t chooser = 0;   // the only one of them
  bool terminal = false;
  bool proven = false;    // the bounds of all roles meet
  bool extended = false;  // actions have extras
  std::uint32_t action_count = 0;
  std::uint32_t joint_capacity = 0;
  std::uint32_t joint_count = 0;
  std::uint32_t joint_at = 0;  // a block of its own
  std::uint32_t state_bytes = 0;

  [[nodiscard]] RoleData* role_data() { return reinterpret_cast<RoleData*>(this + 1); }
  [[nodiscard]] RoleData& role(std::size_t r) { return role_data()[r]; }
  [[nodiscard]] Action* action_data() { return reinterpret_cast<Action*>(role_data() + roles); }
  [[nodiscard]] std::span<Action> actions(std::size_t r) { return {action_data() + role(r).first, role(r).actions}; }
  [[nodiscard]] Extra* extra_data() { return reinterpret_cast<Extra*>(action_data() + action_count); }
  // Precondition: extended.
  [[nodiscard]] std::span<Extra> extras(std::size_t r) { return {extra_data() + role(r).first, role(r).actions}; }
  [[nodiscard]] std::byte* state_data() { return reinterpret_cast<std::byte*>(extra_data() + (extended ? action_count : 0)); }
  [[nodiscard]] std::span<const std::byte> state() { return {state_data(), state_bytes}; }
  [[nodiscard]] bool simultaneous() const { return choosers > 1; }
};

class Tree {
 public:
  static constexpr std::size_t kUnit = 64;
  static constexpr std::uint32_t kSmallestNode = 3;  // in units: one role with one move and a state of a word

  // Takes what it may use at once from the system, which hands it out page by page as it is touched.
  Tree(std::size_t memory_bytes, bool extended);

  [[nodiscard]] Node* node(NodeRef ref) const {
    if (ref.at == 0) return nullptr;
    Node* const n = at(ref.at);
    return n->generation == ref.generation ? n : nullptr;
  }
  [[nodiscard]] NodeRef ref(const Node* n) const { return {index(n), n->generation}; }

  // The node of this state, if there is one.
  [[nodiscard]] Node* find(std::uint64_t hash, std::span<const std::byte> state) const;
  // A new node with `legal` moves per role; null if there is no room and nothing can be recycled.
  // `shared`: other paths may find it.
  Node* create(std::uint64_t hash, std::span<const std::byte> state, std::span<const std::vector<MoveId>> legal, bool shared);

  // Children by joint choice.
  [[nodiscard]] Node* child(Node* n, std::span<const Choice> joint) const;
  void set_child(Node* n, std::span<const Choice> joint, Node* child);
  [[nodiscard]] static std::uint64_t joint_code(Node* n, std::span<const Choice> joint);

  void touch(Node* n);  // visited now
  void clear();

  [[nodiscard]] std::size_t nodes() const { return nodes_; }
  [[nodiscard]] std::size_t recycled() const { return recycled_; }
  // How often there was no room for a node since the tree was last cleared, though perhaps for a smaller one.
  [[nodiscard]] std::size_t refused() const { return refused_; }
  // All nodes, the one that was visited last first.
  template <class Visitor>
  void each(Visitor&& visitor) const {
    for (std::uint32_t i = newest_; i != 0; i = at(i)->older) visitor(at(i));
  }
  [[nodiscard]] std::size_t bytes() const { return (top_ - 1) * kUnit + buckets_.size() * sizeof(std::uint32_t); }
  // The root is not recycled.
  void set_root(Node* n) { root_ = n; }

 private:
  [[nodiscard]] Node* at(std::uint32_t i) const { return reinterpret_cast<Node*>(memory_.get() + std::size_t{i} * kUnit); }
  [[nodiscard]] std::uint32_t index(const Node* n) const {
    return static_cast<std::uint32_t>((reinterpret_cast<const std::byte*>(n) - memory_.get()) / static_cast<std::ptrdiff_t>(kUnit));
  }
  [[nodiscard]] std::uint32_t take(std::size_t bytes, std::uint16_t& size_class);
  [[nodiscard]] std::uint32_t take_free(std::uint16_t wanted, std::uint16_t& size_class);
  void put_back(std::uint32_t from, std::uint32_t size);
  [[nodiscard]] bool recycle_one(std::uint16_t at_least);
  void grow_joint_table(Node* n);
  void unlink(Node* n);
  void link_newest(Node* n);

  struct Free {
    void operator()(std::byte* p) const;
  };
  std::unique_ptr<std::byte[], Free> memory_;
  bool extended_;  // actions have extras
  std::size_t units_ = 0;
  std::size_t top_ = 1;                           // units in use; unit 0 is nothing
  std::vector<std::vector<std::uint32_t>> free_;  // per size class
  std::vector<std::uint32_t> buckets_;            // by hash
  std::uint32_t newest_ = 0, oldest_ = 0;
  Node* root_ = nullptr;
  std::size_t nodes_ = 0;
  std::size_t recycled_ = 0;
  std::size_t refused_ = 0;
  std::uint32_t generation_ = 0;  // of the newest node
};

}  // namespace agon::search::mcts
