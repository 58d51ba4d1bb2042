// copy_async: a block's threads, arranged as a layout says, copy a tensor in global memory into
// shared memory.
//
//   copy_async(row_major<16, 16>(), a_shared.view(), a_matrix.tile<16, 16>(i, k), thread);
//   async_copy_wait_all();
//   __syncthreads();
#pragma once

#include <hippuzzle/async_copy.hpp>
#include <hippuzzle/layout_tensor.hpp>

namespace hippuzzle {

namespace detail {

template <class A, class B>
HIPPUZZLE_HD constexpr auto times(const A& a, const B& b) {
  return transform(a, b, [](auto x, auto y) { return x * y; });
}

template <class A, class B>
HIPPUZZLE_HD constexpr auto plus(const A& a, const B& b) {
  return transform(a, b, [](auto x, auto y) { return x + y; });
}

}  // namespace detail

// Starts the calling thread's part: `threads` is a static, contiguous layout from the block's
// coordinates to thread numbers, `thread` the caller's number, below its size. The arrangement is
// repeated over the shape of `shared`, which is static; elements outside `global`'s shape become
// zero. Rows of `threads` along the contiguous mode of `global` make its reads coalesced. Tensors
// of vectors are copied a vector at a time.
template <class Threads, class T, class To, class Source, class From, class Thread>
__device__ inline void copy_async(const Threads& threads, const LayoutTensor<T, To>& shared,
                                  const LayoutTensor<Source, From>& global, Thread thread) {
  static_assert(std::is_same_v<T, std::remove_const_t<Source>>, "a copy does not convert elements");
  static_assert(is_static_v<Threads> && is_static_v<typename To::Shape>,
                "copy_async: the threads' layout and the shared tensor's shape are static");
  static_assert(
      depth_v<typename Threads::Shape> <= 1 && depth_v<typename To::Shape> <= 1 &&
          rank_v<Threads> == rank_v<To> && rank_v<To> == rank_v<From>,
      "copy_async: threads, shared and global tensor have equally many modes, all integers");
  const auto block = wrap(threads.shape());
  const auto extents = wrap(shared.shape());
  const auto repetitions =
      transform(extents, block, [](auto extent, auto width) { return ceil_div(extent, width); });
  const auto first = detail::place_of(threads, thread);

  constexpr int count = decltype(product(repetitions))::value;
  HIPPUZZLE_UNROLL
  for (int i = 0; i < count; ++i) {
    const auto coord = unwrap(detail::plus(first, detail::times(idx2crd(i, repetitions), block)));
    if (!shared.contains(coord)) continue;
    if (global.contains(coord)) {
      async_copy<T>(&shared(coord), &global(coord));
    } else {
      shared(coord) = T{};
    }
  }
}

}  // namespace hippuzzle
