// p01: add. Fill in the kernel; hippuzzle says whether it is right.
// output, a: one element per thread of the only block.

__global__ void add_10(float* output, const float* a) {
  const unsigned i = threadIdx.x;
  // FILL ME IN
}
