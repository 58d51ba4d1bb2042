// The command line, as CLI11 reads it: owns the objects of Command and Option.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "cli/args/command.hpp"

namespace hippuzzle {

class Parser {
 public:
  explicit Parser(const std::string& description);
  ~Parser();

  Command root();

  // Adds --help and --version. To be called once all commands are there: each would copy the flag,
  // and has one of its own as soon as it is met.
  void add_flags(std::function<std::string()> version);

  // Reads the command line and returns the action of the command that it names. Help or the
  // version, and help where nothing was named, is printed instead; the action returned then does
  // nothing and passes. Throws Error(usage) for a word that no command takes, naming the nearest
  // thing that exists.
  Action parse(int argc, char** argv);

  // Whether the command that was chosen took its words as they were typed.
  bool kept_words() const { return !known_.words_as_typed.empty(); }

 private:
  std::unique_ptr<CLI::App> app_;
  KnownCommands known_;
};

}  // namespace hippuzzle
