// A variant's inputs in host memory, as the judge gives them to fills and references.
#pragma once

#include <hippuzzle/puzzle.h>

#include <cstddef>
#include <vector>

#include "engine/judge/cases/judge_module.hpp"

namespace hippuzzle::testing {

class VariantInputs {
 public:
  // Every byte of every IN and INOUT buffer begins as `before`.
  VariantInputs(const hippuzzle_variant& variant, const hippuzzle_extents& extents,
                std::byte before = std::byte{0}) {
    for (uint32_t i = 0; i < variant.buffer_count; ++i) {
      const hippuzzle_buffer& buffer = variant.buffers[i];
      const bool in = is_filled(buffer);
      const uint64_t bytes = element_count(buffer.shape(&extents)) * element_size(buffer.type);
      storage_.emplace_back(in ? bytes : 0, before);
      writable_.push_back(in ? storage_.back().data() : nullptr);
    }
  }

  void* const* writable() { return writable_.data(); }
  std::vector<const void*> readable() const { return {writable_.begin(), writable_.end()}; }
  const std::vector<std::vector<std::byte>>& contents() const { return storage_; }

 private:
  std::vector<std::vector<std::byte>> storage_;
  std::vector<void*> writable_;
};

}  // namespace hippuzzle::testing
