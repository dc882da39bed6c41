#include "gdl/source_map.h"

#include <fmt/format.h>

#include <algorithm>

namespace agon::gdl {

SourceMap::SourceMap(std::string_view text) : text_(text), starts_{0} {
  for (std::size_t at = text.find('\n'); at != std::string_view::npos; at = text.find('\n', at + 1))
    starts_.push_back(static_cast<std::uint32_t>(at + 1));
}

Place SourceMap::place_of(std::uint32_t offset) const {
  const auto at = static_cast<std::uint32_t>(std::min<std::size_t>(offset, text_.size()));
  const auto line = static_cast<std::uint32_t>(std::ranges::upper_bound(starts_, at) - starts_.begin());
  return {line, at - starts_[line - 1] + 1};
}

std::string_view SourceMap::line(std::uint32_t line) const {
  const std::size_t end = line < starts_.size() ? starts_[line] - 1 : text_.size();
  return text_.substr(starts_[line - 1], end - starts_[line - 1]);
}

namespace {

[[nodiscard]] bool continues_character(char c) { return (static_cast<unsigned char>(c) & 0xc0U) == 0x80; }

// Columns on the screen: one for each UTF-8 character.
[[nodiscard]] std::size_t screen_width(std::string_view text) {
  return text.size() - static_cast<std::size_t>(std::ranges::count_if(text, continues_character));
}

}  // namespace

std::string render(const Diagnostic& d, std::string_view file, const SourceMap& source, const Palette& c) {
  const std::string_view colour = d.severity == Severity::Error ? c.error : (d.severity == Severity::Warning ? c.warning : c.note);
  const std::string head = fmt::format("{}{}:{} {}{} [{}]\n", colour, to_string(d.severity), c.reset, c.strong, d.message, d.code);
  std::string out;
  if (d.span.end <= d.span.begin || source.text().empty()) {
    out = fmt::format("{}{}:{} {}{}", c.strong, file, c.reset, head, c.reset);
  } else {
    const Place place = source.place_of(d.span.begin);
    std::string_view line = source.line(place.line);
    if (line.ends_with('\r')) line.remove_suffix(1);
    // A very long line is shown around the place.
    std::size_t column = place.column - 1;
    if (line.size() > 160) {
      std::size_t cut = column > 60 ? column - 60 : 0;
      while (cut > 0 && continues_character(line[cut])) --cut;
      std::size_t end = std::min(cut + 160, line.size());
      while (end < line.size() && continues_character(line[end])) ++end;
      line = line.substr(cut, end - cut);
      column -= cut;
    }
    std::string shown(line);
    std::ranges::replace(shown, '\t', ' ');
    std::ranges::replace_if(
        shown, [](unsigned char x) { return x < 0x20 || x == 0x7f; }, '?');
    const std::string_view marked = line.substr(std::min(column, line.size()), d.span.end - d.span.begin);
    const std::size_t width = std::max<std::size_t>(1, screen_width(marked));
    out = fmt::format("{}{}:{}:{}:{} {}{}", c.strong, file, place.line, place.column, c.reset, head, c.reset);
    out += fmt::format("{}{:>5} |{} {}\n", c.faint, place.line, c.reset, shown);
    out += fmt::format("{}      |{} {}{}{}{}\n", c.faint, c.reset,
                       std::string(screen_width(line.substr(0, std::min(column, line.size()))), ' '), colour,
                       '^' + std::string(width - 1, '~'), c.reset);
  }
  if (!d.hint.empty()) out += fmt::format("{}      = hint:{} {}\n", c.faint, c.reset, d.hint);
  return out;
}

}  // namespace agon::gdl
