#include "serve/player/stdio_player.h"

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <charconv>
#include <csignal>
#include <memory>
#include <mutex>
#include <string>

#include "base/process.h"
#include "serve/json.h"
#include "serve/player/thought_json.h"

namespace agon::serve {
namespace {

// Whole lines, from any thread.
class LineWriter {
 public:
  explicit LineWriter(std::FILE* out) : out_(out) {}
  void write(std::string line) {
    line += '\n';
    const std::lock_guard lock(mutex_);
    std::fwrite(line.data(), 1, line.size(), out_);
    std::fflush(out_);
  }

 private:
  std::FILE* out_;
  std::mutex mutex_;
};

void handle_line(std::string_view line, play::PlayerDesk& desk, const std::shared_ptr<LineWriter>& writer) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), number);
  const auto reply = [writer, number](const play::Answer& answer) {
    writer->write(fmt::format("reply {} {}", number, answer.text));
  };
  std::string_view text = error == std::errc{} ? std::string_view(end, line.data() + line.size()) : line;
  constexpr std::string_view kPast = " past ";
  if (text.starts_with(kPast)) {
    text.remove_prefix(kPast.size());
    Result<protocol::Message> message = protocol::parse_message(text);
    auto* const step = message ? std::get_if<protocol::Play>(&*message) : nullptr;
    if (step != nullptr) return desk.catch_up(std::move(*step), reply);
  }
  desk.handle(text, {}, reply);
}

}  // namespace

void run_stdio_player(std::istream& in, std::FILE* out, play::DeskOptions options, bool thoughts) {
  const auto writer = std::make_shared<LineWriter>(out);
  if (thoughts) {
    options.session.on_thought = [writer](const std::string& /*match*/, int /*step*/, const play::SpokenThought& thought) {
      writer->write("thought " + to_json(thought).dump(-1, ' ', false, Json::error_handler_t::replace));
    };
  }
  play::PlayerDesk desk(std::move(options));
  std::string line;
  while (std::getline(in, line)) {
    if (!line.empty()) handle_line(line, desk, writer);
  }
}

void become_child([[maybe_unused]] std::size_t memory_bytes) {
  end_with_parent(getppid());
  std::signal(SIGINT, SIG_IGN);
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)  // which reserve terabytes
  if (memory_bytes == 0) return;
  const rlimit limit{memory_bytes, memory_bytes};
  setrlimit(RLIMIT_AS, &limit);
#endif
}

}  // namespace agon::serve
