// Fuzzes the scrambler: any text that parses as rules survives scrambling, printing and sending.
#include <cstdint>
#include <string>

#include "base/assert.h"
#include "gdl/print/printer.h"
#include "gdl/read/reader.h"
#include "protocol/message.h"
#include "protocol/scramble.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace agon;
  using namespace agon::protocol;
  const std::string text(reinterpret_cast<const char*>(data), size);
  const Result<gdl::Rules> rules = gdl::read_text(text, "input", {.syntax = gdl::Syntax::Kif, .max_depth = 200});
  if (!rules) return 0;
  if (!gdl::read_text(gdl::print_kif(*rules), "printed", {.syntax = gdl::Syntax::Kif}))
    return 0;  // fuzz_reader looks after printing
  const Scrambler scrambler(*rules, text.size());
  const Result<gdl::Rules> scrambled = gdl::read_text(scrambler.rules(), "scrambled", {.syntax = gdl::Syntax::Kif});
  AGON_ASSERT(scrambled && scrambled->rules().size() == rules->rules().size() && scrambled->dialect() == rules->dialect());
  if (rules->rules().size() < 2) return 0;                         // a list of lists, all alone, is taken for the list of rules
  if (scrambler.rules().find('(') == std::string::npos) return 0;  // words alone, once they are in one line, are taken for prose
  const Result<Message> message = parse_message(to_text(Preview{scrambler.rules(), {}}));
  if (!message) return 0;  // deeper than a message may be
  const Result<gdl::Rules> sent = gdl::read_text(std::get<Preview>(*message).rules, "sent", {.syntax = gdl::Syntax::Kif});
  AGON_ASSERT(sent && sent->same_rules(*scrambled));
  return 0;
}
