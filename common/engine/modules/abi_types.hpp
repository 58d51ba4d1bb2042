// Consequences of the C contract's types: sizes, counts and texts of buffers and their shapes.
#pragma once

#include <hippuzzle/puzzle.h>

#include <cstdint>
#include <string>
#include <vector>

namespace hippuzzle {

// Elements of a row-major array of that shape, and bytes of one element of that type.
uint64_t element_count(const hippuzzle_shape& shape);
uint64_t element_size(hippuzzle_type type);

// Capability words that a device must report to run the variant; "" when any device can.
const char* required_capabilities(const hippuzzle_variant& variant);

// Whether the judge gives the buffer its first contents, and whether it compares the last ones.
bool is_filled(const hippuzzle_buffer& buffer);
bool is_output(const hippuzzle_buffer& buffer);

// The indices of the OUT and INOUT buffers, in the buffers' order.
std::vector<uint32_t> outputs(const hippuzzle_variant& variant);

// The elements of all outputs at these extents.
uint64_t output_count(const hippuzzle_variant& variant, const hippuzzle_extents& extents);

// The lanes of the warps that the extents are for; 0 where any device runs them.
uint32_t warp_lanes(const hippuzzle_variant& variant, const hippuzzle_extents& extents);

// Sets the extent that is the width of a warp, where the variant has one.
hippuzzle_extents for_warps_of(uint32_t lanes, const hippuzzle_variant& variant,
                               hippuzzle_extents extents);

// The widths of warps that there are.
inline constexpr uint32_t warp_widths[] = {32, 64};

// "9 x 9"
std::string to_string(const hippuzzle_shape& shape);

}  // namespace hippuzzle
