// A persistent cache of gallery thumbnails: structure and first position of library games. One may take a second to make and never
// changes, so it is kept beside the store and outlives the server. What is missing is made in the background after the start, by a
// thread that gives way to everything else, so that the first visitor does not wait for it.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "library/library.h"
#include "serve/json_fwd.h"
#include "serve/sheets/sheet_kit.h"
#include "serve/store/store.h"

namespace agon::serve {

// Fields of agon.game_view/1: roles, hidden, players, structure, position.
class Drawings {
 public:
  Drawings(SheetCache& sheets, Store& store) : sheets_(sheets), store_(store) {}

  // A moment's work; `rules_id` is the content_id of the sheet.
  [[nodiscard]] std::optional<Json> kept(const std::string& rules_id);
  // Kept or made now. Takes a moment: for workers.
  [[nodiscard]] Result<Json> get(const library::Sheet& sheet);

  // Makes those of these games that are missing, in this order but for the slow ones, which come last. Once in a lifetime.
  void prepare(const library::Library& library, std::vector<std::string> names);
  // Asks the preparation to end soon.
  void stop() { background_.request_stop(); }
  // Until everything is prepared, or it was stopped.
  void wait();

 private:
  void prepare_all(const std::stop_token& stop, const library::Library& library, std::vector<std::string> names);
  // False: it does not fit these limits, and others may allow it.
  [[nodiscard]] bool prepare_one(const library::Sheet& sheet, const SheetLimits& limits);
  Json keep(const std::string& rules_id, const SharedKit& kit);

  SheetCache& sheets_;
  Store& store_;
  std::jthread background_;  // last: it uses the rest
};

}  // namespace agon::serve
