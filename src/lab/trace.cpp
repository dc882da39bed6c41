#include "lab/trace.h"

#include <fmt/format.h>
#include <lzma.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "base/file.h"
#include "base/json_integer.h"

namespace agon::lab {
namespace {

using PlainJson = nlohmann::json;
constexpr std::size_t kMaxUnpackedBytes = std::size_t{1} << 30U;

Result<std::string> unpack(const std::string& packed, const std::string& path) {
  const auto fail = [&](const char* why) {
    return bad_input("bad-archive", fmt::format("'{}' cannot be unpacked: {}", path, why));
  };
  lzma_stream stream = LZMA_STREAM_INIT;
  if (lzma_stream_decoder(&stream, std::size_t{256} << 20U, 0) != LZMA_OK) return fail("no memory");
  std::string out;
  std::string block(1 << 16U, '\0');
  stream.next_in = reinterpret_cast<const std::uint8_t*>(packed.data());
  stream.avail_in = packed.size();
  lzma_ret status = LZMA_OK;
  while (status == LZMA_OK && out.size() < kMaxUnpackedBytes) {
    stream.next_out = reinterpret_cast<std::uint8_t*>(block.data());
    stream.avail_out = block.size();
    status = lzma_code(&stream, LZMA_FINISH);
    out.append(block.data(), block.size() - stream.avail_out);
  }
  lzma_end(&stream);
  if (status == LZMA_OK) return fail("it is larger than 1 GiB");
  if (status != LZMA_STREAM_END) return fail("it is damaged or no xz file");
  return out;
}

TraceStep parse_step(const PlainJson& json) {
  TraceStep step;
  step.playout = json_integer_or<int>(json, "playout", 0);
  step.step = json_integer_or<int>(json, "step", 0);
  step.fluents = json_integer_at<std::uint64_t>(json, "fluents");
  step.state = json.at("state").get<std::string>();
  step.terminal = json.value("terminal", false);
  step.cut = json.value("cut", false);
  if (json.contains("contents")) step.contents = json["contents"].get<std::vector<std::string>>();
  if (json.contains("legal")) {
    for (const PlainJson& entry : json["legal"])
      step.legal.push_back({json_integer_at<std::uint64_t>(entry, "count"), entry.at("hash").get<std::string>()});
  }
  if (json.contains("move")) step.moves = json["move"].get<std::vector<std::string>>();
  if (json.contains("goals")) {
    for (const PlainJson& entry : json["goals"])
      step.goals.push_back(entry.is_null() ? std::nullopt : std::optional(json_integer_or_throw<int>(entry, "goals")));
  }
  return step;
}

}  // namespace

Result<std::vector<TraceStep>> read_trace(const std::string& path) {
  Result<std::string> text = read_file(path, std::size_t{1} << 30U);
  if (!text) return text.error();
  if (path.ends_with(".xz")) text = unpack(*text, path);
  if (!text) return text.error();
  return parse_trace(*text, path);
}

Result<std::vector<TraceStep>> parse_trace(const std::string& text, const std::string& path) {
  std::vector<TraceStep> steps;
  std::istringstream lines(text);
  std::string line;
  for (int number = 1; std::getline(lines, line); ++number) {
    if (line.empty()) continue;
    try {
      steps.push_back(parse_step(PlainJson::parse(line)));
    } catch (const PlainJson::exception& problem) {
      return bad_input("bad-trace", fmt::format("{}:{}: {}", path, number, problem.what()));
    }
  }
  return steps;
}

}  // namespace agon::lab
