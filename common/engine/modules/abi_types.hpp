// Consequences of the C contract's types: sizes, counts and texts of buffers and their shapes.
#pragma once

#include <hippuzzle/puzzle.h>

#include <cstdint>
#include <string>

namespace hippuzzle {

// Elements of a row-major array of that shape, and bytes of one element of that type.
uint64_t element_count(const hippuzzle_shape& shape);
uint64_t element_size(hippuzzle_type type);

// Capability words that a device must report to run the variant; "" when any device can.
const char* required_capabilities(const hippuzzle_variant& variant);

// The index of the one OUT buffer.
uint32_t output_buffer(const hippuzzle_variant& variant);

// "9 x 9"
std::string to_string(const hippuzzle_shape& shape);

}  // namespace hippuzzle
