// Address space whose pages come when they are touched.
#pragma once

#include <cstddef>

namespace hip_cpu::check {

// Throws std::bad_alloc when there is none.
void* reserve(std::size_t bytes);

// The same for memory that is touched here and there: never more than a page comes at once.
void* reserve_sparse(std::size_t bytes);

void unreserve(void* begin, std::size_t bytes);

// Pages of such memory that are wholly in the range become zeros, which take no memory.
void give_back(void* begin, std::size_t bytes);

}  // namespace hip_cpu::check
