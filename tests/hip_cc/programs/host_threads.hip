// Threads of the host that allocate, write, launch and free at the same time.
#include <atomic>
#include <thread>

#include "expect.h"

std::atomic<int> wrong{0};

__global__ void sum(const int* in, int* out) {
  __shared__ int row[64];
  extern __shared__ int more[];
  const int i = static_cast<int>(threadIdx.x);
  row[i] = in[blockIdx.x * 64 + threadIdx.x];
  more[i] = i;
  __syncthreads();
  for (int step = 32; step > 0; step /= 2) {
    if (i < step) row[i] += row[i + step];
    __syncthreads();
  }
  if (i == 0) out[blockIdx.x] = row[0] + more[63];
}

void work(int number) {
  for (int round = 0; round < 10; ++round) {
    int *in = nullptr, *out = nullptr;
    wrong += hipMallocManaged(&in, 256 * sizeof(int)) != hipSuccess;
    wrong += hipMalloc(&out, 4 * sizeof(int)) != hipSuccess;
    for (int i = 0; i < 256; ++i) in[i] = number + round;
    sum<<<4, 64, 64 * sizeof(int)>>>(in, out);
    int result[4] = {};
    wrong += hipMemcpy(result, out, sizeof result, hipMemcpyDeviceToHost) != hipSuccess;
    for (const int one : result) wrong += one != 64 * (number + round) + 63;
    wrong += hipFree(in) != hipSuccess || hipFree(out) != hipSuccess;
  }
}

int main() {
  for (int generation = 0; generation < 2; ++generation) {
    std::vector<std::thread> threads;
    for (int number = 0; number < 4; ++number) threads.emplace_back(work, number);
    work(9);
    for (std::thread& thread : threads) thread.join();
  }
  EXPECT(wrong == 0);
  return failures;
}
