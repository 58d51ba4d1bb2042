// p27, the reference kernels. One block of TPB threads; size <= TPB.

__global__ void traditional_dot_product(float* output, const float* a, const float* b,
                                        unsigned size) {
  __shared__ float shared[TPB];
  const unsigned local_i = threadIdx.x;
  shared[local_i] = local_i < size ? a[local_i] * b[local_i] : 0;
  __syncthreads();
  for (unsigned stride = TPB / 2; stride > 0; stride /= 2) {
    if (local_i < stride) shared[local_i] += shared[local_i + stride];
    __syncthreads();
  }
  if (local_i == 0) output[0] = shared[0];
}

// One value a warp. Thread 0 adds up two or four cells, so a second round of shuffles would not
// pay.
__global__ void block_sum_dot_product(float* output, const float* a, const float* b,
                                      unsigned size) {
  using namespace hippuzzle;
  __shared__ float cells[TPB / 32];
  const unsigned local_i = threadIdx.x;
  const unsigned lanes = warp_size();

  const float sum = warp_sum(local_i < size ? a[local_i] * b[local_i] : 0.0f);
  if (lane() == 0) cells[local_i / lanes] = sum;
  __syncthreads();

  if (local_i != 0) return;
  float total = 0;
  for (unsigned warp = 0; warp < TPB / lanes; ++warp) total += cells[warp];
  output[0] = total;
}

// A member's place is the number of members before it.
__global__ void pack_bin(float* packed, int* count, const float* input, unsigned size,
                         unsigned bin) {
  using namespace hippuzzle;
  __shared__ int cells[block_cells(TPB)];
  const unsigned local_i = threadIdx.x;

  const float own = local_i < size ? input[local_i] : 0;
  const unsigned eighth = static_cast<unsigned>(8 * own);
  const bool is_member = local_i < size && (eighth < 7 ? eighth : 7) == bin;
  int members;
  const int place = block_exclusive_scan(is_member ? 1 : 0, cells, &members);
  if (is_member) packed[place] = own;
  if (local_i < size && static_cast<int>(local_i) >= members) packed[local_i] = 0;
  if (local_i == 0) *count = members;
}

__global__ void divide_by_mean(float* output, const float* input, unsigned size) {
  using namespace hippuzzle;
  __shared__ float cells[block_cells(TPB)];
  const unsigned local_i = threadIdx.x;

  const float own = local_i < size ? input[local_i] : 0;
  const float sum = block_sum(own, cells);
  if (local_i < size) output[local_i] = sum == 0 ? own : own * size / sum;
}
