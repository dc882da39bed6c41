#include "serve/match/watchers.h"

#include <algorithm>
#include <set>

namespace agon::serve {

void Watchers::add(const std::shared_ptr<Watcher>& watcher, std::vector<std::uint32_t> roles) {
  remove(watcher.get());
  watching_.push_back({watcher, watcher.get(), std::move(roles)});
}

void Watchers::remove(const Watcher* watcher) {
  std::erase_if(watching_, [&](const Watching& w) { return w.key == watcher || w.who.expired(); });
}

std::size_t Watchers::without_seat() const {
  return static_cast<std::size_t>(
      std::count_if(watching_.begin(), watching_.end(), [](const Watching& w) { return w.roles.empty() && !w.who.expired(); }));
}

bool Watchers::holds(std::uint32_t role) const {
  return std::any_of(watching_.begin(), watching_.end(), [&](const Watching& w) {
    return !w.who.expired() && std::find(w.roles.begin(), w.roles.end(), role) != w.roles.end();
  });
}

std::vector<Audience> Watchers::audiences(bool all) const {
  std::set<Audience> different;
  for (const Watching& w : watching_) different.insert(all ? Audience{{}, true} : Audience{w.roles, false});
  return {different.begin(), different.end()};
}

void Watchers::tell(bool all, const std::function<Text(const Audience&)>& text_for) {
  std::map<Audience, Text> texts;
  for (const Audience& audience : audiences(all)) texts.emplace(audience, text_for(audience));
  for (const Watching& w : watching_) {
    const Text& text = texts.at(all ? Audience{{}, true} : Audience{w.roles, false});
    if (const std::shared_ptr<Watcher> who = w.who.lock(); who && text) who->tell(text);
  }
}

}  // namespace agon::serve
