// The host hands the kernel its output as the input: not a null pointer, but the wrong array.
// variants: first-case
#define add_10 right_add_10
#include "solution.hip"
#undef add_10

int32_t add_10(const hippuzzle_launch* launch) {
  const Array output = buffer(*launch, 0);
  hipLaunchKernelGGL(add_10_kernel, dim3(1), dim3(output.size), 0, hippuzzle::stream_of(*launch),
                     output.data, output.data);
  return static_cast<int32_t>(hipGetLastError());
}
