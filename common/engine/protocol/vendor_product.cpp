#include "engine/protocol/vendor_product.hpp"

namespace hippuzzle {

std::vector<std::string> vendor_libraries(const std::string& platform) {
  if (platform == "cpu") return {"OpenBLAS"};
  if (platform == "nvidia") return {"cuBLASLt"};
  if (platform == "amd") return {"rocBLAS", "hipBLASLt"};
  return {};
}

const char* to_string(hippuzzle_math math) {
  switch (math) {
    case HIPPUZZLE_MATH_FP32:
      return "FP32";
    case HIPPUZZLE_MATH_TF32:
      return "TF32";
    case HIPPUZZLE_MATH_BF16:
      return "BF16";
  }
  return "unknown arithmetic";
}

}  // namespace hippuzzle
