#include "engine/protocol/vendor_product.hpp"

#include "engine/results/names.hpp"

namespace hippuzzle {

std::vector<std::string> vendor_libraries(const std::string& platform) {
  if (platform == "cpu") return {"OpenBLAS"};
  if (platform == "nvidia") return {"cuBLASLt"};
  if (platform == "amd") return {"rocBLAS", "hipBLASLt"};
  return {};
}

std::string to_string(hippuzzle_math math) {
  for (const auto& name : Names<hippuzzle_math>::all) {
    if (name.value == math) return std::string(name.word);
  }
  return "unknown arithmetic";
}

}  // namespace hippuzzle
