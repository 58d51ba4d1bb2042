// The devices are not connected: their kernels may not write to each other's memory.
#define connect right_connect
#define all_reduce right_all_reduce
#include "solution.hip"
#undef connect
#undef all_reduce

void connect(int, int) {}

void all_reduce(Rank* ranks, int count, unsigned chunk) {
  reduce_scatter(ranks, count, chunk);
  all_gather(ranks, count, chunk);
}
