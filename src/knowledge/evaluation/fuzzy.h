// Fuzzy logic of Fluxplayer: a pair of Yager norms with a threshold (Schiffel, Knowledge-Based General Game Playing, section 5.1).
//
// A degree of truth x enters a disjunction as x^q and a conjunction as (1-x)^q; the norm is the q-th root of the sum of these
// powers. q is odd, so powers and roots keep their sign and values outside [0, 1] keep their order: the printed formula has no
// min(1, .), and clamping inside would make all states equal in which more than 74 conditions fail. Only results are clamped.
#pragma once

#include <cmath>

namespace agon::knowledge::evaluation {

inline constexpr double kTrue = 0.75;       // p: the degree of an atom that holds; 1-p of one that does not
inline constexpr double kThreshold = 0.55;  // t: what holds is never below, what does not hold never above 1-t
inline constexpr int kExponent = 15;        // q

[[nodiscard]] constexpr double power(double x) {
  const double x2 = x * x, x4 = x2 * x2;
  return x4 * x4 * x4 * x2 * x;
}
[[nodiscard]] inline double root(double s) { return std::copysign(std::pow(std::fabs(s), 1.0 / kExponent), s); }

// Where the threshold acts: the power of a part that only just holds in a conjunction, or only just fails in a disjunction.
inline constexpr double kLimitPower = power(1 - kThreshold);

// A degree of truth as its parents need it.
struct Degree {
  bool holds = false;
  double up = 0;    // x^q: its share in a disjunction
  double down = 0;  // (1-x)^q: its share in a conjunction

  [[nodiscard]] static Degree of(double x, bool holds) { return {holds, power(x), power(1 - x)}; }
  [[nodiscard]] Degree negated() const { return {!holds, down, up}; }
  // x, unclamped, from the larger of the two powers.
  [[nodiscard]] double value() const { return up >= down ? root(up) : 1 - root(down); }
};

inline constexpr Degree kAtomHolds{true, power(kTrue), power(1 - kTrue)};
inline constexpr Degree kAtomFails{false, power(1 - kTrue), power(kTrue)};

// The left fold of a conjunction: parts go in in order, as long as all hold the sum stops at the threshold.
class Conjunction {
 public:
  void add(const Degree& part) {
    sum_ += part.down;
    holds_ = holds_ && part.holds;
    if (holds_ && sum_ > kLimitPower) sum_ = kLimitPower;
  }
  [[nodiscard]] Degree degree() const { return {holds_, power(1 - root(sum_)), sum_}; }

 private:
  double sum_ = 0;
  bool holds_ = true;
};

// The left fold of a disjunction, its dual.
class Disjunction {
 public:
  void add(const Degree& part) { dual_.add(part.negated()); }
  [[nodiscard]] Degree degree() const { return dual_.degree().negated(); }

 private:
  Conjunction dual_;
};

}  // namespace agon::knowledge::evaluation
