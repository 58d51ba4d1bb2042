// p35, the reference kernels. Blocks of TPB threads; output and a have size elements.

__device__ inline void double_and_add_1(float* output, const float* a) { *output = 2 * *a + 1; }

// The vector at an address that is a multiple of 16 bytes.
__device__ inline void double_and_add_1_vector(float* output, const float* a) {
  using namespace hippuzzle;
  Vector<float, WIDTH> v = load<WIDTH>(a);
  for (int i = 0; i < static_cast<int>(WIDTH); ++i) v[i] = 2 * v[i] + 1;
  store(output, v);
}

__global__ void scalar(float* output, const float* a, unsigned size) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < size) double_and_add_1(output + i, a + i);
}

// Thread t takes vector t. The single elements before and after the vectors, at most three each, go
// to the first threads.
__global__ void unaligned(float* output, const float* a, unsigned size) {
  const unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned after = reinterpret_cast<uintptr_t>(a) / sizeof(float) % WIDTH;
  const unsigned until_aligned = (WIDTH - after) % WIDTH;
  const unsigned peel = until_aligned < size ? until_aligned : size;
  const unsigned vectors = (size - peel) / WIDTH;
  const unsigned tail = peel + vectors * WIDTH;

  if (t < peel) double_and_add_1(output + t, a + t);
  if (t < vectors) double_and_add_1_vector(output + peel + t * WIDTH, a + peel + t * WIDTH);
  if (tail + t < size) double_and_add_1(output + tail + t, a + tail + t);
}

__global__ void aligned(float* output, const float* a, unsigned size) {
  const unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned vectors = size / WIDTH;
  const unsigned tail = vectors * WIDTH;

  if (t < vectors) double_and_add_1_vector(output + t * WIDTH, a + t * WIDTH);
  if (tail + t < size) double_and_add_1(output + tail + t, a + tail + t);
}
