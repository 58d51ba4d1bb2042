#include "engine/modules/abi_types.hpp"

#include <fmt/format.h>

namespace hippuzzle {

uint64_t element_count(const hippuzzle_shape& shape) {
  uint64_t count = 1;
  for (uint32_t i = 0; i < shape.rank; ++i) count *= shape.n[i];
  return count;
}

uint64_t element_size(hippuzzle_type type) {
  switch (type) {
    case HIPPUZZLE_F64:
      return 8;
    case HIPPUZZLE_BF16:
      return 2;
    case HIPPUZZLE_F32:
    case HIPPUZZLE_I32:
    case HIPPUZZLE_U32:
      break;
  }
  return 4;
}

const char* required_capabilities(const hippuzzle_variant& variant) {
  return variant.required == nullptr ? "" : variant.required;
}

bool is_filled(const hippuzzle_buffer& buffer) { return buffer.access != HIPPUZZLE_OUT; }
bool is_output(const hippuzzle_buffer& buffer) { return buffer.access != HIPPUZZLE_IN; }

std::vector<uint32_t> outputs(const hippuzzle_variant& variant) {
  std::vector<uint32_t> indices;
  for (uint32_t b = 0; b < variant.buffer_count; ++b)
    if (is_output(variant.buffers[b])) indices.push_back(b);
  return indices;
}

uint64_t output_count(const hippuzzle_variant& variant, const hippuzzle_extents& extents) {
  uint64_t count = 0;
  for (const uint32_t b : outputs(variant))
    count += element_count(variant.buffers[b].shape(&extents));
  return count;
}

uint32_t warp_lanes(const hippuzzle_variant& variant, const hippuzzle_extents& extents) {
  return variant.warp_extent == 0 ? 0 : static_cast<uint32_t>(extents.n[variant.warp_extent - 1]);
}

hippuzzle_extents for_warps_of(uint32_t lanes, const hippuzzle_variant& variant,
                               hippuzzle_extents extents) {
  if (variant.warp_extent != 0) extents.n[variant.warp_extent - 1] = lanes;
  return extents;
}

std::string to_string(const hippuzzle_shape& shape) {
  std::string text;
  for (uint32_t i = 0; i < shape.rank; ++i) {
    text += fmt::format("{}{}", i > 0 ? " x " : "", shape.n[i]);
  }
  if (shape.rank > 1) return text;
  return text + (shape.n[0] == 1 ? " element" : " elements");
}

}  // namespace hippuzzle
