// The reason for a refused launch: the requested value and the allowed one.
#pragma once

#include <hip/hip_runtime_api.h>

#include <cstddef>
#include <hip_cpu/vector_types.hpp>

namespace hip_cpu {

// Keep the sentence for hip_cpu_refusal() (<hip_cpu/config.h>) and return the launch's error.
hipError_t refuse_configuration(dim3 grid, dim3 block);
hipError_t refuse_shared_memory(std::size_t declared, std::size_t by_launch);

}  // namespace hip_cpu
