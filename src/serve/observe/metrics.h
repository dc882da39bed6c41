// Counters, gauges and a latency histogram of the server, in the text format that Prometheus scrapes.
//
// Debian's client library for that format brings a second web server and a TLS stack along; the format itself is a few lines:
//   # HELP agon_matches_live Matches that are being played.
//   # TYPE agon_matches_live gauge
//   agon_matches_live 3
// Everything here belongs to the thread of the io_context.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "serve/observe/histogram.h"

namespace agon::serve {

class Metrics {
 public:
  enum class Kind : std::uint8_t { Counter, Gauge };
  using Read = std::function<double()>;

  // A value that is asked for at every scrape. Names end in their unit: agon_store_queue_bytes.
  void add(Kind kind, std::string name, std::string help, Read read);
  // `histogram` must outlive this.
  void add(const Histogram& histogram, std::string name, std::string help);
  // One answered request.
  void note_request(int status, double seconds, std::size_t bytes);
  // All of it, ready to send.
  [[nodiscard]] std::string text() const;

 private:
  struct Value {
    Kind kind;
    std::string name, help;
    Read read;
  };
  struct NamedHistogram {
    const Histogram* histogram;
    std::string name, help;
  };
  std::vector<Value> values_;
  std::vector<NamedHistogram> histograms_;
  std::map<int, std::uint64_t> requests_;  // by status
  Histogram seconds_{{0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10.0}};
  std::uint64_t bytes_ = 0;
};

}  // namespace agon::serve
