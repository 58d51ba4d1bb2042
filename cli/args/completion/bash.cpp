// Completion for bash 4 and later, without the bash-completion package.
#include <fmt/format.h>

#include <algorithm>

#include "cli/args/completion/shells.hpp"

namespace hippuzzle {
namespace {

constexpr const char* bash_head =
    R"sh(# Completion of hippuzzle for bash: eval "$(hippuzzle completion bash)"

_hippuzzle_variants() {
  case $1 in
)sh";

// ALL_VARIANTS: where the line names no puzzle.
constexpr const char* middle = R"sh(  esac
}

_hippuzzle_variant_names() {
  local names= word
  for word in "${COMP_WORDS[@]:1}"; do names+=$(_hippuzzle_variants "$word"); done
  names=${names// --/ }
  echo "${names:-ALL_VARIANTS}"
}

_hippuzzle_words() {
  case $1 in
)sh";

constexpr const char* body = R"sh(  esac
}

_hippuzzle() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
  local command= puzzle= words= i
  COMPREPLY=()
  case $before in
)sh";

constexpr const char* bash_tail = R"sh(  esac
  for ((i = 1; i < COMP_CWORD; i++)); do
    case ${COMP_WORDS[i]} in
      --plugin-path | --edition) ((i++)) ;;
      -*) ;;
      *)
        [ -n "$command" ] || command=${COMP_WORDS[i]}
        [ -z "$(_hippuzzle_variants "${COMP_WORDS[i]}")" ] || puzzle=${COMP_WORDS[i]}
        ;;
    esac
  done
  words=$(_hippuzzle_words "$command")
  if [ "$words" = DIRECTORY ]; then
    COMPREPLY=($(compgen -d -- "$word"))
    return
  fi
  case $command in
    TAKES_VARIANTS) [ -z "$puzzle" ] || words+=" $(_hippuzzle_variants "$puzzle")" ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}

complete -o default -F _hippuzzle hippuzzle
)sh";

std::string replaced(std::string script, const std::string& placeholder, const std::string& by) {
  return script.replace(script.find(placeholder), placeholder.size(), by);
}

std::string names(const std::vector<OptionWord>& options) {
  std::string text;
  for (const OptionWord& option : options) text += " " + option.name;
  return text;
}

std::string puzzle_ids(const CommandLine& line, const char* separator) {
  std::vector<std::string> ids;
  for (const PuzzleWord& puzzle : line.puzzles) ids.push_back(puzzle.id);
  return fmt::format("{}", fmt::join(ids, separator));
}

std::string words_of(const CommandWord& command, const CommandLine& line) {
  switch (command.argument) {
    case Value::puzzle:
      return puzzle_ids(line, " ") + names(command.options) + names(line.options);
    case Value::to_solve:
      return fmt::format("{}{}{}", fmt::join(line.words.at(Value::to_solve), " "),
                         names(command.options), names(line.options));
    case Value::shell:
    case Value::command:
    case Value::word:
      return fmt::format("{}", fmt::join(line.words.at(command.argument), " "));
    case Value::directory:
      return "DIRECTORY";
    default:
      return names(command.options) + names(line.options);
  }
}

// The case that completes the word after an option.
std::string value_case(const OptionWord& option, const CommandLine& line) {
  switch (option.value) {
    case Value::none:
      return "";
    case Value::backend:
    case Value::edition:
    case Value::finding:
    case Value::tag:
    case Value::suite:
    case Value::word:
    case Value::when:
      return fmt::format("    {}) COMPREPLY=($(compgen -W \"{}\" -- \"$word\")); return ;;\n",
                         option.name, fmt::join(line.words.at(option.value), " "));
    case Value::variant:
      return fmt::format(
          "    {}) COMPREPLY=($(compgen -W \"$(_hippuzzle_variant_names)\" -- \"$word\")); return "
          ";;\n",
          option.name);
    case Value::directory:
      return fmt::format("    {}) COMPREPLY=($(compgen -d -- \"$word\")); return ;;\n",
                         option.name);
    case Value::file:
      return fmt::format("    {}) COMPREPLY=($(compgen -f -- \"$word\")); return ;;\n",
                         option.name);
    default:
      return fmt::format("    {}) return ;;\n", option.name);
  }
}

// Names of devices, for the commands whose --device takes a name; elsewhere it takes a number.
std::string device_case(const CommandLine& line) {
  std::vector<std::string> commands;
  for (const CommandWord& command : line.commands) {
    const auto takes_names = [](const OptionWord& option) {
      return option.name == "--device" && option.value == Value::device;
    };
    if (std::ranges::any_of(command.options, takes_names)) {
      commands.push_back("*\" " + command.name + " \"*");
    }
  }
  if (commands.empty()) return "";
  return fmt::format(
      "    --device) case \" ${{COMP_WORDS[*]}} \" in\n        {})"
      " COMPREPLY=($(compgen -W \"{}\" -- \"$word\")) ;;\n      esac; return ;;\n",
      fmt::join(commands, " | "), fmt::join(line.words.at(Value::device), " "));
}

std::string value_cases(const CommandLine& line) {
  std::string text = device_case(line);
  const auto add = [&](const std::vector<OptionWord>& options) {
    for (const OptionWord& option : options) {
      const std::string item = value_case(option, line);
      if (text.find(item) == text.npos) text += item;
    }
  };
  add(line.options);
  add(line.puzzle_options);
  for (const CommandWord& command : line.commands) add(command.options);
  return text;
}

}  // namespace

std::string bash_completion(const CommandLine& line) {
  std::string text = bash_head;
  for (const PuzzleWord& puzzle : line.puzzles) {
    text += fmt::format("    {}) echo \" {}\" ;;\n", puzzle.id, fmt::join(puzzle.flags, " "));
  }
  text += replaced(middle, "ALL_VARIANTS",
                   fmt::format("{}", fmt::join(line.words.at(Value::variant), " ")));
  std::string all = puzzle_ids(line, " ");
  std::string takes_variants = puzzle_ids(line, " | ");
  for (const CommandWord& command : line.commands) {
    all += " " + command.name;
    text += fmt::format("    {}) echo \"{}\" ;;\n", command.name, words_of(command, line));
    if (command.takes_variants) takes_variants += " | " + command.name;
  }
  text += fmt::format("    {}) echo \"{}{}\" ;;\n", puzzle_ids(line, " | "),
                      names(line.puzzle_options), names(line.options));
  text += fmt::format("    '') echo \"{}{}\" ;;\n", all, names(line.options));
  text += body + value_cases(line);
  return text + replaced(bash_tail, "TAKES_VARIANTS", takes_variants);
}

}  // namespace hippuzzle
