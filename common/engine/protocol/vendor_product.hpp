// The vendors' libraries of linear algebra by their names, and the product that one is asked for.
#pragma once

#include <string>
#include <vector>

#include "engine/protocol/abi_fields.hpp"

namespace hippuzzle {

// C = A x B as a variant has it, shape, layout and types, by one of the platform's libraries.
struct VendorProduct {
  hippuzzle_product shape = {};
  hippuzzle_type a_type = HIPPUZZLE_F32, b_type = HIPPUZZLE_F32, c_type = HIPPUZZLE_F32;
  std::string library;  // "cuBLASLt", as vendor_libraries() has it

  bool operator==(const VendorProduct&) const = default;
};
HIPPUZZLE_FIELDS(VendorProduct, shape, a_type, b_type, c_type, library)

// The libraries that a platform's kernels are measured against.
std::vector<std::string> vendor_libraries(const std::string& platform);

// The arithmetic as people call it: "FP32".
std::string to_string(hippuzzle_math math);

}  // namespace hippuzzle
