// p17, the reference kernel and its launches.

// Cells past the end get zeros, which add nothing, so the sum needs no guard.
__global__ void convolution(float* output, const float* input, const float* taps, unsigned size,
                            unsigned count) {
  __shared__ float cells[TPB + MOST_TAPS - 1];
  __shared__ float weights[MOST_TAPS];
  const unsigned local_i = threadIdx.x, global_i = blockIdx.x * TPB + threadIdx.x;

  cells[local_i] = global_i < size ? input[global_i] : 0;
  if (local_i < count - 1) {
    const unsigned next_i = global_i + TPB;
    cells[TPB + local_i] = next_i < size ? input[next_i] : 0;
  }
  if (local_i < count) weights[local_i] = taps[local_i];
  __syncthreads();
  if (global_i >= size) return;

  float sum = 0;
  for (unsigned j = 0; j < count; ++j) sum += cells[local_i + j] * weights[j];
  output[global_i] = sum;
}

inline void enqueue(float* output, const float* input, const float* taps, unsigned size,
                    unsigned count, hipStream_t stream) {
  const unsigned blocks = size / TPB + 1;
  hipLaunchKernelGGL(convolution, dim3(blocks), dim3(TPB), 0, stream, output, input, taps, size,
                     count);
}

int32_t convolve(const hippuzzle_launch* launch) {
  enqueue(static_cast<float*>(launch->buffers[0]), static_cast<const float*>(launch->buffers[1]),
          static_cast<const float*>(launch->buffers[2]),
          static_cast<unsigned>(launch->extents.n[0]), static_cast<unsigned>(launch->extents.n[1]),
          hippuzzle::stream_of(*launch));
  return static_cast<int32_t>(hipGetLastError());
}

// The second convolution needs all of the first one's results, so these lie in memory of their own.
int32_t capture_twice(const hippuzzle_launch* launch, hippuzzle::CapturedGraph* captured) {
  auto* output = static_cast<float*>(launch->buffers[0]);
  const auto* input = static_cast<const float*>(launch->buffers[1]);
  const auto* taps = static_cast<const float*>(launch->buffers[2]);
  const auto size = static_cast<unsigned>(launch->extents.n[0]);
  const auto count = static_cast<unsigned>(launch->extents.n[1]);
  const hipStream_t stream = hippuzzle::stream_of(*launch);

  hipError_t error = hipMalloc(&captured->scratch, sizeof(float) * size);
  if (error != hipSuccess) return static_cast<int32_t>(error);
  auto* once = static_cast<float*>(captured->scratch);

  hipGraph_t graph = nullptr;
  error = hipStreamBeginCapture(stream, hipStreamCaptureModeGlobal);
  if (error != hipSuccess) return static_cast<int32_t>(error);
  enqueue(once, input, taps, size, count, stream);
  enqueue(output, once, taps, size, count, stream);
  error = hipStreamEndCapture(stream, &graph);
  if (error != hipSuccess) return static_cast<int32_t>(error);
  error = hipGraphInstantiate(&captured->executable, graph, nullptr, nullptr, 0);
  static_cast<void>(hipGraphDestroy(graph));  // the executable graph has a copy
  return static_cast<int32_t>(error);
}
