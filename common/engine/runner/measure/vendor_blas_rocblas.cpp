// rocBLAS, the baseline of the AMD platform. The used part of its C interface is declared here, so
// that building needs no ROCm; the declarations were held against the headers of version 5.1.0, and
// no AMD GPU was at hand to run it.
#include <fmt/format.h>

#include <array>

#include "engine/runner/measure/blas_library.hpp"
#include "engine/runner/measure/vendor_blas.hpp"

namespace hippuzzle {
namespace {

constexpr int rocblas_no_transpose = 111, rocblas_transpose = 112;
constexpr int real_fp32 = 151, real_bf16 = 168;  // rocblas_datatype
constexpr int standard_algorithm = 0;            // rocblas_gemm_algo

int data_type(hippuzzle_type type) {
  switch (type) {
    case HIPPUZZLE_F32:
      return real_fp32;
    case HIPPUZZLE_BF16:
      return real_bf16;
    default:
      throw Error(Outcome::unsupported,
                  "there is no baseline: rocBLAS is used for FP32 and BF16 only");
  }
}

class RocBlas : public VendorBlas {
 public:
  RocBlas(const Device& device, const VendorProduct& product, const LibraryNames& names)
      : product_(product),
        library_(names, "it comes with ROCm; on Ubuntu the package is librocblas5") {
    if (product.shape.math == HIPPUZZLE_MATH_TF32) {
      throw Error(Outcome::unsupported, "there is no baseline: rocBLAS has no TF32");
    }
    data_type(product.a_type), data_type(product.b_type), data_type(product.c_type);
    library_.find(multiply_, "rocblas_gemm_ex");
    library_.find_optional(version_, "rocblas_get_version_string");
    int (*create)(void**);
    int (*set_stream)(void*, void*);
    library_.find(create, "rocblas_create_handle");
    library_.find(set_stream, "rocblas_set_stream");
    check(create(&handle_), "rocblas_create_handle");
    check(set_stream(handle_, device.stream()), "rocblas_set_stream");
  }

  std::string library() const override {
    std::array<char, 64> text = {};
    if (version_ == nullptr || version_(text.data(), text.size() - 1) != 0) return "rocBLAS";
    return fmt::format("rocBLAS {}", text.data());
  }

  void choose(const VendorOperands&) override {}  // rocBLAS chooses by itself

  void enqueue(const VendorOperands& o) override {
    const hippuzzle_product& p = product_.shape;
    const auto m = static_cast<int>(p.m), n = static_cast<int>(p.n), k = static_cast<int>(p.k);
    constexpr float one = 1, zero = 0;
    // rocBLAS thinks in columns: our row-major C is its transposed C, the product of B and A
    // transposed, in this order. A row-major matrix is as it stands its own transpose.
    const int c_type = data_type(product_.c_type);
    check(multiply_(handle_, p.b_transposed ? rocblas_transpose : rocblas_no_transpose,
                    rocblas_no_transpose, n, m, k, &one, o.b, data_type(product_.b_type),
                    p.b_transposed ? k : n, o.a, data_type(product_.a_type), k, &zero, o.c, c_type,
                    n, o.c, c_type, n, real_fp32, standard_algorithm, 0, 0),
          "rocblas_gemm_ex");
  }

 private:
  static void check(int status, const char* call) {
    if (status == 0) return;
    throw Error(Outcome::unsupported, fmt::format("there is no baseline: {} failed with rocBLAS "
                                                  "status {}",
                                                  call, status));
  }

  VendorProduct product_;
  BlasLibrary library_;
  int (*multiply_)(void* handle, int transpose_a, int transpose_b, int m, int n, int k,
                   const void* alpha, const void* a, int a_type, int lda, const void* b, int b_type,
                   int ldb, const void* beta, const void* c, int c_type, int ldc, void* d,
                   int d_type, int ldd, int compute_type, int algorithm, int32_t solution,
                   uint32_t flags);
  int (*version_)(char*, size_t);
  void* handle_ = nullptr;
};

}  // namespace

std::unique_ptr<VendorBlas> open_rocblas(const Device& device, const VendorProduct& product,
                                         const LibraryNames& names) {
  return std::make_unique<RocBlas>(device, product, names);
}

}  // namespace hippuzzle
