#include "serve/http/message.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>

#include "gdl/excerpt.h"
#include "gdl/source_map.h"
#include "serve/json.h"

namespace agon::serve {
namespace {

// UTF-16 units of a piece of UTF-8: one for each character, two for those beyond the basic plane. Stray bytes count as one.
std::size_t utf16_units(std::string_view text) {
  std::size_t units = 0;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if ((byte & 0xc0U) != 0x80U) units += byte >= 0xf0U ? 2 : 1;
  }
  return units;
}

// Places of a text as editors in browsers count, found with two indices: one of lines, and the units before every so many bytes.
class EditorPlaces {
 public:
  explicit EditorPlaces(std::string_view text) : map_(text), units_{0} {
    for (std::size_t at = kStride; at <= text.size(); at += kStride)
      units_.push_back(units_.back() + utf16_units(text.substr(at - kStride, kStride)));
  }

  [[nodiscard]] Json place(std::uint32_t offset) const {
    const std::size_t at = std::min<std::size_t>(offset, map_.text().size());
    const std::uint32_t line = map_.place_of(static_cast<std::uint32_t>(at)).line;
    return {{"line", line}, {"column", units_before(at) - units_before(map_.line_start(line)) + 1}, {"offset", units_before(at)}};
  }

 private:
  static constexpr std::size_t kStride = 1024;

  [[nodiscard]] std::size_t units_before(std::size_t at) const {
    const std::size_t from = at / kStride * kStride;
    return units_[at / kStride] + utf16_units(map_.text().substr(from, at - from));
  }

  gdl::SourceMap map_;
  std::vector<std::size_t> units_;
};

Json finding_json(const Diagnostic& d, const EditorPlaces& places) {
  return {{"severity", to_string(d.severity)},
          {"code", d.code},
          {"message", d.message},
          {"hint", d.hint},
          {"from", places.place(d.span.begin)},
          {"to", places.place(d.span.end)}};
}

}  // namespace

Response text_response(std::string text, std::string type, int status) {
  Response response;
  response.status = status;
  response.type = std::move(type);
  response.body = std::make_shared<std::string>(std::move(text));
  return response;
}

void compress(Response& response, bool accepts_gzip) {
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
  const EditorPlaces places(text);
  const gdl::Excerpt excerpt = gdl::excerpt_of(diagnostics);
  Json list = Json::array();
  for (const Diagnostic& d : excerpt.shown) list.push_back(finding_json(d, places));
  if (excerpt.left_out > 0) {
    const Diagnostic rest{"more-findings", Severity::Note, {}, fmt::format("and {} more", excerpt.left_out), "mend these first"};
    list.push_back(finding_json(rest, places));
  }
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

}  // namespace agon::serve
