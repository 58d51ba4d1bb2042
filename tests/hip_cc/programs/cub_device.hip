// hipCUB's operations of arrays; a kernel then reads the arrays that the host has written.
#include <hipcub/hipcub.hpp>

#include <algorithm>
#include <numeric>

#include "expect.h"

// Asks for the size first, as programs do.
template <typename Call>
void with_storage(Call call) {
  void* storage = nullptr;
  size_t bytes = 0;
  EXPECT_OK(call(storage, bytes));
  EXPECT(bytes > 0);
  EXPECT_OK(hipMalloc(&storage, bytes));
  EXPECT_OK(call(storage, bytes));
  EXPECT_OK(hipFree(storage));
}

__global__ void copy(const float* in, float* out) { out[threadIdx.x] = in[threadIdx.x]; }

struct Large {
  __device__ bool operator()(int x) const { return x > 400; }
};
struct Square {
  __device__ int operator()(int x) const { return x * x; }
};

int main() {
  constexpr int n = 500;
  std::vector<int> numbers(n);
  for (int i = 0; i < n; ++i) numbers[i] = (i * 7919 + 13) % 1009 - 500;
  int *const in = to_device(numbers), *const out = on_device<int>(n),
             *const one = on_device<int>(1);
  const int sum = std::accumulate(numbers.begin(), numbers.end(), 0);
  using hipcub::DeviceReduce, hipcub::DeviceScan, hipcub::DeviceSelect, hipcub::DeviceRadixSort;

  with_storage([&](void* s, size_t& b) { return DeviceReduce::Sum(s, b, in, one, n); });
  EXPECT(to_host(one, 1)[0] == sum);
  with_storage([&](void* s, size_t& b) { return DeviceReduce::Min(s, b, in, one, n); });
  EXPECT(to_host(one, 1)[0] == *std::min_element(numbers.begin(), numbers.end()));
  auto* const best = on_device<hipcub::KeyValuePair<int, int>>(1);
  with_storage([&](void* s, size_t& b) { return DeviceReduce::ArgMax(s, b, in, best, n); });
  const auto largest = std::max_element(numbers.begin(), numbers.end());
  EXPECT(to_host(best, 1)[0].key == largest - numbers.begin());
  EXPECT(to_host(best, 1)[0].value == *largest);
  // Bytes whose sum exceeds a byte.
  std::vector<unsigned char> bytes(n, 200);
  unsigned char* const of_bytes = to_device(bytes);
  with_storage([&](void* s, size_t& b) { return DeviceReduce::Sum(s, b, of_bytes, one, n); });
  EXPECT(to_host(one, 1)[0] == 200 * n);
  hipcub::TransformInputIterator<int, Square, int*> squares(in, Square());
  with_storage([&](void* s, size_t& b) { return DeviceReduce::Sum(s, b, squares, one, n); });
  EXPECT(to_host(one, 1)[0] ==
         std::inner_product(numbers.begin(), numbers.end(), numbers.begin(), 0));

  std::vector<int> expected(n);
  with_storage([&](void* s, size_t& b) { return DeviceScan::ExclusiveSum(s, b, in, out, n); });
  std::exclusive_scan(numbers.begin(), numbers.end(), expected.begin(), 0);
  EXPECT(to_host(out, n) == expected);
  with_storage([&](void* s, size_t& b) {
    return DeviceScan::InclusiveScan(s, b, in, out, hipcub::Max(), n);
  });
  std::inclusive_scan(numbers.begin(), numbers.end(), expected.begin(),
                      [](int a, int b) { return std::max(a, b); });
  EXPECT(to_host(out, n) == expected);

  // Keys of both signs with values; equal keys keep their order.
  std::vector<float> keys(n);
  std::vector<int> values(n);
  for (int i = 0; i < n; ++i) {
    keys[i] = static_cast<float>(numbers[i] / 7) * 0.5f;
    values[i] = i;
  }
  auto order = values;
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return keys[a] < keys[b]; });
  hipcub::DoubleBuffer<float> key_buffer(to_device(keys), on_device<float>(n));
  hipcub::DoubleBuffer<int> value_buffer(to_device(values), on_device<int>(n));
  with_storage([&](void* s, size_t& b) {
    return DeviceRadixSort::SortPairs(s, b, key_buffer, value_buffer, n);
  });
  EXPECT(to_host(value_buffer.Current(), n) == order);
  float* const copied = on_device<float>(n);
  copy<<<1, n>>>(key_buffer.Current(), copied);
  const auto sorted = to_host(copied, n);
  EXPECT(std::is_sorted(sorted.begin(), sorted.end()));
  with_storage(
      [&](void* s, size_t& b) { return DeviceRadixSort::SortKeysDescending(s, b, in, out, n); });
  expected = numbers;
  std::sort(expected.begin(), expected.end(), std::greater<int>());
  EXPECT(to_host(out, n) == expected);
  // Sorts by bits 2 and 3 alone.
  std::vector<unsigned> few = {12, 0, 7, 3, 8, 4};
  unsigned *const few_in = to_device(few), *const few_out = on_device<unsigned>(6);
  with_storage([&](void* s, size_t& b) {
    return DeviceRadixSort::SortKeys(s, b, few_in, few_out, 6, 2, 4);
  });
  EXPECT(to_host(few_out, 6) == (std::vector<unsigned>{0, 3, 7, 4, 8, 12}));

  with_storage(
      [&](void* s, size_t& b) { return DeviceSelect::If(s, b, in, out, one, n, Large()); });
  std::vector<int> large;
  std::copy_if(numbers.begin(), numbers.end(), std::back_inserter(large),
               [](int x) { return x > 400; });
  EXPECT(to_host(one, 1)[0] == static_cast<int>(large.size()));
  EXPECT(to_host(out, large.size()) == large);
  int* const runs = to_device(std::vector<int>{4, 4, 4, 7, 9, 9, 4});
  int *const lengths = on_device<int>(7), *const unique = on_device<int>(7);
  with_storage([&](void* s, size_t& b) {
    return hipcub::DeviceRunLengthEncode::Encode(s, b, runs, unique, lengths, one, 7);
  });
  EXPECT(to_host(one, 1)[0] == 4);
  EXPECT(to_host(unique, 4) == (std::vector<int>{4, 7, 9, 4}));
  EXPECT(to_host(lengths, 4) == (std::vector<int>{3, 1, 2, 1}));

  int* const histogram = on_device<int>(4);
  with_storage([&](void* s, size_t& b) {
    return hipcub::DeviceHistogram::HistogramEven(s, b, in, histogram, 5, -400, 400, n);
  });
  std::vector<int> counts(4);
  for (const int x : numbers)
    if (x >= -400 && x < 400) ++counts[(x + 400) / 200];
  EXPECT(to_host(histogram, 4) == counts);
  int* const bounds = to_device(std::vector<int>{-400, 0, 10, 11, 500});
  with_storage([&](void* s, size_t& b) {
    return hipcub::DeviceHistogram::HistogramRange(s, b, in, histogram, 5, bounds, n);
  });
  EXPECT(to_host(histogram, 4)[2] == std::count(numbers.begin(), numbers.end(), 10));
  int* const offsets = to_device(std::vector<int>{0, 3, 3, 7});
  int* const of_segments = on_device<int>(3);
  with_storage([&](void* s, size_t& b) {
    return hipcub::DeviceSegmentedReduce::Sum(s, b, runs, of_segments, 3, offsets, offsets + 1);
  });
  EXPECT(to_host(of_segments, 3) == (std::vector<int>{12, 0, 29}));
  return failures;
}
