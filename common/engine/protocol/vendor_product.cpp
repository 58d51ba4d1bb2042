#include "engine/protocol/vendor_product.hpp"

#include "engine/platforms/platforms.hpp"
#include "engine/results/names.hpp"

namespace hippuzzle {

std::vector<std::string> vendor_libraries(const std::string& platform) {
  const Platform* found = find_platform(platform);
  if (found == nullptr) return {};
  return {found->libraries.begin(), found->libraries.end()};
}

std::string to_string(hippuzzle_math math) {
  for (const auto& name : Names<hippuzzle_math>::all) {
    if (name.value == math) return std::string(name.word);
  }
  return "unknown arithmetic";
}

}  // namespace hippuzzle
