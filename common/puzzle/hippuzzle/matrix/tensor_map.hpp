// Rectangles of a row-major matrix, fetched into shared memory by the tensor copy engine (TMA).
//
//   using Box = SharedBox<float, 128, 32>;                      // 128 rows of 128 bytes, swizzled
//   const TensorMap<Box> map(a, rows, columns);                  // host
//   __global__ void kernel(HIPPUZZLE_GRID_CONSTANT const TensorMap<Box> map) …
//   const unsigned bytes = map.fetch(box, row, column, full, lane);  // a warp
//   finish_fetches(full, lane, bytes, !map.by_engine());  // full.wait(…) by who needs it
//   map.store(box, row, column);  // one thread; back again, by the engine only
//
// A warp that only copies gives its loop to start_copying(), for one thread to do it alone:
//
//   start_copying(map.by_engine(), lane, [&](auto who) { … });  // fetches with `who` for a lane
//
// Elements outside the matrix arrive as zeros. The engine wants rows that start at multiples of
// 16 bytes; a matrix whose rows do not, and any matrix on the CPU platform, is fetched by the warp
// itself, into the same places. For kernels that require "wgmma". The module links no libcuda: the
// driver's function is asked for at run time.
#pragma once

#include <hip/hip_runtime.h>

#include <cstdint>
#include <hippuzzle/architecture.hpp>
#include <hippuzzle/matrix/shared_box.hpp>
#include <hippuzzle/portable.hpp>
#include <hippuzzle/shared_barrier.hpp>
#include <hippuzzle/vector.hpp>

#if HIPPUZZLE_PLATFORM_NVIDIA
#include <cuda.h>
#define HIPPUZZLE_GRID_CONSTANT __grid_constant__
#else
#define HIPPUZZLE_GRID_CONSTANT
#endif

namespace hippuzzle {

#if HIPPUZZLE_PLATFORM_NVIDIA

namespace native {

// The driver's cuTensorMapEncodeTiled, or nullptr where it has none.
inline decltype(&cuTensorMapEncodeTiled) tensor_map_encoder() {
  static const auto encoder = [] {
    void* function = nullptr;
    cudaDriverEntryPointQueryResult found = cudaDriverEntryPointSymbolNotFound;
#if CUDART_VERSION >= 12050
    const cudaError_t error = cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &function,
                                                               12000, cudaEnableDefault, &found);
#else
    const cudaError_t error =
        cudaGetDriverEntryPoint("cuTensorMapEncodeTiled", &function, cudaEnableDefault, &found);
#endif
    if (error != cudaSuccess || found != cudaDriverEntryPointSuccess) function = nullptr;
    return reinterpret_cast<decltype(&cuTensorMapEncodeTiled)>(function);
  }();
  return encoder;
}

// False where the copy engine cannot serve the matrix.
template <class Box>
bool encode(CUtensorMap* map, const void* data, unsigned rows, unsigned columns,
            unsigned box_rows) {
  static_assert(!Box::swizzled || Box::row_bytes == 128, "the map says 128 bytes");
  constexpr unsigned size = sizeof(typename Box::Element);
  const cuuint64_t extents[] = {columns, rows};
  const cuuint64_t row_bytes[] = {std::uint64_t{columns} * size};
  const cuuint32_t box[] = {Box::columns, box_rows};
  const cuuint32_t steps[] = {1, 1};
  if (row_bytes[0] % 16 != 0 || reinterpret_cast<std::uintptr_t>(data) % 16 != 0) return false;
  const auto encoder = tensor_map_encoder();
  return encoder != nullptr &&
         encoder(
             map, size == 2 ? CU_TENSOR_MAP_DATA_TYPE_BFLOAT16 : CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 2,
             const_cast<void*>(data), extents, row_bytes, box, steps, CU_TENSOR_MAP_INTERLEAVE_NONE,
             Box::swizzled ? CU_TENSOR_MAP_SWIZZLE_128B : CU_TENSOR_MAP_SWIZZLE_NONE,
             CU_TENSOR_MAP_L2_PROMOTION_L2_128B, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE) == CUDA_SUCCESS;
}

}  // namespace native

#endif

namespace native {
#if HIPPUZZLE_PLATFORM_AMD
__device__ void join_copying_lanes();
#elif HIPPUZZLE_PLATFORM_CPU
// The 32 lanes that copy; a warp may have 64.
inline void join_copying_lanes() {
  const unsigned first = hip_cpu::linear_thread_index() % static_cast<unsigned>(warpSize) / 32 * 32;
  __syncwarp(0xffffffffull << first);
}
#else
__device__ inline void join_copying_lanes() { __syncwarp(); }
#endif
}  // namespace native

// Stands in place of a lane: the calling thread is the only one of its warp, and the compiler knows
// that. A fetch takes its operands from registers that the warp has in common. If lanes might
// differ, even under `if (lane == 0)`, each operand becomes a loop over lanes that waits for the
// engine: on an H200 190 cycles a fetch instead of 50.
struct Alone {};

namespace native {
// True in one thread of the warp. The compiler sees from the instruction that the thread is alone.
__device__ inline bool elect_one() {
#if HIPPUZZLE_HAS_WARPGROUP && HIPPUZZLE_PLATFORM_NVIDIA
  unsigned elected;
  asm volatile("{\n.reg .pred p;\nelect.sync _|p, 0xffffffff;\nselp.u32 %0, 1, 0, p;\n}"
               : "=r"(elected));
  return elected != 0;
#else
  return false;  // no engine, and so nothing to do alone
#endif
}
}  // namespace native

// A warp's loop of fetches: copy(Alone()) in one thread if the engine serves all of its maps, else
// copy(lane) in every lane.
template <class Copy>
__device__ __forceinline__ void start_copying(bool by_engine, unsigned lane, const Copy& copy) {
  if (!by_engine)
    copy(lane);
  else if (native::elect_one())
    copy(Alone{});
  native::join_copying_lanes();  // for barriers that want whole warps
}

// A matrix of rows x columns elements that somebody else owns, seen in boxes.
template <class Box>
class TensorMap {
 public:
  using Element = typename Box::Element;

  // Host. `data` is a device pointer. box_rows: the number of a box's rows that are fetched, the
  // first ones.
  TensorMap(const Element* data, unsigned rows, unsigned columns, unsigned box_rows = Box::rows)
      : data_(data), rows_(rows), columns_(columns), box_rows_(box_rows) {
#if HIPPUZZLE_PLATFORM_NVIDIA
    by_engine_ = native::encode<Box>(&map_, data, rows, columns, box_rows);
#endif
  }

  HIPPUZZLE_HD bool by_engine() const { return by_engine_; }

  // Prefetches the engine's description of the matrix, so that a kernel's first fetch need not wait
  // for it. One thread, as early as it can.
  __device__ void prefetch() const {
#if HIPPUZZLE_HAS_WARPGROUP && HIPPUZZLE_PLATFORM_NVIDIA
    asm volatile("prefetch.tensormap [%0];" ::"l"(&map_) : "memory");
#endif
  }

  // Starts to fetch the box whose first element is (row, column); all lanes of a warp call it.
  // Returns how many bytes the engine is going to announce at `full`, for finish_fetches().
  __device__ unsigned fetch(Box& box, unsigned row, unsigned column, SharedBarrier& full,
                            unsigned lane) const {
    if (by_engine_) {
      if (lane == 0) fetch(box, row, column, full, Alone{});
      return Box::bytes;
    }
    fetch_by_hand(box, row, column, lane);
    return 0;
  }

  // Fetches from one thread alone, by the engine only.
  __device__ unsigned fetch(Box& box, unsigned row, unsigned column, SharedBarrier& full,
                            Alone) const {
#if HIPPUZZLE_HAS_WARPGROUP && HIPPUZZLE_PLATFORM_NVIDIA
    asm volatile(
        "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes "
        "[%0], [%1, {%2, %3}], [%4];" ::"r"(shared_address(&box)),
        "l"(&map_), "r"(column), "r"(row), "r"(full.address())
        : "memory");
#else
    (void)box, (void)row, (void)column, (void)full;
#endif
    return Box::bytes;
  }

  // The same into this place of every block of the cluster whose bit is set in `blocks`, announced
  // at the barriers there.
  __device__ void fetch_for_cluster(Box& box, unsigned row, unsigned column, SharedBarrier& full,
                                    std::uint16_t blocks) const {
#if HIPPUZZLE_HAS_WARPGROUP && HIPPUZZLE_PLATFORM_NVIDIA
    asm volatile(
        "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes"
        ".multicast::cluster [%0], [%1, {%2, %3}], [%4], %5;" ::"r"(shared_address(&box)),
        "l"(&map_), "r"(column), "r"(row), "r"(full.address()), "h"(blocks)
        : "memory");
#else
    (void)box, (void)row, (void)column, (void)full, (void)blocks;
#endif
  }

  // Starts to write the part of the box that lies inside the matrix; one thread calls it, by the
  // engine only. Other threads have published their writes to the box (publish_to_async_proxy)
  // before a barrier; nobody overwrites it before stores_have_read() has returned there.
  __device__ void store(const Box& box, unsigned row, unsigned column) const {
#if HIPPUZZLE_HAS_WARPGROUP && HIPPUZZLE_PLATFORM_NVIDIA
    asm volatile(
        "cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group [%0, {%1, %2}], [%3];" ::"l"(
            &map_),
        "r"(column), "r"(row), "r"(shared_address(&box))
        : "memory");
#else
    (void)box, (void)row, (void)column;
#endif
  }

 private:
  // Copies in pieces of 16 bytes where rows consist of them, else by element.
  __device__ void fetch_by_hand(Box& box, unsigned row, unsigned column, unsigned lane) const {
    constexpr unsigned piece = 16 / sizeof(Element);
    if (columns_ % piece == 0 && reinterpret_cast<std::uintptr_t>(data_) % 16 == 0)
      fetch_pieces<piece>(box, row, column, lane);
    else
      fetch_pieces<1>(box, row, column, lane);
  }
  template <unsigned N>
  __device__ void fetch_pieces(Box& box, unsigned row, unsigned column, unsigned lane) const {
    using Piece = Vector<Element, N>;
    for (unsigned i = lane * N; i < box_rows_ * Box::columns; i += 32 * N) {
      const unsigned r = i / Box::columns, c = i % Box::columns;
      Piece elements{};
      if (row + r < rows_ && column + c < columns_) {
        elements =
            *reinterpret_cast<const Piece*>(data_ + std::size_t{row + r} * columns_ + column + c);
      }
      *reinterpret_cast<Piece*>(&box(r, c)) = elements;
    }
  }

#if HIPPUZZLE_PLATFORM_NVIDIA
  CUtensorMap map_;
#endif
  const Element* data_;
  unsigned rows_, columns_, box_rows_;
  bool by_engine_ = false;
};

// Makes a warp's fetches of one stage one arrival at `full`; to be called after them. `by_engine`
// counts the bytes that the engine brings to this block, `by_hand` says whether the warp has copied
// some itself.
__device__ inline void finish_fetches(SharedBarrier& full, unsigned lane, unsigned by_engine,
                                      bool by_hand) {
  if (by_hand) {
    publish_to_async_proxy();
    native::join_copying_lanes();
  }
  if (lane == 0) full.arrive_and_expect(by_engine);
}
// The same after fetches of a thread alone.
__device__ inline void finish_fetches(SharedBarrier& full, Alone, unsigned by_engine, bool) {
  full.arrive_and_expect(by_engine);
}

// Starts to write consecutive bytes, by the engine only: as TensorMap::store(), but to anywhere.
// Both addresses and the number are multiples of 16.
__device__ inline void store_row(void* to, const void* from, unsigned bytes) {
#if HIPPUZZLE_HAS_WARPGROUP && HIPPUZZLE_PLATFORM_NVIDIA
  asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(to),
               "r"(shared_address(from)), "r"(bytes)
               : "memory");
#else
  (void)to, (void)from, (void)bytes;
#endif
}

// Ends a group: the stores that the calling thread has started since the last one.
__device__ inline void commit_stores() {
#if HIPPUZZLE_HAS_WARPGROUP && HIPPUZZLE_PLATFORM_NVIDIA
  asm volatile("cp.async.bulk.commit_group;" ::: "memory");
#endif
}

// Returns once all of the calling thread's groups have read shared memory.
__device__ inline void stores_have_read() {
#if HIPPUZZLE_HAS_WARPGROUP && HIPPUZZLE_PLATFORM_NVIDIA
  asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");
#endif
}

}  // namespace hippuzzle
