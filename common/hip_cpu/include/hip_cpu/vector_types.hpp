// HIP's vector types on the CPU: char1 … double4, their make_ functions and component-wise
// operators, and dim3. Sizes, constructors and operators are those of ROCm's C++ headers. A vector
// of two or four is aligned to its size, one of three to its component, so structures have the same
// layout here as on an AMD GPU.
#pragma once

#include <type_traits>

namespace hip_cpu {

template <typename T, unsigned N>
struct Vector;

template <typename T>
struct Vector<T, 1> {
  using value_type = T;
  T x;
  Vector() = default;
  template <typename U, typename = std::enable_if_t<std::is_convertible_v<U, T>>>
  explicit constexpr Vector(U s) : x(static_cast<T>(s)) {}
};

template <typename T>
struct alignas(2 * sizeof(T)) Vector<T, 2> {
  using value_type = T;
  T x, y;
  Vector() = default;
  template <typename U, typename = std::enable_if_t<std::is_convertible_v<U, T>>>
  explicit constexpr Vector(U s) : Vector(s, s) {}
  template <typename X, typename Y>
  constexpr Vector(X x_, Y y_) : x(static_cast<T>(x_)), y(static_cast<T>(y_)) {}
};

template <typename T>
struct Vector<T, 3> {
  using value_type = T;
  T x, y, z;
  Vector() = default;
  template <typename U, typename = std::enable_if_t<std::is_convertible_v<U, T>>>
  explicit constexpr Vector(U s) : Vector(s, s, s) {}
  template <typename X, typename Y, typename Z>
  constexpr Vector(X x_, Y y_, Z z_)
      : x(static_cast<T>(x_)), y(static_cast<T>(y_)), z(static_cast<T>(z_)) {}
};

template <typename T>
struct alignas(4 * sizeof(T)) Vector<T, 4> {
  using value_type = T;
  T x, y, z, w;
  Vector() = default;
  template <typename U, typename = std::enable_if_t<std::is_convertible_v<U, T>>>
  explicit constexpr Vector(U s) : Vector(s, s, s, s) {}
  template <typename X, typename Y, typename Z, typename W>
  constexpr Vector(X x_, Y y_, Z z_, W w_)
      : x(static_cast<T>(x_)),
        y(static_cast<T>(y_)),
        z(static_cast<T>(z_)),
        w(static_cast<T>(w_)) {}
};

template <typename T, unsigned N, typename F>
constexpr Vector<T, N> map(Vector<T, N> a, Vector<T, N> b, F f) {
  if constexpr (N == 1) return Vector<T, N>(f(a.x, b.x));
  if constexpr (N == 2) return Vector<T, N>(f(a.x, b.x), f(a.y, b.y));
  if constexpr (N == 3) return Vector<T, N>(f(a.x, b.x), f(a.y, b.y), f(a.z, b.z));
  if constexpr (N == 4) return Vector<T, N>(f(a.x, b.x), f(a.y, b.y), f(a.z, b.z), f(a.w, b.w));
}

template <typename T, unsigned N>
constexpr bool operator==(Vector<T, N> a, Vector<T, N> b) {
  bool equal = a.x == b.x;
  if constexpr (N > 1) equal = equal && a.y == b.y;
  if constexpr (N > 2) equal = equal && a.z == b.z;
  if constexpr (N > 3) equal = equal && a.w == b.w;
  return equal;
}

template <typename T, unsigned N, typename U, std::enable_if_t<std::is_arithmetic_v<U>, int> = 0>
constexpr bool operator==(Vector<T, N> a, U s) {
  return a == Vector<T, N>(s);
}

template <typename T, unsigned N, typename U, std::enable_if_t<std::is_arithmetic_v<U>, int> = 0>
constexpr bool operator==(U s, Vector<T, N> a) {
  return a == Vector<T, N>(s);
}

template <typename T, unsigned N>
constexpr bool operator!=(Vector<T, N> a, Vector<T, N> b) {
  return !(a == b);
}

template <typename T, unsigned N, typename U, std::enable_if_t<std::is_arithmetic_v<U>, int> = 0>
constexpr bool operator!=(Vector<T, N> a, U s) {
  return !(a == s);
}

template <typename T, unsigned N, typename U, std::enable_if_t<std::is_arithmetic_v<U>, int> = 0>
constexpr bool operator!=(U s, Vector<T, N> a) {
  return !(a == s);
}

// Operands are taken by value, so that a checked build sees the read of an element at the kernel's
// own line. A scalar operand is converted to the component type and applied to every component.
#define HIP_CPU_VECTOR_OPERATOR(op, accepts)                                  \
  template <typename T, unsigned N, std::enable_if_t<accepts<T>, int> = 0>    \
  constexpr Vector<T, N> operator op(Vector<T, N> a, Vector<T, N> b) {        \
    return map(a, b, [](T s, T t) { return static_cast<T>(s op t); });        \
  }                                                                           \
  template <typename T, unsigned N, typename U,                               \
            std::enable_if_t<accepts<T> && std::is_arithmetic_v<U>, int> = 0> \
  constexpr Vector<T, N> operator op(Vector<T, N> a, U s) {                   \
    return a op Vector<T, N>(s);                                              \
  }                                                                           \
  template <typename T, unsigned N, typename U,                               \
            std::enable_if_t<accepts<T> && std::is_arithmetic_v<U>, int> = 0> \
  constexpr Vector<T, N> operator op(U s, Vector<T, N> a) {                   \
    return Vector<T, N>(s) op a;                                              \
  }                                                                           \
  template <typename T, unsigned N, std::enable_if_t<accepts<T>, int> = 0>    \
  constexpr Vector<T, N>& operator op##=(Vector<T, N>& a, Vector<T, N> b) {   \
    return a = a op b;                                                        \
  }                                                                           \
  template <typename T, unsigned N, typename U,                               \
            std::enable_if_t<accepts<T> && std::is_arithmetic_v<U>, int> = 0> \
  constexpr Vector<T, N>& operator op##=(Vector<T, N>& a, U s) {              \
    return a = a op Vector<T, N>(s);                                          \
  }

HIP_CPU_VECTOR_OPERATOR(+, std::is_arithmetic_v)
HIP_CPU_VECTOR_OPERATOR(-, std::is_arithmetic_v)
HIP_CPU_VECTOR_OPERATOR(*, std::is_arithmetic_v)
HIP_CPU_VECTOR_OPERATOR(/, std::is_arithmetic_v)
HIP_CPU_VECTOR_OPERATOR(%, std::is_integral_v)
HIP_CPU_VECTOR_OPERATOR(&, std::is_integral_v)
HIP_CPU_VECTOR_OPERATOR(|, std::is_integral_v)
HIP_CPU_VECTOR_OPERATOR(^, std::is_integral_v)
HIP_CPU_VECTOR_OPERATOR(<<, std::is_integral_v)
HIP_CPU_VECTOR_OPERATOR(>>, std::is_integral_v)
#undef HIP_CPU_VECTOR_OPERATOR

template <typename T, unsigned N, std::enable_if_t<std::is_signed_v<T>, int> = 0>
constexpr Vector<T, N> operator-(Vector<T, N> a) {
  return map(a, a, [](T s, T) { return static_cast<T>(-s); });
}

template <typename T, unsigned N, std::enable_if_t<std::is_integral_v<T>, int> = 0>
constexpr Vector<T, N> operator~(Vector<T, N> a) {
  return map(a, a, [](T s, T) { return static_cast<T>(~s); });
}

template <typename T, unsigned N>
constexpr Vector<T, N>& operator++(Vector<T, N>& a) {
  return a += T{1};
}

template <typename T, unsigned N>
constexpr Vector<T, N> operator++(Vector<T, N>& a, int) {
  const Vector<T, N> before = a;
  a += T{1};
  return before;
}

template <typename T, unsigned N>
constexpr Vector<T, N>& operator--(Vector<T, N>& a) {
  return a -= T{1};
}

template <typename T, unsigned N>
constexpr Vector<T, N> operator--(Vector<T, N>& a, int) {
  const Vector<T, N> before = a;
  a -= T{1};
  return before;
}

}  // namespace hip_cpu

#define HIP_CPU_VECTOR_FAMILY(name, T)                                         \
  using name##1 = hip_cpu::Vector<T, 1>;                                       \
  using name##2 = hip_cpu::Vector<T, 2>;                                       \
  using name##3 = hip_cpu::Vector<T, 3>;                                       \
  using name##4 = hip_cpu::Vector<T, 4>;                                       \
  constexpr name##1 make_##name##1(T x) { return name##1(x); }                 \
  constexpr name##2 make_##name##2(T x, T y) { return name##2(x, y); }         \
  constexpr name##3 make_##name##3(T x, T y, T z) { return name##3(x, y, z); } \
  constexpr name##4 make_##name##4(T x, T y, T z, T w) { return name##4(x, y, z, w); }

HIP_CPU_VECTOR_FAMILY(char, char)
HIP_CPU_VECTOR_FAMILY(uchar, unsigned char)
HIP_CPU_VECTOR_FAMILY(short, short)
HIP_CPU_VECTOR_FAMILY(ushort, unsigned short)
HIP_CPU_VECTOR_FAMILY(int, int)
HIP_CPU_VECTOR_FAMILY(uint, unsigned int)
HIP_CPU_VECTOR_FAMILY(long, long)
HIP_CPU_VECTOR_FAMILY(ulong, unsigned long)
HIP_CPU_VECTOR_FAMILY(longlong, long long)
HIP_CPU_VECTOR_FAMILY(ulonglong, unsigned long long)
HIP_CPU_VECTOR_FAMILY(float, float)
HIP_CPU_VECTOR_FAMILY(double, double)
#undef HIP_CPU_VECTOR_FAMILY

// Types of AMD's device library, for sources that take them from HIP.
using uchar = unsigned char;
using ushort = unsigned short;
using uint = unsigned int;
using ulong = unsigned long;

// The extent of a grid or a block; dimensions not given are 1.
struct dim3 {
  unsigned int x, y, z;
  constexpr dim3(unsigned int x_ = 1, unsigned int y_ = 1, unsigned int z_ = 1)
      : x(x_), y(y_), z(z_) {}
};
