#include "cli/app/measure/visible_devices.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <map>

#include "cli/args/option_values.hpp"
#include "engine/judge/catalog/device_list.hpp"
#include "support/outcome.hpp"

namespace hippuzzle {
namespace {

// The devices that the user left visible, before this program changed it; empty for all.
std::vector<std::string> visible_before(const char* variable) {
  static std::map<std::string, std::vector<std::string>> known;
  const auto found = known.find(variable);
  if (found != known.end()) return found->second;
  const char* text = std::getenv(variable);
  return known[variable] =
             text == nullptr ? std::vector<std::string>{} : comma_separated(std::string(text));
}

void show_by(const char* variable, const std::vector<int>& devices, size_t count) {
  const std::vector<std::string> before = visible_before(variable);
  std::vector<std::string> shown;
  for (size_t i = 0; i < count; ++i) {
    const auto number = static_cast<size_t>(devices[i]);
    if (before.empty()) {
      shown.push_back(fmt::format("{}", number));
    } else if (number < before.size()) {
      shown.push_back(before[number]);
    }
  }
  setenv(variable, fmt::format("{}", fmt::join(shown, ",")).c_str(), 1);
}

}  // namespace

std::vector<int> device_list(const std::string& text) {
  constexpr size_t most = 16;
  std::vector<int> devices;
  for (const std::string& word : comma_separated(text)) {
    const bool is_number = word.size() < 4 && whole_number(word).empty();
    if (is_number) devices.push_back(std::stoi(word));
    if (!is_number || devices.size() > most || std::ranges::count(devices, devices.back()) != 1) {
      throw Error(
          Outcome::usage,
          fmt::format("--devices '{}' is no list of up to {} different devices; write their "
                      "numbers with commas between them, such as 0,1",
                      text, most));
    }
  }
  return devices;
}

void show_only(const std::vector<int>& devices, size_t count) {
  for (const char* variable : {"CUDA_VISIBLE_DEVICES", "HIP_VISIBLE_DEVICES"})
    show_by(variable, devices, count);
  setenv("HIPPUZZLE_CPU_DEVICES", fmt::format("{}", count).c_str(), 1);
}

void require_shown(const SearchPath& search_path, const std::string& platform, size_t count) {
  const size_t there = describe_platform(platform, search_path).devices.size();
  if (there >= count) return;
  throw Error(Outcome::unsupported,
              fmt::format("--devices names {} devices of {}, and {} of them can be used", count,
                          platform, there));
}

}  // namespace hippuzzle
