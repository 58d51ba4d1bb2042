// p23, the reference kernels. Blocks of TPB threads; output, a and b have size elements.

struct Add {
  float* output;
  const float* a;
  const float* b;

  template <int Width>
  __device__ void operator()(unsigned first) const {
    using namespace hippuzzle;
    Vector<float, Width> sum = load<Width>(a + first);
    const Vector<float, Width> other = load<Width>(b + first);
    for (int i = 0; i < Width; ++i) sum[i] += other[i];
    store(output + first, sum);
  }
};

__global__ void elementwise(float* output, const float* a, const float* b, unsigned size) {
  hippuzzle::for_each<WIDTH>(size, Add{output, a, b});
}

// Lanes are TILE elements apart, so each of a warp's 32 accesses is in a sector of its own.
__global__ void tiled(float* output, const float* a, const float* b, unsigned size) {
  const unsigned first = (blockIdx.x * blockDim.x + threadIdx.x) * TILE;
  for (unsigned i = first; i < first + TILE && i < size; ++i) output[i] = a[i] + b[i];
}

// MANUAL_TILE is a multiple of WIDTH, so every vector begins at a multiple of its size.
__global__ void manual_vectorized(float* output, const float* a, const float* b, unsigned size) {
  const Add add = {output, a, b};
  const unsigned first = (blockIdx.x * blockDim.x + threadIdx.x) * MANUAL_TILE;
  const unsigned end = first + MANUAL_TILE < size ? first + MANUAL_TILE : size;
  unsigned i = first;
  for (; i + WIDTH <= end; i += WIDTH) add.operator()<WIDTH>(i);
  for (; i < end; ++i) add.operator()<1>(i);
}

__global__ void vectorized(float* output, const float* a, const float* b, unsigned size) {
  using namespace hippuzzle;
  tile<TILE>(size, [=](unsigned first, unsigned count) {
    vectorize<WIDTH>(count, Add{output + first, a + first, b + first});
  });
}
