// Accesses to global memory that were made before: a block that reads a word again or adds to it
// again by an atomic operation, a thread that writes a word again. Within one launch, whose blocks
// run one after the other.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <tuple>

#include "hip_cpu/check/requests/requests.hpp"
#include "hip_cpu/check/shadow/shadow_memory.hpp"

namespace hip_cpu::check {

class Repeats {
 public:
  void begin_block(unsigned thread_count);

  // The number of lanes of the request that access a word which was accessed in this way before.
  // Lanes outside the array are left out.
  unsigned of(const Request& request, const Array& array);

 private:
  struct Unmap {
    std::size_t bytes;
    void operator()(std::uint32_t* words) const;
  };
  // The mark of each element's last access, elements of at most four bytes. Its pages come when
  // they are touched.
  using Marks = std::unique_ptr<std::uint32_t[], Unmap>;

  std::uint32_t* marks_of(const Array& array, hip_cpu_access access, std::size_t element_bytes);

  // Marks by an array's begin.
  std::map<std::tuple<std::uintptr_t, hip_cpu_access, std::size_t>, Marks> marks_;
  std::uintptr_t last_begin_ = 0;
  std::size_t last_bytes_ = 0;
  hip_cpu_access last_access_ = HIP_CPU_NO_ACCESS;
  std::size_t last_element_ = 0;
  std::uint32_t* last_ = nullptr;
  std::uint32_t first_mark_ = 0, next_mark_ = 1;  // of the block's threads
};

}  // namespace hip_cpu::check
