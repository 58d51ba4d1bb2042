// `hippuzzle list`: the puzzles, their variants, and the platforms that each is built for.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <nlohmann/json.hpp>
#include <utility>

#include "cli/commands/commands.hpp"
#include "cli/report/advice.hpp"
#include "cli/terminal/logging.hpp"
#include "cli/terminal/terminal.hpp"
#include "cli/terminal/text_layout.hpp"
#include "engine/catalog/backend.hpp"
#include "engine/support/json.hpp"

namespace hippuzzle::commands {
namespace {

struct Listed {
  std::string id;
  std::string title;
  std::vector<std::string> variants;
  std::vector<std::string> platforms;
};

Listed describe(const CatalogEntry& entry, const SearchPath& search_path) {
  Listed listed{entry.id, entry.title, {}, {}};
  for (const VariantRef& ref : entry.refs) {
    if (!ref.flag.empty()) listed.variants.push_back(ref.flag);
  }
  const std::string module = entry.refs.front().puzzle->id();
  for (const char* platform : platforms) {
    if (search_path.kernel_module(platform, module)) listed.platforms.emplace_back(platform);
  }
  return listed;
}

// Columns: id, title, platforms, variants. On a terminal the last one is folded.
void print_text(const std::vector<Listed>& entries) {
  constexpr size_t id_width = 6, least_for_flags = 24;
  size_t titles = 0, platforms = 0;
  for (const Listed& entry : entries) {
    titles = std::max(titles, display_width(entry.title));
    platforms = std::max(platforms, fmt::format("{}", fmt::join(entry.platforms, " ")).size());
  }
  const size_t beside = id_width + titles + 2 + platforms + 2;
  const size_t width = isatty(STDOUT_FILENO) != 0 ? static_cast<size_t>(terminal_size().columns)
                                                  : std::numeric_limits<size_t>::max();
  const bool is_narrow = width < beside + least_for_flags;
  const size_t indent = is_narrow ? id_width : beside;
  for (const Listed& entry : entries) {
    std::string line = padded(entry.id, id_width) + padded(entry.title, titles + 2) +
                       fmt::format("{}", fmt::join(entry.platforms, " "));
    std::string flags;
    for (const std::string& variant : entry.variants) flags += " --" + variant;
    if (is_narrow && !flags.empty()) fmt::print("{}\n", std::exchange(line, ""));
    for (const std::string& part : wrapped(flags, std::max(width, indent + 1) - indent)) {
      if (!part.empty()) line = padded(line, indent) + part;
      fmt::print("{}\n", std::exchange(line, ""));
    }
  }
}

void print_json(const std::vector<Listed>& entries) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const Listed& e : entries) {
    list.push_back(
        {{"id", e.id}, {"title", e.title}, {"variants", e.variants}, {"platforms", e.platforms}});
  }
  fmt::print("{}\n", to_indented({{"puzzles", list}}));
}

// A module that cannot be opened is named on standard error and makes the outcome; the rest is
// listed.
Outcome run(bool json, const GlobalOptions& globals) {
  Outcome outcome = Outcome::passed;
  std::vector<Listed> entries;
  for (const std::string& id : globals.catalog().ids()) {
    try {
      entries.push_back(describe(globals.catalog().open(id), globals.search_path()));
    } catch (const Error& error) {
      logging::error("{}", in_words(error));
      outcome = error.outcome();
    }
  }
  if (entries.empty() && outcome == Outcome::passed) {
    throw Error(Outcome::load_failed,
                fmt::format("there are no puzzles in {}; build some, or point "
                            "--plugin-path at them",
                            globals.search_path().describe()));
  }
  json ? print_json(entries) : print_text(entries);
  return outcome;
}

}  // namespace

void add_list(Command command, const GlobalOptions& globals) {
  auto json = std::make_shared<bool>(false);
  command.flag("--json", *json,
               "print one JSON object: the puzzles, with their variants and platforms");
  command.act([json, &globals] { return run(*json, globals); });
}

}  // namespace hippuzzle::commands
