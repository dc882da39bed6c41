#include "knowledge/structure/boards/drafts.h"

#include <algorithm>
#include <tuple>

namespace agon::knowledge::structure {
namespace {

constexpr std::size_t kMostBoards = 64;
constexpr std::size_t kMostMembers = 12;
constexpr std::size_t kMostBoardArguments = 8;
constexpr double kFull = 0.95;
constexpr std::size_t kOvershoot = 8;
constexpr double kCrowded =
    0.25;  // a family with more than four fluents a cell says something about pairs of cells, and is no mark

class Drafter {
 public:
  Drafter(const Readings& readings, std::vector<bool>& taken)
      : readings_(readings), evidence_(readings.evidence()), taken_(taken) {}

  std::vector<Draft> run() {
    boards();
    attach_rest(2);
    rows();
    attach_rest(1);
    for (Draft& draft : drafts_) put_main_first(draft);
    return std::move(drafts_);
  }

 private:
  struct Candidate {
    std::uint32_t family = 0;
    Reading reading;
  };

  void boards() {
    std::vector<Candidate> candidates;
    for (std::uint32_t f = 0; f < evidence_.families.size(); ++f) {
      if (taken_[f] || evidence_.families[f].family.arity < 1) continue;
      if (std::optional<Reading> reading = readings_.board(f)) candidates.push_back({f, std::move(*reading)});
    }
    place(candidates, false);
  }

  void rows() {
    std::vector<Candidate> candidates;
    for (std::uint32_t f = 0; f < evidence_.families.size(); ++f) {
      if (taken_[f]) continue;
      if (std::optional<Reading> reading = readings_.row(f)) candidates.push_back({f, std::move(*reading)});
    }
    const std::size_t first = drafts_.size();
    place(candidates, true);
    // A set of names without an order, in one family without contents, is a pool and not a row.
    for (std::size_t d = drafts_.size(); d-- > first;) {
      const Draft::Member& main = drafts_[d].members.front();
      const bool flags = evidence_.families[main.family].family.arity == 1;
      if (!flags || drafts_[d].members.size() > 1 || readings_.arguments(main.family)[0].order.ordered()) continue;
      taken_[main.family] = false;
      drafts_.erase(drafts_.begin() + static_cast<std::ptrdiff_t>(d));
    }
  }

  // A full board that changes comes first, then the family with most cells: the others are marks on it.
  void place(std::vector<Candidate>& candidates, bool rows) {
    const auto rank = [&](const Candidate& c) {
      const FamilyRecord& record = evidence_.families[c.family];
      const bool full = c.reading.measure.cover >= kFull;
      return std::tuple(!(full && record.changes), ~c.reading.measure.cells, !c.reading.contents, ~record.total, record.family);
    };
    std::ranges::sort(candidates, [&](const Candidate& a, const Candidate& b) { return rank(a) < rank(b); });
    for (Candidate& candidate : candidates) {
      if (taken_[candidate.family] || attach(candidate.family, rows ? 1 : 2) || drafts_.size() >= kMostBoards) continue;
      Draft draft;
      draft.values.resize(candidate.reading.coordinates.size());
      const bool overshot = overshoots(candidate.family, candidate.reading.coordinates);
      join(draft, {candidate.family, std::move(candidate.reading.coordinates), std::move(candidate.reading.targets),
                   candidate.reading.measure, overshot ? Draft::Trust::Play : Draft::Trust::Ground});
      drafts_.push_back(std::move(draft));
    }
  }

  void attach_rest(std::size_t dimensions) {
    for (std::uint32_t f = 0; f < evidence_.families.size(); ++f) {
      if (!taken_[f]) (void)attach(f, dimensions);
    }
  }

  // The values of an argument that go on an axis. For a mark, the ground program may have more than the board.
  [[nodiscard]] const std::vector<ValueId>& values_of(std::uint32_t family, std::uint32_t argument, Draft::Trust trust) const {
    const FamilyRecord& record = evidence_.families[family];
    return trust == Draft::Trust::Ground || record.seen == 0 ? record.domains[argument] : record.seen_domains[argument];
  }

  // Where a rule increments a coordinate without a bound, the ground program has a cell for every number.
  [[nodiscard]] bool overshoots(std::uint32_t family, std::span<const Coordinate> coordinates) const {
    const FamilyRecord& record = evidence_.families[family];
    std::size_t known = 1;
    std::size_t met = 1;
    for (const Coordinate c : coordinates) {
      known *= record.domains[c.argument].size();
      met *= record.seen_domains[c.argument].size();
    }
    return known > kOvershoot * met;
  }

  void join(Draft& draft, Draft::Member member) {
    taken_[member.family] = true;
    const auto add = [&](std::span<const Coordinate> coordinates) {
      for (std::size_t axis = 0; axis < coordinates.size(); ++axis) {
        std::vector<ValueId>& values = draft.values[axis];
        for (const ValueId value : values_of(member.family, coordinates[axis].argument, member.trust)) {
          const ValueId part = readings_.part(value, coordinates[axis].part);
          if (std::ranges::find(values, part) == values.end()) values.push_back(part);
        }
        evidence_.values.sort(values);
      }
    };
    add(member.coordinates);
    add(member.targets);
    if (draft.members.empty()) draft.base_family = member.family;
    draft.members.push_back(std::move(member));
  }

  // Puts the family on the first board of at least this many dimensions to which the rules link all its coordinates.
  bool attach(std::uint32_t family, std::size_t dimensions) {
    if (readings_.arguments(family).size() > kMostBoardArguments) return false;
    for (const bool by_links : {true, false}) {
      for (Draft& draft : drafts_) {
        if (draft.dimensions() < dimensions || draft.members.size() >= kMostMembers) continue;
        std::vector<Coordinate> coordinates = by_links ? matching(family, draft, {}) : same_kind(family, draft);
        if (coordinates.empty()) continue;
        const Measure measured = readings_.measure(family, coordinates);
        std::vector<Coordinate> targets = by_links ? matching(family, draft, coordinates) : std::vector<Coordinate>();
        if (targets.empty() && measured.exclusive < kCrowded && evidence_.families[family].most > 1) continue;
        join(draft, {family, std::move(coordinates), std::move(targets), measured, Draft::Trust::Play});
        return true;
      }
    }
    return false;
  }

  // The percentage of an argument's values that are on the axis.
  [[nodiscard]] std::size_t share_on_axis(std::uint32_t family, std::uint32_t argument, const Draft& draft,
                                          std::size_t axis) const {
    const Argument& info = readings_.arguments(family)[argument];
    const Coordinate::Part part = draft.base().coordinates[axis].part;
    if (info.roles || !info.constants || (part != Coordinate::Part::Whole && !info.split)) return 0;
    const std::vector<ValueId>& values = values_of(family, argument, Draft::Trust::Play);
    std::size_t known = 0;
    for (const ValueId value : values) known += std::ranges::count(draft.values[axis], readings_.part(value, part)) > 0 ? 1 : 0;
    return values.empty() ? 0 : 100 * known / values.size();
  }

  // How strongly the rules link an argument of a family to a coordinate of the board.
  [[nodiscard]] std::uint32_t strength(std::uint32_t family, std::uint32_t argument, const Draft& draft, std::size_t axis) const {
    if (share_on_axis(family, argument, draft, axis) < 60) return 0;
    std::uint32_t sum = 0;
    const RuleLinks& links = readings_.links();
    const Place here = links.fluent(evidence_.families[family].family, argument);
    for (const Draft::Member& member : draft.members)
      sum += links.link(here, links.fluent(evidence_.families[member.family].family, member.coordinates[axis].argument));
    return sum;
  }

  // The assignment of arguments to axes with the strongest links; empty if some axis has none. Arguments of `without` are taken.
  [[nodiscard]] std::vector<Coordinate> matching(std::uint32_t family, const Draft& draft,
                                                 std::span<const Coordinate> without) const {
    const auto arity = static_cast<std::uint32_t>(readings_.arguments(family).size());
    std::vector<Coordinate> best;
    std::uint32_t best_sum = 0;
    std::vector<Coordinate> chosen;
    const auto search = [&](const auto& self, std::size_t axis, std::uint32_t sum) -> void {
      if (axis == draft.dimensions()) {
        if (sum > best_sum) best = chosen;
        best_sum = std::max(best_sum, sum);
        return;
      }
      for (std::uint32_t a = 0; a < arity; ++a) {
        // The two parts of a square's name come from one argument; otherwise each axis has its own argument.
        const Coordinate::Part part = draft.base().coordinates[axis].part;
        const auto is_a = [&](Coordinate c) { return c.argument == a; };
        const bool used = std::ranges::any_of(chosen, is_a) || std::ranges::any_of(without, is_a);
        if (part == Coordinate::Part::Number ? chosen.back().argument != a : used) continue;
        const std::uint32_t here = strength(family, a, draft, axis);
        if (here == 0) continue;
        chosen.push_back({a, part});
        self(self, axis + 1, sum + here);
        chosen.pop_back();
      }
    };
    search(search, 0, 0);
    return best;
  }

  // No rule links the two, but the values are in one domain and all on the board: a mark, unless it is a separate board, which
  // always has all its cells or has its own moves. Squares or walls that never change need no link: no rule moves them.
  [[nodiscard]] std::vector<Coordinate> same_kind(std::uint32_t family, const Draft& draft) const {
    const RuleLinks& links = readings_.links();
    const FamilyRecord& record = evidence_.families[family];
    if (draft.dimensions() < 2) return {};
    const bool background = !record.changes || !evidence_.families[draft.base().family].changes;
    std::vector<Coordinate> result;
    std::uint32_t next = 0;
    for (std::size_t axis = 0; axis < draft.dimensions(); ++axis) {
      const Coordinate base = draft.base().coordinates[axis];
      if (base.part != Coordinate::Part::Whole) return {};
      const std::optional<std::uint32_t> kind =
          links.domain(links.fluent(evidence_.families[draft.base().family].family, base.argument));
      const auto fits = [&](std::uint32_t a) {
        return (background || (kind && links.domain(links.fluent(record.family, a)) == kind)) &&
               share_on_axis(family, a, draft, axis) == 100;
      };
      while (next < record.family.arity && !fits(next)) ++next;
      if (next == record.family.arity) return {};
      result.push_back({next++, Coordinate::Part::Whole});
    }
    if (record.most <= 1) return result;
    const Measure measured = readings_.measure(family, result);
    if (measured.cover >= kFull && record.changes) return {};
    std::vector<std::uint32_t> theirs;
    for (const Draft::Member& member : draft.members) {
      const std::vector<std::uint32_t> more = readings_.clickers(member.family, member.coordinates, false);
      theirs.insert(theirs.end(), more.begin(), more.end());
    }
    for (const std::uint32_t shape : readings_.clickers(family, result, false)) {
      if (std::ranges::find(theirs, shape) == theirs.end()) return {};
    }
    return result;
  }

  // The pieces are the family that changes and has contents; squares and walls are static.
  void put_main_first(Draft& draft) const {
    const auto rank = [&](const Draft::Member& member) {
      const FamilyRecord& record = evidence_.families[member.family];
      const bool contents = record.family.arity > member.coordinates.size() + member.targets.size();
      return std::tuple(!record.changes, !member.targets.empty(), !contents, member.measure.cover < kFull, ~record.total);
    };
    std::ranges::stable_sort(draft.members, [&](const Draft::Member& a, const Draft::Member& b) { return rank(a) < rank(b); });
  }

  const Readings& readings_;
  const PlayEvidence& evidence_;
  std::vector<bool>& taken_;
  std::vector<Draft> drafts_;
};

}  // namespace

const Draft::Member& Draft::base() const { return *std::ranges::find(members, base_family, &Member::family); }

std::vector<Draft> draft_boards(const Readings& readings, std::vector<bool>& taken) { return Drafter(readings, taken).run(); }

}  // namespace agon::knowledge::structure
