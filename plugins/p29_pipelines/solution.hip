// p29, the reference kernels. Blocks of TPB threads; output and input have size elements.
// The arithmetic is for the first `count` elements of a tile.

// The mean of the elements from i - reach to i + reach.
__device__ inline float mean_around(const float* cells, unsigned i, unsigned count,
                                    unsigned reach) {
  const unsigned from = i < reach ? 0 : i - reach;
  const unsigned to = i + reach < count ? i + reach : count - 1;
  float sum = 0;
  for (unsigned j = from; j <= to; ++j) sum += cells[j];
  return sum / static_cast<float>(to - from + 1);
}

// The element joined with its left neighbour, then with its right one.
__device__ inline float joined(const float* cells, unsigned i, unsigned count) {
  float value = cells[i];
  if (i > 0) value = (value + cells[i - 1]) * 0.6f;
  if (i + 1 < count) value = (value + cells[i + 1]) * 0.6f;
  return value;
}

// The mean of the element and its two neighbours, three times, from cells that stay as they are.
__device__ inline float smoothed(const float* cells, unsigned i, unsigned count) {
  constexpr unsigned width = 2 * PASSES + 1;
  float v[width];  // of the elements i - PASSES ... i + PASSES
  for (unsigned j = 0; j < width; ++j) {
    const unsigned at = i + j - PASSES;  // below 0 it wraps, and is not below count
    v[j] = at < count ? cells[at] : 0;
  }
  for (unsigned pass = 1; pass <= PASSES; ++pass) {
    float left = v[pass - 1];
    for (unsigned j = pass; j + pass < width; ++j) {
      const unsigned at = i + j - PASSES;
      const bool has_left = at - 1 < count, has_right = at + 1 < count;
      const float own = v[j];
      const float sum = own + (has_left ? left : 0) + (has_right ? v[j + 1] : 0);
      v[j] = sum / static_cast<float>(1 + has_left + has_right);
      left = own;
    }
  }
  return v[PASSES];
}

__global__ void multi_stage(float* output, const float* input, unsigned size) {
  __shared__ float scaled[TPB];
  __shared__ float means[TPB];
  constexpr unsigned half = TPB / 2;
  const unsigned local_i = threadIdx.x, first = blockIdx.x * TPB;
  const unsigned count = size - first < TPB ? size - first : TPB;

  if (local_i < half)
    for (unsigned i = local_i; i < count; i += half) scaled[i] = input[first + i] * 1.1f;
  __syncthreads();
  if (local_i >= half)
    for (unsigned i = local_i - half; i < count; i += half)
      means[i] = mean_around(scaled, i, count, 2);
  __syncthreads();
  if (local_i < count) output[first + local_i] = joined(means, local_i, count);
}

// A thread that arrives has written its cell, and has read all that it needs of the other array,
// into which it writes after the wait.
__global__ void double_buffered(float* output, const float* input, unsigned size) {
  using namespace hippuzzle;
  __shared__ float cells[2][TPB];
  __shared__ SharedBarrier done;
  const unsigned local_i = threadIdx.x, first = blockIdx.x * TPB;
  const unsigned count = size - first < TPB ? size - first : TPB;

  if (local_i == 0) done.init(TPB);
  publish_barriers();
  __syncthreads();

  if (local_i < count) cells[0][local_i] = input[first + local_i];
  for (unsigned pass = 0; pass < PASSES; ++pass) {
    done.arrive();
    done.wait(pass % 2);
    if (local_i >= count) continue;
    const float mean = mean_around(cells[pass % 2], local_i, count, 1);
    if (pass + 1 < PASSES) {
      cells[(pass + 1) % 2][local_i] = mean;
    } else {
      output[first + local_i] = mean;
    }
  }
}

// Both sides walk round the ring in the same order, each at its own pace.
__global__ void pipelined(float* output, const float* input, unsigned size) {
  using namespace hippuzzle;
  __shared__ float ring[STAGES][TPB];
  __shared__ SharedBarrier full[STAGES];
  __shared__ SharedBarrier empty[STAGES];
  const unsigned first = blockIdx.x * TILES * TPB;

  if (threadIdx.x < STAGES) {
    full[threadIdx.x].init(LOADERS);
    empty[threadIdx.x].init(SMOOTHERS);
  }
  publish_barriers();
  __syncthreads();

  for (unsigned t = 0; t < TILES && first + t * TPB < size; ++t) {
    const unsigned begin = first + t * TPB, place = t % STAGES, parity = t / STAGES % 2;
    const unsigned count = size - begin < TPB ? size - begin : TPB;
    if (threadIdx.x < LOADERS) {
      empty[place].wait(parity ^ 1);  // at once in the first round
      for (unsigned i = threadIdx.x; i < count; i += LOADERS) ring[place][i] = input[begin + i];
      full[place].arrive();
    } else {
      full[place].wait(parity);
      for (unsigned i = threadIdx.x - LOADERS; i < count; i += SMOOTHERS)
        output[begin + i] = smoothed(ring[place], i, count);
      empty[place].arrive();
    }
  }
}
