// p09, the reference kernels. output, a: size elements.

// An array in the device's memory.
struct Array {
  float* data;
  unsigned size;
};

// Buffer `number` of a launch: 0 is the output, 1 is `a`. An empty array where there is none.
Array buffer(const hippuzzle_launch& launch, uint32_t number) {
  const bool is_there = number < launch.buffer_count;
  if (!is_there) return {nullptr, 0};
  return {static_cast<float*>(launch.buffers[number]), static_cast<unsigned>(launch.extents.n[0])};
}

// One block, a thread for each element.
__global__ void add_10_kernel(float* output, const float* a) {
  const unsigned i = threadIdx.x;
  output[i] = a[i] + 10;
}

int32_t add_10(const hippuzzle_launch* launch) {
  const Array output = buffer(*launch, 0);
  const Array a = buffer(*launch, 1);
  hipLaunchKernelGGL(add_10_kernel, dim3(1), dim3(output.size), 0, hippuzzle::stream_of(*launch),
                     output.data, a.data);
  return static_cast<int32_t>(hipGetLastError());
}

// One block, a thread for each element. The window has 2 * RADIUS + 1 places.
__global__ void window_sum(float* output, const float* a, unsigned size) {
  const int i = static_cast<int>(threadIdx.x);
  float sum = 0;
  for (int offset = -RADIUS; offset <= RADIUS; ++offset) {
    const int neighbour = i + offset;
    if (neighbour >= 0 && neighbour < static_cast<int>(size)) sum += a[neighbour];
  }
  output[i] = sum;
}

// Blocks of TPB threads. The cells keep the loaded values, so no thread reads a cell that another
// thread changes, and all threads reach the only barrier.
__global__ void filter(float* output, const float* a) {
  __shared__ float shared[CELLS];
  const unsigned global_i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned local_i = threadIdx.x;

  if (local_i < CELLS) shared[local_i] = a[global_i];
  __syncthreads();

  if (local_i < CELLS) {
    const float left = local_i > 0 ? shared[local_i - 1] : 0;
    output[global_i] = shared[local_i] + 0.5f * left;
  } else {
    output[global_i] = a[global_i];
  }
}
