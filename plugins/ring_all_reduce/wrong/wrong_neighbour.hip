// A rank waits for its receiver instead of its sender.
#define reduce_scatter right_reduce_scatter
#define all_reduce right_all_reduce
#include "solution.hip"
#undef reduce_scatter
#undef all_reduce

void reduce_scatter(Rank* ranks, int count, unsigned chunk) {
  for (int step = 0; step + 1 < count; ++step) {
    for (int i = 0; i < count; ++i) {
      const Rank &rank = ranks[i], &next = ranks[(i + 1) % count];
      const int sends = (i - step + count) % count;
      HIP_CHECK(hipStreamWaitEvent(rank.stream, next.added, 0));
      enqueue(send, rank, next.inbox, rank.data + sends * chunk, chunk);
      HIP_CHECK(hipEventRecord(rank.sent, rank.stream));
    }
    for (int i = 0; i < count; ++i) {
      const Rank &rank = ranks[i], &next = ranks[(i + 1) % count];
      const int adds = (i - step - 1 + count) % count;
      HIP_CHECK(hipStreamWaitEvent(rank.stream, next.sent, 0));
      enqueue(add, rank, rank.data + adds * chunk, rank.inbox, chunk);
      HIP_CHECK(hipEventRecord(rank.added, rank.stream));
    }
  }
}

void all_reduce(Rank* ranks, int count, unsigned chunk) {
  reduce_scatter(ranks, count, chunk);
  all_gather(ranks, count, chunk);
}
