// Shell completion, generated from the same option table as the help texts.
#include <fmt/ranges.h>

#include "cli/commands.h"

namespace agon::cli {
namespace {

std::vector<std::string> options_of(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

// Library names where a game is expected, files everywhere.
std::string bash(const CLI::App& app) {
  std::string cases;
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands({})) {
    names.push_back(command->get_name());
    cases += fmt::format("    {}) options=\"{}\" ;;\n", command->get_name(), fmt::join(options_of(*command), " "));
  }
  return fmt::format(R"BASH(# bash completion for agon; use: eval "$(agon completion bash)"
_agon() {{
  local word=${{COMP_WORDS[COMP_CWORD]}} options="" games=""
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "{} --help --version" -- "$word"))
    return
  fi
  case "${{COMP_WORDS[1]}}" in
{}  esac
  case "$word" in
    -*) COMPREPLY=($(compgen -W "$options" -- "$word")) ;;
    *)
      games=$(agon games --json 2>/dev/null | sed -n 's/.*"name":"\([^"]*\)".*/\1/p')
      COMPREPLY=($(compgen -W "$games" -- "$word") $(compgen -f -- "$word")) ;;
  esac
}}
complete -o filenames -F _agon agon
)BASH",
                     fmt::join(names, " "), cases);
}

std::string zsh(const CLI::App& app) { return "autoload -U +X bashcompinit && bashcompinit\n" + bash(app); }

std::string fish(const CLI::App& app) {
  std::string out = "# fish completion for agon; use: agon completion fish | source\n";
  for (const CLI::App* command : app.get_subcommands({})) {
    const std::string& name = command->get_name();
    std::string text = command->get_description();
    text = text.substr(0, text.find('\n'));
    out += fmt::format("complete -c agon -n __fish_use_subcommand -a {} -d '{}'\n", name, text);
    for (const CLI::Option* option : command->get_options()) {
      for (const std::string& long_name : option->get_lnames())
        out += fmt::format("complete -c agon -n '__fish_seen_subcommand_from {}' -l {}\n", name, long_name);
    }
  }
  return out +
         "complete -c agon -n 'not __fish_use_subcommand' -a \"(agon games --json 2>/dev/null | string match -rg "
         "'\\\"name\\\":\\\"([^\\\"]*)')\"\n";
}

}  // namespace

void add_completion_command(CLI::App& app, Context&) {
  auto shell = std::make_shared<std::string>("bash");
  CLI::App* command = app.add_subcommand("completion", "Print a completion script for your shell");
  command->description("Print a completion script for your shell. Try: eval \"$(agon completion bash)\"");
  command->add_option("shell", *shell, "bash, zsh or fish")->capture_default_str()->check(CLI::IsMember({"bash", "zsh", "fish"}));
  command->callback([shell, &app] {
    if (*shell == "bash") fmt::print("{}", bash(app));
    else if (*shell == "zsh") fmt::print("{}", zsh(app));
    else fmt::print("{}", fish(app));
  });
}

}  // namespace agon::cli
