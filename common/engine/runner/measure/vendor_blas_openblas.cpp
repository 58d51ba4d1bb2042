// OpenBLAS, the baseline of the CPU platform. Its C interface is declared here, so that building
// needs no header of it.
#include <fmt/format.h>

#include <cstdint>
#include <string>

#include "engine/runner/measure/blas_library.hpp"
#include "engine/runner/measure/vendor_blas.hpp"

namespace hippuzzle {
namespace {

constexpr int cblas_row_major = 101, cblas_no_transpose = 111, cblas_transpose = 112;

class OpenBlas : public VendorBlas {
 public:
  OpenBlas(const VendorProduct& product, const LibraryNames& names)
      : product_(product), library_(names, "on Debian and Ubuntu the package is libopenblas0") {
    if (product.shape.math != HIPPUZZLE_MATH_FP32 || product.a_type != HIPPUZZLE_F32 ||
        product.b_type != HIPPUZZLE_F32 || product.c_type != HIPPUZZLE_F32) {
      throw Error(
          Outcome::unsupported,
          fmt::format("there is no baseline: OpenBLAS multiplies FP32 matrices, the variant "
                      "needs {}",
                      to_string(product.shape.math)));
    }
    library_.find(sgemm_, "cblas_sgemm");
    library_.find_optional(config_, "openblas_get_config");
    library_.find_optional(threads_, "openblas_get_num_threads");
  }

  std::string library() const override {
    // "OpenBLAS 0.3.21 NO_AFFINITY USE64BITINT …": the first two words name it.
    std::string text = config_ != nullptr ? config_() : "OpenBLAS";
    const size_t end = text.find(' ', text.find(' ') + 1);
    if (end != std::string::npos) text.resize(end);
    if (threads_ != nullptr) text += fmt::format(", {} threads", threads_());
    return text;
  }

  void choose(const VendorOperands&) override {}  // there is one way

  void enqueue(const VendorOperands& o) override {
    const hippuzzle_product& p = product_.shape;
    const auto m = static_cast<int>(p.m), n = static_cast<int>(p.n), k = static_cast<int>(p.k);
    sgemm_(cblas_row_major, cblas_no_transpose,
           p.b_transposed ? cblas_transpose : cblas_no_transpose, m, n, k, 1,
           static_cast<const float*>(o.a), k, static_cast<const float*>(o.b),
           p.b_transposed ? k : n, 0, static_cast<float*>(o.c), n);
  }

 private:
  VendorProduct product_;
  BlasLibrary library_;
  void (*sgemm_)(int order, int transpose_a, int transpose_b, int m, int n, int k, float alpha,
                 const float* a, int lda, const float* b, int ldb, float beta, float* c, int ldc);
  const char* (*config_)();
  int (*threads_)();
};

}  // namespace

std::unique_ptr<VendorBlas> open_openblas(const Device&, const VendorProduct& product,
                                          const LibraryNames& names) {
  return std::make_unique<OpenBlas>(product, names);
}

}  // namespace hippuzzle
