// Fuzzes the GDL parsers: any bytes give rules or errors. Round trip in both syntaxes: what parses prints and parses back the same.
#include <cstdint>
#include <string>

#include "base/assert.h"
#include "gdl/check/check.h"
#include "gdl/print/formatter.h"
#include "gdl/print/printer.h"
#include "gdl/read/reader.h"
#include "gdl/source_map.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace agon;
  const std::string text(reinterpret_cast<const char*>(data), size);
  const Result<gdl::Rules> rules = gdl::read_text(text, "input", {.max_depth = 200});
  if (!rules) {
    for (const Diagnostic& d : rules.error().diagnostics) (void)gdl::render(d, "input", gdl::SourceMap(text));
    return 0;
  }
  for (const Diagnostic& d : gdl::check(*rules)) (void)gdl::render(d, "input", gdl::SourceMap(text));
  const Result<gdl::Rules> kif = gdl::read_text(gdl::print_kif(*rules), "kif", {.syntax = gdl::Syntax::Kif});
  AGON_ASSERT(kif && kif->same_rules(*rules));
  const Result<std::string> formatted = gdl::format(text);
  AGON_ASSERT(formatted.ok());
  const Result<gdl::Rules> again = gdl::read_text(*formatted, "formatted", {.syntax = gdl::guess_syntax(text)});
  AGON_ASSERT(again && again->same_rules(*rules));
  return 0;
}
