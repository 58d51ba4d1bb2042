// A command of hippuzzle and its options, as commands/ declares them.
//
// Only command.cpp and parser.cpp use CLI11, because its headers cost every source that
// includes them four seconds of compilation. Both classes are handles to objects that live as long
// as the parser.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "support/outcome.hpp"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace hippuzzle {

// Says in one sentence what is wrong with a value; "" when it is right.
using ValueCheck = std::string (*)(const std::string& value);

struct KnownCommands;

class Option {
 public:
  Option(CLI::Option* option, KnownCommands& known) : option_(option), known_(&known) {}

  const Option& type_name(const std::string& name) const;  // the value's name in help
  const Option& check(ValueCheck check) const;
  const Option& one_of(const std::vector<std::string>& words) const;
  const Option& required() const;
  const Option& values(int count) const;  // exactly this number of values after the option
  const Option& value_or_none() const;    // its value may be left out, and is "" then
  const Option& repeatable() const;       // may be given more than once, one value each time
  const Option& group(const std::string& heading) const;
  const Option& description(const std::string& text) const;
  const Option& at_once() const;  // a flag that acts when it is read, before all others

  // The user may not give both, or may not give this one alone. why: the sentence for a user who
  // does.
  const Option& excludes(const Option& other, const std::string& why) const;
  const Option& needs(const Option& other, const std::string& why) const;

 private:
  CLI::Option* option_;
  KnownCommands* known_;
};

// The work of a command, for when the whole command line has been read.
using Action = std::function<Outcome()>;

// A rule for two options.
struct OptionRule {
  const CLI::Option* option;
  const CLI::Option* other;
  bool needs_other;  // else excludes it
  std::string why;
};

// The commands of a parser, in addition to CLI11's data about them.
struct KnownCommands {
  std::vector<OptionRule> rules;
  Action chosen;                                    // of the command that the user named
  std::vector<std::function<void()>> preparations;  // of the commands in help
  std::vector<std::function<void()>> last;          // of the command that is being prepared
  std::vector<std::string> others;                  // that exist and were not added
  const CLI::App* unread = nullptr;                 // the command whose words are not interpreted
  std::vector<std::string> words_as_typed;          // those words, once the command line was read
};

class Command {
 public:
  Command(CLI::App& parser, KnownCommands& known) : parser_(&parser), known_(&known) {}

  // group: the heading it is listed under; "" hides it.
  Command subcommand(const std::string& name, const std::string& description) const;
  Command subcommand(const std::string& name, const std::string& description,
                     const std::string& group) const;

  const Command& description(const std::string& text) const;
  const Command& subcommands_are(const std::string& name) const;  // in help's line of usage
  const Command& footer(const std::string& text) const;

  // The parser leaves the words after the command's name unread, unless help is the first of them.
  // words_as_typed() has them in the action.
  const Command& takes_words_as_typed() const;
  const std::vector<std::string>& words_as_typed() const { return known_->words_as_typed; }

  // names: "--json", "-v,--verbose".
  Option flag(const std::string& names, bool& target, const std::string& help) const;
  Option flag(const std::string& names, std::function<void()> act, const std::string& help) const;

  // A name without dashes is a positional argument. The target keeps its value when the option is
  // not given.
  Option option(const std::string& name, std::string& target, const std::string& help) const;
  Option option(const std::string& name, std::optional<std::string>& target,
                const std::string& help) const;
  Option option(const std::string& name, std::vector<std::string>& target,
                const std::string& help) const;
  Option option(const std::string& name, int& target, const std::string& help) const;
  Option option(const std::string& name, uint64_t& target, const std::string& help) const;
  Option option(const std::string& name, double& target, const std::string& help) const;
  Option option(const std::string& name, const std::string& help) const;  // read elsewhere

  // An option that was added before.
  Option named(const std::string& name) const;

  // The values that an option was given: once the command line has been read.
  std::vector<std::string> values_of(const std::string& name) const;

  // prepare adds the command's options. It is called when the command is met, before its arguments
  // are read: the options of all commands would cost each run milliseconds.
  void prepare(std::function<void()> prepare) const;

  // Adds options to a command that is being prepared: add is called after the others.
  void prepare_last(std::function<void()> add) const;

  // Adds the options of all commands in help, for callers that describe them.
  void prepare_all() const;

  // A command that exists and need not be added, as the user has not named it.
  void mention(const std::string& name) const;

  // Parser::parse() returns the action of the innermost command that the user named.
  void act(Action action) const;

  std::string name() const;
  bool takes(const std::string& option) const;  // "--seed", already added to this command
  Command root() const;  // `hippuzzle` itself
  CLI::App& parser() const { return *parser_; }

 private:
  CLI::App* parser_;
  KnownCommands* known_;
};

}  // namespace hippuzzle
