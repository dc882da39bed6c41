#include "cli/command_line.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>

#include "cli/usage_error.h"

namespace agon::cli {
namespace {

constexpr std::size_t kHelpColumn = 34;

// The page of --help. CLI11 puts the values that are allowed and the default between the name and the text, "INT:INT in [1 - 9]=3",
// and repeats whole descriptions in lists of commands.
class HelpFormatter : public CLI::Formatter {
 public:
  HelpFormatter() {
    column_width(kHelpColumn);
    label("UINT", "INT");
    label("FLOAT", "NUMBER");
    label("Positionals", "Arguments");
    label("SUBCOMMAND", "COMMAND");
  }

  std::string make_subcommand(const CLI::App* command) const override {
    std::ostringstream out;
    CLI::detail::format_help(out, command->get_name(), first_line(command->get_description()), column_width_);
    return out.str();
  }
  std::string make_option_opts(const CLI::Option* option) const override {
    if (option->get_type_size() == 0) return {};  // a flag
    const std::string type = option->get_type_name();
    std::string text = " " + get_label(type.substr(0, type.find(':')));
    if (option->get_expected_max() == CLI::detail::expected_max_vector_size) text += " ...";
    return option->get_required() ? text + " " + get_label("REQUIRED") : text;
  }
  std::string make_option_desc(const CLI::Option* option) const override {
    std::vector<std::string> remarks;
    const std::string type = option->get_type_name();  // its name, then a description of each check
    if (const std::size_t colon = type.find(':'); colon != std::string::npos) remarks.push_back(type.substr(colon + 1));
    if (!option->get_default_str().empty()) remarks.push_back("default: " + option->get_default_str());
    for (const CLI::Option* needed : option->get_needs()) remarks.push_back("needs " + needed->get_name());
    return with_remarks(option->get_description(), remarks);
  }
};

// What the message about an unreadable command line is made from.
std::string failure_message(const CLI::App* app, const CLI::Error& error) {
  Command command(const_cast<CLI::App*>(app));  // NOLINT: a handle that is only read
  while (const std::optional<Command> inner = command.chosen()) command = *inner;
  UsageProblem problem;
  problem.message = error.what();
  problem.command = command.path();
  problem.unread = app->remaining(true);
  for (const Command& sub : command.subcommands()) problem.known.push_back(sub.name());
  for (std::string& name : command.long_options()) problem.known.push_back(std::move(name));
  return usage_error(problem);
}

template <class Number>
CLI::Validator range_check(Number least, Number most) {
  return CLI::Range(least, most).description(fmt::format("{}..{}", least, most));
}

}  // namespace

// ---- options ----

Option Option::type_name(const std::string& name) const { return Option(option_->type_name(name)); }
Option Option::show_default() const { return Option(option_->capture_default_str()); }
Option Option::show_default(const std::string& text) const { return Option(option_->default_str(text)); }
Option Option::required() const { return Option(option_->required()); }
Option Option::needs(const std::string& other) const { return Option(option_->needs(other)); }
Option Option::delimiter(char separator) const { return Option(option_->delimiter(separator)); }
Option Option::value_count(int least, int most) const { return Option(option_->expected(least, most)); }
Option Option::range(int least, int most) const { return Option(option_->check(range_check(least, most))); }
Option Option::range(unsigned least, unsigned most) const { return Option(option_->check(range_check(least, most))); }
Option Option::range(double least, double most) const { return Option(option_->check(range_check(least, most))); }
Option Option::at_least_zero() const {
  return Option(option_->check(CLI::Validator(CLI::NonNegativeNumber).description("at least 0")));
}
Option Option::one_of(const std::vector<std::string>& words) const {
  return Option(option_->check(CLI::IsMember(words).description(fmt::format("{}", fmt::join(words, ", ")))));
}
Option Option::check(std::function<std::string(const std::string&)> problem) const {
  return Option(option_->check(std::move(problem)));
}

// ---- commands ----

Command Command::subcommand(const std::string& name, const std::string& summary) const {
  CLI::App* const command = app_->add_subcommand(name, summary);
  command->footer("");  // CLI11 hands down this and the group
  command->group(group_ != nullptr ? group_ : "Commands");
  return Command(command);
}
Command Command::group(const char* title) const {
  Command titled(app_);
  titled.group_ = title;
  return titled;
}
void Command::details(const std::string& text) const { app_->description(summary() + "\n\n" + text + "\n"); }
void Command::section(const std::string& text) const {
  const std::string before = app_->get_footer();
  app_->footer(before.empty() ? text : before + "\n\n" + text);
}
void Command::examples(const std::vector<Example>& examples) const { section(examples_text(examples)); }
void Command::callback(std::function<void()> run) const { app_->callback(std::move(run)); }

Option Command::argument(const std::string& name, std::string& variable, const std::string& help) const {
  return option(name, variable, help);
}
Option Command::argument(const std::string& name, std::vector<std::string>& variable, const std::string& help) const {
  return option(name, variable, help);
}
Option Command::option(const std::string& names, std::string& variable, const std::string& help) const {
  return Option(app_->add_option(names, variable, help));
}
Option Command::option(const std::string& names, std::vector<std::string>& variable, const std::string& help) const {
  return Option(app_->add_option(names, variable, help));
}
Option Command::option(const std::string& names, int& variable, const std::string& help) const {
  return Option(app_->add_option(names, variable, help));
}
Option Command::option(const std::string& names, std::uint16_t& variable, const std::string& help) const {
  return Option(app_->add_option(names, variable, help));
}
Option Command::option(const std::string& names, std::uint32_t& variable, const std::string& help) const {
  return Option(app_->add_option(names, variable, help));
}
Option Command::option(const std::string& names, std::uint64_t& variable, const std::string& help) const {
  return Option(app_->add_option(names, variable, help));
}
Option Command::option(const std::string& names, double& variable, const std::string& help) const {
  return Option(app_->add_option(names, variable, help));
}
Option Command::option(const std::string& names, std::optional<double>& variable, const std::string& help) const {
  return Option(app_->add_option(names, variable, help));
}
Option Command::option(const std::string& names, std::vector<double>& variable, const std::string& help) const {
  return Option(app_->add_option(names, variable, help));
}
Option Command::flag(const std::string& names, bool& variable, const std::string& help) const {
  return Option(app_->add_flag(names, variable, help));
}

std::string Command::name() const { return app_->get_name(); }
std::string Command::path() const {
  std::string path;
  for (const CLI::App* app = app_; app->get_parent() != nullptr; app = app->get_parent())
    path = app->get_name() + (path.empty() ? "" : " ") + path;
  return path;
}
std::string Command::summary() const { return first_line(app_->get_description()); }
std::string Command::help() const { return app_->help(); }

std::vector<std::string> Command::long_options() const {
  std::vector<std::string> names;
  for (const CLI::Option* option : app_->get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

std::vector<Command> Command::subcommands() const {
  std::vector<Command> commands;
  const auto listed = [](const CLI::App* app) { return !app->get_group().empty(); };
  for (CLI::App* app : app_->get_subcommands(listed)) commands.emplace_back(app);
  return commands;
}

std::optional<Command> Command::chosen() const {
  const std::vector<CLI::App*> named = app_->get_subcommands();
  if (named.empty()) return std::nullopt;
  return Command(named.front());
}

// ---- the program ----

class CommandLine::Program : public CLI::App {
 public:
  using CLI::App::App;
  bool only_parse = false;

 private:
  // Everything was read and accepted, no command has run yet.
  void pre_callback() override {
    if (only_parse) throw CLI::Success();
  }
};

CommandLine::CommandLine(const std::string& name, const std::string& purpose, const std::string& version)
    : program_(std::make_unique<Program>(purpose, name)) {
  program_->set_version_flag("--version", version);
  program_->failure_message(failure_message);
  program_->require_subcommand(0, 1);
  program_->formatter(std::make_shared<HelpFormatter>());
}

CommandLine::~CommandLine() = default;

Command CommandLine::program() const { return Command(program_.get()); }

CommandLine::Outcome CommandLine::run(int argc, const char* const* argv) {
  try {
    program_->parse(argc, argv);
  } catch (const CLI::ParseError& end) {
    return program_->exit(end) == 0 ? Outcome::HelpShown : Outcome::UsageError;
  }
  return program().chosen() ? Outcome::CommandRan : Outcome::NoCommand;
}

std::string CommandLine::problem_of(const std::vector<std::string>& words) {
  program_->only_parse = true;
  std::string problem;
  try {
    program_->parse(std::vector<std::string>(words.rbegin(), words.rend()));  // CLI11 takes them from the back
  } catch (const CLI::ParseError& end) {
    if (end.get_exit_code() != 0) problem = failure_message(program_.get(), end);
  }
  program_->only_parse = false;
  return problem;
}

}  // namespace agon::cli
