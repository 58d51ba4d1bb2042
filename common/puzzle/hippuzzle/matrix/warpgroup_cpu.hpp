// Warpgroups of the CPU platform: they compute the results of wgmma. A part of warpgroup.hpp.
#pragma once

#include <hip/hip_runtime.h>

#include <hippuzzle/bfloat16.hpp>
#include <hippuzzle/matrix/operand_exchange.hpp>
#include <hippuzzle/matrix/warpgroup_operands.hpp>

namespace hippuzzle {

namespace native {

struct WarpgroupBarrier {
  unsigned arrived, phase;
};

// The barrier of the block that runs: all zeros again when nobody is inside.
inline WarpgroupBarrier& warpgroup_barrier(unsigned warpgroup) {
  HIP_CPU_INTERNAL __shared__ WarpgroupBarrier barriers[8];
  return barriers[warpgroup];
}

// operands: 64 rows of the left one and N columns of the right one, each along k. Touches nobody
// else's memory, so there is nothing to check.
template <int N, int TileK>
HIP_CPU_UNCHECKED void add_products(Accumulator<N>& sums, const float* operands, unsigned thread,
                                    bool add) {
  for (int i = 0; i < sums.size; ++i) {
    const float* const left = operands + sums.row(thread, i) * TileK;
    const float* const right = operands + (64 + sums.column(thread, i)) * TileK;
    float sum = add ? sums.values[i] : 0;
    for (int k = 0; k < TileK; ++k) sum += left[k] * right[k];
    sums.values[i] = sum;
  }
}

// Reads the i-th element of an operand of TileK k to its place, k fastest. A warp's request takes
// lines and k such that it meets each bank once.
template <int TileK, class Operand>
void read_element(const Operand& operand, unsigned i, float* values) {
  constexpr unsigned lines = Operand::lines_of_request, ks = 32 / lines;
  const unsigned request = i / 32, lane = i % 32;
  const unsigned line = request / (TileK / ks) * lines + lane % lines;
  const unsigned k = request % (TileK / ks) * ks + lane / lines;
  keep(values + line * TileK + k, operand.at(line, k));
}

// A floating-point operand as the matrix cores take it.
template <class Operand>
struct CutOperand {
  static constexpr unsigned lines_of_request = Operand::lines_of_request;
  const Operand& operand;
  float at(unsigned line, unsigned k) const { return truncate_to_tf32(operand.at(line, k)); }
};

template <int N, int TileK, class Left, class Right>
void emulate(Accumulator<N>& sums, const Left& left, const Right& right, bool add) {
  constexpr unsigned of_left = 64 * TileK;
  const unsigned thread = hip_cpu::linear_thread_index() % 128;
  const float* const operands = operand_exchange<128, of_left + N * TileK>().gather(
      thread, 128, [&](unsigned i, float* values) {
        if (i < of_left)
          read_element<TileK>(left, i, values);
        else
          read_element<TileK>(right, i - of_left, values + of_left);
      });
  if (thread % 32 == 0) hip_cpu_multiply_matrices(N / 8 * TileK / 8);  // 16 of the 64 rows
  add_products<N, TileK>(sums, operands, thread, add);
}

}  // namespace native

template <int N>
__device__ inline void warpgroup_begin(Accumulator<N>&) {}
__device__ inline void warpgroup_commit() {}

template <int Pending>
HIP_CPU_UNCHECKED __device__ inline void warpgroup_wait() {
  auto& barrier = native::warpgroup_barrier(hip_cpu::linear_thread_index() / 128);
  const unsigned phase = barrier.phase;
  hip_cpu_release(&barrier);
  if (++barrier.arrived == 128) {
    barrier.arrived = 0;
    barrier.phase = phase + 1;
  }
  const volatile unsigned& current = barrier.phase;
  while (current == phase) hip_cpu_yield();
  hip_cpu_acquire(&barrier);
}

template <int N>
__device__ inline void warpgroup_finish(Accumulator<N>&) {
  warpgroup_wait<0>();
}

// sums = left x right, or added to the sums. Along k: 16 of Bf16, 8 of float.
template <int N, class Left, class Right>
__device__ inline void multiply_add(Accumulator<N>& sums, const Left& left, const Right& right,
                                    bool add) {
  constexpr int tile_k = 32 / sizeof(typename Right::Element);
  if constexpr (tile_k == 8) {
    native::emulate<N, tile_k>(sums, left, native::CutOperand<Right>{right}, add);
  } else {
    native::emulate<N, tile_k>(sums, left, right, add);
  }
}

template <int Registers>
__device__ inline void take_registers() {}
template <int Registers>
__device__ inline void give_registers() {}

__device__ inline void warpgroup_sync(unsigned) { warpgroup_wait<0>(); }

// A warp's 16 x 16 sums, values[i] … values[i + 7] of an accumulator, as Bf16 from (row, column) of
// a swizzled box on.
template <class Box>
__device__ inline void store_16x16(Box& box, unsigned row, unsigned column, const float* values,
                                   unsigned lane) {
  for (unsigned i = 0; i < 8; ++i)
    box(row + lane / 4 + i / 2 % 2 * 8, column + i / 4 * 8 + lane % 4 * 2 + i % 2) =
        to_bf16(values[i]);
}

}  // namespace hippuzzle
