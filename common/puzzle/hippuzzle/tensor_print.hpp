// print(tensor): a tensor's shape, layout and elements, from inside a kernel, by printf.
//
//   print(output);                 of a LayoutTensor, a SharedTensor or a RegisterTensor
//
//   2 x 3 tensor, layout (2,3):(3,1)
//     1.0  0.0  0.0
//     0.0 -2.5  0.0
//
// One thread prints, thread (0, 0, 0) of block (0, 0, 0); for all others print does nothing, so a
// kernel calls it without a condition. print_here(tensor) prints in the calling thread: for another
// thread's registers or another block's shared memory. Neither waits for other threads: if they
// write the printed elements, a kernel puts a barrier first. Text goes out piece by piece, so two
// threads that print at once mix their lines.
//
// A row of text is a coordinate of the first mode and has the elements of the second one side by
// side; a tensor of one mode is one row. A tensor of more modes has, for each matrix of the first
// two, a line with the others' coordinates, (_,_,1). Nested modes count through. Whole
// floating-point numbers have one decimal, others four; columns are aligned. Elements are read as
// the kernel itself reads them: a checked kernel that prints unwritten elements gets a finding.
// GPUs store a launch's output in a buffer, 1 MiB on NVIDIA, so large tensors are not printed
// whole.
#pragma once

#include <hip/hip_runtime.h>

#include <cstdio>
#include <hippuzzle/static_tensor.hpp>

namespace hippuzzle {

namespace detail {

template <class T>
__device__ inline void print_tuple(const T& part) {
  if constexpr (is_tuple_v<T>) {
    printf("(");
    unpack(part, [](auto... members) {
      bool first = true;
      ((printf(first ? "" : ","), print_tuple(members), first = false), ...);
      return 0;
    });
    printf(")");
  } else {
    printf("%lld", static_cast<long long>(part));
  }
}

// The form in which the elements of a tensor are written.
struct NumberFormat {
  int decimals;  // -1: as many as there are digits worth printing, not aligned
  int width;     // in characters
};

// A number for printf: a long long or a double.
template <class T>
__device__ inline auto printable(const T& value) {
  if constexpr (std::is_integral_v<T>) {
    return static_cast<long long>(value);
  } else if constexpr (std::is_convertible_v<T, double>) {
    return static_cast<double>(value);
  } else {
    return static_cast<double>(to_float(value));  // Bf16
  }
}

__device__ inline int digits_of(double magnitude) {
  int digits = 1;
  for (; magnitude >= 10; magnitude /= 10) ++digits;
  return digits;
}

__device__ inline bool is_finite(double value) { return value - value == 0; }
__device__ inline int width_of(long long value, int) {
  return digits_of(static_cast<double>(value < 0 ? -value : value)) + (value < 0 ? 1 : 0);
}
__device__ inline int width_of(double value, int decimals) {
  if (!is_finite(value)) return value < 0 ? 4 : 3;
  return digits_of(value < 0 ? -value : value) + 1 + decimals + (value < 0 ? 1 : 0);
}

// The format that suits so far as well as this number.
__device__ inline void widen(NumberFormat& format, long long) { format.decimals = 0; }
__device__ inline void widen(NumberFormat& format, double value) {
  if (!is_finite(value) || format.decimals < 0) return;
  const double magnitude = value < 0 ? -value : value;
  if (magnitude >= 1e9)
    format.decimals = -1;
  else if (value != static_cast<double>(static_cast<long long>(value)))
    format.decimals = 4;
}

__device__ inline void print_number(long long value, NumberFormat) { printf("%lld", value); }
__device__ inline void print_number(double value, NumberFormat format) {
  if (value != value)
    printf("nan");
  else if (!is_finite(value))
    printf(value < 0 ? "-inf" : "inf");
  else if (format.decimals == 1)
    printf("%.1f", value);
  else if (format.decimals == 4)
    printf("%.4f", value);
  else
    printf("%g", value);
}

// The numbers of an element: its own, or a vector's lanes.
template <class T>
struct Lanes {
  static constexpr int count = 1;
  __device__ static const T& at(const T& element, int) { return element; }
};
template <class T, int N>
struct Lanes<Vector<T, N>> {
  static constexpr int count = N;
  __device__ static const T& at(const Vector<T, N>& element, int i) { return element.lanes[i]; }
};

template <class T>
__device__ inline void print_element(const T& element, NumberFormat format) {
  constexpr int count = Lanes<T>::count;
  for (int lane = 0; lane < count; ++lane) {
    const auto number = printable(Lanes<T>::at(element, lane));
    printf(lane > 0 ? " " : count > 1 ? "  {" : "  ");
    if (format.decimals >= 0) {
      for (int i = width_of(number, format.decimals); i < format.width; ++i) printf(" ");
    }
    print_number(number, format);
  }
  if (count > 1) printf("}");
}

template <class TensorT>
__device__ inline NumberFormat format_of(const TensorT& tensor, int elements) {
  using Element = std::remove_const_t<typename TensorT::Element>;
  NumberFormat format = {1, 0};
  for (int i = 0; i < elements; ++i) {
    const Element element = tensor(i);
    for (int lane = 0; lane < Lanes<Element>::count; ++lane)
      widen(format, printable(Lanes<Element>::at(element, lane)));
  }
  for (int i = 0; i < elements && format.decimals >= 0; ++i) {
    const Element element = tensor(i);
    for (int lane = 0; lane < Lanes<Element>::count; ++lane) {
      const int width = width_of(printable(Lanes<Element>::at(element, lane)), format.decimals);
      if (width > format.width) format.width = width;
    }
  }
  return format;
}

// "(_,_,1)": which matrix of a tensor of more than two modes follows.
template <class Rest>
__device__ inline void print_matrix_place(const Rest& rest) {
  printf("(_,_");
  unpack(rest, [](auto... parts) {
    ((printf(","), print_tuple(parts)), ...);
    return 0;
  });
  printf(")\n");
}

}  // namespace detail

template <class T, class LayoutT>
__device__ inline void print_here(const LayoutTensor<T, LayoutT>& tensor) {
  const auto shape = wrap(tensor.shape());
  constexpr int rank = rank_v<std::remove_const_t<decltype(shape)>>;
  const auto extents = product_each(shape);
  if constexpr (rank == 1) {
    printf("tensor of %lld, layout ", static_cast<long long>(product(shape)));
  } else {
    unpack(extents, [](auto... parts) {
      bool first = true;
      ((printf(first ? "%lld" : " x %lld", static_cast<long long>(parts)), first = false), ...);
      return 0;
    });
    printf(" tensor, layout ");
  }
  detail::print_tuple(tensor.shape());
  printf(":");
  detail::print_tuple(tensor.stride());
  printf("\n");

  const int elements = static_cast<int>(product(shape));
  const int rows = rank > 1 ? static_cast<int>(get<0>(extents)) : 1;
  int columns = elements;
  if constexpr (rank > 1) columns = static_cast<int>(get<1>(extents));
  const detail::NumberFormat format = detail::format_of(tensor, elements);
  for (int matrix = 0; matrix * rows * columns < elements; ++matrix) {
    if constexpr (rank > 2) detail::print_matrix_place(idx2crd(matrix, take<2, rank>(extents)));
    for (int row = 0; row < rows; ++row) {
      for (int column = 0; column < columns; ++column)
        detail::print_element(tensor(row + rows * (column + columns * matrix)), format);
      printf("\n");
    }
  }
}

template <class T, class LayoutT>
__device__ inline void print(const LayoutTensor<T, LayoutT>& tensor) {
  const bool is_first = threadIdx.x == 0 && threadIdx.y == 0 && threadIdx.z == 0 &&
                        blockIdx.x == 0 && blockIdx.y == 0 && blockIdx.z == 0;
  if (is_first) print_here(tensor);
}

// A tensor that owns its elements.
template <class T, class LayoutT, std::size_t alignment>
__device__ inline void print_here(const StaticTensor<T, LayoutT, alignment>& tensor) {
  print_here(tensor.view());
}
template <class T, class LayoutT, std::size_t alignment>
__device__ inline void print(const StaticTensor<T, LayoutT, alignment>& tensor) {
  print(tensor.view());
}

}  // namespace hippuzzle
