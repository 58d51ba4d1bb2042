// The all-gather begins with chunk i, which rank i has no sum of.
#define all_gather right_all_gather
#define all_reduce right_all_reduce
#include "solution.hip"
#undef all_gather
#undef all_reduce

void all_gather(Rank* ranks, int count, unsigned chunk) {
  for (int step = 0; step + 1 < count; ++step) {
    for (int i = 0; i < count; ++i) {
      const Rank &rank = ranks[i], &next = ranks[(i + 1) % count];
      const int sends = (i - step + count) % count;
      enqueue(send, rank, next.data + sends * chunk, rank.data + sends * chunk, chunk);
      HIP_CHECK(hipEventRecord(rank.sent, rank.stream));
    }
    for (int i = 0; i < count; ++i)
      HIP_CHECK(hipStreamWaitEvent(ranks[i].stream, ranks[(i + count - 1) % count].sent, 0));
  }
}

void all_reduce(Rank* ranks, int count, unsigned chunk) {
  reduce_scatter(ranks, count, chunk);
  all_gather(ranks, count, chunk);
}
