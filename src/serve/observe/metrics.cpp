#include "serve/observe/metrics.h"

#include <fmt/format.h>

#include <algorithm>

namespace agon::serve {
namespace {

void describe(std::string& out, const std::string& name, const char* type, const std::string& help) {
  out += fmt::format("# HELP {} {}\n# TYPE {} {}\n", name, help, name, type);
}

}  // namespace

void Metrics::add(Kind kind, std::string name, std::string help, Read read) {
  values_.push_back({kind, std::move(name), std::move(help), std::move(read)});
}

void Metrics::note_request(int status, double seconds, std::size_t bytes) {
  ++requests_[status];
  const auto bound = std::lower_bound(kBounds.begin(), kBounds.end(), seconds);
  ++buckets_[static_cast<std::size_t>(bound - kBounds.begin())];
  seconds_ += seconds;
  bytes_ += bytes;
}

std::string Metrics::text() const {
  std::string out;
  describe(out, "agon_http_requests_total", "counter", "Requests answered, by status.");
  std::uint64_t count = 0;
  for (const auto& [status, times] : requests_) {
    out += fmt::format("agon_http_requests_total{{status=\"{}\"}} {}\n", status, times);
    count += times;
  }
  describe(out, "agon_http_response_bytes_total", "counter", "Bytes of the bodies of all answers.");
  out += fmt::format("agon_http_response_bytes_total {}\n", bytes_);
  describe(out, "agon_http_request_seconds", "histogram", "Time from the whole request to the whole answer.");
  std::uint64_t below = 0;
  for (std::size_t b = 0; b < kBounds.size(); ++b) {
    below += buckets_[b];
    out += fmt::format("agon_http_request_seconds_bucket{{le=\"{}\"}} {}\n", kBounds[b], below);
  }
  out += fmt::format("agon_http_request_seconds_bucket{{le=\"+Inf\"}} {}\n", count);
  out += fmt::format("agon_http_request_seconds_sum {}\nagon_http_request_seconds_count {}\n", seconds_, count);
  for (const Value& value : values_) {
    describe(out, value.name, value.kind == Kind::Counter ? "counter" : "gauge", value.help);
    out += fmt::format("{} {}\n", value.name, value.read());
  }
  return out;
}

}  // namespace agon::serve
