// roofline, the reference kernels. output: a row of FLOP, bytes read, FLOP/B and GFLOP/s a problem.
// sizes: of the problems. device: peak GFLOP/s, memory GB/s. tiles: the side of each problem's
// tile.

// The row of a kernel that does `flop` operations and reads `bytes` bytes of device memory.
__device__ void place(float* row, float flop, float bytes, const float* device) {
  const float peak = device[0], bandwidth = device[1];
  const float intensity = flop / bytes;
  const float memory_roof = bandwidth * intensity;
  row[0] = flop;
  row[1] = bytes;
  row[2] = intensity;
  row[3] = memory_roof < peak ? memory_roof : peak;
}

// n additions; each thread reads two floats.
__global__ void predict_zip(float* output, const unsigned* sizes, const float* device,
                            unsigned problems) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= problems) return;
  const float n = static_cast<float>(sizes[i]);
  place(output + 4 * i, n, 4 * 2 * n, device);
}

// n x n elements; each of n products, n - 1 sums and 2n floats.
__global__ void predict_naive(float* output, const unsigned* sizes, const float* device,
                              unsigned problems) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= problems) return;
  const float n = static_cast<float>(sizes[i]);
  place(output + 4 * i, n * n * (2 * n - 1), 4 * 2 * n * n * n, device);
}

// The same operations. A is read once for each column of blocks, B once for each row of them.
__global__ void predict_tiled(float* output, const unsigned* sizes, const float* device,
                              const unsigned* tiles, unsigned problems) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= problems) return;
  const float n = static_cast<float>(sizes[i]);
  const unsigned blocks = (sizes[i] + tiles[i] - 1) / tiles[i];
  place(output + 4 * i, n * n * (2 * n - 1), 4 * 2 * n * n * static_cast<float>(blocks), device);
}
