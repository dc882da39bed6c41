#include "search/evaluation/mixed.h"

#include <algorithm>
#include <utility>

#include "search/evaluation/maker.h"

namespace agon::search {
namespace {

template <game::Engine E>
class MixedEvaluation final : public Evaluation<E> {
 public:
  struct Part {
    double share = 1;  // all of them add up to 1
    std::unique_ptr<Evaluation<E>> evaluation;
  };
  explicit MixedEvaluation(std::vector<Part> parts) : parts_(std::move(parts)) {}

  void values(const E& engine, typename E::Scratch& scratch, const typename E::State& state, std::span<double> out) override {
    std::ranges::fill(out, 0.0);
    one_.resize(out.size());
    for (const Part& part : parts_) {
      part.evaluation->values(engine, scratch, state, one_);
      for (std::size_t r = 0; r < out.size(); ++r) out[r] += part.share * one_[r];
    }
  }

 private:
  std::vector<Part> parts_;
  std::vector<double> one_;
};

class MixedMaker final : public GenericEvaluationMaker<MixedMaker> {
 public:
  explicit MixedMaker(std::vector<EvaluationPart> parts) : parts_(std::move(parts)) {
    for (const EvaluationPart& part : parts_) all_ += part.weight;
  }

  template <game::Engine E>
  [[nodiscard]] std::unique_ptr<Evaluation<E>> make_for(const E& engine) const {
    std::vector<typename MixedEvaluation<E>::Part> parts;
    for (const EvaluationPart& part : parts_) parts.push_back({part.weight / all_, part.evaluation->make(engine)});
    return std::make_unique<MixedEvaluation<E>>(std::move(parts));
  }

 private:
  std::vector<EvaluationPart> parts_;
  double all_ = 0;
};

}  // namespace

Result<std::shared_ptr<const EvaluationMaker>> mixed_evaluation(std::vector<EvaluationPart> parts) {
  if (std::ranges::any_of(parts, [](const EvaluationPart& part) { return part.weight < 0; }))
    return bad_input("bad-weight", "the weights of an evaluation must not be negative");
  std::erase_if(parts, [](const EvaluationPart& part) { return part.weight == 0; });
  if (parts.empty()) return bad_input("bad-weight", "one of the weights of an evaluation must be above 0");
  return std::shared_ptr<const EvaluationMaker>(std::make_shared<MixedMaker>(std::move(parts)));
}

}  // namespace agon::search
