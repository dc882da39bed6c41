#include "lab/reproduce/statistics.h"

#include <gtest/gtest.h>

#include <numeric>

namespace agon::lab::reproduce {
namespace {

TEST(Statistics, MedianOfFewIsGivenWithAllOfThem) {
  const Estimate three = median_of({5, 1, 3});
  EXPECT_EQ(three.value, 3);
  EXPECT_EQ(three.low, 1);
  EXPECT_EQ(three.high, 5);
  EXPECT_EQ(median_of({4, 2}).value, 3);
}

// The ranks are those of the sign test: 2 and 9 of 10 values, 10 and 21 of 30 (tables of the binomial distribution).
TEST(Statistics, MedianOfManyHasAnInterval) {
  std::vector<double> values(10);
  std::iota(values.begin(), values.end(), 1);
  EXPECT_EQ(median_of(values).low, 2);
  EXPECT_EQ(median_of(values).high, 9);
  values.resize(30);
  std::iota(values.begin(), values.end(), 1);
  EXPECT_EQ(median_of(values).low, 10);
  EXPECT_EQ(median_of(values).high, 21);
  values.resize(6);
  std::iota(values.begin(), values.end(), 1);
  EXPECT_EQ(median_of(values).low, 1);
  EXPECT_EQ(median_of(values).high, 6);
}

TEST(Statistics, MeanByStudent) {
  const std::vector<double> values{1, 2, 3, 4, 5};
  const Estimate mean = mean_of(values);
  EXPECT_EQ(mean.value, 3);
  EXPECT_NEAR(mean.high - mean.value, 2.776 * 1.5811 / 2.2361, 0.001);
  EXPECT_EQ(mean_of(std::vector<double>{7}).low, 7);
}

// Wilson's interval for 0 and for 5 of 10, as tabulated.
TEST(Statistics, ProportionByWilson) {
  EXPECT_NEAR(proportion_of(5, 10).low, 0.2366, 0.0001);
  EXPECT_NEAR(proportion_of(5, 10).high, 0.7634, 0.0001);
  EXPECT_NEAR(proportion_of(0, 10).low, 0, 1e-12);
  EXPECT_NEAR(proportion_of(0, 10).high, 0.2775, 0.0001);
  EXPECT_NEAR(proportion_of(10, 10).high, 1, 1e-12);
}

TEST(Statistics, GeometricMeanAndVariance) {
  EXPECT_NEAR(geometric_mean(std::vector<double>{1, 4, 16}), 4, 1e-12);
  EXPECT_EQ(variance(std::vector<double>{1, 2, 3, 4, 5}), 2.5);
  EXPECT_EQ(variance(std::vector<double>{3}), 0);
}

}  // namespace
}  // namespace agon::lab::reproduce
