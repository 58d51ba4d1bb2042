#include "program_options.hpp"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string_view>

// Defined in the program where `hippuzzle cc` was given options.
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
  for (const char* name :
       {"blocks", "schedules", "seed", "max_findings", "max_steps", "verbose", "counts", "leaks"}) {
    const std::string& value = text(name);
    if (value.empty() || value.find_first_not_of("0123456789") != std::string::npos)
      refuse(std::string(name) + " is a whole number, found '" + value + "'");
  }
  if (number("schedules") == 0)
    refuse("schedules is a number of orders, at least 1, found '" + text("schedules") + "'");
  refuse_what_no_trace_has();
  // The program may go to another folder before it ends.
  for (const char* name : {"log_path", "suppressions", "html"}) {
    std::string& file = values_[name];
    std::error_code ignored;
    if (!file.empty()) file = std::filesystem::absolute(file, ignored).string();
  }
}

void Options::refuse_what_no_trace_has() const {
  if (text("trace").empty()) {
    for (const char* name : {"block", "thread", "html"})
      if (!text(name).empty())
        refuse(std::string(name) + " is about a trace; ask for one with trace=KERNEL");
    return;
  }
  if (trace().number == 0) refuse("trace names a kernel's launches from 1 on, found 0");
  if (text("format") == "sarif" && text("html").empty())
    refuse("sarif has no place for a trace; ask for its page with html=FILE, or for format=json");
}

void Options::read(const char* text) {
  for (std::string rest = text ? text : ""; !rest.empty();) {
    size_t colon = rest.find(':');
    // The name of a kernel may have colons; the part after a launch's number is an option.
    while (rest.starts_with("trace=") && colon != std::string::npos) {
      const std::string_view next = std::string_view(rest).substr(colon + 1);
      if (next.substr(0, next.find(':')).find('=') != std::string::npos) break;
      colon = rest.find(':', colon + 1);
    }
    const std::string item = rest.substr(0, colon);
    rest = colon == std::string::npos ? "" : rest.substr(colon + 1);
    if (item.empty()) continue;
    const size_t equals = item.find('=');
    const auto option = values_.find(item.substr(0, equals));
    if (option == values_.end() || equals == std::string::npos) {
      std::string names;
      for (const auto& [name, value] : values_) names += (names.empty() ? "" : ", ") + name + "=";
      refuse("'" + item + "' is not an option with a value; choose from " + names);
    }
    option->second = item.substr(equals + 1);
  }
}

namespace {

// "1,0" as x, y, z, the rest 0.
void read_index(uint32_t (&to)[3], const char* name, const std::string& text) {
  if (text.empty()) return;
  std::string rest = text + ",";
  for (uint32_t& number : to) {
    if (rest.empty()) return;
    const size_t comma = rest.find(',');
    const bool is_number = comma > 0 && comma < 10 && rest.find_first_not_of("0123456789") == comma;
    if (!is_number) break;
    number = static_cast<uint32_t>(std::stoul(rest));
    rest.erase(0, comma + 1);
  }
  if (!rest.empty())
    refuse(std::string(name) + " is x, x,y or x,y,z, such as 0,1, found '" + text + "'");
}

}  // namespace

TraceOption Options::trace() const {
  TraceOption option;
  const std::string& asked = text("trace");
  const size_t colon = asked.rfind(':');
  const size_t digits = colon == std::string::npos ? asked.size() : colon + 1;
  const bool has_number = digits < asked.size() && asked.size() - digits < 10 &&
                          asked.find_first_not_of("0123456789", digits) == std::string::npos;
  option.kernel = has_number ? asked.substr(0, colon) : asked;
  if (has_number) option.number = std::stoull(asked.substr(digits));
  read_index(option.block, "block", text("block"));
  read_index(option.thread, "thread", text("thread"));
  return option;
}

uint64_t Options::number(const char* name) const {
  return std::strtoull(text(name).c_str(), nullptr, 10);
}

}  // namespace hippuzzle::program
