// Results of all threads of a block: sums, extrema, scans and broadcasts, for 1 to 1024 threads.
//
// All threads of the block call, since each function has two barriers. It works on two levels:
// every warp makes one value by shuffles, and every thread combines the warps' values from shared
// memory. `cells` is an array in shared memory with an element for each warp, free again when the
// function returns:
//
//   __shared__ float cells[block_cells(256)];
//   const float total = block_sum(value, cells);
//
// hipCUB's names for them are BlockReduce and BlockScan.
#pragma once

#include <hippuzzle/warp_collectives.hpp>

namespace hippuzzle {

// Cells that suffice for a block of so many threads on every device: one for each 32.
constexpr unsigned int block_cells(unsigned int threads) { return (threads + 31) / 32; }

namespace collectives {

// A block's threads in the order of their lanes, along x, then y, then z.
struct PlaceInBlock {
  unsigned int thread, threads, warp, warps;
  LaneMask lanes;  // of the caller's warp that the block fills
};

__device__ inline PlaceInBlock place_in_block() {
  PlaceInBlock place;
  const unsigned int width = static_cast<unsigned int>(warp_size());
  place.thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  place.threads = blockDim.x * blockDim.y * blockDim.z;
  place.warp = place.thread / width;
  place.warps = (place.threads + width - 1) / width;
  const unsigned int left = place.threads - place.warp * width;
  place.lanes = left >= 64 ? ~LaneMask{0} : (LaneMask{1} << left) - 1;
  if (width == 32) place.lanes &= 0xffffffffu;
  return place;
}

}  // namespace collectives

// The warps of the calling block, the last of which may be partly filled.
__device__ inline unsigned int warps_of_block() { return collectives::place_in_block().warps; }

// The result of all threads, in each of them. `op` is associative and commutative.
template <typename T, typename Op>
__device__ inline T block_reduce(T value, T* cells, Op op, CallSite site = CallSite::here()) {
  const collectives::PlaceInBlock place = collectives::place_in_block();
  const T of_warp = collectives::reduce(value, op, place.lanes, site);
  if (lane() == 0) cells[place.warp] = of_warp;
  __syncthreads();
  T result = cells[0];
  for (unsigned int warp = 1; warp < place.warps; ++warp) result = op(result, cells[warp]);
  __syncthreads();  // the caller may write the cells again
  return result;
}
template <typename T>
__device__ inline T block_sum(T value, T* cells, CallSite site = CallSite::here()) {
  return block_reduce(value, cells, Plus{}, site);
}
template <typename T>
__device__ inline T block_max(T value, T* cells, CallSite site = CallSite::here()) {
  return block_reduce(value, cells, Larger{}, site);
}
template <typename T>
__device__ inline T block_min(T value, T* cells, CallSite site = CallSite::here()) {
  return block_reduce(value, cells, Smaller{}, site);
}

// The sum of the threads before the caller. *total, if given, is the sum of all threads.
template <typename T>
__device__ inline T block_exclusive_scan(T value, T* cells, T* total = nullptr,
                                         CallSite site = CallSite::here()) {
  const collectives::PlaceInBlock place = collectives::place_in_block();
  const T up_to_here = collectives::scan(value, Plus{}, place.lanes, site);
  const int last = collectives::last_lane(place.lanes);
  if (static_cast<int>(lane()) == last) cells[place.warp] = up_to_here;
  const int self = static_cast<int>(lane());
  const T below = collectives::read(up_to_here, self == 0 ? self : self - 1, place.lanes, site);
  __syncthreads();
  T before = T{}, sum = T{};
  for (unsigned int warp = 0; warp < place.warps; ++warp) {
    if (warp == place.warp) before = sum;
    sum = sum + cells[warp];
  }
  __syncthreads();
  if (total != nullptr) *total = sum;
  return self == 0 ? before : before + below;
}
template <typename T>
__device__ inline T block_inclusive_scan(T value, T* cells, T* total = nullptr,
                                         CallSite site = CallSite::here()) {
  return block_exclusive_scan(value, cells, total, site) + value;
}

// The value of thread number `thread`, counted along x, then y, then z. One cell is enough.
template <typename T>
__device__ inline T block_broadcast(T value, unsigned int thread, T* cell) {
  if (collectives::place_in_block().thread == thread) *cell = value;
  __syncthreads();
  const T result = *cell;
  __syncthreads();
  return result;
}

}  // namespace hippuzzle
