// p28, the reference kernels. Blocks of TPB threads; output and input have size elements, taps has
// TAPS.

__device__ inline float weighted_sum(const float* cells, const float* weights) {
  float sum = 0;
  for (unsigned j = 0; j < TAPS; ++j) sum += cells[j] * weights[j];
  return sum;
}

__device__ inline void start_taps(float* weights, const float* taps) {
  if (threadIdx.x < TAPS) hippuzzle::async_copy(&weights[threadIdx.x], &taps[threadIdx.x]);
}

// Starts the copy of the elements from first - HALO on. A cell outside the array becomes 0.
__device__ inline void start_tile(float* cells, const float* input, unsigned first, unsigned size) {
  for (unsigned j = threadIdx.x; j < TPB + 2 * HALO; j += TPB) {
    const unsigned i = first + j - HALO;  // below 0 it wraps, and is not below size
    if (i < size) {
      hippuzzle::async_copy(&cells[j], &input[i]);
    } else {
      cells[j] = 0;
    }
  }
}

__global__ void convolve_tile(float* output, const float* input, const float* taps, unsigned size) {
  using namespace hippuzzle;
  __shared__ float tile[TPB];
  __shared__ float weights[TAPS];
  const unsigned local_i = threadIdx.x, first = blockIdx.x * TPB, global_i = first + local_i;

  if (global_i < size) async_copy(&tile[local_i], &input[global_i]);
  start_taps(weights, taps);
  async_copy_wait_all();  // this thread's copies
  __syncthreads();        // and so all of the block's
  if (global_i >= size) return;

  const unsigned count = size - first < TPB ? size - first : TPB;
  const bool at_an_edge = local_i < HALO || local_i + HALO >= count;
  output[global_i] = at_an_edge ? tile[local_i] : weighted_sum(&tile[local_i - HALO], weights);
}

__global__ void convolve_halo(float* output, const float* input, const float* taps, unsigned size) {
  using namespace hippuzzle;
  __shared__ float cells[TPB + 2 * HALO];
  __shared__ float weights[TAPS];
  const unsigned local_i = threadIdx.x, first = blockIdx.x * TPB, global_i = first + local_i;

  start_tile(cells, input, first, size);
  start_taps(weights, taps);
  async_copy_wait_all();
  __syncthreads();
  if (global_i < size) output[global_i] = weighted_sum(&cells[local_i], weights);
}

// Two places for tiles: one is read, the other one is filled.
__global__ void convolve_overlapped(float* output, const float* input, const float* taps,
                                    unsigned size) {
  using namespace hippuzzle;
  __shared__ float cells[2][TPB + 2 * HALO];
  __shared__ float weights[TAPS];
  const unsigned local_i = threadIdx.x, first = blockIdx.x * TILES * TPB;

  start_taps(weights, taps);
  start_tile(cells[0], input, first, size);
  async_copy_commit();
  for (unsigned t = 0; t < TILES && first + t * TPB < size; ++t) {
    const unsigned begin = first + t * TPB, next = begin + TPB;
    if (t + 1 < TILES && next < size) start_tile(cells[(t + 1) % 2], input, next, size);
    async_copy_commit();   // an empty group after the last tile
    async_copy_wait<1>();  // all groups but that one: tile t is here
    __syncthreads();
    if (begin + local_i < size)
      output[begin + local_i] = weighted_sum(&cells[t % 2][local_i], weights);
    __syncthreads();  // nobody reads tile t any more
  }
}
