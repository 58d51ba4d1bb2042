#include "engine/platforms/platforms.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <stdexcept>

#include "engine/platforms/all_platforms.hpp"

namespace hippuzzle {

std::string Platform::build_option(std::string_view architecture) const {
  if (option_omits_prefix && architecture.starts_with(architecture_prefix)) {
    architecture.remove_prefix(std::string_view(architecture_prefix).size());
  }
  return fmt::format("{}={}", architectures_option, architecture);
}

std::span<const Platform> platforms() {
  static const std::array all = {make_nvidia(), make_amd(), make_cpu()};
  return all;
}

const Platform* find_platform(std::string_view name) {
  const auto found = std::ranges::find(platforms(), name, &Platform::name);
  return found == platforms().end() ? nullptr : &*found;
}

const Platform& cpu_platform() { return platforms().back(); }

const Platform& emulated_platform() {
  return *std::ranges::find_if(platforms(),
                               [](const Platform& p) { return p.emulator != nullptr; });
}

const Platform& platform_of(std::string_view architecture) {
  for (const Platform& platform : platforms()) {
    if (platform.architecture_prefix != nullptr &&
        architecture.starts_with(platform.architecture_prefix))
      return platform;
  }
  throw std::invalid_argument(fmt::format("no platform has devices like '{}'", architecture));
}

bool is_simulated(std::string_view platform) {
  const Platform* found = find_platform(platform);
  return found != nullptr && found->is_simulated;
}

std::vector<std::string> backend_words() {
  std::vector<std::string> words = {"auto", cpu_platform().name};
  for (const Platform& platform : platforms()) {
    if (&platform != &cpu_platform()) words.emplace_back(platform.name);
  }
  return words;
}

std::string platform_words() {
  const std::vector<std::string> words = backend_words();
  std::string text = words[1];
  for (size_t i = 2; i < words.size(); ++i) {
    text += (i + 1 < words.size() ? ", " : " or ") + words[i];
  }
  return text;
}

}  // namespace hippuzzle
