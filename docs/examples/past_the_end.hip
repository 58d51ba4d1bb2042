#include <hip/hip_runtime.h>
__global__ void fill(int* p) { p[threadIdx.x] = 1; }
int main() { int* p; hipMalloc(&p, 32); fill<<<1, 9>>>(p); return hipDeviceSynchronize(); }
