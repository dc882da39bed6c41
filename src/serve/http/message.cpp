#include "serve/http/message.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>

#include "gdl/source_map.h"

namespace agon::serve {
namespace {

constexpr int kMostNesting = 64;

// UTF-16 units of a piece of UTF-8: one for each character, two for those beyond the basic plane. Stray bytes count as one.
std::size_t utf16_units(std::string_view text) {
  std::size_t units = 0;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if ((byte & 0xc0U) != 0x80U) units += byte >= 0xf0U ? 2 : 1;
  }
  return units;
}

Json place_json(std::string_view text, std::uint32_t offset) {
  const std::size_t at = std::min<std::size_t>(offset, text.size());
  const gdl::Place place = gdl::place_of(text, static_cast<std::uint32_t>(at));
  const std::size_t line_start = at - (place.column - 1);
  return {{"line", place.line},
          {"column", utf16_units(text.substr(line_start, at - line_start)) + 1},
          {"offset", utf16_units(text.substr(0, at))}};
}

}  // namespace

Response text_response(std::string text, std::string type, int status) {
  Response response;
  response.status = status;
  response.type = std::move(type);
  response.body = std::make_shared<std::string>(std::move(text));
  return response;
}

void pack(Response& response, bool accepts_gzip) {
  constexpr std::size_t kWorthIt = 1'400;  // less fits one packet anyway
  if (!accepts_gzip || response.type != "application/json" || response.body->size() < kWorthIt) return;
  z_stream stream{};
  constexpr int kGzip = 15 + 16;  // the largest window, with the header of gzip
  if (deflateInit2(&stream, Z_BEST_SPEED, Z_DEFLATED, kGzip, 8, Z_DEFAULT_STRATEGY) != Z_OK) return;
  std::string packed(deflateBound(&stream, response.body->size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(response.body->data()));  // NOLINT: zlib does not write there
  stream.avail_in = static_cast<uInt>(response.body->size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());  // NOLINT
  stream.avail_out = static_cast<uInt>(packed.size());
  const bool whole = deflate(&stream, Z_FINISH) == Z_STREAM_END;
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  if (!whole) return;
  response.body = std::make_shared<std::string>(std::move(packed));
  response.headers.emplace_back("Content-Encoding", "gzip");
  response.headers.emplace_back("Vary", "Accept-Encoding");
}

Response json_response(const Json& json, int status) {
  return text_response(json.dump(-1, ' ', false, Json::error_handler_t::replace), "application/json", status);
}

Json diagnostics_json(const Diagnostics& diagnostics, std::string_view text) {
  Json list = Json::array();
  for (const Diagnostic& d : diagnostics)
    list.push_back({{"severity", to_string(d.severity)},
                    {"code", d.code},
                    {"message", d.message},
                    {"hint", d.hint},
                    {"from", place_json(text, d.span.begin)},
                    {"to", place_json(text, d.span.end)}});
  return list;
}

Json error_json(const Error& error, std::string_view text) {
  const Diagnostic first = error.diagnostics.empty() ? Diagnostic{} : error.diagnostics.front();
  return {{"schema", "agon.error/1"},
          {"code", first.code},
          {"message", first.message},
          {"hint", first.hint},
          {"diagnostics", text.empty() ? Json::array() : diagnostics_json(error.diagnostics, text)}};
}

int status_of(const Error& error) {
  const std::string code = error.diagnostics.empty() ? "" : error.diagnostics.front().code;
  if (code == "not-found" || code == "unknown-game") return 404;
  if (code == "forbidden") return 403;
  if (code == "conflict") return 409;
  if (code == "too-many") return 429;
  if (code.starts_with("store-")) return 503;
  return error.category == Error::Category::LimitReached ? 422 : 400;
}

Response error_response(const Error& error, std::string_view text) {
  return json_response(error_json(error, text), status_of(error));
}


Result<Json> parse_object(std::string_view text) {
  // The parser builds nested values on the heap, but they are destroyed by recursion: hostile depth must not get that far.
  const auto shallow = [](int depth, Json::parse_event_t event, Json&) {
    if (depth > kMostNesting && (event == Json::parse_event_t::object_start || event == Json::parse_event_t::array_start))
      throw std::length_error("nested too deeply");
    return true;
  };
  try {
    Json json = Json::parse(text, shallow);
    if (json.is_object()) return json;
    return bad_input("bad-json", "The body is JSON, but no object.", "Send an object with the fields that the API description names.");
  } catch (const Json::parse_error& problem) {
    return bad_input("bad-json", fmt::format("The body is no JSON: {}", problem.what()), "Send an object in UTF-8.");
  } catch (const std::length_error&) {
    return bad_input("bad-json", "The body is nested too deeply.", fmt::format("At most {} levels are read.", kMostNesting));
  }
}

}  // namespace agon::serve
