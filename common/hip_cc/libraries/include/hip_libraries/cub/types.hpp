// Types that hipCUB's operations take and give besides numbers: pairs, double buffers, functors,
// and what sorting needs to know of a key.
#pragma once

#include <hip/hip_runtime.h>

#include <cstdint>
#include <iterator>
#include <limits>
#include <type_traits>
#include <utility>

#define HIPCUB_RUNTIME_FUNCTION
#define HIPCUB_DEVICE
#define HIPCUB_HOST
#define HIPCUB_HOST_DEVICE
#define HIPCUB_WARP_THREADS 32
#define HIPCUB_DEVICE_WARP_THREADS 32
#define HIPCUB_HOST_WARP_THREADS 32
#define HIPCUB_MAX(a, b) (((a) > (b)) ? (a) : (b))
#define HIPCUB_MIN(a, b) (((a) < (b)) ? (a) : (b))
#define HipcubDebug(error) (error)

namespace hipcub {

struct NullType {
  friend bool operator==(NullType, NullType) { return true; }
  friend bool operator!=(NullType, NullType) { return false; }
};

template <typename T>
struct Int2Type {};
template <bool yes, typename Then, typename Else>
struct If {
  using Type = std::conditional_t<yes, Then, Else>;
};
template <typename A, typename B>
struct Equals {
  enum { VALUE = std::is_same_v<A, B>, NEGATE = !VALUE };
};
template <int n>
struct Log2 {
  enum { VALUE = 1 + Log2<(n + 1) / 2>::VALUE };
};
template <>
struct Log2<1> {
  enum { VALUE = 0 };
};
template <int n>
struct PowerOfTwo {
  enum { VALUE = (n & (n - 1)) == 0 };
};

template <typename Key_, typename Value_>
struct KeyValuePair {
  using Key = Key_;
  using Value = Value_;
  Key key;
  Value value;
  KeyValuePair() = default;
  KeyValuePair(const Key& k, const Value& v) : key(k), value(v) {}
  bool operator!=(const KeyValuePair& other) const {
    return !(key == other.key && value == other.value);
  }
};

// Two buffers, of which one is current. A sort leaves its result in what is current then.
template <typename T>
struct DoubleBuffer {
  T* d_buffers[2];
  int selector = 0;
  DoubleBuffer() : d_buffers{nullptr, nullptr} {}
  DoubleBuffer(T* current, T* alternate) : d_buffers{current, alternate} {}
  T* Current() { return d_buffers[selector]; }
  T* Alternate() { return d_buffers[selector ^ 1]; }
};

struct Sum {
  template <typename T>
  T operator()(const T& a, const T& b) const {
    return static_cast<T>(a + b);
  }
};
struct Difference {
  template <typename T>
  T operator()(const T& a, const T& b) const {
    return static_cast<T>(a - b);
  }
};
struct Division {
  template <typename T>
  T operator()(const T& a, const T& b) const {
    return static_cast<T>(a / b);
  }
};
struct Max {
  template <typename T>
  T operator()(const T& a, const T& b) const {
    return a < b ? b : a;
  }
};
struct Min {
  template <typename T>
  T operator()(const T& a, const T& b) const {
    return b < a ? b : a;
  }
};
// Of pairs with equal values, takes the one with the smaller key.
struct ArgMax {
  template <typename Key, typename Value>
  KeyValuePair<Key, Value> operator()(const KeyValuePair<Key, Value>& a,
                                      const KeyValuePair<Key, Value>& b) const {
    return a.value < b.value || (a.value == b.value && b.key < a.key) ? b : a;
  }
};
struct ArgMin {
  template <typename Key, typename Value>
  KeyValuePair<Key, Value> operator()(const KeyValuePair<Key, Value>& a,
                                      const KeyValuePair<Key, Value>& b) const {
    return b.value < a.value || (a.value == b.value && b.key < a.key) ? b : a;
  }
};
struct Equality {
  template <typename T, typename Other>
  bool operator()(const T& a, const Other& b) const {
    return a == b;
  }
};
struct Inequality {
  template <typename T, typename Other>
  bool operator()(const T& a, const Other& b) const {
    return !(a == b);
  }
};
template <typename EqualityOp>
struct InequalityWrapper {
  EqualityOp op;
  explicit InequalityWrapper(EqualityOp o) : op(o) {}
  template <typename T>
  bool operator()(const T& a, const T& b) {
    return !op(a, b);
  }
};
template <typename To>
struct CastOp {
  template <typename T>
  To operator()(const T& value) const {
    return static_cast<To>(value);
  }
};

// The unsigned integer whose order is that of the keys: a negative number's bits count backwards.
template <typename T>
struct Traits {
  static_assert(sizeof(T) == 1 || sizeof(T) == 2 || sizeof(T) == 4 || sizeof(T) == 8,
                "a key has 1, 2, 4 or 8 bytes");
  using UnsignedBits = std::conditional_t<
      sizeof(T) == 1, std::uint8_t,
      std::conditional_t<sizeof(T) == 2, std::uint16_t,
                         std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>>>;
  // Everything that is no integer, half precision included, keeps its sign apart.
  static constexpr bool is_integer = std::is_integral_v<T> || std::is_enum_v<T>;
  static constexpr bool is_unsigned = is_integer && !std::is_signed_v<T>;
  static constexpr UnsignedBits sign = UnsignedBits(UnsignedBits(1) << (8 * sizeof(T) - 1));

  static UnsignedBits ordered(const T& key) {
    UnsignedBits bits;
    __builtin_memcpy(&bits, &key, sizeof bits);
    if constexpr (is_unsigned) return bits;
    if constexpr (is_integer) return static_cast<UnsignedBits>(bits ^ sign);
    return static_cast<UnsignedBits>(bits & sign ? ~bits : bits | sign);
  }

  static T Max() { return std::numeric_limits<T>::max(); }
  static T Lowest() { return std::numeric_limits<T>::lowest(); }
  enum {
    PRIMITIVE = std::is_arithmetic_v<T>,
    NULL_TYPE = false,
  };
};
template <typename T>
using NumericTraits = Traits<T>;

// Names of AMD's and NVIDIA's architectures that templates have as a last parameter.
#define HIPCUB_ARCH 1

namespace detail {

template <typename T>
using value_of = typename std::iterator_traits<T>::value_type;

// n values in shared memory, which must need no constructor.
template <typename T, int n>
struct Cells {
  alignas(T) unsigned char bytes[sizeof(T) * n];
  T& operator[](int i) { return reinterpret_cast<T*>(bytes)[i]; }
  void put(int i, const T& value) { new (bytes + sizeof(T) * i) T(value); }
};

inline int thread_number() { return static_cast<int>(hip_cpu::linear_thread_index()); }

// The bits of a key from `begin` up to `end`; descending turns them round.
template <typename T>
auto digit(const T& key, int begin, int end, bool descending) {
  using Bits = typename Traits<T>::UnsignedBits;
  Bits bits = static_cast<Bits>(Traits<T>::ordered(key) >> begin);
  const int count = end - begin;
  const Bits mask = count >= static_cast<int>(8 * sizeof(T))
                        ? static_cast<Bits>(~Bits(0))
                        : static_cast<Bits>((Bits(1) << count) - 1);
  bits &= mask;
  return descending ? static_cast<Bits>(mask & ~bits) : bits;
}

}  // namespace detail
}  // namespace hipcub
