// The subscribers of a match, and which seats each of them holds.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "serve/json_fwd.h"
#include "serve/match/arbiter.h"

namespace agon::serve {

// A message, serialised once for all who get it.
using Text = std::shared_ptr<const std::string>;

// A subscriber: somebody at the other end of a connection.
class Watcher {
 public:
  virtual ~Watcher() = default;
  // Never waits. There is no back-pressure on a match: a consumer that does not keep up is cut off.
  virtual void tell(Text message) = 0;
};

class Watchers {
 public:
  void add(const std::shared_ptr<Watcher>& watcher, std::vector<std::uint32_t> roles);
  void remove(const Watcher* watcher);
  [[nodiscard]] bool empty() const { return watching_.empty(); }
  [[nodiscard]] std::size_t without_seat() const;
  [[nodiscard]] bool holds(std::uint32_t role) const;  // somebody who holds this seat is there

  // The different audiences there are. With nothing hidden there is one.
  [[nodiscard]] std::vector<Audience> audiences(bool all) const;
  // Each gets the text made for its audience; null: nothing.
  void tell(bool all, const std::function<Text(const Audience&)>& text_for);

 private:
  struct Watching {
    std::weak_ptr<Watcher> who;
    const Watcher* key = nullptr;
    std::vector<std::uint32_t> roles;
  };
  std::vector<Watching> watching_;
};

[[nodiscard]] Text to_text(const Json& json);

}  // namespace agon::serve
