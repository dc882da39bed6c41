#include "gdl/excerpt.h"

#include <algorithm>
#include <vector>

namespace agon::gdl {

Excerpt excerpt_of(const Diagnostics& findings, std::size_t most) {
  if (findings.size() <= most) return {findings, 0};
  std::vector<bool> chosen(findings.size(), false);
  std::size_t count = 0;
  for (const Severity severity : {Severity::Error, Severity::Warning, Severity::Note}) {
    for (std::size_t i = 0; i < findings.size() && count < most; ++i) {
      if (findings[i].severity != severity) continue;
      chosen[i] = true;
      ++count;
    }
  }
  Excerpt excerpt;
  excerpt.left_out = findings.size() - count;
  for (std::size_t i = 0; i < findings.size(); ++i) {
    if (chosen[i]) excerpt.shown.push_back(findings[i]);
  }
  return excerpt;
}

}  // namespace agon::gdl
