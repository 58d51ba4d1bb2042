#include "cli/args/option_values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "support/outcome.hpp"

namespace hippuzzle {
namespace {

// strtod also reads spaces, signs and hexadecimal digits.
std::string number_up_to(const std::string& text, double most, const char* unit) {
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  const bool is_decimal = text.find_first_not_of("0123456789.eE-+") == text.npos &&
                          text.find_first_of("0123456789.") == 0;
  if (is_decimal && *end == '\0' && value > 0 && value <= most) return "";
  return fmt::format("expected more than 0 and at most {:.0f} {}, found '{}'", most, unit, text);
}

}  // namespace

std::string whole_number(const std::string& text) {
  if (text.empty() || text.find_first_not_of("0123456789") != std::string::npos) {
    const bool is_negative = text.size() > 1 && text.front() == '-' &&
                             text.find_first_not_of("0123456789", 1) == std::string::npos;
    return fmt::format("expected {}, found '{}'", is_negative ? "0 or more" : "a whole number",
                       text);
  }
  return text.size() < 20 ? "" : fmt::format("expected a number below 10^19, found '{}'", text);
}

std::string positive_number(const std::string& text) {
  const std::string wrong = whole_number(text);
  if (!wrong.empty() || text.find_first_not_of('0') != std::string::npos) return wrong;
  return fmt::format("expected a number above 0, found '{}'", text);
}

std::string at_least_one(const std::string& text) {
  const std::string wrong = whole_number(text);
  if (wrong.empty() && text.size() <= 4 && std::stoi(text) > 0) return "";
  return fmt::format("expected a whole number from 1 to 9999, found '{}'", text);
}

std::string seconds(const std::string& text) { return number_up_to(text, 86'400, "seconds"); }

std::string minutes(const std::string& text) { return number_up_to(text, 10'080, "minutes"); }

bool is_device_number(const std::string& text) {
  return text.size() < 6 && whole_number(text).empty();
}

void refuse_empty_words(std::string before, const std::vector<std::string>& words) {
  for (const std::string& word : words) {
    if (word.empty() && !before.empty() && before != "--variant") {
      throw Error(Outcome::usage, fmt::format("the word after '{}' is empty, found ''; write a "
                                              "value there, or leave it out",
                                              before));
    }
    before = word;
  }
}

std::vector<std::string> comma_separated(const std::string& list) {
  std::vector<std::string> words;
  for (size_t begin = 0; begin <= list.size();) {
    const size_t end = std::min(list.find(',', begin), list.size());
    words.push_back(list.substr(begin, end - begin));
    begin = end + 1;
  }
  return words;
}

}  // namespace hippuzzle
