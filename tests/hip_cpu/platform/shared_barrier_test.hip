// Barriers in shared memory, and copies and products that signal them, as the CPU platform emulates
// them.
#include <gtest/gtest.h>

#include <hippuzzle/dynamic_shared.hpp>
#include <hippuzzle/matrix/matrix_core.hpp>
#include <hippuzzle/matrix/tensor_map.hpp>
#include <hippuzzle/matrix/warpgroup.hpp>
#include <hippuzzle/shared_barrier.hpp>
#include <set>

#include "tests/hip_cpu/platform/settings.hpp"
#include "tests/support/device_array.hpp"

namespace {

using namespace hippuzzle;

constexpr unsigned ring = 3, rounds = 50;

// Warp 0 hands numbers to warp 1, `ring` of them ahead; a lost or doubled wake-up changes the sum.
__global__ void hand_over(unsigned* out) {
  __shared__ unsigned slots[ring];
  __shared__ SharedBarrier full[ring], empty[ring];
  if (threadIdx.x == 0) {
    for (unsigned i = 0; i < ring; ++i) full[i].init(1), empty[i].init(1);
  }
  __syncthreads();
  StageCursor<ring> at;
  const unsigned lane = threadIdx.x % 32;
  unsigned sum = 0;
  for (unsigned i = 0; i < rounds; ++i, at.advance()) {
    if (threadIdx.x < 32) {
      empty[at.index].wait(at.parity ^ 1);
      if (lane == 0) {
        slots[at.index] = i * i;
        full[at.index].arrive();
      }
    } else {
      full[at.index].wait(at.parity);
      sum += slots[at.index];
      empty[at.index].arrive_as_warp(lane);
    }
  }
  if (threadIdx.x >= 32) out[blockIdx.x * 32 + lane] = sum;
}

TEST(SharedBarrier, HandsOverEveryValueOnceAndInOrder) {
  DeviceArray<unsigned> out(4 * 32);
  hipLaunchKernelGGL(hand_over, dim3(4), dim3(64), 0, nullptr, out.data());
  unsigned expected = 0;
  for (unsigned i = 0; i < rounds; ++i) expected += i * i;
  for (const unsigned sum : out.host()) EXPECT_EQ(sum, expected);
}

using Box = SharedBox<float, 16, 32>;

// Copies one box of a matrix to `out`, row by row.
__global__ void fetch_box(float* out, const TensorMap<Box> map, unsigned row, unsigned column) {
  __shared__ Box box;
  __shared__ SharedBarrier full;
  if (threadIdx.x == 0) full.init(1);
  __syncthreads();
  if (threadIdx.x < 32) {
    const unsigned bytes = map.fetch(box, row, column, full, threadIdx.x);
    finish_fetches(full, threadIdx.x, bytes, !map.by_engine());
  }
  full.wait(0);
  for (unsigned i = threadIdx.x; i < Box::rows * Box::columns; i += blockDim.x)
    out[i] = box(i / Box::columns, i % Box::columns);
}

TEST(TensorMap, BringsABoxAndZerosForWhatIsOutside) {
  constexpr unsigned rows = 37, columns = 45;
  std::vector<float> values(rows * columns);
  for (unsigned i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i + 1);
  DeviceArray<float> matrix(values), out(Box::rows * Box::columns);
  for (const unsigned row : {0u, 16u, 32u}) {
    for (const unsigned column : {0u, 32u}) {
      hipLaunchKernelGGL(fetch_box, dim3(1), dim3(64), 0, nullptr, out.data(),
                         TensorMap<Box>(matrix.data(), rows, columns), row, column);
      const std::vector<float> seen = out.host();
      for (unsigned r = 0; r < Box::rows; ++r) {
        for (unsigned c = 0; c < Box::columns; ++c) {
          const bool inside = row + r < rows && column + c < columns;
          ASSERT_EQ(seen[r * Box::columns + c],
                    inside ? values[(row + r) * columns + column + c] : 0.0f)
              << "row " << row + r << ", column " << column + c;
        }
      }
    }
  }
}

template <class Box>
void expect_eight_groups_of_banks() {
  for (unsigned column = 0; column < Box::columns; column += 16 / sizeof(typename Box::Element)) {
    unsigned groups = 0;
    for (unsigned row = 0; row < 8; ++row)
      groups |= 1u << Box::offset(row, column) * sizeof(typename Box::Element) % 128 / 16;
    EXPECT_EQ(groups, 0xffu) << "rows of " << Box::row_bytes << " bytes, column " << column;
  }
  std::set<unsigned> places;
  for (unsigned row = 0; row < Box::rows; ++row)
    for (unsigned column = 0; column < Box::columns; ++column)
      places.insert(Box::offset(row, column));
  EXPECT_EQ(places.size(), Box::rows * Box::columns);
  EXPECT_EQ(*places.rbegin(), Box::rows * Box::columns - 1);
}

TEST(SharedBox, PutsEightRowsAtOneColumnIntoEightGroupsOfBanks) {
  expect_eight_groups_of_banks<SharedBox<float, 16, 32>>();
  expect_eight_groups_of_banks<SharedBox<float, 16, 16>>();
  expect_eight_groups_of_banks<SharedBox<float, 16, 8>>();
  expect_eight_groups_of_banks<SharedBox<Bf16, 16, 64>>();
}

TEST(Bf16, KeepsWhatItHoldsAndRoundsTheRest) {
  for (const float value : {0.0f, -0.0f, 1.0f, -3.140625f, 0x1p-130f, 0x1.fep127f})
    EXPECT_EQ(to_float(to_bf16(value)), value);
  EXPECT_TRUE(std::isnan(to_float(to_bf16(std::nanf("")))));
  EXPECT_EQ(round_to_tf32(1 + 0x1p-11f), 1 + 0x1p-10f);  // a tie goes away from zero
  EXPECT_EQ(truncate_to_tf32(1 + 0x1.8p-11f), 1.0f);
}

}  // namespace
