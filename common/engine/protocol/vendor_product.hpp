// The vendors' libraries of linear algebra by their names, and the product that one is asked for.
#pragma once

#include <hippuzzle/puzzle.h>

#include <string>
#include <vector>

namespace hippuzzle {

// C = A x B as a variant has it, shape, layout and types, by one of the platform's libraries.
struct VendorProduct {
  hippuzzle_product shape;
  hippuzzle_type a_type, b_type, c_type;
  std::string library;  // "cuBLASLt", as vendor_libraries() has it
};

// The libraries that a platform's kernels are measured against.
std::vector<std::string> vendor_libraries(const std::string& platform);

// The arithmetic as people call it: "FP32".
const char* to_string(hippuzzle_math math);

}  // namespace hippuzzle
