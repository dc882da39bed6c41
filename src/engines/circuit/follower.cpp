#include "engines/circuit/follower.h"

namespace agon::engines::event {

Follower::Follower(const Netlist& net)
    : net_(net),
      values_(net.nodes, 0),
      missing_(net.nodes, 0),
      state_((net.fluents.size() + 63) / 64, 0),
      legal_((net.legal.size() + 63) / 64, 0),
      differs_((net.fluents.size() + 63) / 64, 0) {
  // All inputs false, every gate from scratch.
  for (const std::uint32_t gate : net.order) {
    for (std::uint32_t i = net.gate_begin[gate]; i < net.gate_begin[gate] + net.inputs[gate]; ++i) missing_[gate] += value(net.gate_inputs[i]) ? 0 : 1;
    values_[gate] = missing_[gate] == 0 ? 1 : 0;
  }
  for (std::size_t m = 0; m < net.legal.size(); ++m) legal_[m / 64] |= std::uint64_t{value(net.legal[m])} << (m % 64);
  for (std::size_t f = 0; f < net.next.size(); ++f) differs_[f / 64] |= std::uint64_t{value(net.next[f])} << (f % 64);
}

}  // namespace agon::engines::event
