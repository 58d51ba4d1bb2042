// The streams of a program work concurrently with it, and end before it does.
#include <hip/hip_runtime.h>

#include <chrono>
#include <future>

#include "expect.h"

__global__ void add(int* to, int value) { *to += value; }

static std::promise<void> gate;
static void wait_at_gate(void*) {
  // The limit is for a stream that works at once, where this would wait for ever.
  gate.get_future().wait_for(std::chrono::seconds(5));
}

int main() {
  hipStream_t stream;
  int* sum;
  EXPECT(hipStreamCreate(&stream) == hipSuccess);
  EXPECT(hipHostMalloc(&sum, sizeof *sum) == hipSuccess);
  *sum = 1;
  EXPECT(hipLaunchHostFunc(stream, wait_at_gate, nullptr) == hipSuccess);
  add<<<1, 1, 0, stream>>>(sum, 2);
  EXPECT(*sum == 1);
  EXPECT(hipStreamQuery(stream) == hipErrorNotReady);
  gate.set_value();
  EXPECT(hipStreamSynchronize(stream) == hipSuccess);
  EXPECT(*sum == 3);
  for (int i = 0; i < 1000; ++i) add<<<1, 1, 0, stream>>>(sum, 1);
  std::atexit([] { std::puts("the program ends"); });
  return failures;
}
