#include "serve/match/view/watchers.h"

#include <algorithm>
#include <set>

#include "serve/json.h"
#include "serve/json_text.h"

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
  if (all) return watching_.empty() ? std::vector<Audience>() : std::vector<Audience>{{{}, true}};
  std::set<Audience> different;
  for (const Watching& w : watching_) different.insert(Audience{w.roles, false});
  return {different.begin(), different.end()};
}

void Watchers::tell(bool all, const std::function<Text(const Audience&)>& text_for) {
  if (watching_.empty()) return;
  std::map<Audience, Text> texts;
  if (!all) {
    for (const Audience& audience : audiences(false)) texts.emplace(audience, text_for(audience));
  }
  const Text for_all = all ? text_for({{}, true}) : nullptr;
  for (const Watching& w : watching_) {
    const Text& text = all ? for_all : texts.at(Audience{w.roles, false});
    if (const std::shared_ptr<Watcher> who = w.who.lock(); who && text) who->tell(text);
  }
}

Text to_text(const Json& json) { return std::make_shared<const std::string>(dumped(json)); }

}  // namespace agon::serve
