// Completion for zsh, through its own _arguments and _describe.
#include <fmt/format.h>

#include "cli/args/completion/shells.hpp"

namespace hippuzzle {
namespace {

constexpr const char* zsh_tail = R"sh(
_hippuzzle() {
  local context state line
  local -A opt_args
  _arguments -C $hippuzzle_options '1: :_hippuzzle_commands' '*:: :->rest'
  [[ $state = rest ]] || return
  local -a options=($hippuzzle_options)
  local puzzle=${line[1]}
  case $line[1] in
)sh";

std::string quoted(const std::string& text) {
  std::string result = "'";
  for (const char c : text) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return result + "'";
}

// In an _arguments specification '[', ']' and ':' have a meaning.
std::string escaped(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '[' || c == ']' || c == ':' || c == '\\') result += '\\';
    result += c;
  }
  return result;
}

std::string action(Value value, const CommandLine& line) {
  switch (value) {
    case Value::none:
      return "";
    case Value::puzzle:
      return ":puzzle:_hippuzzle_puzzles";
    case Value::variant:
      return ":variant:_hippuzzle_variant_names";
    case Value::directory:
      return ":directory:_files -/";
    case Value::file:
      return ":file:_files";
    case Value::other:
      return ":value: ";
    default:
      return fmt::format(":value:({})", fmt::join(line.words.at(value), " "));
  }
  return "";
}

std::string specifications(const std::vector<OptionWord>& options, const CommandLine& line) {
  std::string text;
  for (const OptionWord& option : options) {
    text += " " + quoted(fmt::format("{}[{}]{}", option.name, escaped(option.help),
                                     action(option.value, line)));
  }
  return text;
}

std::string described(const std::string& name, const std::string& help) {
  return " " + quoted(fmt::format("{}:{}", name, help));
}

std::string argument(const CommandWord& command, const CommandLine& line) {
  const std::string text = action(command.argument, line);
  return text.empty() ? "" : " " + quoted((command.name == "run" ? "*" : "1") + text);
}

}  // namespace

std::string zsh_completion(const CommandLine& line) {
  std::string commands, puzzles, variants, names, cases, ids;
  for (const PuzzleWord& puzzle : line.puzzles) ids += (ids.empty() ? "" : "|") + puzzle.id;
  for (const CommandWord& command : line.commands) {
    commands += described(command.name, command.help);
    cases += fmt::format("    {}) options+=({}{}) ;;\n", command.name,
                         specifications(command.options, line), argument(command, line));
    if (command.takes_variants) {
      cases.insert(cases.rfind(" ;;"), "; puzzle=${line[(r)(" + ids + ")]}");
    }
  }
  for (const PuzzleWord& puzzle : line.puzzles) {
    puzzles += described(puzzle.id, puzzle.title);
    names += fmt::format("    {}) known=1; names+=(", puzzle.id);
    for (const std::string& flag : puzzle.flags) names += flag.substr(2) + ' ';
    names += ") ;;\n";
    if (puzzle.flags.empty()) continue;
    variants += fmt::format("    {}) options+=({}) ;;\n", puzzle.id, fmt::join(puzzle.flags, " "));
  }
  return fmt::format(
             "#compdef hippuzzle\n# Completion of hippuzzle for zsh.\n\n"
             "setopt localoptions extendedglob\n"
             "typeset -ga hippuzzle_options=({})\n\n"
             "_hippuzzle_puzzles() {{\n  local -a puzzles=({})\n"
             "  _describe -t puzzles puzzle puzzles\n}}\n\n"
             "_hippuzzle_commands() {{\n  local -a commands=({})\n"
             "  _describe -t commands command commands\n  _hippuzzle_puzzles\n}}\n\n"
             "_hippuzzle_variant_names() {{\n  local -a names=()\n  local word known\n"
             "  for word in $words; do\n    case $word in\n{}    esac\n  done\n"
             "  [[ -n $known ]] || names=({})\n  compadd -a names\n}}\n",
             specifications(line.options, line), puzzles, commands, names,
             fmt::join(line.words.at(Value::variant), " ")) +
         zsh_tail + cases +
         fmt::format(
             "    *) options+=({}) ;;\n  esac\n  case $puzzle in\n{}  esac\n"
             "  _arguments $options\n}}\n\n"
             "if [[ $funcstack[1] = _hippuzzle ]]; then\n  _hippuzzle \"$@\"\nelse\n"
             "  compdef _hippuzzle hippuzzle\nfi\n",
             specifications(line.puzzle_options, line), variants);
}

}  // namespace hippuzzle
