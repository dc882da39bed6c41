#include "knowledge/distance/graph_distance.h"

#include <utility>

namespace agon::knowledge {

namespace {

static_assert(evaluation::kUnreachable == Distances::kInfinite);

class GraphDistance final : public evaluation::FluentDistance {
 public:
  explicit GraphDistance(Distances distances) : distances_(std::move(distances)) {}

  bool knows(std::uint32_t fluent) const override { return distances_.find(fluent).has_value(); }
  std::vector<std::uint32_t> looks_at(std::uint32_t fluent) const override { return distances_.looks_at(*distances_.find(fluent)); }
  double degree(std::uint32_t fluent, evaluation::StateBits state) const override {
    return distances_.relative(*distances_.find(fluent), state);
  }

 private:
  Distances distances_;
};

}  // namespace

std::shared_ptr<const evaluation::FluentDistance> graph_distance(Distances distances) {
  return std::make_shared<GraphDistance>(std::move(distances));
}

}  // namespace agon::knowledge
