// The layout of the MPPA-256 on threads of this machine: a host, one I/O node, clusters with a core that communicates and workers,
// and a limit on the memory of a cluster. The buffers are real copies; what the network on the chip did in hardware is done by
// copying.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <thread>
#include <vector>

#include "lab/experiments/mppa/layered_network.h"

namespace agon::lab::experiments::mppa {

struct Device {
  unsigned clusters = 16;
  unsigned threads_per_cluster = 16;
  std::size_t memory_limit = std::size_t{2} << 20U;  // of a cluster
  std::size_t reserved = 0;                          // of that, for system and code

  // What a cluster has to hold to play.
  [[nodiscard]] std::size_t needed(const LayeredNetwork& net) const {
    return reserved + net.bytes() + threads_per_cluster * net.worker_bytes();
  }
  [[nodiscard]] bool admits(const LayeredNetwork& net) const { return needed(net) <= memory_limit; }
};

// One run with empty playouts: positions of `bytes` go from the host over the I/O node to the clusters and on to their workers,
// which answer at once. Threads are started anew, as in the experiments of the paper. Returns a number that depends on all answers.
inline std::uint64_t empty_run(const Device& device, std::size_t bytes, std::vector<std::uint8_t>& host) {
  const std::size_t per_cluster = device.threads_per_cluster * bytes;
  host.resize(device.clusters * per_cluster, 1);
  const std::vector<std::uint8_t> io(host);  // host to I/O node
  std::vector<std::vector<std::uint8_t>> memory(device.clusters);
  std::vector<std::vector<std::uint64_t>> scores(device.clusters, std::vector<std::uint64_t>(device.threads_per_cluster));
  std::vector<std::thread> clusters;
  for (unsigned c = 0; c < device.clusters; ++c) {
    memory[c].assign(io.data() + c * per_cluster, io.data() + (c + 1) * per_cluster);  // one connector after the other
    clusters.emplace_back([&, c] {
      std::vector<std::thread> workers;
      for (unsigned t = 0; t < device.threads_per_cluster; ++t) {
        workers.emplace_back([&, t] {
          const std::vector<std::uint8_t> position(memory[c].begin() + static_cast<std::ptrdiff_t>(t * bytes),
                                                   memory[c].begin() + static_cast<std::ptrdiff_t>((t + 1) * bytes));
          scores[c][t] = position.front() + position.back();
        });
      }
      for (std::thread& worker : workers) worker.join();
    });
  }
  for (std::thread& cluster : clusters) cluster.join();
  std::uint64_t sum = 0;
  for (const auto& cluster : scores) {
    for (const std::uint64_t score : cluster) sum += score;
  }
  return sum;
}

}  // namespace agon::lab::experiments::mppa
