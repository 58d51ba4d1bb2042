#include "cli/args/completion/typed_words.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iterator>
#include <set>
#include <string_view>

#include "cli/args/option_groups.hpp"
#include "cli/args/puzzle_argument.hpp"
#include "engine/platforms/platforms.hpp"

namespace hippuzzle {
namespace {

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

// Commands about a stub, for puzzles that have one.
constexpr std::string_view about_a_stub[] = {"start", "watch", "hint", "reset"};

Value value_of(const CLI::Option& option) {
  if (option.get_items_expected_max() == 0) return Value::none;
  const std::string type = option.get_type_name();
  if (type == puzzle_type || type == puzzle_with_variants_type || option.get_name() == "pattern")
    return Value::puzzle;
  if (option.get_name() == "command") return Value::command;
  if (option.get_name() == "--tag") return Value::tag;
  if (option.get_name() == "--suite") return Value::suite;
  if (option.get_name() == "--backend") return Value::backend;
  if (option.get_name() == "--edition") return Value::edition;
  if (option.get_name() == "--variant") return Value::variant;
  if (option.get_name() == "--only") return Value::finding;
  if (option.get_name() == "word") return Value::word;
  if (option.get_name() == "--color") return Value::when;
  if (type.starts_with("DIR")) return Value::directory;
  if (type.starts_with("FILE")) return Value::file;
  if (type.starts_with("bash|")) return Value::shell;
  if (type.starts_with("N|NAME")) return Value::device;
  return Value::other;
}

std::vector<OptionWord> options_of(const CLI::App& app) {
  std::vector<OptionWord> words;
  for (const CLI::Option* option : app.get_options()) {
    if (option->get_group().empty()) continue;
    for (const std::string& name : option->get_lnames()) {
      words.push_back({"--" + name, first_line(option->get_description()), value_of(*option)});
    }
  }
  return words;
}

CommandWord command_of(const CLI::App& app) {
  CommandWord word{app.get_name(), first_line(app.get_description()), options_of(app), Value::none};
  for (const CLI::Option* option : app.get_options()) {
    if (option->get_positional() && word.argument == Value::none) {
      word.argument = value_of(*option);
      if (word.argument == Value::puzzle &&
          std::ranges::find(about_a_stub, word.name) != std::end(about_a_stub)) {
        word.argument = Value::to_solve;
      }
      word.takes_variants = option->get_type_name() == puzzle_with_variants_type;
    }
  }
  return word;
}

PuzzleWord puzzle_of(const CatalogEntry& entry) {
  PuzzleWord word{entry.id, entry.title, {}};
  for (const VariantRef& ref : entry.refs) {
    if (!ref.flag.empty()) word.flags.push_back("--" + ref.flag);
  }
  return word;
}

}  // namespace

CommandLine describe(Command command_line, const Catalog& catalog,
                     std::map<Value, std::vector<std::string>> words) {
  command_line.prepare_all();
  const CLI::App& app = command_line.parser();
  CommandLine line;
  line.words = std::move(words);
  line.words[Value::backend] = backend_words();
  line.words[Value::shell] = shell_words;
  line.words[Value::when] = {"auto", "always", "never"};
  line.options = options_of(app);
  const auto ids = catalog.ids();
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    if (!command->get_group().empty()) line.commands.push_back(command_of(*command));
  }
  RunSettings unused;  // puzzles' commands have no options before they are met
  const Command puzzle = command_line.subcommand("any-puzzle", "", "");
  add_puzzle_options(puzzle, unused);
  line.puzzle_options = options_of(puzzle.parser());
  for (const CommandWord& command : line.commands) {
    line.words[Value::command].push_back(command.name);
  }
  std::set<std::string> variants;
  for (const std::string& id : ids) {
    line.words[Value::command].push_back(id);
    line.puzzles.push_back(puzzle_of(catalog.open(id)));
    for (const std::string& flag : line.puzzles.back().flags) variants.insert(flag.substr(2));
  }
  line.words[Value::variant].assign(variants.begin(), variants.end());
  return line;
}

}  // namespace hippuzzle
