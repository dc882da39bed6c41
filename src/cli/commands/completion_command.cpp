// `agon completion`: completion scripts for shells, generated from the same option table as the help texts.
#include <fmt/ranges.h>

#include "cli/commands/commands.h"

namespace agon::cli {
namespace {

// Library names where a game is expected, files everywhere.
std::string bash(Command program) {
  std::string cases;
  std::vector<std::string> names;
  for (const Command command : program.subcommands()) {
    names.push_back(command.name());
    cases += fmt::format("    {}) options=\"{}\" ;;\n", command.name(), fmt::join(command.long_options(), " "));
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

std::string zsh(Command program) { return "autoload -U +X bashcompinit && bashcompinit\n" + bash(program); }

std::string fish(Command program) {
  std::string out = "# fish completion for agon; use: agon completion fish | source\n";
  for (const Command command : program.subcommands()) {
    const std::string name = command.name();
    out += fmt::format("complete -c agon -n __fish_use_subcommand -a {} -d '{}'\n", name, command.summary());
    for (const std::string& option : command.long_options())
      out += fmt::format("complete -c agon -n '__fish_seen_subcommand_from {}' -l {}\n", name, option.substr(2));
  }
  return out +
         "complete -c agon -n 'not __fish_use_subcommand' -a \"(agon games --json 2>/dev/null | string match -rg "
         "'\\\"name\\\":\\\"([^\\\"]*)')\"\n";
}

}  // namespace

void add_completion_command(Command app, Context&) {
  auto shell = std::make_shared<std::string>("bash");
  const Command command = app.subcommand("completion", "Print a completion script for a shell");
  command.argument("shell", *shell, "shell to print it for").show_default().one_of({"bash", "zsh", "fish"});
  command.examples({{"eval \"$(agon completion bash)\"", "in ~/.bashrc"},
                    {"agon completion fish | source", "in config.fish"},
                    {"agon completion zsh > agon.zsh", "a file to source from .zshrc"}});
  command.callback([shell, app] {
    if (*shell == "bash") fmt::print("{}", bash(app));
    else if (*shell == "zsh") fmt::print("{}", zsh(app));
    else fmt::print("{}", fish(app));
  });
}

}  // namespace agon::cli
