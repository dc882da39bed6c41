// The hand-written programs as contestants. They play by themselves and follow recorded matches by the words of their moves.
#include <bench/anchors/all.h>

#include "lab/bench/contestants.h"

namespace agon::lab {
namespace {

template <anchors::Anchor G>
class AnchorContestant final : public Contestant {
 public:
  using Position = typename G::Position;

  AnchorContestant() {
    const Stopwatch since;
    static_cast<void>(Position{}.moves());
    preparation_.first_move_seconds = preparation_.ready_seconds = since.seconds();
  }

  [[nodiscard]] const Preparation& preparation() const override { return preparation_; }
  [[nodiscard]] std::optional<RecordedMatch> record(std::uint64_t, std::size_t, double) override { return std::nullopt; }

  [[nodiscard]] bool follow(const RecordedMatch& match, const std::vector<std::size_t>& positions) override {
    positions_.clear();
    Position position{};
    for (std::size_t step = 0, wanted = 0; wanted < positions.size(); ++step) {
      if (step == positions[wanted]) {
        positions_.push_back(position);
        ++wanted;
      }
      if (wanted == positions.size()) break;
      if (step == match.steps.size() || !advance(position, match.steps[step])) return false;
    }
    return true;
  }

  [[nodiscard]] std::vector<std::vector<TreeCount>> count(double seconds, int deepest) override {
    std::vector<std::vector<TreeCount>> counts;
    for (const Position& position : positions_) {
      counts.emplace_back();
      Alarm alarm(seconds / static_cast<double>(positions_.size()));
      std::uint64_t before = 0;
      for (int depth = 1; depth <= deepest; ++depth) {
        TreeCount count;
        auto stop = [&](std::uint64_t nodes) { return alarm.rings(before + nodes); };
        const bool all_terminal = anchors::minimax(position, depth, count.nodes, stop);
        if (alarm.rung()) break;
        add_ends(position, depth, count);
        counts.back().push_back(count);
        before += count.nodes;
        if (all_terminal) break;
      }
    }
    return counts;
  }

  [[nodiscard]] Round minimax(double seconds) override {
    Round round;
    const Stopwatch watch;
    const double share = seconds / static_cast<double>(std::max<std::size_t>(1, positions_.size()));
    while (!positions_.empty() && watch.seconds() < seconds) {
      const Position& position = positions_[turn_++ % positions_.size()];
      Alarm alarm(std::min(share, seconds - watch.seconds()));
      std::uint64_t nodes = 0;
      auto stop = [&](std::uint64_t all) { return alarm.rings(all); };
      for (int depth = 0; !anchors::minimax(position, depth, nodes, stop) && !alarm.rung(); ++depth) {
      }
      round.states += nodes;
    }
    round.seconds = watch.seconds();
    return round;
  }

  // One thread, whatever is asked for: it stands for what one core can do.
  [[nodiscard]] Round playouts(double seconds, unsigned) override {
    constexpr std::uint64_t kBatch = 256;
    anchors::Totals sum;
    const Stopwatch watch;
    Alarm alarm(seconds);
    while (!alarm.rings(sum.playouts)) {
      const anchors::Totals batch = anchors::playouts<G>(rng_, kBatch);
      sum.playouts += batch.playouts;
      sum.plies += batch.plies;
    }
    return {.states = sum.plies, .playouts = sum.playouts, .seconds = watch.seconds()};
  }

  [[nodiscard]] PlayoutStatistics statistics(unsigned) override {
    PlayoutStatistics result;
    result.goals.resize(2);
    for (int i = 0; i < 20'000; ++i) {
      const anchors::Result one = G::playout(rng_);
      result.length.add(one.plies);
      for (std::size_t r = 0; r < 2; ++r) result.goals[r].add(one.goals[r]);
    }
    return result;
  }

 private:
  static bool advance(Position& position, const std::vector<std::string>& joint) {
    if (position.is_terminal()) return false;
    for (const auto& move : position.moves()) {
      if (position.term(move) != joint[position.mover()]) continue;
      position = position.after(move);
      return true;
    }
    return false;
  }
  // The driver of the anchors counts nodes only; what they end in is counted apart, untimed.
  static void add_ends(const Position& position, int depth, TreeCount& count) {
    if (position.is_terminal()) {
      ++count.ends;
      count.goals += position.goals()[0] + position.goals()[1];
    } else if (depth > 0) {
      for (const auto& move : position.moves()) add_ends(position.after(move), depth - 1, count);
    }
  }

  Preparation preparation_;
  anchors::Rng rng_{1};
  std::vector<Position> positions_;
  std::size_t turn_ = 0;
};

}  // namespace

std::vector<std::string> anchor_sheets() {
  std::vector<std::string> sheets;
  anchors::for_each_anchor([&]<anchors::Anchor G>() { sheets.emplace_back(G::kSheet); });
  return sheets;
}

ContestantFactory anchor_factory(const std::string& sheet) {
  ContestantFactory factory;
  anchors::for_each_anchor([&]<anchors::Anchor G>() {
    if (sheet == G::kSheet)
      factory = []() -> Result<std::unique_ptr<Contestant>> { return {std::make_unique<AnchorContestant<G>>()}; };
  });
  return factory;
}

}  // namespace agon::lab
