// p19, the reference kernels and launches. q and output: d; K and V: seq x d, row-major.

// Cell (r, c) of the tile lies in column c ^ r. A warp of 32 lanes has two rows of 16 cells; it
// writes two rows and reads two columns, and both ways meets every bank once.
__global__ void transpose(float* output, const float* a, unsigned rows, unsigned columns) {
  __shared__ float tile[TILE][TILE];
  const unsigned first_row = blockIdx.y * TILE, first_column = blockIdx.x * TILE;
  const unsigned x = threadIdx.x, y = threadIdx.y;
  if (first_row + y < rows && first_column + x < columns)
    tile[y][x ^ y] = a[(first_row + y) * columns + first_column + x];
  __syncthreads();
  if (first_column + y < columns && first_row + x < rows)
    output[(first_column + y) * rows + first_row + x] = tile[x][y ^ x];
}

// A row of K is a column of its transpose, so nothing has to be transposed.
__global__ void score(float* scores, const float* q, const float* k, unsigned d) {
  float sum = 0;
  for (unsigned i = threadIdx.x; i < d; i += KEY_THREADS) sum += q[i] * k[blockIdx.x * d + i];
  sum = hippuzzle::warp_sum(sum);
  if (threadIdx.x == 0) scores[blockIdx.x] = sum;
}

// All threads call block_max and block_sum, also those without a score.
__global__ void softmax(float* scores, unsigned seq) {
  using namespace hippuzzle;
  __shared__ float cells[block_cells(TPB)];
  float most = -INFINITY, sum = 0;
  for (unsigned s = threadIdx.x; s < seq; s += TPB) most = fmaxf(most, scores[s]);
  most = block_max(most, cells);
  for (unsigned s = threadIdx.x; s < seq; s += TPB) sum += expf(scores[s] - most);
  sum = block_sum(sum, cells);
  for (unsigned s = threadIdx.x; s < seq; s += TPB) scores[s] = expf(scores[s] - most) / sum;
}

// Neighbouring threads read neighbouring elements of a row of V.
__global__ void weighted_sum(float* output, const float* weights, const float* v, unsigned seq,
                             unsigned d) {
  const unsigned i = blockIdx.x * TPB + threadIdx.x;
  if (i >= d) return;
  float sum = 0;
  for (unsigned s = 0; s < seq; ++s) sum += weights[s] * v[s * d + i];
  output[i] = sum;
}

// Each kernel begins when the one before is complete, because they are on one stream.
inline void enqueue(const Operands& o, float* scores) {
  const dim3 threads(TPB), columns((o.d + TPB - 1) / TPB);
  hipLaunchKernelGGL(score, dim3(o.seq), dim3(KEY_THREADS), 0, o.stream, scores, o.q, o.k, o.d);
  hipLaunchKernelGGL(softmax, dim3(1), threads, 0, o.stream, scores, o.seq);
  hipLaunchKernelGGL(weighted_sum, columns, threads, 0, o.stream, o.output, scores, o.v, o.seq,
                     o.d);
}

// Memory is allocated before the capture: an allocation is not a launch that could be recorded.
int32_t capture_attention(const hippuzzle_launch* launch, hippuzzle::CapturedGraph* captured) {
  const Operands o(*launch);

  hipError_t error = hipMalloc(&captured->scratch, sizeof(float) * o.seq);
  if (error != hipSuccess) return static_cast<int32_t>(error);

  hipGraph_t graph = nullptr;
  error = hipStreamBeginCapture(o.stream, hipStreamCaptureModeGlobal);
  if (error != hipSuccess) return static_cast<int32_t>(error);
  enqueue(o, static_cast<float*>(captured->scratch));
  error = hipStreamEndCapture(o.stream, &graph);
  if (error != hipSuccess) return static_cast<int32_t>(error);
  error = hipGraphInstantiate(&captured->executable, graph, nullptr, nullptr, 0);
  static_cast<void>(hipGraphDestroy(graph));  // the executable graph has a copy
  return static_cast<int32_t>(error);
}
