// HIP's vector types on the CPU: char1 … double4, their make_ functions and component-wise
// operators, and dim3. Sizes, constructors and operators are the same as in ROCm's C++ headers. A
// vector of two or four is aligned to its size, one of three to its component, so structures have
// the same layout here as on an AMD GPU.
#pragma once

#include <type_traits>

namespace hip_cpu {

template <typename T, unsigned width>
struct Vector;

template <typename T>
struct Vector<T, 1> {
  using value_type = T;
  T x;
  Vector() = default;
  template <typename Other, typename = std::enable_if_t<std::is_convertible_v<Other, T>>>
  explicit constexpr Vector(Other s) : x(static_cast<T>(s)) {}
};

template <typename T>
struct alignas(2 * sizeof(T)) Vector<T, 2> {
  using value_type = T;
  T x, y;
  Vector() = default;
  template <typename Other, typename = std::enable_if_t<std::is_convertible_v<Other, T>>>
  explicit constexpr Vector(Other s) : Vector(s, s) {}
  template <typename First, typename Second>
  constexpr Vector(First x_, Second y_) : x(static_cast<T>(x_)), y(static_cast<T>(y_)) {}
};

template <typename T>
struct Vector<T, 3> {
  using value_type = T;
  T x, y, z;
  Vector() = default;
  template <typename Other, typename = std::enable_if_t<std::is_convertible_v<Other, T>>>
  explicit constexpr Vector(Other s) : Vector(s, s, s) {}
  template <typename First, typename Second, typename Third>
  constexpr Vector(First x_, Second y_, Third z_)
      : x(static_cast<T>(x_)), y(static_cast<T>(y_)), z(static_cast<T>(z_)) {}
};

template <typename T>
struct alignas(4 * sizeof(T)) Vector<T, 4> {
  using value_type = T;
  T x, y, z, w;
  Vector() = default;
  template <typename Other, typename = std::enable_if_t<std::is_convertible_v<Other, T>>>
  explicit constexpr Vector(Other s) : Vector(s, s, s, s) {}
  template <typename First, typename Second, typename Third, typename Fourth>
  constexpr Vector(First x_, Second y_, Third z_, Fourth w_)
      : x(static_cast<T>(x_)),
        y(static_cast<T>(y_)),
        z(static_cast<T>(z_)),
        w(static_cast<T>(w_)) {}
};

template <typename T, unsigned width, typename Function>
constexpr Vector<T, width> map(Vector<T, width> a, Vector<T, width> b, Function f) {
  if constexpr (width == 1) return Vector<T, width>(f(a.x, b.x));
  if constexpr (width == 2) return Vector<T, width>(f(a.x, b.x), f(a.y, b.y));
  if constexpr (width == 3) return Vector<T, width>(f(a.x, b.x), f(a.y, b.y), f(a.z, b.z));
  if constexpr (width == 4)
    return Vector<T, width>(f(a.x, b.x), f(a.y, b.y), f(a.z, b.z), f(a.w, b.w));
}

template <typename T, unsigned width>
constexpr bool operator==(Vector<T, width> a, Vector<T, width> b) {
  bool equal = a.x == b.x;
  if constexpr (width > 1) equal = equal && a.y == b.y;
  if constexpr (width > 2) equal = equal && a.z == b.z;
  if constexpr (width > 3) equal = equal && a.w == b.w;
  return equal;
}

template <typename T, unsigned width, typename Other,
          std::enable_if_t<std::is_arithmetic_v<Other>, int> = 0>
constexpr bool operator==(Vector<T, width> a, Other s) {
  return a == Vector<T, width>(s);
}

template <typename T, unsigned width, typename Other,
          std::enable_if_t<std::is_arithmetic_v<Other>, int> = 0>
constexpr bool operator==(Other s, Vector<T, width> a) {
  return a == Vector<T, width>(s);
}

template <typename T, unsigned width>
constexpr bool operator!=(Vector<T, width> a, Vector<T, width> b) {
  return !(a == b);
}

template <typename T, unsigned width, typename Other,
          std::enable_if_t<std::is_arithmetic_v<Other>, int> = 0>
constexpr bool operator!=(Vector<T, width> a, Other s) {
  return !(a == s);
}

template <typename T, unsigned width, typename Other,
          std::enable_if_t<std::is_arithmetic_v<Other>, int> = 0>
constexpr bool operator!=(Other s, Vector<T, width> a) {
  return !(a == s);
}

// Operands are taken by value, so that a checked build sees the read of an element at the kernel's
// own line. A scalar operand is converted to the component type and applied to every component.
#define HIP_CPU_VECTOR_OPERATOR(op, accepts)                                            \
  template <typename T, unsigned width, std::enable_if_t<accepts<T>, int> = 0>          \
  constexpr Vector<T, width> operator op(Vector<T, width> a, Vector<T, width> b) {      \
    return map(a, b, [](T s, T t) { return static_cast<T>(s op t); });                  \
  }                                                                                     \
  template <typename T, unsigned width, typename Other,                                 \
            std::enable_if_t<accepts<T> && std::is_arithmetic_v<Other>, int> = 0>       \
  constexpr Vector<T, width> operator op(Vector<T, width> a, Other s) {                 \
    return a op Vector<T, width>(s);                                                    \
  }                                                                                     \
  template <typename T, unsigned width, typename Other,                                 \
            std::enable_if_t<accepts<T> && std::is_arithmetic_v<Other>, int> = 0>       \
  constexpr Vector<T, width> operator op(Other s, Vector<T, width> a) {                 \
    return Vector<T, width>(s) op a;                                                    \
  }                                                                                     \
  template <typename T, unsigned width, std::enable_if_t<accepts<T>, int> = 0>          \
  constexpr Vector<T, width>& operator op##=(Vector<T, width>& a, Vector<T, width> b) { \
    return a = a op b;                                                                  \
  }                                                                                     \
  template <typename T, unsigned width, typename Other,                                 \
            std::enable_if_t<accepts<T> && std::is_arithmetic_v<Other>, int> = 0>       \
  constexpr Vector<T, width>& operator op##=(Vector<T, width>& a, Other s) {            \
    return a = a op Vector<T, width>(s);                                                \
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

template <typename T, unsigned width, std::enable_if_t<std::is_signed_v<T>, int> = 0>
constexpr Vector<T, width> operator-(Vector<T, width> a) {
  return map(a, a, [](T s, T) { return static_cast<T>(-s); });
}

template <typename T, unsigned width, std::enable_if_t<std::is_integral_v<T>, int> = 0>
constexpr Vector<T, width> operator~(Vector<T, width> a) {
  return map(a, a, [](T s, T) { return static_cast<T>(~s); });
}

template <typename T, unsigned width>
constexpr Vector<T, width>& operator++(Vector<T, width>& a) {
  return a += T{1};
}

template <typename T, unsigned width>
constexpr Vector<T, width> operator++(Vector<T, width>& a, int) {
  const Vector<T, width> before = a;
  a += T{1};
  return before;
}

template <typename T, unsigned width>
constexpr Vector<T, width>& operator--(Vector<T, width>& a) {
  return a -= T{1};
}

template <typename T, unsigned width>
constexpr Vector<T, width> operator--(Vector<T, width>& a, int) {
  const Vector<T, width> before = a;
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
