// The command line as commands declare it: names, help texts, checks, what to run. A facade of CLI11, whose headers cost every file
// that includes them 2.5 to 5 seconds of compile time; command_line.cpp alone does. Variables are bound by reference and must
// outlive the parse.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/help_text.h"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace agon::cli {

// A handle: copies denote the same option. Every call returns the handle, so that calls can be chained.
class Option {
 public:
  explicit Option(CLI::Option* option) : option_(option) {}

  Option type_name(const std::string& name) const;
  Option show_default() const;  // the value that the variable has now, in the help text
  Option show_default(const std::string& text) const;
  Option required() const;
  Option needs(const std::string& other) const;   // only together with this option
  Option delimiter(char separator) const;         // several values in one word
  Option value_count(int least, int most) const;  // values that one use of the option takes
  Option range(int least, int most) const;        // both bounds included
  Option range(unsigned least, unsigned most) const;
  Option range(double least, double most) const;
  Option at_least_zero() const;
  Option one_of(const std::vector<std::string>& words) const;
  // The check returns what is wrong with a value; an empty text accepts it.
  Option check(std::function<std::string(const std::string&)> problem) const;

 private:
  CLI::Option* option_;
};

// A handle of the program or one of its subcommands.
class Command {
 public:
  explicit Command(CLI::App* app) : app_(app) {}

  // Lists of commands show the summary, one sentence without a full stop.
  [[nodiscard]] Command subcommand(const std::string& name, const std::string& summary) const;
  // The same command; subcommands made through this handle are listed under a title, which is a literal. An empty title: they are
  // for the program itself, and listed nowhere.
  [[nodiscard]] Command group(const char* title) const;
  void details(const std::string& text) const;  // below the summary
  void section(const std::string& text) const;  // below the options; sections follow each other in the order of the calls
  void examples(const std::vector<Example>& examples) const;  // the last section
  void callback(std::function<void()> run) const;

  // An argument is found by its place, an option by its names ("-d,--depth"); a vector takes any number of values.
  Option argument(const std::string& name, std::string& variable, const std::string& help) const;
  Option argument(const std::string& name, std::vector<std::string>& variable, const std::string& help) const;
  Option option(const std::string& names, std::string& variable, const std::string& help) const;
  Option option(const std::string& names, std::vector<std::string>& variable, const std::string& help) const;
  Option option(const std::string& names, int& variable, const std::string& help) const;
  Option option(const std::string& names, std::uint16_t& variable, const std::string& help) const;
  Option option(const std::string& names, std::uint32_t& variable, const std::string& help) const;
  Option option(const std::string& names, std::uint64_t& variable, const std::string& help) const;
  Option option(const std::string& names, double& variable, const std::string& help) const;
  Option option(const std::string& names, std::optional<double>& variable, const std::string& help) const;
  Option option(const std::string& names, std::vector<double>& variable, const std::string& help) const;
  Option flag(const std::string& names, bool& variable, const std::string& help) const;

  // The table that help, completion and messages are made from.
  [[nodiscard]] std::string name() const;
  [[nodiscard]] std::string path() const;  // "exam make"; empty for the program itself
  [[nodiscard]] std::string summary() const;
  [[nodiscard]] std::string help() const;                       // the whole text of --help
  [[nodiscard]] std::vector<std::string> long_options() const;  // "--depth"
  [[nodiscard]] std::vector<Command> subcommands() const;
  [[nodiscard]] std::optional<Command> chosen() const;  // the subcommand that was named, once words were parsed

 private:
  CLI::App* app_;
  const char* group_ = nullptr;
};

class CommandLine {
 public:
  enum class Outcome { CommandRan, NoCommand, HelpShown, UsageError };

  CommandLine(const std::string& name, const std::string& purpose, const std::string& version);
  ~CommandLine();
  CommandLine(const CommandLine&) = delete;
  CommandLine& operator=(const CommandLine&) = delete;

  [[nodiscard]] Command program() const;
  // Parses, then runs the callback of the subcommand; its exceptions pass through. Prints help, the version or what is wrong.
  [[nodiscard]] Outcome run(int argc, const char* const* argv);
  // Parses only: what is wrong with the words after the name of the program, or nothing.
  [[nodiscard]] std::string problem_of(const std::vector<std::string>& words);

 private:
  class Program;
  std::unique_ptr<Program> program_;
};

}  // namespace agon::cli
