#include "cli/args/global_options.hpp"

#include <fmt/format.h>
#include <hippuzzle/types.h>

#include <string_view>

#include <hippuzzle/version.hpp>
#include "cli/terminal/logging.hpp"

namespace hippuzzle {
namespace {

// The values that an option is given, "--option VALUE" or "--option=VALUE".
std::vector<std::string> values_of(std::string_view option, int argc, char** argv) {
  std::vector<std::string> values;
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    if (argument == option && i + 1 < argc) {
      values.emplace_back(argv[++i]);
    } else if (argument.starts_with(option) && argument.substr(option.size()).starts_with('=')) {
      values.emplace_back(argument.substr(option.size() + 1));
    }
  }
  return values;
}

std::vector<std::filesystem::path> plugin_paths(int argc, char** argv) {
  const auto values = values_of("--plugin-path", argc, argv);
  return {values.begin(), values.end()};
}

std::string edition(int argc, char** argv) {
  const auto values = values_of("--edition", argc, argv);
  return values.empty() ? "" : values.back();
}

std::string existing_directory(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::is_directory(path, ignored)
             ? ""
             : fmt::format("there is no directory '{}'", path);
}

}  // namespace

GlobalOptions::GlobalOptions(Command app, int argc, char** argv)
    : search_path_(plugin_paths(argc, argv)),
      catalog_(search_path_, edition(argc, argv)),
      command_line_(argv + 1, argv + argc) {
  app.option("--plugin-path", "look for puzzles in DIR first; may be given more than once")
      .type_name("DIR")
      .check(existing_directory)
      .repeatable();
  app.option("--edition", "use the ids, inputs and expected lines of another edition: classic")
      .type_name("NAME");
  app.flag("-v,--verbose", logging::show_details, "say what is looked for, chosen and run")
      .at_once();
}

std::string version_text() {
  const std::string commit = *revision != 0 ? fmt::format(", commit {}", revision) : "";
  return fmt::format("hippuzzle {} (plugin ABI {}{})", version, HIPPUZZLE_ABI_VERSION, commit);
}

}  // namespace hippuzzle
