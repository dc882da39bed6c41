#include "protocol/scramble.h"

#include <absl/container/flat_hash_set.h>
#include <fmt/format.h>

#include "base/rng.h"
#include "gdl/print/printer.h"
#include "protocol/forms.h"

namespace agon::protocol {
namespace {

// 7, -3, 1.5
bool number(std::string_view text) {
  if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
  const std::size_t point = text.find_first_not_of("0123456789");
  if (point == std::string_view::npos) return !text.empty();
  return point > 0 && text[point] == '.' && point + 1 < text.size() &&
         text.find_first_not_of("0123456789", point + 1) == std::string_view::npos;
}

// The names of external libraries are not names of the game.
absl::flat_hash_set<SymbolId> library_names(const gdl::Rules& rules) {
  absl::flat_hash_set<SymbolId> names;
  for (const gdl::External& external : rules.externals()) {
    names.insert(external.library);
    names.insert(external.resource);
    names.insert(external.prefix.begin(), external.prefix.end());
    for (const gdl::Term& function : external.functions) names.insert(function.name);
  }
  return names;
}

bool arrow(std::string_view text) { return text == "<=" || text == "=>" || text == ":-"; }

// Syllables of a consonant and a vowel: always pronounceable, never `nil`. Words grow when the short ones are used up.
std::string nonsense(Rng& rng, std::uint32_t attempt) {
  constexpr std::string_view kConsonants = "bdfghjklmnprstvz";
  constexpr std::string_view kVowels = "aeiou";
  const std::uint32_t syllables = 2 + rng.below(2) + attempt / 8;
  std::string word;
  for (std::uint32_t i = 0; i < syllables; ++i) {
    word += kConsonants[rng.below(kConsonants.size())];
    word += kVowels[rng.below(kVowels.size())];
  }
  return word;
}

}  // namespace

Scrambler::Scrambler(const gdl::Rules& rules, std::uint64_t seed) {
  Rng rng(seed);
  const absl::flat_hash_set<SymbolId> libraries = library_names(rules);
  const SymbolTable& old_names = rules.symbols();
  auto new_names = gdl::keyword_symbols();
  for (std::uint32_t i = 0; i < old_names.size(); ++i) {
    const SymbolId id{i};
    const std::string& old_name = old_names.text(id);
    const bool stays = i < gdl::kKeywordCount || old_name.empty() || number(old_name) || arrow(old_name) || libraries.contains(id);
    // No new name is an old one: mixing up the two sheets gives an error and not another move.
    const auto taken = [&](const std::string& name) {
      return original_.contains(name) || old_names.find(name).index() < old_names.size();
    };
    std::string new_name = stays ? old_name : nonsense(rng, 0);
    for (std::uint32_t attempt = 1; !stays && taken(new_name); ++attempt) new_name = nonsense(rng, attempt);
    scrambled_.emplace(old_name, new_name);
    original_.emplace(new_name, old_name);
    new_names->intern(new_name);
  }
  // Symbols keep their ids, so the rules need no change: only the symbol table is replaced.
  rules_ = gdl::print_kif(gdl::Rules(rules.name(), "", new_names, rules.rules(), rules.externals()));
}

Result<std::string> Scrambler::translate(std::string_view term, const Dictionary& dictionary) {
  const Result<Forms> forms = Forms::read(term);
  if (!forms) return forms.error();
  if (forms->top().size() != 1) {
    return bad_input("not-one-term", fmt::format("'{}' is not one term", excerpt(term)), "write a constant or (name argument ...)");
  }
  const Forms::Form only = forms->top()[0];
  const Result<std::string> plain = forms->term(only, "a term");
  if (!plain) return plain.error();
  std::string unknown;
  std::string translated = forms->canonical(only, only, [&](const std::string& name) {
    const auto found = dictionary.find(name);
    if (found != dictionary.end()) return found->second;
    if (!number(name)) unknown = name;
    return name;
  });
  if (!unknown.empty()) {
    return bad_input("unknown-word", fmt::format("the word '{}' does not occur in the rules", excerpt(unknown)),
                     "use the words of the rule sheet that was sent", forms->span(only, only));
  }
  return translated;
}

Result<std::string> Scrambler::scramble(std::string_view term) const { return translate(term, scrambled_); }
Result<std::string> Scrambler::unscramble(std::string_view term) const { return translate(term, original_); }

}  // namespace agon::protocol
