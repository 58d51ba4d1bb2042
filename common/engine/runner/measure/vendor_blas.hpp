// The vendor's own matrix product, to measure against: cuBLASLt, rocBLAS, hipBLASLt or OpenBLAS,
// opened at run time and only when asked for. Runner process only.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/protocol/vendor_product.hpp"
#include "engine/runner/device.hpp"
#include "engine/runner/measure/blas_library.hpp"

namespace hippuzzle {

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

// Throws Error(unsupported) when the library is not here or lacks the product.
std::unique_ptr<VendorBlas> open_vendor_blas(const Device& device, const VendorProduct& product);

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
