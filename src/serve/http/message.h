// HTTP requests and responses as handlers see them, and errors as JSON bodies; how they travel is server.cpp's business.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "serve/errors.h"
#include "serve/json_fwd.h"
#include "serve/net.h"

namespace agon::serve {

struct Request {
  std::string method;
  std::vector<std::string> path;             // the parts between slashes, decoded
  std::string target;                        // the path as it was sent, for logs
  std::map<std::string, std::string> query;  // decoded
  std::string body;
  std::string token;   // of the Authorization header
  std::string client;  // address of the other side
  bool accepts_gzip = false;
  std::string none_match;  // If-None-Match
  // Whether the client has closed the connection and waits for no answer. Empty where nobody can know. Only while the handler runs.
  std::function<bool()> gone = {};

  [[nodiscard]] std::string parameter(const std::string& name, const std::string& otherwise = {}) const {
    const auto found = query.find(name);
    return found == query.end() ? otherwise : found->second;
  }
};

struct Response {
  int status = 200;
  std::string type = "application/json";
  std::shared_ptr<const std::string> body = std::make_shared<std::string>();
  std::vector<std::pair<std::string, std::string>> headers;
};

// Content-Encoding: gzip, where it is worth it and the client accepts it.
void compress(Response& response, bool accepts_gzip);

[[nodiscard]] Response json_response(const Json& json, int status = 200);
[[nodiscard]] Response text_response(std::string text, std::string type, int status = 200);

// Errors on their way to a page. The status follows from the code where one is known to HTTP, else from the category.
[[nodiscard]] Json error_json(const Error& error, std::string_view text = {});
[[nodiscard]] Response error_response(const Error& error, std::string_view text = {});
[[nodiscard]] int status_of(const Error& error);

// Lines and columns from 1, offsets in UTF-16 units from 0, as editors in browsers count. `text` is what the spans point into. Of
// very many the worst, and a last one ("more-findings") that says how many were left out.
[[nodiscard]] Json diagnostics_json(const Diagnostics& diagnostics, std::string_view text);

}  // namespace agon::serve
