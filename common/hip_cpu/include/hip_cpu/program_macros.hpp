// The macros that remain in a program when `hippuzzle cc` compiles the whole preprocessed source.
// <hip_cpu/launch.hpp> declares the functions to which the macros of launches expand.
#pragma once

// Definitions of kernels are found by this word, which preprocessing with -D__global__=__global__
// leaves in the text.
#ifndef __global__
#define __global__
#endif

// The expansion of kernel<<<grid, block, shared, stream>>>(arguments...):
// HIP_CPU_KERNEL(kernel).configure(grid, block, shared, stream)(arguments...)
#define HIP_CPU_KERNEL(...) HIP_CPU_NAMED_KERNEL(#__VA_ARGS__, __VA_ARGS__)
#define HIP_CPU_NAMED_KERNEL(name, ...)                                                    \
  ::hip_cpu::named_kernel(                                                                 \
      name,                                                                                \
      [=](auto hip_cpu_tag) -> decltype(::hip_cpu::address_of(hip_cpu_tag, __VA_ARGS__)) { \
        return ::hip_cpu::address_of(hip_cpu_tag, __VA_ARGS__);                            \
      },                                                                                   \
      [=](auto&... hip_cpu_arguments) { __VA_ARGS__(hip_cpu_arguments...); })
