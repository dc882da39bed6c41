#include "search/mcts/tree/tree.h"

#include <sys/mman.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <new>

#include "base/limits.h"

namespace agon::search::mcts {
namespace {

// Sizes grow by about an eighth from class to class, so that a recycled piece fits its next tenant closely.
const std::vector<std::uint32_t>& class_units() {
  static const std::vector<std::uint32_t> units = [] {
    std::vector<std::uint32_t> result;
    for (std::uint32_t size = 1; size < (1U << 24U); size += std::max(1U, size / 8)) result.push_back(size);
    return result;
  }();
  return units;
}

}  // namespace

void Tree::Free::operator()(std::byte* p) const {
  std::size_t bytes = 0;
  std::memcpy(&bytes, p, sizeof bytes);  // the first unit is never a node
  ::munmap(p, bytes);
}

Tree::Tree(std::size_t memory_bytes, bool extended) : extended_(extended), free_(class_units().size()) {
  // A bucket for every 512 bytes: about one for each node.
  const std::size_t bucket_count = std::bit_floor(std::max<std::size_t>(memory_bytes / 512, 16));
  const std::size_t table = bucket_count * sizeof(std::uint32_t);
  units_ = std::max<std::size_t>((memory_bytes - std::min(memory_bytes / 2, table)) / kUnit, 64);
  const std::size_t bytes = units_ * kUnit;
  void* const mapped = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (mapped == MAP_FAILED) throw LimitReached("search-memory", "the machine has no memory left for the search", "give it less");
  // Every step of a descent is somewhere else in memory: large pages save most of the look-ups of addresses. Advice only.
  ::madvise(mapped, bytes, MADV_HUGEPAGE);
  memory_.reset(static_cast<std::byte*>(mapped));
  std::memcpy(memory_.get(), &bytes, sizeof bytes);
  buckets_.assign(bucket_count, 0);
}

// References to nodes are in nodes alone, so that nobody is left to ask for one that was here.
void Tree::clear() {
  newest_ = oldest_ = 0;
  root_ = nullptr;
  nodes_ = 0;
  top_ = 1;
  refused_ = 0;
  for (std::vector<std::uint32_t>& pieces : free_) pieces.clear();
  std::ranges::fill(buckets_, 0);
}

// ---- memory ----
//
// Pieces are cut off the block, and when it is used up, off larger pieces that are free. They never grow together again, so that
// where a piece began once, one begins always: a reference finds a generation there, its own or another.

std::uint32_t Tree::take(std::size_t bytes, std::uint16_t& size_class) {
  const auto& units = class_units();
  const auto needed = static_cast<std::uint32_t>((bytes + kUnit - 1) / kUnit);
  const auto found = std::ranges::lower_bound(units, needed);
  if (found == units.end()) return 0;
  const auto wanted = static_cast<std::uint16_t>(found - units.begin());
  if (free_[wanted].empty() && top_ + *found <= units_) {
    const auto result = static_cast<std::uint32_t>(top_);
    top_ += *found;
    size_class = wanted;
    return result;
  }
  std::uint32_t result = take_free(wanted, size_class);
  if (result == 0 && recycle_one(wanted)) result = take_free(wanted, size_class);
  if (result == 0) ++refused_;
  return result;
}

std::uint32_t Tree::take_free(std::uint16_t wanted, std::uint16_t& size_class) {
  const auto larger = std::find_if(free_.begin() + wanted, free_.end(), [](const auto& pieces) { return !pieces.empty(); });
  if (larger == free_.end()) return 0;
  const std::uint32_t result = larger->back();
  larger->pop_back();
  size_class = static_cast<std::uint16_t>(larger - free_.begin());
  const auto& units = class_units();
  const std::uint32_t rest = units[size_class] - units[wanted];
  if (rest < kSmallestNode) return result;
  size_class = wanted;
  put_back(result + units[wanted], rest);
  return result;
}

// Free memory of any size, in as few pieces as there are classes for.
void Tree::put_back(std::uint32_t from, std::uint32_t size) {
  const auto& units = class_units();
  while (size > 0) {
    const auto fits = std::ranges::upper_bound(units, size) - 1;
    Node* const piece = at(from);
    piece->generation = 0;
    piece->size_class = static_cast<std::uint16_t>(fits - units.begin());
    free_[piece->size_class].push_back(from);
    from += *fits;
    size -= *fits;
  }
}

// The node visited longest ago that leaves room enough. Children are visited no later than their parents are, so it has none that
// counts.
bool Tree::recycle_one(std::uint16_t at_least) {
  constexpr int kPatience = 256;
  std::uint32_t i = oldest_;
  for (int tries = 0; i != 0 && (at(i) == root_ || at(i)->virtual_loss != 0 || at(i)->size_class < at_least); ++tries) {
    if (tries == kPatience) return false;
    i = at(i)->newer;
  }
  if (i == 0) return false;
  Node* const n = at(i);
  unlink(n);
  std::uint32_t* link = &buckets_[n->hash & (buckets_.size() - 1)];
  while (*link != 0 && *link != i) link = &at(*link)->next_in_bucket;
  if (*link == i) *link = n->next_in_bucket;
  if (n->joint_at != 0) free_[at(n->joint_at)->size_class].push_back(n->joint_at);
  n->generation = 0;
  free_[n->size_class].push_back(i);
  --nodes_;
  ++recycled_;
  return true;
}

void Tree::unlink(Node* n) {
  (n->newer != 0 ? at(n->newer)->older : newest_) = n->older;
  (n->older != 0 ? at(n->older)->newer : oldest_) = n->newer;
}

void Tree::link_newest(Node* n) {
  const std::uint32_t i = index(n);
  n->older = newest_;
  n->newer = 0;
  (newest_ != 0 ? at(newest_)->newer : oldest_) = i;
  newest_ = i;
}

void Tree::touch(Node* n) {
  if (newest_ == index(n)) return;
  unlink(n);
  link_newest(n);
}

// ---- nodes ----

Node* Tree::find(std::uint64_t hash, std::span<const std::byte> state) const {
  for (std::uint32_t i = buckets_[hash & (buckets_.size() - 1)]; i != 0; i = at(i)->next_in_bucket) {
    Node* const n = at(i);
    if (n->hash == hash && n->state_bytes == state.size() && std::memcmp(n->state_data(), state.data(), state.size()) == 0)
      return n;
  }
  return nullptr;
}

Node* Tree::create(std::uint64_t hash, std::span<const std::byte> state, std::span<const std::vector<MoveId>> legal, bool shared) {
  std::size_t actions = 0;
  for (const std::vector<MoveId>& moves : legal) actions += moves.size();
  std::uint16_t size_class = 0;
  const std::size_t action_bytes = sizeof(Action) + (extended_ ? sizeof(Extra) : 0);
  const std::uint32_t i = take(sizeof(Node) + legal.size() * sizeof(RoleData) + actions * action_bytes + state.size(), size_class);
  if (i == 0) return nullptr;
  Node* const n = at(i);
  *n = Node{};
  n->generation = ++generation_ == 0 ? ++generation_ : generation_;
  n->size_class = size_class;
  n->extended = extended_;
  n->hash = hash;
  n->roles = static_cast<std::uint16_t>(legal.size());
  n->action_count = static_cast<std::uint32_t>(actions);
  n->state_bytes = static_cast<std::uint32_t>(state.size());
  std::uint32_t first = 0;
  for (std::size_t r = 0; r < legal.size(); ++r) {
    n->role(r) = RoleData{{},
                          0,
                          first,
                          static_cast<std::uint32_t>(legal[r].size()),
                          legal[r].size() == 1 ? 0U : static_cast<std::uint32_t>(legal[r].size())};
    for (const MoveId move : legal[r]) n->action_data()[first++] = Action{.move = move, .child = {}};
    if (legal[r].size() < 2) continue;
    ++n->choosers;
    n->chooser = static_cast<std::uint16_t>(r);
  }
  if (extended_) std::fill_n(n->extra_data(), actions, Extra{});
  std::memcpy(n->state_data(), state.data(), state.size());
  link_newest(n);
  ++nodes_;
  if (shared) {
    std::uint32_t& bucket = buckets_[hash & (buckets_.size() - 1)];
    n->next_in_bucket = bucket;
    bucket = i;
  }
  return n;
}

// ---- children ----

std::uint64_t Tree::joint_code(Node* n, std::span<const Choice> joint) {
  std::uint64_t code = 0;
  for (std::size_t r = 0; r < joint.size(); ++r) code = code * n->role(r).actions + joint[r].value;
  return code + 1;
}

namespace {

JointEntry* joint_table(Node* block) { return reinterpret_cast<JointEntry*>(block + 1); }

JointEntry& joint_slot(Node* block, std::uint32_t capacity, std::uint64_t code) {
  std::uint64_t i = (code * 0x9e3779b97f4a7c15ULL) >> 32U;
  for (;; ++i) {
    JointEntry& entry = joint_table(block)[i & (capacity - 1)];
    if (entry.code == code || entry.code == 0) return entry;
  }
}

}  // namespace

Node* Tree::child(Node* n, std::span<const Choice> joint) const {
  if (!n->simultaneous()) return node(n->actions(n->chooser)[n->choosers == 0 ? 0 : joint[n->chooser].index()].child);
  if (n->joint_at == 0) return nullptr;
  return node(joint_slot(at(n->joint_at), n->joint_capacity, joint_code(n, joint)).child);
}

void Tree::set_child(Node* n, std::span<const Choice> joint, Node* child) {
  if (!n->simultaneous()) {
    n->actions(n->chooser)[n->choosers == 0 ? 0 : joint[n->chooser].index()].child = ref(child);
    return;
  }
  if (n->joint_count * 2 >= n->joint_capacity) {
    ++child->virtual_loss;  // taking memory may recycle nodes, but not this one
    grow_joint_table(n);
    --child->virtual_loss;
  }
  if (n->joint_at == 0 || n->joint_count + 1 >= n->joint_capacity) return;  // no room: the child is found again by its state
  const std::uint64_t code = joint_code(n, joint);
  JointEntry& entry = joint_slot(at(n->joint_at), n->joint_capacity, code);
  if (entry.code == 0) ++n->joint_count;
  entry = {code, ref(child)};
}

void Tree::grow_joint_table(Node* n) {
  const std::uint32_t capacity = std::max(8U, n->joint_capacity * 2);
  ++n->virtual_loss;  // nor this one
  std::uint16_t size_class = 0;
  const std::uint32_t i = take(sizeof(Node) + capacity * sizeof(JointEntry), size_class);
  --n->virtual_loss;
  if (i == 0) return;
  Node* const block = at(i);
  *block = Node{};  // without a generation: references to what was here are dead
  block->size_class = size_class;
  std::fill_n(joint_table(block), capacity, JointEntry{});
  if (n->joint_at != 0) {
    Node* const old = at(n->joint_at);
    for (std::uint32_t k = 0; k < n->joint_capacity; ++k) {
      const JointEntry& entry = joint_table(old)[k];
      if (entry.code != 0) joint_slot(block, capacity, entry.code) = entry;
    }
    free_[old->size_class].push_back(n->joint_at);
  }
  n->joint_at = i;
  n->joint_capacity = capacity;
}

}  // namespace agon::search::mcts
