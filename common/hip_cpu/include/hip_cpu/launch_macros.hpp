// HIP_CPU_KERNEL(kernel).configure(grid, block, shared, stream)(arguments...) is what `hippuzzle
// cc` makes of kernel<<<grid, block, shared, stream>>>(arguments...). What the macros expand to is
// declared in <hip_cpu/launch.hpp>; alone they serve a program that was preprocessed as a whole.
#pragma once

#define HIP_CPU_KERNEL(...) HIP_CPU_NAMED_KERNEL(#__VA_ARGS__, __VA_ARGS__)
#define HIP_CPU_NAMED_KERNEL(name, ...)                                                    \
  ::hip_cpu::named_kernel(                                                                 \
      name,                                                                                \
      [=](auto hip_cpu_tag) -> decltype(::hip_cpu::address_of(hip_cpu_tag, __VA_ARGS__)) { \
        return ::hip_cpu::address_of(hip_cpu_tag, __VA_ARGS__);                            \
      },                                                                                   \
      [=](auto&... hip_cpu_arguments) { __VA_ARGS__(hip_cpu_arguments...); })
