// The command line, as CLI11 reads it: owns what Command and Option name.
#pragma once

#include <memory>
#include <string>

#include "cli/args/command.hpp"

namespace hippuzzle {

class Parser {
 public:
  Parser(const std::string& description, const std::string& version);
  ~Parser();

  Command root() const;

  // Reads the command line and lets the chosen command act, or prints the help or version that was
  // asked for; help too when nothing was. Throws Error(usage) on what no command takes, naming the
  // nearest thing that exists.
  void parse(int argc, char** argv);

 private:
  std::unique_ptr<CLI::App> app_;
};

}  // namespace hippuzzle
