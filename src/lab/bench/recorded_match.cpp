#include "lab/bench/recorded_match.h"

namespace agon::lab {

std::vector<std::size_t> chosen_positions(const RecordedMatch& match, std::size_t most) {
  std::size_t count = match.steps.size() + (match.finished ? 0 : 1);
  if (count == 0) count = 1;  // a game that is over before it begins
  std::vector<std::size_t> chosen;
  for (std::size_t i = 0; i < most && i < count; ++i) chosen.push_back(count <= most ? i : i * count / most);
  return chosen;
}

}  // namespace agon::lab
