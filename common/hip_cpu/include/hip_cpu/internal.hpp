// The mark of variables that library code in kernels keeps for itself.
#pragma once

// Marks a __shared__ or __device__ variable, before its declaration, that is not the kernel's
// memory. A checked kernel finds there the values that the last block left, accesses to it count
// for nothing, and no trace shows it. Races are found there as elsewhere, unless the functions that
// access it are HIP_CPU_UNCHECKED.
#define HIP_CPU_INTERNAL __attribute__((abi_tag("hip_cpu_internal")))
