#include "cli/args/parser.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <string_view>

#include "cli/args/help_flag.hpp"
#include "cli/args/help_formatter.hpp"
#include "cli/args/option_values.hpp"
#include "cli/args/puzzle_argument.hpp"
#include "cli/args/suggest.hpp"
#include "cli/report/output.hpp"
#include "support/outcome.hpp"

namespace hippuzzle {
namespace {

std::vector<std::string> option_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

std::vector<std::string> command_names(const CLI::App& app, const KnownCommands& known) {
  std::vector<std::string> names = known.others;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    names.push_back(command->get_name());
  }
  return names;
}

std::string did_you_mean(const std::string& word, const std::vector<std::string>& candidates,
                         const std::string& otherwise) {
  const std::string best = nearest(word, candidates);
  return best.empty() ? otherwise : fmt::format("did you mean '{}'?", best);
}

std::string unexpected_argument(const CLI::App& app, const KnownCommands& known,
                                const std::string& word) {
  const auto chosen = app.get_subcommands();
  const bool is_option = word.starts_with('-');
  if (chosen.empty() && !is_option) {
    return fmt::format("there is no puzzle or command '{}'; {}", word,
                       did_you_mean(word, command_names(app, known), "see `hippuzzle list`"));
  }
  const CLI::App& context = chosen.empty() ? app : *chosen.front();
  const std::string name =
      chosen.empty() ? "hippuzzle" : fmt::format("hippuzzle {}", context.get_name());
  auto candidates = option_names(context);
  if (!chosen.empty()) std::ranges::copy(option_names(app), std::back_inserter(candidates));
  const std::string option = word.substr(0, word.find('='));
  if (!chosen.empty() && is_option && std::ranges::find(candidates, option) != candidates.end()) {
    return fmt::format("{0} is an option of `{1}` and must follow it; write `{1} {0}`", option,
                       name);
  }
  const bool chooses_puzzles =
      !is_option && std::ranges::find(candidates, "--puzzle") != candidates.end();
  return fmt::format(
      "`{}` does not take '{}'; {}", name, word,
      did_you_mean(is_option ? word : "--" + word, candidates,
                   chooses_puzzles ? fmt::format("choose a puzzle by --puzzle {}", word)
                                   : fmt::format("see `{} --help`", name)));
}

// CLI11's error as one sentence of ours.
Error usage_error(const CLI::App& app, const KnownCommands& known, const CLI::ParseError& error) {
  if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr) {
    const auto words = app.remaining(true);
    if (!words.empty())
      return Error(Outcome::usage, unexpected_argument(app, known, words.front()));
  }
  if (dynamic_cast<const CLI::ExcludesError*>(&error) != nullptr ||
      dynamic_cast<const CLI::RequiresError*>(&error) != nullptr) {
    for (const auto& [option, other, needs_other, why] : known.rules) {
      if (option->count() > 0 && needs_other == (other->count() == 0)) {
        return Error(Outcome::usage, why);
      }
    }
  }
  std::string command = "hippuzzle";
  const CLI::App* last = &app;
  for (auto chosen = app.get_subcommands(); !chosen.empty();
       chosen = chosen.front()->get_subcommands()) {
    last = chosen.front();
    command += " " + last->get_name();
  }
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr) {
    const std::string text = error.what();  // "--seed: 1 required N missing"
    return Error(Outcome::usage, fmt::format("{} needs a value; see `{} --help`",
                                             text.substr(0, text.find(':')), command));
  }
  if (dynamic_cast<const CLI::ConversionError*>(&error) != nullptr) {
    const std::string text = error.what();  // "Could not convert: --json = o.json"
    const size_t name = text.find("--"), value = text.find(" = ");
    if (name != text.npos && value != text.npos && name < value) {
      const std::string option = text.substr(name, value - name);
      const CLI::Option* const known_option = last->get_option_no_throw(option);
      const bool is_flag = known_option != nullptr && known_option->get_expected_max() == 0;
      return Error(Outcome::usage, fmt::format("{} {} '{}'; see `{} --help`", option,
                                               is_flag ? "takes no value, found" : "cannot be",
                                               text.substr(value + 3), command));
    }
  }
  return Error(Outcome::usage, fmt::format("{}; see `{} --help`", error.what(), command));
}

// How many words an option of `hippuzzle` itself takes, with its value; 0 for every other word.
ptrdiff_t words_of_root_option(const CLI::App& app, const std::string& word) {
  if (!word.starts_with('-') || word == "--") return 0;
  const size_t value = word.find('=');
  const CLI::Option* option = app.get_option_no_throw(word.substr(0, value));
  if (option == nullptr) return 0;
  return value == word.npos && option->get_items_expected_max() > 0 ? 2 : 1;
}

// The first word at or after `begin` that no option of `hippuzzle` itself takes.
size_t after_root_options(const CLI::App& app, const std::vector<std::string>& words,
                          size_t begin) {
  while (begin < words.size()) {
    const ptrdiff_t taken = words_of_root_option(app, words[begin]);
    if (taken == 0) return begin;
    begin += taken;
  }
  return words.size();
}

// "help check" as "check --help"; false if the words are other ones.
bool help_as_option(const CLI::App& app, const KnownCommands& known,
                    std::vector<std::string>& words) {
  const size_t help = after_root_options(app, words, 0);
  if (help >= words.size() || words[help] != "help") return false;
  const size_t name = after_root_options(app, words, help + 1);
  const bool is_alone = name == words.size();
  if (!is_alone && words[name] == "--") {
    throw Error(Outcome::usage, "`hippuzzle help` does not take '--'; leave it out");
  }
  const auto names = command_names(app, known);
  if (!is_alone && std::ranges::find(names, words[name]) == names.end()) return false;
  if (is_alone && std::ranges::find(words, "--help") != words.end()) return false;  // help's own
  words.erase(words.begin() + static_cast<ptrdiff_t>(help));
  words.insert(std::ranges::find(words, "--"), "--help");
  return true;
}

// Refuses a word that the help of a command does not use. Used are the names of a command and of
// its own commands, and a puzzle if the command's help lists the puzzle's variants.
void require_used_by_help(const CLI::App& app, const KnownCommands& known,
                          const std::vector<std::string>& words) {
  std::string command = "hippuzzle help";
  const CLI::App* context = &app;
  const auto names = command_names(app, known);
  for (size_t i = after_root_options(app, words, 0); i < words.size();
       i = after_root_options(app, words, i + 1)) {
    const auto chosen = context->get_subcommands();
    const CLI::Option* puzzle = context->get_option_no_throw("puzzle");
    if (!chosen.empty() && chosen.front()->get_name() == words[i]) {
      context = chosen.front();
    } else if (puzzle == nullptr || puzzle->get_type_name() != puzzle_with_variants_type ||
               std::ranges::find(names, words[i]) == names.end()) {
      throw Error(Outcome::usage,
                  fmt::format("`{0}` does not use '{1}'; write `{0}`", command, words[i]));
    }
    command += " " + words[i];
  }
}

// Refuses "--seed=".
void refuse_empty_values(const std::vector<std::string>& words) {
  for (const std::string& word : words) {
    if (!word.starts_with("--") || word.size() < 4 || word.find('=') != word.size() - 1) continue;
    throw Error(Outcome::usage,
                fmt::format("{0} has an empty value, found ''; write a value, or leave {0} out",
                            word.substr(0, word.size() - 1)));
  }
}

// Cuts off the words that follow the name of the unread command, where only options of the root
// come before the name, and keeps them. CLI11 reads a help flag among them if it is the first.
void keep_words_as_typed(const CLI::App& app, KnownCommands& known,
                         std::vector<std::string>& words) {
  if (known.unread == nullptr) return;
  size_t first = after_root_options(app, words, 0);
  if (first == words.size() || words[first] != known.unread->get_name()) return;
  if (++first == words.size() || words[first] == "--help" || words[first] == "-h") return;
  const auto word = words.begin() + static_cast<ptrdiff_t>(first);
  known.words_as_typed.assign(word, words.end());
  words.erase(word, words.end());
}

}  // namespace

Parser::Parser(const std::string& description)
    : app_(std::make_unique<CLI::App>(description, "hippuzzle")) {
  app_->set_help_flag();
  app_->formatter(std::make_shared<HelpFormatter>());
  app_->require_subcommand(0, 1);
  app_->fallthrough();
}

Parser::~Parser() = default;

Command Parser::root() { return Command(*app_, known_); }

void Parser::add_flags(std::function<std::string()> version) {
  add_help_flag(*app_);
  app_->set_version_flag("--version", std::move(version));
}

Action Parser::parse(int argc, char** argv) {
  const Action nothing_left = [] { return Outcome::passed; };
  std::vector<std::string> words(argv + 1, argv + argc);
  keep_words_as_typed(*app_, known_, words);
  refuse_empty_words("", words);
  refuse_empty_values(words);
  const bool is_help = help_as_option(*app_, known_, words);
  try {
    app_->parse(std::vector<std::string>(words.rbegin(), words.rend()));  // as CLI11 takes them
  } catch (const CLI::Success& help_or_version) {
    if (is_help) require_used_by_help(*app_, known_, words);
    app_->exit(help_or_version);
    return nothing_left;
  } catch (const CLI::ParseError& error) {
    throw usage_error(*app_, known_, error);
  }
  if (known_.chosen) return known_.chosen;
  if (std::find(argv + 1, argv + argc, std::string_view("--")) != argv + argc) {
    throw Error(Outcome::usage,
                "`hippuzzle` takes no '--' before a puzzle or a command; remove it");
  }
  write_text(app_->help());
  return nothing_left;
}

}  // namespace hippuzzle
