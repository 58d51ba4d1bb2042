// The options that every command has, and what follows from them.
#pragma once

#include "cli/args/command.hpp"
#include "engine/catalog/catalog.hpp"
#include "engine/modules/search_path.hpp"

namespace hippuzzle {

class GlobalOptions {
 public:
  // Adds -v, --plugin-path and --edition. The last two are read ahead of the parser: they decide
  // which puzzles, and so which commands, there are.
  GlobalOptions(Command app, int argc, char** argv);

  const SearchPath& search_path() const { return search_path_; }
  const Catalog& catalog() const { return catalog_; }
  const std::vector<std::string>& command_line() const { return command_line_; }  // without argv[0]

 private:
  SearchPath search_path_;
  Catalog catalog_;
  std::vector<std::string> command_line_;
};

// "hippuzzle 0.1.0 (ABI 1)"
std::string version_text();

}  // namespace hippuzzle
