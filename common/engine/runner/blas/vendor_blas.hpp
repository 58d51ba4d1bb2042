// The vendor's own matrix product, to measure against: cuBLASLt, rocBLAS, hipBLASLt or OpenBLAS,
// opened at run time and only when asked for. Runner process only.
#pragma once

#include <hippuzzle/puzzle.h>

#include <memory>
#include <string>
#include <vector>

#include "engine/runner/blas/blas_library.hpp"
#include "engine/runner/device.hpp"

namespace hippuzzle {

// C = A x B as a variant has it, shape, layout and types, by one of the platform's libraries.
struct VendorProduct {
  hippuzzle_product shape;
  hippuzzle_type a_type, b_type, c_type;
  std::string library;  // "cuBLASLt", as vendor_libraries() has it
};

// Device pointers.
struct VendorOperands {
  const void* a;
  const void* b;
  void* c;
};

class VendorBlas {
 public:
  virtual ~VendorBlas() = default;

  // The library and its version: "cuBLASLt 13.0.2".
  virtual std::string library() const = 0;

  // Chooses the fastest of the ways that the library proposes for these operands, by trying them;
  // C is overwritten. Call before enqueue().
  virtual void choose(const VendorOperands& operands) = 0;

  // Enqueues the product on the device's stream without waiting.
  virtual void enqueue(const VendorOperands& operands) = 0;
};

// The libraries that a platform's kernels are measured against.
std::vector<std::string> vendor_libraries(const std::string& platform);

// Throws Error(unsupported) when the library is not here or lacks the product.
std::unique_ptr<VendorBlas> open_vendor_blas(const Device& device, const VendorProduct& product);

// The arithmetic as people call it: "FP32".
const char* to_string(hippuzzle_math math);

// Each library, under the first of the names that is there.
std::unique_ptr<VendorBlas> open_cublas(const Device& device, const VendorProduct& product,
                                        const LibraryNames& names);
std::unique_ptr<VendorBlas> open_rocblas(const Device& device, const VendorProduct& product,
                                         const LibraryNames& names);
std::unique_ptr<VendorBlas> open_hipblaslt(const Device& device, const VendorProduct& product,
                                           const LibraryNames& names);
std::unique_ptr<VendorBlas> open_openblas(const Device& device, const VendorProduct& product,
                                          const LibraryNames& names);

}  // namespace hippuzzle
