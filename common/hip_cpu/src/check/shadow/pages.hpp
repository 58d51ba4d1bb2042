// Address space whose pages come when they are touched.
#pragma once

#include <cstddef>
#include <cstdint>

namespace hip_cpu::check {

// Throws std::bad_alloc when there is none.
void* reserve(std::size_t bytes);

// The same for memory that is touched here and there: never more than a page comes at once.
void* reserve_sparse(std::size_t bytes);

void unreserve(void* begin, std::size_t bytes);

// Fills the range of such memory with one value. Pages of a large range take memory only when they
// are written afterwards.
void fill(void* begin, std::size_t bytes, std::uint8_t value);

// Gives back pages of such memory that lie wholly in the range. They become zeros, or the value
// with which a large range was filled.
void give_back(void* begin, std::size_t bytes);

}  // namespace hip_cpu::check
