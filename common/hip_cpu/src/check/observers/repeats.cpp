#include "hip_cpu/check/observers/repeats.hpp"

#include <algorithm>
#include <utility>

#include "hip_cpu/check/shadow/pages.hpp"

namespace hip_cpu::check {

void Repeats::Unmap::operator()(std::uint32_t* words) const { unreserve(words, bytes); }

void Repeats::begin_block(unsigned thread_count) {
  first_mark_ = next_mark_;
  next_mark_ += thread_count;
}

std::uint32_t* Repeats::marks_of(const Array& array, hip_cpu_access access,
                                 std::size_t element_bytes) {
  if (array.begin == last_begin_ && array.bytes == last_bytes_ && access == last_access_ &&
      element_bytes == last_element_)
    return last_;
  const std::size_t bytes =
      (array.bytes + element_bytes - 1) / element_bytes * sizeof(std::uint32_t);
  Marks& marks = marks_[{array.begin, access, element_bytes}];
  if (!marks || marks.get_deleter().bytes < bytes)
    marks = Marks(static_cast<std::uint32_t*>(reserve(bytes)), Unmap{bytes});
  last_begin_ = array.begin;
  last_bytes_ = array.bytes;
  last_access_ = access;
  last_element_ = element_bytes;
  return last_ = marks.get();
}

unsigned Repeats::of(const Request& request, const Array& array) {
  const std::size_t element_bytes = std::min<std::size_t>(request.bytes, 4);
  std::uint32_t* const marks = marks_of(array, request.access, element_bytes);
  const bool by_thread = request.access == HIP_CPU_WRITE;
  unsigned repeated = 0;
  request.for_each_lane([&](unsigned lane, std::uintptr_t address) {
    if (!array.contains(address)) return;
    const std::uint32_t mark = by_thread ? first_mark_ + request.first_thread + lane : first_mark_;
    const std::uint32_t before =
        std::exchange(marks[(address - array.begin) / element_bytes], mark);
    if (before == mark) ++repeated;
  });
  return repeated;
}

}  // namespace hip_cpu::check
