// The words that the texts about a trace have in common: values, counts, the names of threads and
// elements.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "engine/results/trace.hpp"

namespace hippuzzle {

// "0.5", "16", "·" for none.
std::string traced_value_text(const TracedValue& value, const std::string& type);

// "reads" of one thread, "read" of several.
const char* access_verb(Access access, bool is_one);

// "1 thread", "8 threads"
std::string plural(size_t count, const char* word);

// "(4)", "(1, 2)": as many indices as the block has dimensions.
std::string traced_thread_text(const TracedLaunch& launch, uint32_t thread);

// "[1, 0]"; "" of a shared variable, which has one element.
std::string traced_indices(const TracedArray& array, uint64_t element);

// "a[0, 1]"; "?[4]" where the array has no name.
std::string traced_element_text(const TracedLaunch& launch, uint32_t array, uint64_t element);

}  // namespace hippuzzle
