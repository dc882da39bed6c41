// The AST builder of both parsers: interning in lower case, collection of errors, and assembly of the finished rules.
#pragma once

#include <absl/container/flat_hash_map.h>

#include <memory>
#include <string>
#include <string_view>

#include "gdl/read/lexer.h"
#include "gdl/read/reader.h"
#include "gdl/rules.h"

namespace agon::gdl {

class Builder {
 public:
  // The source must outlive the builder.
  Builder(const ReadOptions& options, std::string_view source) : options_(options), source_(source), symbols_(keyword_symbols()) {}

  // GDL is read without regard to letter case (ASCII).
  SymbolId intern(std::string_view text);
  // The same in the author's letter case: for the names of external libraries.
  SymbolId intern_as_written(const Term& term);
  [[nodiscard]] const std::string& text(SymbolId id) const { return symbols_->text(id); }

  void error(std::string code, Span span, std::string message, std::string hint = {});
  void errors(Diagnostics found);
  [[nodiscard]] bool gave_up() const { return errors_.size() >= options_.max_errors; }
  [[nodiscard]] const ReadOptions& options() const { return options_; }

  void add_rule(Rule rule);
  // Turns an atom into an include, use or function declaration if it is one; otherwise returns false.
  bool add_external(const Term& atom);
  External& library(SymbolId name, Span span);
  [[nodiscard]] bool known_library(SymbolId name) const;

  // Turns an atom into a formula: `distinct`, `not`, `and` and `or` are not relations.
  Formula formula(Term atom);

  Result<Rules> finish(std::string name, std::string text);

 private:
  ReadOptions options_;
  std::string_view source_;
  std::shared_ptr<SymbolTable> symbols_;
  std::vector<Rule> rules_;
  std::vector<External> externals_;
  absl::flat_hash_map<SymbolId, std::size_t> libraries_;  // indices into externals_
  Diagnostics errors_;
};

// Each fills the builder from the text.
void parse_kif(std::string_view text, Builder& builder);
void parse_infix(std::string_view text, Builder& builder);

}  // namespace agon::gdl
