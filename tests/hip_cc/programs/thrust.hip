// Thrust together with kernels: both see the same arrays.
#include <thrust/copy.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/functional.h>
#include <thrust/host_vector.h>
#include <thrust/reduce.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>
#include <thrust/transform.h>

#include "expect.h"

__global__ void twice(int* p, int n) {
  const int i = static_cast<int>(threadIdx.x);
  if (i < n) p[i] *= 2;
}

struct Plus {
  int by;
  __host__ __device__ int operator()(int x) const { return x + by; }
};

int main() {
  thrust::device_vector<int> numbers(10);
  thrust::sequence(numbers.begin(), numbers.end());
  twice<<<1, 32>>>(thrust::raw_pointer_cast(numbers.data()), 10);
  EXPECT(thrust::reduce(numbers.begin(), numbers.end()) == 90);
  thrust::transform(numbers.begin(), numbers.end(), numbers.begin(), Plus{1});
  thrust::host_vector<int> host = numbers;
  EXPECT(host[0] == 1 && host[9] == 19);

  // Memory of HIP's own, in the order of a stream.
  hipStream_t stream;
  EXPECT_OK(hipStreamCreate(&stream));
  int* const raw = on_device<int>(4);
  thrust::device_ptr<int> pointer(raw);
  thrust::copy(thrust::hip::par.on(stream), numbers.rbegin(), numbers.rbegin() + 4, pointer);
  twice<<<1, 4, 0, stream>>>(raw, 4);
  thrust::sort(thrust::device, pointer, pointer + 4);
  EXPECT(to_host(raw, 4) == (std::vector<int>{26, 30, 34, 38}));
  EXPECT_OK(hipStreamDestroy(stream));
  return failures;
}
