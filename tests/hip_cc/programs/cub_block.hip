// hipCUB's operations of blocks and warps.
#include <hipcub/hipcub.hpp>

#include <algorithm>
#include <numeric>

#include "expect.h"

constexpr int threads = 96, items = 3, tile = threads * items;

// Does not commute: the later of two ranges that touch, as begin * 1000 + end.
struct Join {
  __device__ int operator()(int a, int b) const { return a / 1000 * 1000 + b % 1000; }
};

__global__ void tiles(const int* in, int* scanned, int* sorted, short* from, int* more) {
  using Load = hipcub::BlockLoad<int, threads, items, hipcub::BLOCK_LOAD_TRANSPOSE>;
  using Store = hipcub::BlockStore<int, threads, items, hipcub::BLOCK_STORE_WARP_TRANSPOSE>;
  using Scan = hipcub::BlockScan<int, threads>;
  using Reduce = hipcub::BlockReduce<int, threads>;
  using Sort = hipcub::BlockRadixSort<int, threads, items, short>;
  __shared__ union {
    Load::TempStorage load;
    Store::TempStorage store;
    Scan::TempStorage scan;
    Reduce::TempStorage reduce;
    Sort::TempStorage sort;
  } storage;
  int values[items], sums[items], total;
  Load(storage.load).Load(in, values);
  __syncthreads();
  Scan(storage.scan).ExclusiveSum(values, sums, total);
  __syncthreads();
  Store(storage.store).Store(scanned, sums);
  __syncthreads();
  const int largest = Reduce(storage.reduce).Reduce(values, hipcub::Max());
  __syncthreads();
  const int me = static_cast<int>(threadIdx.x);
  const int joined = Reduce(storage.reduce).Reduce(me * 1000 + me + 1, Join());
  __syncthreads();
  const int some = Reduce(storage.reduce).Sum(1, 10);
  __syncthreads();
  if (me == 0) {
    more[0] = total;
    more[1] = largest;
    more[2] = joined;
    more[3] = some;
  }
  short index[items];
  for (int i = 0; i < items; ++i) index[i] = static_cast<short>(me * items + i);
  Sort(storage.sort).SortDescending(values, index);
  hipcub::StoreDirectBlocked(me, sorted, values);
  hipcub::StoreDirectBlocked(me, from, index);
}

struct Running {
  int before;
  __device__ int operator()(int sum) {
    const int result = before;
    before += sum;
    return result;
  }
};

__global__ void in_two_tiles(const int* in, int* out) {
  using Scan = hipcub::BlockScan<int, threads>;
  __shared__ Scan::TempStorage storage;
  Running running{5};
  for (int tile_of = 0; tile_of < 2; ++tile_of) {
    int value = in[tile_of * threads + threadIdx.x];
    Scan(storage).InclusiveSum(value, value, running);
    out[tile_of * threads + threadIdx.x] = value;
    __syncthreads();
  }
}

__global__ void neighbours(const int* in, int* heads, int* tails, int* steps, int* striped) {
  __shared__ hipcub::BlockDiscontinuity<int, threads>::TempStorage flags;
  __shared__ hipcub::BlockAdjacentDifference<int, threads>::TempStorage differences;
  __shared__ hipcub::BlockExchange<int, threads, 2>::TempStorage exchange;
  const int me = static_cast<int>(threadIdx.x);
  int values[2] = {in[2 * me], in[2 * me + 1]}, head[2], tail[2], step[2];
  hipcub::BlockDiscontinuity<int, threads>(flags).FlagHeadsAndTails(head, tail, values,
                                                                    hipcub::Inequality());
  hipcub::BlockAdjacentDifference<int, threads>(differences)
      .SubtractLeft(values, step, hipcub::Difference());
  for (int i = 0; i < 2; ++i) {
    heads[2 * me + i] = head[i];
    tails[2 * me + i] = tail[i];
    steps[2 * me + i] = step[i];
  }
  hipcub::BlockExchange<int, threads, 2>(exchange).BlockedToStriped(values, values);
  for (int i = 0; i < 2; ++i) striped[2 * me + i] = values[i];
}

struct Wide {
  double a;
  int b;
};
struct AddWide {
  __device__ Wide operator()(Wide x, Wide y) const { return {x.a + y.a, x.b + y.b}; }
};

__global__ void warps(double* sums, int* scans, int* wide, int* blocked) {
  using Reduce = hipcub::WarpReduce<double, 8>;
  using Scan = hipcub::WarpScan<int, 16>;
  __shared__ Reduce::TempStorage reduce[8];
  __shared__ Scan::TempStorage scan[4];
  const int me = static_cast<int>(threadIdx.x);
  const double sum = Reduce(reduce[me / 8]).Sum(me);
  if (me % 8 == 0) sums[me / 8] = sum;
  int before;
  Scan(scan[me / 16]).ExclusiveScan(me % 16 + 1, before, 100, hipcub::Sum());
  scans[me] = before;
  // Only one half of the warp is here.
  if (me % 32 < 16) {
    hipcub::WarpReduce<Wide, 16>::TempStorage none;
    const Wide all = hipcub::WarpReduce<Wide, 16>(none).Reduce(Wide{0.5, me}, AddWide());
    if (me % 32 == 0) wide[me / 32] = all.a == 8.0 ? all.b : -1;
  }
  hipcub::WarpExchange<int, 2, 16>::TempStorage none;
  int pair[2] = {me % 16, 16 + me % 16};
  hipcub::WarpExchange<int, 2, 16>(none).StripedToBlocked(pair, pair);
  blocked[2 * me] = pair[0];
  blocked[2 * me + 1] = pair[1];
}

int main() {
  std::vector<int> numbers(tile);
  for (int i = 0; i < tile; ++i) numbers[i] = (i * 7919 + 13) % 1009 / 3 - 150;
  int* const in = to_device(numbers);
  int *const scanned = on_device<int>(tile), *const sorted = on_device<int>(tile),
             *const more = on_device<int>(4);
  short* const from = on_device<short>(tile);
  tiles<<<1, threads>>>(in, scanned, sorted, from, more);
  EXPECT_OK(hipDeviceSynchronize());
  std::vector<int> expected(tile);
  std::exclusive_scan(numbers.begin(), numbers.end(), expected.begin(), 0);
  EXPECT(to_host(scanned, tile) == expected);
  std::vector<short> order(tile);
  std::iota(order.begin(), order.end(), short{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](int a, int b) { return numbers[a] > numbers[b]; });
  EXPECT(to_host(from, tile) == order);
  for (int i = 0; i < tile; ++i) expected[i] = numbers[order[i]];
  EXPECT(to_host(sorted, tile) == expected);
  const auto said = to_host(more, 4);
  EXPECT(said[0] == std::accumulate(numbers.begin(), numbers.end(), 0));
  EXPECT(said[1] == *std::max_element(numbers.begin(), numbers.end()));
  EXPECT(said[2] == threads);
  EXPECT(said[3] == 10);

  int* const running = on_device<int>(2 * threads);
  in_two_tiles<<<1, threads>>>(in, running);
  std::vector<int> sums(2 * threads);
  std::inclusive_scan(numbers.begin(), numbers.begin() + 2 * threads, sums.begin(),
                      std::plus<int>(), 5);
  EXPECT(to_host(running, 2 * threads) == sums);

  std::vector<int> runs(2 * threads);
  for (int i = 0; i < 2 * threads; ++i) runs[i] = i / 3;
  int *const of_runs = to_device(runs), *const heads = on_device<int>(2 * threads),
             *const tails = on_device<int>(2 * threads), *const steps = on_device<int>(2 * threads),
             *const striped = on_device<int>(2 * threads);
  neighbours<<<1, threads>>>(of_runs, heads, tails, steps, striped);
  const auto h = to_host(heads, 2 * threads), t = to_host(tails, 2 * threads),
             d = to_host(steps, 2 * threads), s = to_host(striped, 2 * threads);
  for (int i = 0; i < 2 * threads; ++i) {
    EXPECT(h[i] == (i % 3 == 0));
    EXPECT(t[i] == (i % 3 == 2 || i + 1 == 2 * threads));
    EXPECT(d[i] == (i > 0 && i % 3 == 0));
    EXPECT(s[i] == runs[i / 2 + i % 2 * threads]);
  }

  double* const of_warps = on_device<double>(8);
  int *const scans = on_device<int>(64), *const wide = on_device<int>(2),
             *const blocked = on_device<int>(128);
  warps<<<1, 64>>>(of_warps, scans, wide, blocked);
  for (int i = 0; i < 8; ++i) EXPECT(to_host(of_warps, 8)[i] == 64 * i + 28);
  for (int i = 0; i < 64; ++i) EXPECT(to_host(scans, 64)[i] == 100 + i % 16 * (i % 16 + 1) / 2);
  EXPECT(to_host(wide, 2) == (std::vector<int>{120, 32 * 16 + 120}));
  for (int i = 0; i < 128; ++i) EXPECT(to_host(blocked, 128)[i] == i % 32);
  return failures;
}
