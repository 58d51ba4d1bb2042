// cuBLASLt, the baseline of the NVIDIA platform. The used part of its C interface is declared here
// and in vendor_blas_lt.hpp, so that building needs no CUDA; the numbers are from CUDA 11.0 and
// later.
#include "engine/runner/measure/vendor_blas_lt.hpp"

namespace hippuzzle {
namespace {

struct CublasLt {
  struct Algorithm {
    uint64_t data[8];
  };
  static constexpr const char* name = "cuBLASLt";
  static constexpr const char* prefix = "cublasLt";
  static constexpr int fp32_sums = 68, tf32_products = 77;  // cublasComputeType_t
  static constexpr int attribute_transpose_a = 3;           // cublasLtMatmulDescAttributes_t
  static constexpr int transposed = 1;                      // cublasOperation_t
  static constexpr int preference_reductions = 3;           // cublasLtMatmulPreferenceAttributes_t

  static std::string version(const BlasLibrary& library, void*) {
    size_t (*version)();
    library.find(version, "cublasLtGetVersion");
    const size_t v = version();
    return fmt::format("{}.{}.{}", v / 10'000, v / 100 % 100, v % 100);
  }
};

}  // namespace

std::unique_ptr<VendorBlas> open_cublas(const Device& device, const VendorProduct& product,
                                        const LibraryNames& names) {
  return std::make_unique<LtBlas<CublasLt>>(device, product, names,
                                            "it comes with the CUDA toolkit");
}

}  // namespace hippuzzle
