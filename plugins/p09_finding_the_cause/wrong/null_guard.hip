// The kernel skips its work where the pointer is null: the crash is gone, and the answer with it.
// variants: first-case
#define add_10 right_add_10
#include "solution.hip"
#undef add_10

__global__ void guarded_kernel(float* output, const float* a) {
  const unsigned i = threadIdx.x;
  if (a != nullptr) output[i] = a[i] + 10;
}

// The mistake of the stub is still there: the last buffer counts as missing.
int32_t add_10(const hippuzzle_launch* launch) {
  const Array output = buffer(*launch, 0);
  const bool is_there = 2 < launch->buffer_count;
  const Array a = is_there ? buffer(*launch, 1) : Array{nullptr, 0};
  hipLaunchKernelGGL(guarded_kernel, dim3(1), dim3(output.size), 0, hippuzzle::stream_of(*launch),
                     output.data, a.data);
  return static_cast<int32_t>(hipGetLastError());
}
