// roofline: predict where three kernels lie. Fill in the kernels; hippuzzle says whether they are
// right. Then compare with the real kernels: `hippuzzle roofline p16 --naive --device a100`.
// output: a row of FLOP, bytes read, FLOP/B and GFLOP/s a problem, row-major.
// sizes: n of each problem. device: peak GFLOP/s, then memory GB/s. problems: how many there are.
#include <hip/hip_runtime.h>

// p02's kernel on n elements: n threads, each adds two floats. About 6 lines.
__global__ void predict_zip(float* output, const unsigned* sizes, const float* device,
                            unsigned problems) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  // FILL ME IN
}

// p16's naive kernel on n x n matrices: a thread an element, operands from global memory. About 8
// lines.
__global__ void predict_naive(float* output, const unsigned* sizes, const float* device,
                              unsigned problems) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  // FILL ME IN
}

// p16's tiled kernel, its tiles tiles[i] x tiles[i]: n need not be a multiple of them. About 8
// lines.
__global__ void predict_tiled(float* output, const unsigned* sizes, const float* device,
                              const unsigned* tiles, unsigned problems) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  // FILL ME IN
}
