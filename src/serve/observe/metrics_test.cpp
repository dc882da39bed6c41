#include "serve/observe/metrics.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace agon::serve {
namespace {

using testing::HasSubstr;

TEST(Metrics, CountsRequestsByStatus) {
  Metrics metrics;
  metrics.note_request(200, 0.0004, 10);
  metrics.note_request(200, 0.01, 20);
  metrics.note_request(429, 30.0, 5);
  const std::string text = metrics.text();
  EXPECT_THAT(text, HasSubstr("agon_http_requests_total{status=\"200\"} 2\n"));
  EXPECT_THAT(text, HasSubstr("agon_http_requests_total{status=\"429\"} 1\n"));
  EXPECT_THAT(text, HasSubstr("agon_http_response_bytes_total 35\n"));
}

TEST(Metrics, BucketsOfTheHistogramAreCumulative) {
  Metrics metrics;
  for (const double seconds : {0.001, 0.002, 0.3, 99.0}) metrics.note_request(200, seconds, 0);
  const std::string text = metrics.text();
  EXPECT_THAT(text, HasSubstr("agon_http_request_seconds_bucket{le=\"0.001\"} 1\n"));  // a bound belongs to its bucket
  EXPECT_THAT(text, HasSubstr("agon_http_request_seconds_bucket{le=\"0.005\"} 2\n"));
  EXPECT_THAT(text, HasSubstr("agon_http_request_seconds_bucket{le=\"0.1\"} 2\n"));
  EXPECT_THAT(text, HasSubstr("agon_http_request_seconds_bucket{le=\"0.5\"} 3\n"));
  EXPECT_THAT(text, HasSubstr("agon_http_request_seconds_bucket{le=\"+Inf\"} 4\n"));
  EXPECT_THAT(text, HasSubstr("agon_http_request_seconds_count 4\n"));
}

TEST(Metrics, ShowsHistogramsOfOthers) {
  Metrics metrics;
  Histogram lag({0.5, 1});
  metrics.add(lag, "agon_lag_seconds", "How late.");
  lag.note(0.7);
  lag.note(3);
  EXPECT_THAT(metrics.text(), HasSubstr("# HELP agon_lag_seconds How late.\n# TYPE agon_lag_seconds histogram\n"
                                        "agon_lag_seconds_bucket{le=\"0.5\"} 0\nagon_lag_seconds_bucket{le=\"1\"} 1\n"
                                        "agon_lag_seconds_bucket{le=\"+Inf\"} 2\nagon_lag_seconds_sum 3.7\n"
                                        "agon_lag_seconds_count 2\n"));
}

TEST(Metrics, AsksForValuesAtEveryScrape) {
  Metrics metrics;
  double live = 3;
  metrics.add(Metrics::Kind::Gauge, "agon_matches_live", "Matches that are being played.", [&] { return live; });
  EXPECT_THAT(metrics.text(), HasSubstr("# HELP agon_matches_live Matches that are being played.\n"
                                        "# TYPE agon_matches_live gauge\nagon_matches_live 3\n"));
  live = 5;
  EXPECT_THAT(metrics.text(), HasSubstr("agon_matches_live 5\n"));
}

}  // namespace
}  // namespace agon::serve
