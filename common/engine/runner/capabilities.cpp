#include "engine/runner/capabilities.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <sstream>
#include <vector>

#include "support/outcome.hpp"

namespace hippuzzle {

void require_capabilities(const std::string& required, const hippuzzle_device_info& device) {
  std::istringstream found_words(device.capabilities);
  const std::vector<std::string> found{std::istream_iterator<std::string>(found_words), {}};
  std::istringstream words(required);
  for (std::string word; words >> word;) {
    if (std::ranges::find(found, word) == found.end()) {
      throw Error(Outcome::unsupported,
                  fmt::format("this variant requires '{}', but {} has only: {}", word, device.name,
                              device.capabilities));
    }
  }
}

}  // namespace hippuzzle
