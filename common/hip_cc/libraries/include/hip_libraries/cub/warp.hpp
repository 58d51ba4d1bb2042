// hipCUB's operations of a warp, or of the parts of it that a template argument asks for: by
// shuffles among the lanes of the part, so that parts in different branches do not meet.
#pragma once

#include <hip_libraries/cub/types.hpp>

namespace hipcub {
namespace detail {

// The lanes of the part of a warp that the caller is in.
template <int width>
struct WarpPart {
  static_assert(width >= 1 && width <= 64 && (width & (width - 1)) == 0,
                "a part of a warp has 1, 2, 4, ... lanes");
  static unsigned first() { return __lane_id() & ~static_cast<unsigned>(width - 1); }
  static int lane() { return static_cast<int>(__lane_id() & static_cast<unsigned>(width - 1)); }
  static std::uint64_t mask() { return (~std::uint64_t{0} >> (64 - width)) << first(); }

  // The value of lane `from` of the part, of any type that is bytes.
  template <typename T>
  static T read(const T& value, int from) {
    constexpr int words = (sizeof(T) + 7) / 8;
    std::uint64_t bits[words] = {};
    __builtin_memcpy(bits, &value, sizeof value);
    for (std::uint64_t& word : bits)
      word = hip_cpu::warp_shuffle(word, first() + static_cast<unsigned>(from), mask(), {});
    T result = value;
    __builtin_memcpy(static_cast<void*>(&result), bits, sizeof result);
    return result;
  }
};

}  // namespace detail

// The result is that of the part's first lane.
template <typename T, int width = HIPCUB_WARP_THREADS, int = HIPCUB_ARCH>
class WarpReduce {
  using Part = detail::WarpPart<width>;

 public:
  struct TempStorage {};
  explicit WarpReduce(TempStorage&) {}
  WarpReduce() = default;

  template <typename Op>
  T Reduce(T input, Op op) {
    return Reduce(input, op, width);
  }
  template <typename Op>
  T Reduce(T input, Op op, int valid) {
    const int me = Part::lane();
    for (int distance = 1; distance < width; distance *= 2) {
      const int from = me + distance;
      const T other = Part::read(input, from < width ? from : me);
      if (from < valid && me % (2 * distance) == 0) input = op(input, other);
    }
    return input;
  }
  T Sum(T input) { return Reduce(input, hipcub::Sum()); }
  T Sum(T input, int valid) { return Reduce(input, hipcub::Sum(), valid); }

  // Segments begin where a flag is set; each one's first lane has its result.
  template <typename Op, typename Flag>
  T HeadSegmentedReduce(T input, Flag is_head, Op op) {
    return in_segments(input, static_cast<bool>(is_head), op, true);
  }
  template <typename Op, typename Flag>
  T TailSegmentedReduce(T input, Flag is_tail, Op op) {
    return in_segments(input, static_cast<bool>(is_tail), op, false);
  }
  template <typename Flag>
  T HeadSegmentedSum(T input, Flag is_head) {
    return HeadSegmentedReduce(input, is_head, hipcub::Sum());
  }
  template <typename Flag>
  T TailSegmentedSum(T input, Flag is_tail) {
    return TailSegmentedReduce(input, is_tail, hipcub::Sum());
  }

 private:
  template <typename Op>
  T in_segments(T input, bool flag, Op op, bool flags_are_heads) {
    const std::uint64_t flags = hip_cpu::warp_ballot(flag, Part::mask(), {}) >> Part::first();
    const int me = Part::lane();
    int end = me + 1;  // of the segment
    if (flags_are_heads) {
      while (end < width && !(flags >> end & 1)) ++end;
    } else {
      while (end < width && !(flags >> (end - 1) & 1)) ++end;
    }
    T result = input;
    for (int from = 1; from < width; ++from) {
      const T other = Part::read(input, from);
      if (from > me && from < end) result = op(result, other);
    }
    return result;
  }
};

template <typename T, int width = HIPCUB_WARP_THREADS, int = HIPCUB_ARCH>
class WarpScan {
  using Part = detail::WarpPart<width>;

 public:
  struct TempStorage {};
  explicit WarpScan(TempStorage&) {}
  WarpScan() = default;

  template <typename Op>
  void InclusiveScan(T input, T& output, Op op) {
    const int me = Part::lane();
    T sum = input;
    for (int distance = 1; distance < width; distance *= 2) {
      const T other = Part::read(sum, me >= distance ? me - distance : me);
      if (me >= distance) sum = op(other, sum);
    }
    output = sum;
  }
  template <typename Op>
  void InclusiveScan(T input, T& output, Op op, T& of_warp) {
    InclusiveScan(input, output, op);
    of_warp = Part::read(output, width - 1);
  }
  // Without an initial value the first lane's output is not defined.
  template <typename Op>
  void ExclusiveScan(T input, T& output, Op op) {
    T inclusive;
    InclusiveScan(input, inclusive, op);
    output = Part::read(inclusive, Part::lane() > 0 ? Part::lane() - 1 : 0);
  }
  template <typename Op>
  void ExclusiveScan(T input, T& output, T initial, Op op) {
    T of_warp;
    ExclusiveScan(input, output, initial, op, of_warp);
  }
  template <typename Op>
  void ExclusiveScan(T input, T& output, T initial, Op op, T& of_warp) {
    T inclusive;
    InclusiveScan(input, inclusive, op, of_warp);
    const T before = Part::read(inclusive, Part::lane() > 0 ? Part::lane() - 1 : 0);
    output = Part::lane() == 0 ? initial : op(initial, before);
  }
  template <typename Op>
  void Scan(T input, T& inclusive, T& exclusive, T initial, Op op) {
    ExclusiveScan(input, exclusive, initial, op);
    inclusive = op(exclusive, input);
  }
  void InclusiveSum(T input, T& output) { InclusiveScan(input, output, hipcub::Sum()); }
  void InclusiveSum(T input, T& output, T& of_warp) {
    InclusiveScan(input, output, hipcub::Sum(), of_warp);
  }
  void ExclusiveSum(T input, T& output) { ExclusiveScan(input, output, T(), hipcub::Sum()); }
  void ExclusiveSum(T input, T& output, T& of_warp) {
    ExclusiveScan(input, output, T(), hipcub::Sum(), of_warp);
  }
  T Broadcast(T input, unsigned lane) { return Part::read(input, static_cast<int>(lane)); }
};

template <typename T, int items, int width = HIPCUB_WARP_THREADS, int = HIPCUB_ARCH>
class WarpExchange {
  using Part = detail::WarpPart<width>;

 public:
  struct TempStorage {};
  explicit WarpExchange(TempStorage&) {}
  WarpExchange() = default;

  template <typename Other>
  void BlockedToStriped(const T (&input)[items], Other (&output)[items]) {
    exchange(input, output, [](int me, int i) { return i * width + me; });
  }
  template <typename Other>
  void StripedToBlocked(const T (&input)[items], Other (&output)[items]) {
    exchange(input, output, [](int me, int i) {
      const int at = me * items + i;  // which lane's which item that is
      return at % width * items + at / width;
    });
  }

 private:
  // Output i of lane `me` is item place(me, i) in the blocked order of the inputs.
  template <typename Other, typename Place>
  void exchange(const T (&input)[items], Other (&output)[items], Place place) {
    T held[items];
    for (int i = 0; i < items; ++i) held[i] = input[i];
    Other result[items];
    for (int i = 0; i < items; ++i) {
      const int at = place(Part::lane(), i);
      for (int k = 0; k < items; ++k) {
        const T value = Part::read(held[k], at / items);
        if (k == at % items) result[i] = value;
      }
    }
    for (int i = 0; i < items; ++i) output[i] = result[i];
  }
};

// Warps of fewer lanes than the machine's take their number in the block from their first thread.
inline unsigned LaneId() { return __lane_id(); }
inline unsigned WarpId() {
  return hip_cpu::linear_thread_index() / static_cast<unsigned>(warpSize);
}
inline int RowMajorTid(int dim_x, int dim_y, int) {
  return static_cast<int>((threadIdx.z * static_cast<unsigned>(dim_y) + threadIdx.y) *
                              static_cast<unsigned>(dim_x) +
                          threadIdx.x);
}

template <int width = HIPCUB_WARP_THREADS, typename T>
T ShuffleIndex(T value, int lane, unsigned) {
  return detail::WarpPart<width>::read(value, lane);
}
template <int width = HIPCUB_WARP_THREADS, typename T>
T ShuffleUp(T value, int distance, int first, unsigned) {
  const int from = detail::WarpPart<width>::lane() - distance;
  return detail::WarpPart<width>::read(value, from < first ? from + distance : from);
}
template <int width = HIPCUB_WARP_THREADS, typename T>
T ShuffleDown(T value, int distance, int last, unsigned) {
  const int from = detail::WarpPart<width>::lane() + distance;
  return detail::WarpPart<width>::read(value, from > last ? from - distance : from);
}

}  // namespace hipcub
