#include "cli/args/global_options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <hippuzzle/types.h>

#include <charconv>
#include <hippuzzle/version.hpp>
#include <utility>

#include "cli/terminal/screen/logging.hpp"
#include "engine/platforms/platforms.hpp"

namespace hippuzzle {
namespace {

std::string existing_directory(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::is_directory(path, ignored)
             ? ""
             : fmt::format("there is no directory '{}'", path);
}

std::string number_of_devices(const std::string& text) {
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool is_one = error == std::errc() && end == text.data() + text.size();
  return is_one && number >= 1 && number <= 16
             ? ""
             : fmt::format("expected a number of devices from 1 to 16, found '{}'", text);
}

}  // namespace

GlobalOptions::GlobalOptions(EarlyOptions early)
    : early_(std::move(early)),
      search_path_(early_.plugin_paths, early_.more_puzzles),
      catalog_(search_path_, early_.edition) {}

void add_global_options(Command app) {
  app.option("--plugin-path", "look for puzzles in DIR first; may be given more than once")
      .type_name("DIR")
      .check(existing_directory)
      .repeatable();
  app.option("--edition",
             "use the ids, inputs and expected lines of another edition: classic [the workspace's, "
             "current elsewhere]")
      .type_name("NAME");
  app.option("--cpu-devices",
             "how many devices the CPU platform simulates, 1 to 16 [1; a puzzle for "
             "several gets 4]")
      .type_name("N")
      .check(number_of_devices);
  app.flag("-v,--verbose", logging::show_details, "say what is looked for, chosen and run")
      .at_once();
  app.flag("-q,--quiet", logging::be_quiet,
           "say the verdicts and what failed; no remarks, and nothing more of what passed")
      .at_once()
      .excludes(app.named("--verbose"), "--quiet says less and --verbose more; leave one out");
  app.option("--color", "auto, always or never; auto is on a terminal, and obeys NO_COLOR [auto]")
      .type_name("WHEN")
      .one_of({"auto", "always", "never"});
}

std::string version_text() {
  const std::string commit = *revision != 0 ? fmt::format(", commit {}", revision) : "";
  return fmt::format("hippuzzle {} (module ABI {}{})", version, HIPPUZZLE_ABI_VERSION, commit);
}

std::string version_and_platforms(const SearchPath& search_path) {
  std::vector<std::string> installed;
  for (const Platform& platform : platforms()) {
    if (search_path.device_runtime(platform.name)) installed.emplace_back(platform.name);
  }
  return fmt::format("{}\nplatforms: {}", version_text(),
                     installed.empty() ? "none" : fmt::format("{}", fmt::join(installed, ", ")));
}

}  // namespace hippuzzle
