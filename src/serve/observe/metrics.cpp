#include "serve/observe/metrics.h"

#include <fmt/format.h>

namespace agon::serve {
namespace {

void describe(std::string& out, const std::string& name, const char* type, const std::string& help) {
  out += fmt::format("# HELP {} {}\n# TYPE {} {}\n", name, help, name, type);
}

}  // namespace

void Metrics::add(Kind kind, std::string name, std::string help, Read read) {
  values_.push_back({kind, std::move(name), std::move(help), std::move(read)});
}

void Metrics::add(const Histogram& histogram, std::string name, std::string help) {
  histograms_.push_back({&histogram, std::move(name), std::move(help)});
}

void Metrics::note_request(int status, double seconds, std::size_t bytes) {
  ++requests_[status];
  seconds_.note(seconds);
  bytes_ += bytes;
}

std::string Metrics::text() const {
  std::string out;
  describe(out, "agon_http_requests_total", "counter", "Requests answered, by status.");
  for (const auto& [status, times] : requests_) out += fmt::format("agon_http_requests_total{{status=\"{}\"}} {}\n", status, times);
  describe(out, "agon_http_response_bytes_total", "counter", "Bytes of the bodies of all answers.");
  out += fmt::format("agon_http_response_bytes_total {}\n", bytes_);
  describe(out, "agon_http_request_seconds", "histogram", "Time from the whole request to the whole answer.");
  out += seconds_.text("agon_http_request_seconds");
  for (const NamedHistogram& named : histograms_) {
    describe(out, named.name, "histogram", named.help);
    out += named.histogram->text(named.name);
  }
  for (const Value& value : values_) {
    describe(out, value.name, value.kind == Kind::Counter ? "counter" : "gauge", value.help);
    out += fmt::format("{} {}\n", value.name, value.read());
  }
  return out;
}

}  // namespace agon::serve
