// cuBLASLt and hipBLASLt have one interface under two prefixes: describe the operation, ask for
// ways to carry it out, try them. The differences are in a type `Api`:
//
//   struct Algorithm;                    // of the library's size
//   static constexpr const char* name;   // "cuBLASLt"
//   static constexpr const char* prefix; // of its functions: "cublasLt"
//   static constexpr int fp32_sums, tf32_products;        // ways to compute
//   static constexpr int attribute_transpose_a, transposed;
//   static constexpr int preference_reductions; // of a preference; -1 without one
//   static std::string version(const BlasLibrary&, void* handle);
//
// The other numbers and the order of a proposal's fields are the same in both.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <string>

#include "engine/runner/measure/blas_library.hpp"
#include "engine/runner/measure/vendor_blas.hpp"

namespace hippuzzle {

template <class Api>
class LtBlas : public VendorBlas {
 public:
  LtBlas(const Device& device, const VendorProduct& product, const LibraryNames& names,
         const char* how_to_get)
      : device_(device),
        library_(names, how_to_get),
        rounds_sums_(product.c_type != HIPPUZZLE_F32) {
    find(create_, "Create");
    find(describe_operation_, "MatmulDescCreate");
    find(set_operation_, "MatmulDescSetAttribute");
    find(describe_matrix_, "MatrixLayoutCreate");
    find(create_preference_, "MatmulPreferenceCreate");
    find(set_preference_, "MatmulPreferenceSetAttribute");
    find(propose_, "MatmulAlgoGetHeuristic");
    find(multiply_, "Matmul");

    const hippuzzle_product& p = product.shape;
    check(create_(&handle_), "Create");
    version_ = Api::version(library_, handle_);
    const bool tf32 = p.math == HIPPUZZLE_MATH_TF32;
    check(describe_operation_(&operation_, tf32 ? Api::tf32_products : Api::fp32_sums, real_fp32),
          "MatmulDescCreate");
    // The library thinks in columns: our row-major C is its transposed C, the product of B and A
    // transposed, in this order. A row-major matrix is as it stands its own transpose.
    if (p.b_transposed) {
      constexpr int transposed = Api::transposed;
      check(set_operation_(operation_, Api::attribute_transpose_a, &transposed, sizeof transposed),
            "MatmulDescSetAttribute");
    }
    const uint64_t b_rows = p.b_transposed ? p.k : p.n, b_columns = p.b_transposed ? p.n : p.k;
    b_ = matrix(product.b_type, b_rows, b_columns);
    a_ = matrix(product.a_type, p.k, p.m);
    c_ = matrix(product.c_type, p.n, p.m);
    device.check(device.runtime().api().allocate(workspace_bytes, &workspace_),
                 "allocating the baseline's workspace");
  }

  std::string library() const override { return fmt::format("{} {}", Api::name, version_); }

  void choose(const VendorOperands& operands) override {
    Descriptor preference = nullptr;
    check(create_preference_(&preference), "MatmulPreferenceCreate");
    check(set_preference_(preference, preference_workspace_bytes, &workspace_bytes,
                          sizeof workspace_bytes),
          "MatmulPreferenceSetAttribute");
    if (rounds_sums_ && Api::preference_reductions >= 0) {
      check(set_preference_(preference, Api::preference_reductions, &reductions_in_fp32,
                            sizeof reductions_in_fp32),
            "MatmulPreferenceSetAttribute");
    }
    std::array<Proposal, proposals_asked_for> proposals = {};
    int found = 0;
    check(propose_(handle_, operation_, b_, a_, c_, c_, preference, proposals_asked_for,
                   proposals.data(), &found),
          "MatmulAlgoGetHeuristic");
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
                  fmt::format("there is no baseline: {} proposes no way to multiply these matrices",
                              Api::name));
    }
  }

  void enqueue(const VendorOperands& operands) override {
    check(multiply(chosen_, operands), "Matmul");
  }

 private:
  using Handle = void*;
  using Descriptor = void*;  // of an operation, a matrix or a preference
  using Algorithm = typename Api::Algorithm;

  struct Proposal {
    Algorithm algorithm;
    size_t workspace_bytes;
    int status;
    float waves;
    int reserved[4];
  };

  static constexpr int real_fp32 = 0, real_bf16 = 14;   // cudaDataType, hipDataType
  static constexpr int preference_workspace_bytes = 1;  // ...LtMatmulPreferenceAttributes_t
  // Slices of k are added up in FP32, in the workspace. The other ways keep them in the output's
  // type: rounded to BF16 each, they make a less accurate product than ours.
  static constexpr uint32_t reductions_in_fp32 = 2;
  static constexpr size_t workspace_bytes = size_t{64} << 20;
  static constexpr int proposals_asked_for = 32;

  template <class Function>
  void find(Function& function, const char* name) const {
    library_.find(function, (std::string(Api::prefix) + name).c_str());
  }

  static void check(int status, const char* call) {
    if (status == 0) return;
    throw Error(
        Outcome::unsupported,
        fmt::format("there is no baseline: {}{} failed with status {}", Api::prefix, call, status));
  }

  // Describes a matrix of these rows and columns, one column after the other.
  Descriptor matrix(hippuzzle_type type, uint64_t rows, uint64_t columns) const {
    if (type != HIPPUZZLE_F32 && type != HIPPUZZLE_BF16) {
      throw Error(
          Outcome::unsupported,
          fmt::format("there is no baseline: {} is used for FP32, TF32 and BF16 only", Api::name));
    }
    Descriptor matrix = nullptr;
    check(describe_matrix_(&matrix, type == HIPPUZZLE_F32 ? real_fp32 : real_bf16, rows, columns,
                           static_cast<int64_t>(rows)),
          "MatrixLayoutCreate");
    return matrix;
  }

  int multiply(const Algorithm& algorithm, const VendorOperands& o) const {
    constexpr float one = 1, zero = 0;
    return multiply_(handle_, operation_, &one, o.b, b_, o.a, a_, &zero, o.c, c_, o.c, c_,
                     &algorithm, workspace_, workspace_bytes, device_.stream());
  }

  // The best of three with cold caches, after a launch that does not count; infinite when it fails.
  double milliseconds(const Algorithm& algorithm, const VendorOperands& operands) const {
    const hippuzzle_device_runtime& api = device_.runtime().api();
    double best = std::numeric_limits<double>::infinity();
    for (int i = 0; i < 4; ++i) {
      double time = 0;
      device_.check(api.flush(), "flushing the caches");
      device_.check(api.start(), "starting the timer");
      if (multiply(algorithm, operands) != 0) return best;
      device_.check(api.stop(&time), "the baseline's kernel");
      if (i > 0) best = std::min(best, time);
    }
    return best;
  }

  const Device& device_;
  BlasLibrary library_;
  bool rounds_sums_;  // to the output's type
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
  std::string version_;
  Descriptor operation_ = nullptr, a_ = nullptr, b_ = nullptr, c_ = nullptr;
  void* workspace_ = nullptr;
  Algorithm chosen_ = {};
};

}  // namespace hippuzzle
