#include "vendor_blas.hpp"

#include <fmt/format.h>

#include <string_view>

#include "outcome.hpp"

namespace hippuzzle {

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

std::unique_ptr<VendorBlas> open_vendor_blas(const Device& device, const VendorProduct& product) {
  const std::string_view platform = device.runtime().api().platform;
  if (platform == "nvidia") return open_cublas(device, product);
  if (platform == "amd") return open_rocblas(device, product);
  return open_openblas(device, product);
}

}  // namespace hippuzzle
