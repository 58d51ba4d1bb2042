// A rank sends the next chunk into an inbox from which the last one was not yet added.
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
      enqueue(send, rank, next.inbox, rank.data + sends * chunk, chunk);
      HIP_CHECK(hipEventRecord(rank.sent, rank.stream));
    }
    for (int i = 0; i < count; ++i) {
      const Rank &rank = ranks[i], &before = ranks[(i + count - 1) % count];
      const int adds = (i - step - 1 + count) % count;
      HIP_CHECK(hipStreamWaitEvent(rank.stream, before.sent, 0));
      enqueue(add, rank, rank.data + adds * chunk, rank.inbox, chunk);
    }
  }
}

void all_reduce(Rank* ranks, int count, unsigned chunk) {
  reduce_scatter(ranks, count, chunk);
  all_gather(ranks, count, chunk);
}
