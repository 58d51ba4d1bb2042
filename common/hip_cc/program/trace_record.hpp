// A traced launch as JSON, member by member as <hip_cpu/trace.h> has it. Members of which there are
// many are lists of numbers, in the order of the struct's members; memory is hexadecimal.
#pragma once

#include <hip_cpu/trace.h>

#include <cstdint>
#include <string>

namespace hippuzzle::program {

// slot_bytes: of one thread's variables.
std::string launch_record(const hip_cpu_traced_launch& launch, uint64_t slot_bytes);

}  // namespace hippuzzle::program
