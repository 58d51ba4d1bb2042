#include "engine/modules/abi_types.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>

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

uint32_t output_buffer(const hippuzzle_variant& variant) {
  const std::span buffers(variant.buffers, variant.buffer_count);
  return static_cast<uint32_t>(
      std::ranges::find(buffers, HIPPUZZLE_OUT, &hippuzzle_buffer::access) - buffers.begin());
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
