#include "lab/experiments/duel_cell.h"

#include <fmt/format.h>

namespace agon::lab::experiments {

using reproduce::Figures;
using reproduce::LookupError;
using reproduce::Run;

std::shared_ptr<play::GameKit> load_kit(const Run& run, const std::string& game) {
  Result<gdl::Rules> rules = run.load(game);
  if (!rules) throw LookupError{reproduce::why(rules.error())};
  return std::make_shared<play::GameKit>(std::move(*rules), run.limits());
}

const std::shared_ptr<play::GameKit>& Kits::operator[](const std::string& game) {
  std::shared_ptr<play::GameKit>& here = kits_[game];
  if (!here) here = load_kit(run_, game);
  return here;
}

Figures figures_of(const DuelPool& pool) {
  Figures figures;
  figures.set("games", pool.games);
  figures.set("won", pool.won);
  figures.set("shared", pool.shared);
  figures.set("points", pool.points);
  figures.set("illegal", pool.illegal);
  figures.set("late", pool.late);
  figures.set("unfinished", pool.unfinished);
  return figures;
}

DuelPool pool_of(const Figures& figures) {
  return {figures.number("points"), figures.count("games"), figures.count("won"),       figures.count("shared"),
          figures.count("illegal"), figures.count("late"),  figures.count("unfinished")};
}

Figures duel_figures(const Run& run, const std::shared_ptr<play::GameKit>& kit, const std::string& first, const std::string& second,
                     std::uint64_t games, std::uint64_t seed) {
  const Result<DuelResult> result = duel(kit, first, second, static_cast<int>(games), seed, run.options().threads);
  if (!result) throw LookupError{reproduce::why(result.error())};
  DuelPool pool;
  pool.add(*result);
  return figures_of(pool);
}

std::optional<DuelPool> duel_cell(Run& run, const std::string& id, Kits& kits, const std::string& game, const std::string& first,
                                  const std::string& second, std::uint64_t games) {
  const std::optional<Figures> figures =
      run.cell(id, [&](std::uint64_t seed) { return duel_figures(run, kits[game], first, second, games, seed); });
  return figures ? std::optional(pool_of(*figures)) : std::nullopt;
}

}  // namespace agon::lab::experiments
