// A load generator for `agon serve`: how soon do thousands of WebSocket watchers see a step? One thread, one epoll set, and no more
// work for a message than finding its step, so that the server is measured and not the client.
//
//   watchers PORT WATCHERS SLOTS
//
// Watcher i belongs to slot i % SLOTS; all watchers of a slot follow the same match. Commands come on standard input, one a line:
//   watch SLOT MATCH          (what they watched before is left)
//
// News go to standard output, one a line:
//   ready                     (all are connected)
//
//   step MATCH NUMBER T ...   (milliseconds since 1970 at which some of them had the whole message)
//
//   ended SLOT MATCH STEPS    (the first watcher of the slot has seen the end)
//
//   problem TEXT              (steps that were skipped or told twice, and connections that were cut off)
//
// tests/serve/load.mjs --generator drives it.
#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

constexpr std::string_view kHandshake =
    "GET /api/live HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n";

struct Watcher {
  int socket = -1;
  std::size_t slot = 0;
  std::string waiting;                  // bytes of a frame that is not whole yet
  std::string message;                  // fragments of a message that is not whole yet
  std::optional<std::size_t> expected;  // the next step, once the match is known
};

struct Slot {
  std::string match;
  std::vector<std::size_t> watchers;
  bool ended = false;
};

double now_ms() { return std::chrono::duration<double, std::milli>(std::chrono::system_clock::now().time_since_epoch()).count(); }

[[noreturn]] void fail(const char* what) {
  std::perror(what);
  std::exit(1);
}

// The number behind `key`, which is searched for from the front or from the back.
std::optional<std::size_t> number_after(std::string_view text, std::string_view key, bool last) {
  const std::size_t at = last ? text.rfind(key) : text.find(key);
  if (at == std::string_view::npos) return std::nullopt;
  std::size_t number = 0;
  const char* const begin = text.data() + at + key.size();
  const auto [end, error] = std::from_chars(begin, text.data() + text.size(), number);
  return error == std::errc{} && end != begin ? std::optional(number) : std::nullopt;
}

// Frames of clients are masked; a mask of zeros changes nothing.
void say(int socket, const std::string& text) {
  std::string frame(1, '\x81');
  if (text.size() < 126) frame += static_cast<char>(0x80U | text.size());
  else frame += {static_cast<char>(0x80U | 126U), static_cast<char>(text.size() >> 8U), static_cast<char>(text.size() & 0xffU)};
  frame.append(4, '\0');
  frame += text;
  if (send(socket, frame.data(), frame.size(), MSG_NOSIGNAL) != static_cast<ssize_t>(frame.size()))
    std::cout << "problem could not write\n";
}

class Generator {
 public:
  Generator(int port, std::size_t watchers, std::size_t slots) : watchers_(watchers), slots_(slots), epoll_(epoll_create1(0)) {
    for (std::size_t w = 0; w < watchers; ++w) {
      watchers_[w].slot = w % slots;
      slots_[w % slots].watchers.push_back(w);
      connect_to(port, w);
    }
    add(STDIN_FILENO, watchers);
    std::cout << "ready" << std::endl;
  }

  void run() {
    std::array<epoll_event, 512> events{};
    for (bool open = true; open;) {
      const int count = epoll_wait(epoll_, events.data(), events.size(), 200);
      for (int e = 0; e < count; ++e) {
        if (events[e].data.u64 == watchers_.size()) open = read_commands() && open;
        else read_from(watchers_[events[e].data.u64]);
      }
      tell_steps();
    }
  }

 private:
  void connect_to(int port, std::size_t index) {
    const int socket = ::socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (connect(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) fail("connect");
    const int yes = 1;
    setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    if (send(socket, kHandshake.data(), kHandshake.size(), MSG_NOSIGNAL) < 0) fail("handshake");
    std::string head;
    for (char c = 0; !head.ends_with("\r\n\r\n"); head += c) {
      if (recv(socket, &c, 1, 0) != 1) fail("handshake");
    }
    if (!head.starts_with("HTTP/1.1 101")) fail("the server refuses WebSockets");
    watchers_[index].socket = socket;
    add(socket, index);
  }

  void add(int file, std::size_t index) const {
    epoll_event event{};
    event.events = EPOLLIN;
    event.data.u64 = index;
    if (epoll_ctl(epoll_, EPOLL_CTL_ADD, file, &event) != 0) fail("epoll");
  }

  // False: there will be no more of them.
  bool read_commands() {
    std::array<char, 65536> bytes{};
    const ssize_t got = read(STDIN_FILENO, bytes.data(), bytes.size());
    if (got <= 0) return false;
    commands_.append(bytes.data(), static_cast<std::size_t>(got));
    for (std::size_t end = 0; (end = commands_.find('\n')) != std::string::npos; commands_.erase(0, end + 1)) {
      std::istringstream words(commands_.substr(0, end));
      std::string word, match;
      std::size_t slot = 0;
      words >> word >> slot >> match;
      if (word == "watch" && slot < slots_.size()) watch(slots_[slot], match);
    }
    return true;
  }

  void watch(Slot& slot, const std::string& match) {
    const std::string before = std::exchange(slot.match, match);
    slot.ended = false;
    for (const std::size_t w : slot.watchers) {
      if (!before.empty()) say(watchers_[w].socket, R"({"type":"unwatch","match":")" + before + "\"}");
      watchers_[w].expected.reset();
      say(watchers_[w].socket, R"({"type":"watch","match":")" + match + R"(","tokens":[]})");
    }
  }

  void read_from(Watcher& watcher) {
    const ssize_t got = recv(watcher.socket, bytes_.data(), bytes_.size(), MSG_DONTWAIT);
    if (got < 0 && errno == EAGAIN) return;
    if (got <= 0) {
      std::cout << "problem a watcher was cut off\n";
      epoll_ctl(epoll_, EPOLL_CTL_DEL, watcher.socket, nullptr);
      return;
    }
    std::string_view bytes(bytes_.data(), static_cast<std::size_t>(got));
    std::string whole;
    if (!watcher.waiting.empty()) {
      whole = std::move(watcher.waiting);
      whole += bytes;
      bytes = whole;
    }
    while (read_frame(watcher, bytes)) {
    }
    watcher.waiting = std::string(bytes);
  }

  // Takes one frame off the front.
  bool read_frame(Watcher& watcher, std::string_view& bytes) {
    if (bytes.size() < 2) return false;
    const auto byte = [&](std::size_t at) { return static_cast<std::size_t>(static_cast<unsigned char>(bytes[at])); };
    std::size_t length = byte(1) & 0x7fU, head = 2;
    const std::size_t more = length == 126 ? 2 : length == 127 ? 8 : 0;
    if (bytes.size() < head + more) return false;
    if (more > 0) length = 0;
    for (std::size_t i = 0; i < more; ++i) length = length << 8U | byte(head++);
    if (bytes.size() < head + length) return false;
    const bool last = (byte(0) & 0x80U) != 0, control = (byte(0) & 0x08U) != 0;
    const std::string_view payload = bytes.substr(head, length);
    bytes.remove_prefix(head + length);
    if (control) return true;
    if (last && watcher.message.empty()) {
      read_message(watcher, payload);
    } else {
      watcher.message += payload;
      if (last) read_message(watcher, std::exchange(watcher.message, {}));
    }
    return true;
  }

  void read_message(Watcher& watcher, std::string_view text) {
    constexpr std::string_view kType = "{\"type\":\"", kMatch = "\",\"match\":\"";
    if (!text.starts_with(kType)) return;
    const std::size_t type_end = text.find('"', kType.size());
    const std::string_view type = text.substr(kType.size(), type_end - kType.size());
    Slot& slot = slots_[watcher.slot];
    if (text.substr(type_end, kMatch.size()) != kMatch || text.substr(type_end + kMatch.size(), slot.match.size()) != slot.match)
      return;
    if (type == "step") read_step(watcher, slot, text);
    if (type == "match") {
      watcher.expected = number_after(text, "\",\"step\":", true);
      if (text.find(R"("state":"ended")") != std::string_view::npos || text.find(R"("state":"aborted")") != std::string_view::npos)
        end(watcher, slot);
    }
    if (type == "ended") end(watcher, slot);
  }

  void read_step(Watcher& watcher, const Slot& slot, std::string_view text) {
    const std::optional<std::size_t> number = number_after(text, "\"history\":{\"step\":", false);
    if (!watcher.expected || !number) return;  // the whole view is still to come, and has this step in it
    if (*number > *watcher.expected) std::cout << "problem " << *number - *watcher.expected << " steps skipped\n";
    if (*number < *watcher.expected) std::cout << "problem a step was told twice\n";
    watcher.expected = *number + 1;
    seen_[{slot.match, *number}].push_back(now_ms());
  }

  static void end(const Watcher& watcher, Slot& slot) {
    if (!watcher.expected || std::exchange(slot.ended, true)) return;
    std::cout << "ended " << watcher.slot << ' ' << slot.match << ' ' << *watcher.expected << '\n';
  }

  void tell_steps() {
    for (const auto& [step, times] : seen_) {
      std::printf("step %s %zu", step.first.c_str(), step.second);
      for (const double time : times) std::printf(" %.2f", time);
      std::printf("\n");
    }
    seen_.clear();
    std::fflush(stdout);
    std::cout.flush();
  }

  std::vector<Watcher> watchers_;
  std::vector<Slot> slots_;
  int epoll_;
  std::string commands_;
  std::vector<char> bytes_ = std::vector<char>(std::size_t{1} << 18U);
  std::map<std::pair<std::string, std::size_t>, std::vector<double>> seen_;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) {
    std::cerr << "usage: watchers PORT WATCHERS SLOTS\n";
    return 2;
  }
  Generator(std::atoi(argv[1]), std::strtoul(argv[2], nullptr, 10), std::strtoul(argv[3], nullptr, 10)).run();
}
