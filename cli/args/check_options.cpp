#include "cli/args/check_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>
#include <utility>

#include "cli/args/index_value.hpp"
#include "support/outcome.hpp"

namespace hippuzzle {
namespace {

enum class Value { number, format, file, launch, index };

struct CheckOption {
  std::string_view word, name;  // on the command line, in HIPPUZZLE_CHECK
  Value value;
};

constexpr std::array<CheckOption, 12> check_options = {{
    {"--blocks", "blocks", Value::number},
    {"--schedules", "schedules", Value::number},
    {"--seed", "seed", Value::number},
    {"--max-findings", "max_findings", Value::number},
    {"--max-steps", "max_steps", Value::number},
    {"--format", "format", Value::format},
    {"--log-path", "log_path", Value::file},
    {"--suppressions", "suppressions", Value::file},
    {"--trace", "trace", Value::launch},
    {"--block", "block", Value::index},
    {"--thread", "thread", Value::index},
    {"--html", "html", Value::file},
}};

std::string value_as_default(const CheckOption& option, const std::string& value) {
  const auto refuse = [&](std::string_view what) {
    throw Error(Outcome::usage, fmt::format("{} is {}, found '{}'", option.word, what, value));
  };
  if (option.value == Value::number &&
      (value.empty() || value.find_first_not_of("0123456789") != std::string::npos))
    refuse("a whole number");
  if (option.value == Value::format && value != "text" && value != "json" && value != "sarif")
    refuse("text, json or sarif");
  if (option.value == Value::index && !parse_index(value)) refuse(index_form);
  if (option.value == Value::launch && (value.empty() || value.find('=') != std::string::npos))
    refuse("a kernel's name, or the name, a colon and the number of a launch");
  if (option.value != Value::file) return value;
  if (value.find(':') != std::string::npos)
    refuse("a file whose path has no colon, which separates options in HIPPUZZLE_CHECK");
  return std::filesystem::absolute(value).string();
}

}  // namespace

CheckOptions take_check_options(std::vector<std::string>& words) {
  CheckOptions result;
  result.checked = std::erase(words, "--check") != 0;
  std::string_view last, of_a_trace;
  bool has_trace = false;
  for (const auto& [word, setting] :
       {std::pair("--counts", "counts=1"), std::pair("--leaks", "leaks=1")}) {
    if (std::erase(words, word) == 0) continue;
    last = word;
    result.defaults += fmt::format("{}{}", result.defaults.empty() ? "" : ":", setting);
  }
  for (auto at = words.begin(); at != words.end();) {
    const std::string_view word = std::string_view(*at).substr(0, at->find('='));
    const auto option = std::ranges::find(check_options, word, &CheckOption::word);
    if (option == check_options.end()) {
      ++at;
      continue;
    }
    last = option->word;
    has_trace |= option->name == "trace";
    if (option->name == "html" || option->value == Value::index) of_a_trace = last;
    const bool has_value = word.size() < at->size();
    if (!has_value && at + 1 == words.end())
      throw Error(Outcome::usage, fmt::format("{} needs a value", last));
    const std::string value =
        value_as_default(*option, has_value ? at->substr(word.size() + 1) : *(at + 1));
    if (option->name == "suppressions") result.suppressions = value;
    result.defaults +=
        fmt::format("{}{}={}", result.defaults.empty() ? "" : ":", option->name, value);
    at = words.erase(at, at + (has_value ? 1 : 2));
  }
  if (!last.empty() && !result.checked) {
    throw Error(Outcome::usage, fmt::format("{} is an option of checks; add --check", last));
  }
  if (!of_a_trace.empty() && !has_trace) {
    throw Error(Outcome::usage,
                fmt::format("{} is about a trace; ask for one with --trace KERNEL", of_a_trace));
  }
  return result;
}

}  // namespace hippuzzle
