// Adds 10 to six numbers on a device.
#include <hip/hip_runtime.h>

#include <cstdio>

__global__ void add_10(float* output, const float* a, unsigned size) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < size) output[i] = a[i] + 10;
}

int main() {
  float numbers[6] = {3, 1, 4, 1, 5, 9};
  float *a = nullptr, *output = nullptr;
  hipMalloc(&a, sizeof numbers);  // 1. memory on the device
  hipMalloc(&output, sizeof numbers);
  hipMemcpy(a, numbers, sizeof numbers, hipMemcpyHostToDevice);       // 2. the input goes there
  add_10<<<2, 4>>>(output, a, 6);                                     // 3. 2 blocks of 4 threads
  hipMemcpy(numbers, output, sizeof numbers, hipMemcpyDeviceToHost);  // 4. the result comes back
  for (const float x : numbers) std::printf("%g ", x);
  hipFree(a);  // 5. the memory is given back
  hipFree(output);
}
