#include <hip/hip_runtime.h>
__global__ __attribute__((no_sanit\
ize("thread"))) void add_10(float* out) { asm volatile("" ::: "memory"); out[0] = 1; }
#line 7 "/usr/include/x"
