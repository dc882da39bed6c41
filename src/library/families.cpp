#include "library/families.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "base/symbols.h"

namespace agon::library {
namespace {

enum class Shape : std::uint8_t { Board, Square, Side };  // COLUMNSxROWS, NxN, N

struct Family {
  const char* prefix;
  const char* base;
  Shape shape;
};
constexpr Family kFamilies[] = {
    {"connectfour-suicide-", "connectfour-suicide", Shape::Board},
    {"connectfour-simultaneous-", "connectfour-simultaneous", Shape::Board},
    {"connectfour-", "connectfour", Shape::Board},
    {"hex-", "hex", Shape::Square},
    {"queens-", "queens-8", Shape::Side},
    {"amazons-", "amazons", Shape::Side},
};
constexpr int kLeast = 2;
constexpr int kMost = 100;
constexpr std::string_view kMark = "\n;;; size";

bool parse_size(std::string_view text, int& value) {
  long long number = 0;
  if (!parse_integer(text, number) || number < kLeast || number > kMost) return false;
  value = static_cast<int>(number);
  return true;
}

// (name 1) ... (name last), ten to a line.
std::string facts(std::string_view name, int last) {
  std::string out;
  for (int i = 1; i <= last; ++i) out += fmt::format("({} {}){}", name, i, i == last || i % 10 == 0 ? "\n" : " ");
  return out + '\n';
}

std::string successors(int last) {
  std::string out;
  for (int i = 1; i < last; ++i) out += fmt::format("(succ {} {}){}", i, i + 1, i + 1 == last || i % 8 == 0 ? "\n" : " ");
  return out;
}

// Four per side, in the usual places on 8 and 10 squares: a third of the way along their two edges.
std::string amazons(int side) {
  const int near = (side + 2) / 3;
  const int far = side + 1 - near;
  std::string out;
  for (const auto& [role, edge, row] : {std::tuple{"white", 1, near}, std::tuple{"black", side, far}})
    out += fmt::format("(amazon {0} 1 {3})\n(amazon {0} {1} {2})\n(amazon {0} {4} {2})\n(amazon {0} {5} {3})\n", role, near, edge,
                       row, far, side);
  return out + '\n';
}

}  // namespace

std::optional<FamilyMember> family_member(std::string_view name) {
  for (const Family& family : kFamilies) {
    if (!name.starts_with(family.prefix)) continue;
    const std::string_view size = name.substr(std::string_view(family.prefix).size());
    FamilyMember member{.base = family.base};
    const std::size_t cross = size.find('x');
    if (family.shape == Shape::Side) {
      if (!parse_size(size, member.columns)) continue;
      member.rows = member.columns;
      return member;
    }
    if (cross == std::string_view::npos || !parse_size(size.substr(0, cross), member.columns) ||
        !parse_size(size.substr(cross + 1), member.rows))
      continue;
    if (family.shape == Shape::Square && member.columns != member.rows) continue;
    return member;
  }
  return std::nullopt;
}

Result<std::string> family_text(const FamilyMember& member, const std::string& base_text) {
  const std::size_t mark = base_text.find(kMark);
  if (mark == std::string::npos)
    return bad_input("no-size-section", fmt::format("the sheet of '{}' has no line ';;; size'", member.base));
  std::string out =
      base_text.substr(0, mark + 1) + fmt::format(";;; size\n;;; {} columns and {} rows\n\n", member.columns, member.rows);
  if (member.base.starts_with("connectfour"))
    out += facts("column", member.columns) + facts("row", member.rows) + fmt::format("(top {})\n\n", member.rows);
  else if (member.base == "hex") out += facts("index", member.columns) + fmt::format("(last {})\n\n", member.columns);
  else if (member.base == "amazons") out += amazons(member.columns) + facts("index", member.columns);
  else out += fmt::format("(last {})\n\n", member.columns);
  return out + successors(std::max(member.columns, member.rows));
}

std::vector<std::string> family_patterns() {
  std::vector<std::string> result;
  for (const Family& family : kFamilies) {
    result.push_back(std::string(family.prefix) +
                     (family.shape == Shape::Board ? "COLUMNSxROWS" : (family.shape == Shape::Square ? "NxN" : "N")));
  }
  return result;
}

}  // namespace agon::library
