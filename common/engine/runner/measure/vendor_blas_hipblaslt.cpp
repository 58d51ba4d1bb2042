// hipBLASLt, a baseline of the AMD platform next to rocBLAS. The used part of its C interface is
// declared here and in vendor_blas_lt.hpp, so that building needs no ROCm; the declarations were
// held against the headers of version 1.1.0, and no AMD GPU was at hand to run it.
#include "engine/runner/measure/vendor_blas_lt.hpp"

namespace hippuzzle {
namespace {

struct HipblasLt {
  struct Algorithm {
    uint64_t data[2];
    size_t most_workspace_bytes;
  };
  static constexpr const char* name = "hipBLASLt";
  static constexpr const char* prefix = "hipblasLt";
  static constexpr int fp32_sums = 2, tf32_products = 6;  // hipblasComputeType_t
  static constexpr int attribute_transpose_a = 0;         // hipblasLtMatmulDescAttributes_t
  static constexpr int transposed = 112;                  // hipblasOperation_t
  static constexpr int preference_reductions = -1;

  static std::string version(const BlasLibrary& library, void* handle) {
    int (*version)(void* handle, int*);
    library.find(version, "hipblasLtGetVersion");
    int v = 0;
    if (version(handle, &v) != 0) return "of unknown version";
    return fmt::format("{}.{}.{}", v / 100'000, v / 100 % 1000, v % 100);
  }
};

}  // namespace

std::unique_ptr<VendorBlas> open_hipblaslt(const Device& device, const VendorProduct& product,
                                           const LibraryNames& names) {
  return std::make_unique<LtBlas<HipblasLt>>(
      device, product, names, "it comes with ROCm; on Ubuntu the package is libhipblaslt1");
}

}  // namespace hippuzzle
