// reduction, the reference kernels. a: size elements; output: 1 element, 0 before all kernels but
// the last.

// Given: an atomic addition an element.
__global__ void atomics(float* output, const float* a, unsigned size) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < size) hippuzzle::atomic_add(&output[0], a[i]);
}

// Adds up a block's values in a tree. All threads call it; thread 0 gets the sum.
__device__ float sum_by_tree(float value) {
  __shared__ float sums[TPB];
  sums[threadIdx.x] = value;
  __syncthreads();
  for (unsigned stride = TPB / 2; stride > 0; stride /= 2) {
    if (threadIdx.x < stride) sums[threadIdx.x] += sums[threadIdx.x + stride];
    __syncthreads();  // other threads wrote the cells that the next step reads
  }
  return sums[0];
}

__global__ void tree(float* output, const float* a, unsigned size) {
  const unsigned i = blockIdx.x * TPB + threadIdx.x;
  const float sum = sum_by_tree(i < size ? a[i] : 0);
  if (threadIdx.x == 0) hippuzzle::atomic_add(&output[0], sum);
}

// A block takes 2 TPB elements, a thread two of them, TPB apart.
__global__ void first_add(float* output, const float* a, unsigned size) {
  const unsigned i = blockIdx.x * 2 * TPB + threadIdx.x;
  const float sum = sum_by_tree((i < size ? a[i] : 0) + (i + TPB < size ? a[i + TPB] : 0));
  if (threadIdx.x == 0) hippuzzle::atomic_add(&output[0], sum);
}

// Adds up a block's values, first in each warp, then over the warps. All threads call it; thread 0
// gets the sum.
__device__ float sum_by_warps(float value) {
  using namespace hippuzzle;
  __shared__ float sums[TPB / 32];  // half of it is used where warps have 64 lanes
  const unsigned lane = threadIdx.x % warp_size(), own = threadIdx.x / warp_size();
  value = warp_sum(value);
  if (lane == 0) sums[own] = value;
  __syncthreads();
  if (own != 0) return 0;
  return warp_sum(lane < TPB / warp_size() ? sums[lane] : 0);
}

__global__ void warp(float* output, const float* a, unsigned size) {
  const unsigned i = blockIdx.x * 2 * TPB + threadIdx.x;
  const float sum = sum_by_warps((i < size ? a[i] : 0) + (i + TPB < size ? a[i + TPB] : 0));
  if (threadIdx.x == 0) hippuzzle::atomic_add(&output[0], sum);
}

// Neighbouring threads take neighbouring elements in each turn, so every request is coalesced.
__device__ float sum_of_thread(const float* a, unsigned size) {
  const unsigned threads = gridDim.x * TPB;
  float sum = 0;
  for (unsigned i = blockIdx.x * TPB + threadIdx.x; i < size; i += threads) sum += a[i];
  return sum;
}

__global__ void grid_stride(float* output, const float* a, unsigned size) {
  const float sum = sum_by_warps(sum_of_thread(a, size));
  if (threadIdx.x == 0) hippuzzle::atomic_add(&output[0], sum);
}

// partial: gridDim.x elements. *arrived: 0 before the launch. The fence makes a block's sum visible
// before its ticket is; the last block's fence comes before it reads the sums.
__global__ void last_block(float* output, float* partial, unsigned* arrived, const float* a,
                           unsigned size) {
  __shared__ bool is_last;
  float sum = sum_by_warps(sum_of_thread(a, size));
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = sum;
    __threadfence();
    is_last = hippuzzle::atomic_add(arrived, 1u) == gridDim.x - 1;
    __threadfence();
  }
  __syncthreads();
  if (!is_last) return;

  sum = 0;
  for (unsigned block = threadIdx.x; block < gridDim.x; block += TPB) sum += partial[block];
  sum = sum_by_tree(sum);
  if (threadIdx.x == 0) output[0] = sum;
}
