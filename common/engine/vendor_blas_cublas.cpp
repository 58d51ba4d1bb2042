// cuBLASLt, the baseline of the NVIDIA platform. What is used of its C interface is declared here,
// so that building needs no CUDA; the numbers are those of CUDA 11.0 and later.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <vector>

#include "run_time_library.hpp"
#include "vendor_blas.hpp"

namespace hippuzzle {
namespace {

using Handle = void*;
using Descriptor = void*;  // of an operation, a matrix or a preference

struct Algorithm {
  uint64_t data[8];
};

struct Proposal {
  Algorithm algorithm;
  size_t workspace_bytes;
  int status;
  float waves;
  int reserved[4];
};

constexpr int real_fp32 = 0, real_bf16 = 14;         // cudaDataType
constexpr int compute_fp32 = 68, compute_tf32 = 77;  // cublasComputeType_t
constexpr int attribute_transpose_a = 3;             // cublasLtMatmulDescAttributes_t
constexpr int preference_workspace_bytes = 1;        // cublasLtMatmulPreferenceAttributes_t
constexpr int transposed = 1;                        // cublasOperation_t
constexpr size_t workspace_bytes = size_t{64} << 20;
constexpr int proposals_asked_for = 32;

int data_type(hippuzzle_type type) {
  switch (type) {
    case HIPPUZZLE_F32:
      return real_fp32;
    case HIPPUZZLE_BF16:
      return real_bf16;
    default:
      throw Error(Outcome::unsupported,
                  "there is no baseline: cuBLAS is used for FP32, TF32 and BF16 only");
  }
}

class CublasLt : public VendorBlas {
 public:
  CublasLt(const Device& device, const VendorProduct& product)
      : device_(device),
        library_({"libcublasLt.so.13", "libcublasLt.so.12", "libcublasLt.so.11", "libcublasLt.so"},
                 "it comes with the CUDA toolkit") {
    library_.find(version_, "cublasLtGetVersion");
    library_.find(create_, "cublasLtCreate");
    library_.find(describe_operation_, "cublasLtMatmulDescCreate");
    library_.find(set_operation_, "cublasLtMatmulDescSetAttribute");
    library_.find(describe_matrix_, "cublasLtMatrixLayoutCreate");
    library_.find(create_preference_, "cublasLtMatmulPreferenceCreate");
    library_.find(set_preference_, "cublasLtMatmulPreferenceSetAttribute");
    library_.find(propose_, "cublasLtMatmulAlgoGetHeuristic");
    library_.find(multiply_, "cublasLtMatmul");

    const hippuzzle_product& p = product.shape;
    check(create_(&handle_), "cublasLtCreate");
    const bool tf32 = p.math == HIPPUZZLE_MATH_TF32;
    check(describe_operation_(&operation_, tf32 ? compute_tf32 : compute_fp32, real_fp32),
          "cublasLtMatmulDescCreate");
    // cuBLAS thinks in columns: our row-major C is its transposed C, the product of B and A
    // transposed, in this order. A row-major matrix is as it stands its own transpose.
    if (p.b_transposed) {
      check(set_operation_(operation_, attribute_transpose_a, &transposed, sizeof transposed),
            "cublasLtMatmulDescSetAttribute");
    }
    const uint64_t b_rows = p.b_transposed ? p.k : p.n, b_columns = p.b_transposed ? p.n : p.k;
    check(describe_matrix_(&b_, data_type(product.b_type), b_rows, b_columns,
                           static_cast<int64_t>(b_rows)),
          "cublasLtMatrixLayoutCreate");
    check(describe_matrix_(&a_, data_type(product.a_type), p.k, p.m, static_cast<int64_t>(p.k)),
          "cublasLtMatrixLayoutCreate");
    check(describe_matrix_(&c_, data_type(product.c_type), p.n, p.m, static_cast<int64_t>(p.n)),
          "cublasLtMatrixLayoutCreate");
    device.check(device.runtime().api().allocate(workspace_bytes, &workspace_),
                 "allocating cuBLAS's workspace");
  }

  std::string library() const override {
    const size_t v = version_();
    return fmt::format("cuBLASLt {}.{}.{}", v / 10'000, v / 100 % 100, v % 100);
  }

  void choose(const VendorOperands& operands) override {
    Descriptor preference = nullptr;
    check(create_preference_(&preference), "cublasLtMatmulPreferenceCreate");
    check(set_preference_(preference, preference_workspace_bytes, &workspace_bytes,
                          sizeof workspace_bytes),
          "cublasLtMatmulPreferenceSetAttribute");
    std::array<Proposal, proposals_asked_for> proposals = {};
    int found = 0;
    check(propose_(handle_, operation_, b_, a_, c_, c_, preference, proposals_asked_for,
                   proposals.data(), &found),
          "cublasLtMatmulAlgoGetHeuristic");
    double best = std::numeric_limits<double>::infinity();
    for (const Proposal& proposal : std::span(proposals).first(static_cast<size_t>(found))) {
      if (proposal.status != 0) continue;
      const double time = milliseconds(proposal.algorithm, operands);
      if (time < best) {
        best = time;
        chosen_ = proposal.algorithm;
      }
    }
    if (best == std::numeric_limits<double>::infinity()) {
      throw Error(Outcome::unsupported,
                  "there is no baseline: cuBLAS proposes no way to multiply these matrices");
    }
  }

  void enqueue(const VendorOperands& operands) override {
    check(multiply(chosen_, operands), "cublasLtMatmul");
  }

 private:
  static void check(int status, const char* call) {
    if (status == 0) return;
    throw Error(Outcome::unsupported,
                fmt::format("there is no baseline: {} failed with cuBLAS status {}", call, status));
  }

  int multiply(const Algorithm& algorithm, const VendorOperands& o) const {
    constexpr float one = 1, zero = 0;
    return multiply_(handle_, operation_, &one, o.b, b_, o.a, a_, &zero, o.c, c_, o.c, c_,
                     &algorithm, workspace_, workspace_bytes, device_.stream());
  }

  // The best of three with cold caches, after one that does not count; infinite when it fails.
  double milliseconds(const Algorithm& algorithm, const VendorOperands& operands) const {
    const hippuzzle_device_runtime& api = device_.runtime().api();
    double best = std::numeric_limits<double>::infinity();
    for (int i = 0; i < 4; ++i) {
      double time = 0;
      device_.check(api.flush(), "flushing the caches");
      device_.check(api.start(), "starting the timer");
      if (multiply(algorithm, operands) != 0) return best;
      device_.check(api.stop(&time), "cuBLAS's kernel");
      if (i > 0) best = std::min(best, time);
    }
    return best;
  }

  const Device& device_;
  RunTimeLibrary library_;
  size_t (*version_)();
  int (*create_)(Handle*);
  int (*describe_operation_)(Descriptor*, int compute, int scale);
  int (*set_operation_)(Descriptor, int attribute, const void*, size_t);
  int (*describe_matrix_)(Descriptor*, int type, uint64_t rows, uint64_t columns, int64_t leading);
  int (*create_preference_)(Descriptor*);
  int (*set_preference_)(Descriptor, int attribute, const void*, size_t);
  int (*propose_)(Handle, Descriptor operation, Descriptor a, Descriptor b, Descriptor c,
                  Descriptor d, Descriptor preference, int asked, Proposal*, int* found);
  int (*multiply_)(Handle, Descriptor operation, const void* alpha, const void* a, Descriptor,
                   const void* b, Descriptor, const void* beta, const void* c, Descriptor, void* d,
                   Descriptor, const Algorithm*, void* workspace, size_t, void* stream);
  Handle handle_ = nullptr;
  Descriptor operation_ = nullptr, a_ = nullptr, b_ = nullptr, c_ = nullptr;
  void* workspace_ = nullptr;
  Algorithm chosen_ = {};
};

}  // namespace

std::unique_ptr<VendorBlas> open_cublas(const Device& device, const VendorProduct& product) {
  return std::make_unique<CublasLt>(device, product);
}

}  // namespace hippuzzle
