// Just enough linear algebra for a table of ratings: a dense symmetric positive definite matrix, its inverse, its product with a
// vector.
#pragma once

#include <cstddef>
#include <vector>

namespace agon::lab {

class SymmetricMatrix {
 public:
  SymmetricMatrix(std::size_t size, double value) : size_(size), values_(size * size, value) {}

  [[nodiscard]] double& at(std::size_t row, std::size_t column) { return values_[row * size_ + column]; }
  [[nodiscard]] double at(std::size_t row, std::size_t column) const { return values_[row * size_ + column]; }

  [[nodiscard]] std::vector<double> times(const std::vector<double>& vector) const {
    std::vector<double> result(size_, 0);
    for (std::size_t r = 0; r < size_; ++r) {
      for (std::size_t c = 0; c < size_; ++c) result[r] += at(r, c) * vector[c];
    }
    return result;
  }

  // By Gauss and Jordan; a positive definite matrix needs no pivoting.
  [[nodiscard]] SymmetricMatrix inverse() const {
    SymmetricMatrix left = *this;
    SymmetricMatrix right(size_, 0);
    for (std::size_t i = 0; i < size_; ++i) right.at(i, i) = 1;
    for (std::size_t p = 0; p < size_; ++p) {
      const double pivot = left.at(p, p);
      for (std::size_t c = 0; c < size_; ++c) left.at(p, c) /= pivot, right.at(p, c) /= pivot;
      for (std::size_t r = 0; r < size_; ++r) {
        const double factor = left.at(r, p);
        if (r == p || factor == 0) continue;
        for (std::size_t c = 0; c < size_; ++c) {
          left.at(r, c) -= factor * left.at(p, c);
          right.at(r, c) -= factor * right.at(p, c);
        }
      }
    }
    return right;
  }

 private:
  std::size_t size_;
  std::vector<double> values_;
};

}  // namespace agon::lab
