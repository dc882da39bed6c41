// `agon fmt`: the layout of rule sheets, and conversion between prefix KIF and infix GDL.
#include "base/file.h"
#include "cli/commands/commands.h"
#include "gdl/print/formatter.h"

namespace agon::cli {
namespace {

struct FmtArguments {
  std::vector<std::string> sheets;
  std::string to = "same";
  bool write = false;
  bool check = false;
};

Result<std::string> lay_out(const std::string& text, const std::string& to) {
  const gdl::Syntax from = gdl::guess_syntax(text);
  const gdl::Syntax target = to == "kif" ? gdl::Syntax::Kif : (to == "infix" ? gdl::Syntax::Infix : from);
  return target == from ? gdl::format(text, from) : gdl::convert(text, from, target);
}

void format_one(const std::string& sheet, const FmtArguments& arguments, Context& context) {
  context.start_budget(kEachSheet);
  const std::optional<library::Sheet> found = context.sheet(sheet);
  if (!found) return;
  const Result<std::string> formatted = lay_out(found->text, arguments.to);
  if (!formatted) return context.fail(formatted.error(), found->shown(), found->text);
  const bool changed = *formatted != found->text;
  if (context.json) print_json({{"schema", "agon.fmt/1"}, {"file", found->shown()}, {"changed", changed}});
  if (arguments.check) {
    if (!changed) return;
    if (!context.json) fmt::print("{} would change\n", found->shown());
    context.worsen(kNegative);
  } else if (!arguments.write) {
    if (!context.json) fmt::print("{}", *formatted);
  } else if (found->path.empty()) {
    context.fail(bad_input("no-file", fmt::format("'{}' is generated: there is no file to write", sheet)));
  } else if (changed) {
    if (const Status written = write_file(found->path, *formatted); !written) return context.fail(written.error());
  }
}

}  // namespace

void add_fmt_command(Command app, Context& context) {
  auto arguments = std::make_shared<FmtArguments>();
  const Command command = app.subcommand("fmt", "Format rule sheets, keeping comments; convert between prefix KIF and infix GDL");
  command.argument("sheets", arguments->sheets, "library names or rule sheets").required().type_name("GAME");
  command.option("--to", arguments->to, "syntax to write: that of the sheet, prefix KIF, or the infix form of the literature")
      .show_default()
      .one_of({"same", "kif", "infix"});
  command.flag("-w,--write", arguments->write, "write the files instead of printing");
  command.flag("--check", arguments->check, "print the names of files that would change; exit code 1 if there are any");
  add_common_options(command, context);
  add_limit_options(command, context, kEachSheet);
  command.examples({{"agon fmt --to infix tictactoe", "print a game of the library in infix form"},
                    {"agon fmt --write my-game.kif", "format a file in place"},
                    {"agon fmt --check my-game.kif", "for scripts: exit code 1 if it would change"}});
  command.callback([arguments, &context] {
    for (const std::string& sheet : arguments->sheets) format_one(sheet, *arguments, context);
  });
}

}  // namespace agon::cli
