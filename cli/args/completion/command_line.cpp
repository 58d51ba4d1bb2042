#include "cli/args/completion/command_line.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>

#include "cli/args/puzzle_argument.hpp"

namespace hippuzzle {
namespace {

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

Value value_of(const CLI::Option& option) {
  if (option.get_items_expected_max() == 0) return Value::none;
  const std::string type = option.get_type_name();
  if (type == puzzle_type || type == puzzle_with_variants_type || option.get_name() == "pattern")
    return Value::puzzle;
  if (option.get_name() == "--backend") return Value::backend;
  if (type.starts_with("DIR")) return Value::directory;
  if (type.starts_with("FILE")) return Value::file;
  if (type.starts_with("bash|zsh")) return Value::shell;
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
                     std::vector<std::string> devices) {
  const CLI::App& app = command_line.parser();
  CommandLine line;
  line.devices = std::move(devices);
  line.options = options_of(app);
  const auto ids = catalog.ids();
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    if (!command->get_group().empty()) {
      line.commands.push_back(command_of(*command));
    } else if (std::ranges::find(ids, command->get_name()) != ids.end()) {
      line.puzzle_options = options_of(*command);
    }
  }
  for (const std::string& id : ids) line.puzzles.push_back(puzzle_of(catalog.open(id)));
  return line;
}

}  // namespace hippuzzle
