#include "program_options.hpp"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>

// In the program, where `hippuzzle cc` was given options.
extern "C" const char hippuzzle_check_defaults[] __attribute__((weak));

namespace hippuzzle::program {

void refuse(const std::string& sentence) {
  std::fprintf(stderr, "HIPPUZZLE_CHECK: %s\n", sentence.c_str());
  _exit(2);
}

Options::Options() {
  read(hippuzzle_check_defaults);
  read(std::getenv("HIPPUZZLE_CHECK"));
  const std::string& format = text("format");
  if (format != "text" && format != "json" && format != "sarif")
    refuse("format is text, json or sarif, found '" + format + "'");
  for (const char* name : {"blocks", "max_findings", "max_steps", "verbose", "counts"}) {
    const std::string& value = text(name);
    if (value.empty() || value.find_first_not_of("0123456789") != std::string::npos)
      refuse(std::string(name) + " is a whole number, found '" + value + "'");
  }
  // The program may go to another folder before it ends.
  for (const char* name : {"log_path", "suppressions"}) {
    std::string& file = values_[name];
    std::error_code ignored;
    if (!file.empty()) file = std::filesystem::absolute(file, ignored).string();
  }
}

void Options::read(const char* text) {
  for (std::string rest = text ? text : ""; !rest.empty();) {
    const size_t colon = rest.find(':');
    const std::string item = rest.substr(0, colon);
    rest = colon == std::string::npos ? "" : rest.substr(colon + 1);
    if (item.empty()) continue;
    const size_t equals = item.find('=');
    const auto option = values_.find(item.substr(0, equals));
    if (option == values_.end() || equals == std::string::npos) {
      std::string names;
      for (const auto& [name, value] : values_) names += (names.empty() ? "" : ", ") + name + "=";
      refuse("'" + item + "' is no option with a value; there are " + names);
    }
    option->second = item.substr(equals + 1);
  }
}

uint64_t Options::number(const char* name) const {
  return std::strtoull(text(name).c_str(), nullptr, 10);
}

}  // namespace hippuzzle::program
