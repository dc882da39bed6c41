#include "serve/sheets/vetting.h"

#include "serve/json.h"

namespace agon::serve {

Json to_json(const SheetWeight& weight) { return {{"kit_bytes", weight.kit_bytes}, {"match_bytes", weight.match_bytes}}; }

Json to_json(const Error& error) {
  Json list = Json::array();
  for (const Diagnostic& d : error.diagnostics)
    list.push_back({{"code", d.code},
                    {"severity", static_cast<int>(d.severity)},
                    {"begin", d.span.begin},
                    {"end", d.span.end},
                    {"message", d.message},
                    {"hint", d.hint}});
  return {{"category", static_cast<int>(error.category)}, {"diagnostics", std::move(list)}};
}

Result<SheetWeight> vetting_from_json(const Json& json) {
  if (!json.contains("diagnostics"))
    return SheetWeight{json.at("kit_bytes").get<std::size_t>(), json.at("match_bytes").get<std::size_t>()};
  Error error;
  error.category = static_cast<Error::Category>(json.at("category").get<int>());
  for (const Json& d : json.at("diagnostics"))
    error.diagnostics.push_back({d.at("code").get<std::string>(),
                                 static_cast<Severity>(d.at("severity").get<int>()),
                                 {d.at("begin").get<std::uint32_t>(), d.at("end").get<std::uint32_t>()},
                                 d.at("message").get<std::string>(),
                                 d.at("hint").get<std::string>()});
  return error;
}

}  // namespace agon::serve
