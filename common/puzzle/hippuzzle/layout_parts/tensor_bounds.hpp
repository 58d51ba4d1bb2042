// Whether an index lies within a tensor, and the message when it does not. The message names the
// index, the shape and, where the view reaches past its memory, both figures; then the process ends
// with SIGABRT.
#pragma once

#include <hippuzzle/layout.hpp>

namespace hippuzzle {

// Whether each part of a coordinate is below the extent of its part of `shape`; a negative part is
// not. (CuTe's name. One comparison for each part: a negative integer is a large unsigned one.)
template <class Coord, class Shape>
HIPPUZZLE_HD constexpr bool elem_less(const Coord& coord, const Shape& shape) {
  if constexpr (is_tuple_v<Coord>) {
    static_assert(rank_v<Coord> == rank_v<Shape>, "a coordinate and a shape of different rank");
    if constexpr (rank_v<Coord> == 0) {
      return true;
    } else {
      return elem_less(get<0>(coord), get<0>(shape)) &&
             elem_less(take<1, rank_v<Coord>>(coord), take<1, rank_v<Shape>>(shape));
    }
  } else {
    using Common = decltype(coord + product(shape));
    using Unsigned = std::make_unsigned_t<
        std::conditional_t<is_static_int_v<Common>, int, std::remove_const_t<Common>>>;
    return static_cast<Unsigned>(coord) < static_cast<Unsigned>(product(shape));
  }
}

#if HIPPUZZLE_CHECKS

namespace detail {

// A message of bounded length, for use in a kernel, where nothing may be allocated.
class Message {
 public:
  Message& operator<<(const char* text) {
    while (*text != '\0' && length_ + 1 < sizeof text_) text_[length_++] = *text++;
    return *this;
  }
  Message& operator<<(long long number) {
    char digits[24];
    std::snprintf(digits, sizeof digits, "%lld", number);
    return *this << digits;
  }
  template <class... Ts>
  Message& operator<<(const Tuple<Ts...>& tuple) {
    *this << "(";
    unpack(tuple, [this](auto... parts) {
      const char* separator = "";
      ((*this << separator << printable(parts), separator = ", "), ...);
      return 0;
    });
    return *this << ")";
  }
  const char* text() const { return text_; }

 private:
  template <class T>
  static auto printable(const T& part) {
    if constexpr (is_tuple_v<T>) {
      return part;
    } else {
      return static_cast<long long>(part);
    }
  }

  char text_[256] = {};
  std::size_t length_ = 0;
};

template <class Coord, class Shape>
[[noreturn]] void fail_index(const Coord& coord, const Shape& shape) {
  Message message;
  message << "index " << wrap(coord) << " is outside the tensor of shape " << wrap(shape);
  fail(message.text());
}

template <class Coord, class Shape>
[[noreturn]] void fail_storage(const Coord& coord, const Shape& shape, long long element,
                               long long elements) {
  Message message;
  message << "index " << wrap(coord) << " of the view of shape " << wrap(shape)
          << " is outside its tensor: it is element " << element << " of the " << elements
          << " in memory, so the tile reaches over the edge and needs a guard";
  fail(message.text());
}

}  // namespace detail

// The elements that a tensor and all views of it may touch.
template <class T>
class Storage {
 public:
  HIPPUZZLE_COPIED(Storage);
  HIPPUZZLE_HD constexpr Storage(T* first, long long elements)
      : first_(first), elements_(elements) {}

  template <class Coord, class Shape>
  HIPPUZZLE_HD constexpr void check(const T* element, const Coord& coord,
                                    const Shape& shape) const {
    if (!elem_less(coord, shape)) detail::fail_index(coord, shape);
    const long long position = element - first_;
    if (position < 0 || position >= elements_) {
      detail::fail_storage(coord, shape, position, elements_);
    }
  }

  // The same memory as elements of `lanes` times the size.
  template <int lanes, class Wide>
  HIPPUZZLE_HD constexpr Storage<Wide> widened(Wide* first) const {
    return Storage<Wide>(first, elements_ / lanes);
  }
  HIPPUZZLE_HD constexpr T* first() const { return first_; }

 private:
  T* first_;
  long long elements_;
};

#else

template <class T>
class Storage {
 public:
  HIPPUZZLE_HD constexpr Storage(T*, long long) {}

  template <class Coord, class Shape>
  HIPPUZZLE_HD constexpr void check(const T*, const Coord&, const Shape&) const {}
  template <int lanes, class Wide>
  HIPPUZZLE_HD constexpr Storage<Wide> widened(Wide* first) const {
    return Storage<Wide>(first, 0);
  }
};

#endif

}  // namespace hippuzzle
