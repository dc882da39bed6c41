#include "serve/http/static_files.h"

#include <fmt/format.h>

#include <filesystem>

#include "base/file.h"
#include "base/hash.h"

namespace agon::serve {
namespace {

const std::map<std::string, std::string> kTypes = {{".html", "text/html; charset=utf-8"},
                                                   {".js", "text/javascript; charset=utf-8"},
                                                   {".css", "text/css; charset=utf-8"},
                                                   {".svg", "image/svg+xml"},
                                                   {".png", "image/png"},
                                                   {".ico", "image/x-icon"},
                                                   {".json", "application/json"},
                                                   {".woff2", "font/woff2"},
                                                   {".txt", "text/plain; charset=utf-8"},
                                                   {".webmanifest", "application/manifest+json"}};

constexpr const char* kNoPage =
    "<!doctype html><html lang=\"en\"><title>Agon</title><h1>The page has not been built</h1>"
    "<p>The server runs and answers under <a href=\"/api/info\">/api</a>. Build the page with <code>./run</code>, or with "
    "<code>npm ci &amp;&amp; npm run build</code> in <code>web/</code>, and start the server again.</p></html>";

}  // namespace

StaticFiles::StaticFiles(const std::string& folder) {
  std::error_code error;
  for (std::filesystem::recursive_directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    if (!it->is_regular_file()) continue;
    const std::filesystem::path path = it->path();
    const auto type = kTypes.find(path.extension().string());
    if (type == kTypes.end()) continue;
    Result<std::string> text = read_file(path.string());
    if (!text) continue;
    File file;
    file.type = type->second;
    file.tag = fmt::format("\"{:016x}\"", hash_bytes(text->data(), text->size()));
    file.plain = std::make_shared<std::string>(std::move(*text));
    if (std::filesystem::exists(path.string() + ".gz")) {
      if (Result<std::string> packed = read_file(path.string() + ".gz"))
        file.packed = std::make_shared<std::string>(std::move(*packed));
    }
    const std::string name = std::filesystem::relative(path, folder).generic_string();
    file.lasting = name.starts_with("assets/");
    files_.emplace(name, std::move(file));
  }
}

Response StaticFiles::answer(const Request& request) const {
  if (files_.empty()) return text_response(kNoPage, "text/html; charset=utf-8", 503);
  std::string name;
  for (const std::string& part : request.path) name += (name.empty() ? "" : "/") + part;
  auto found = files_.find(name);
  if (found == files_.end()) {
    // A script or a picture that is gone must not become a page.
    if (name.starts_with("assets/") || name.starts_with("api/") || files_.count("index.html") == 0)
      return error_response(not_found(fmt::format("There is nothing at /{}.", name)));
    found = files_.find("index.html");
  }
  const File& file = found->second;
  Response response;
  response.type = file.type;
  response.headers = {{"ETag", file.tag},
                      {"Vary", "Accept-Encoding"},
                      {"Cache-Control", file.lasting ? "public, max-age=31536000, immutable" : "no-cache"}};
  if (request.none_match == file.tag) {
    response.status = 304;
    return response;
  }
  const bool packed = request.accepts_gzip && file.packed;
  response.body = packed ? file.packed : file.plain;
  if (packed) response.headers.emplace_back("Content-Encoding", "gzip");
  return response;
}

}  // namespace agon::serve
