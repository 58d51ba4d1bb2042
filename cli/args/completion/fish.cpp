// Completion for fish, a line of `complete` a word.
#include <fmt/format.h>

#include "cli/args/completion/shells.hpp"

namespace hippuzzle {
namespace {

std::string fish_quoted(const std::string& text) {
  std::string result = "'";
  for (const char c : text) {
    if (c == '\'' || c == '\\') result += '\\';
    result += c;
  }
  return result + "'";
}

// The values after a word, as options of `complete`.
std::string fish_values(Value value, const CommandLine& line) {
  switch (value) {
    case Value::none:
      return "";
    case Value::file:
      return " -rF";
    case Value::directory:
      return " -xa '(__fish_complete_directories)'";
    case Value::puzzle: {
      std::string ids;
      for (const PuzzleWord& puzzle : line.puzzles) ids += puzzle.id + ' ';
      return " -xa " + fish_quoted(ids);
    }
    case Value::variant:
      return " -xa '(__hippuzzle_variant_names)'";
    case Value::other:
      return " -x";
    default:
      return fmt::format(" -xa '{}'", fmt::join(line.words.at(value), " "));
  }
}

// The function that prints the variants of the puzzles that the line names, or of all.
std::string variant_names(const CommandLine& line) {
  std::string cases;
  for (const PuzzleWord& puzzle : line.puzzles) {
    cases += fmt::format("      case {}\n        set known 1\n        set names $names", puzzle.id);
    for (const std::string& flag : puzzle.flags) cases += ' ' + flag.substr(2);
    cases += '\n';
  }
  return fmt::format(
      "function __hippuzzle_variant_names\n  set -l names\n  set -l known\n"
      "  for word in (commandline -opc)\n    switch $word\n{}    end\n  end\n"
      "  set -q known[1]; or set names {}\n  printf '%s\\n' $names\nend\n",
      cases, fmt::join(line.words.at(Value::variant), " "));
}

std::string one_option(const OptionWord& option, const std::string& condition,
                       const CommandLine& line) {
  return fmt::format("complete -c hippuzzle{} -l {}{} -d {}\n",
                     condition.empty() ? "" : " -n " + fish_quoted(condition),
                     option.name.substr(2), fish_values(option.value, line),
                     fish_quoted(option.help));
}

}  // namespace

std::string fish_completion(const CommandLine& line) {
  std::string text =
      "# Completion of hippuzzle for fish.\ncomplete -c hippuzzle -f\n" + variant_names(line);
  for (const OptionWord& option : line.options) text += one_option(option, "", line);
  std::string ids;
  for (const PuzzleWord& puzzle : line.puzzles) {
    ids += ' ' + puzzle.id;
    text += fmt::format("complete -c hippuzzle -n __fish_use_subcommand -a {} -d {}\n", puzzle.id,
                        fish_quoted(puzzle.title));
    for (const std::string& flag : puzzle.flags) {
      text += fmt::format("complete -c hippuzzle -n '__fish_seen_subcommand_from {}' -l {}\n",
                          puzzle.id, flag.substr(2));
    }
  }
  for (const OptionWord& option : line.puzzle_options) {
    text += one_option(option, "__fish_seen_subcommand_from" + ids, line);
  }
  for (const CommandWord& command : line.commands) {
    const std::string condition = "__fish_seen_subcommand_from " + command.name;
    text += fmt::format("complete -c hippuzzle -n __fish_use_subcommand -a {} -d {}\n",
                        command.name, fish_quoted(command.help));
    if (command.argument != Value::none) {
      text += fmt::format("complete -c hippuzzle -n '{}'{}\n", condition,
                          fish_values(command.argument, line));
    }
    for (const OptionWord& option : command.options) text += one_option(option, condition, line);
  }
  return text;
}

}  // namespace hippuzzle
