// Whether an index lies within a tensor, and the message when it does not. The message names the
// index, the shape and, where the view reaches past its memory, both figures; then the process ends
// with SIGABRT.
#pragma once

#include <hippuzzle/layout.hpp>

namespace hippuzzle {

template <class Coord, class Shape>
HIPPUZZLE_HD constexpr bool elem_less(const Coord& coord, const Shape& shape);

namespace detail {

template <class Coord, class Shape, int... I>
HIPPUZZLE_HD constexpr bool all_less([[maybe_unused]] const Coord& coord,
                                     [[maybe_unused]] const Shape& shape,
                                     std::integer_sequence<int, I...>) {
  return (elem_less(get<I>(coord), get<I>(shape)) && ...);
}

}  // namespace detail

// Whether each part of a coordinate is below the extent of its part of `shape`; a negative part is
// not. (CuTe's name. One comparison for each part: a negative integer is a large unsigned one.)
template <class Coord, class Shape>
HIPPUZZLE_HD constexpr bool elem_less(const Coord& coord, const Shape& shape) {
  if constexpr (is_tuple_v<Coord>) {
    static_assert(rank_v<Coord> == rank_v<Shape>, "a coordinate and a shape of different rank");
    return detail::all_less(coord, shape, std::make_integer_sequence<int, rank_v<Coord>>{});
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
    return put(tuple, std::make_integer_sequence<int, sizeof...(Ts)>{});
  }
  const char* text() const { return text_; }

 private:
  template <class T, int... I>
  Message& put(const T& tuple, std::integer_sequence<int, I...>) {
    *this << "(";
    (part(I, get<I>(tuple)), ...);
    return *this << ")";
  }
  template <class T>
  void part(int place, const T& part) {
    if (place > 0) *this << ", ";
    if constexpr (is_tuple_v<T>) {
      *this << part;
    } else {
      *this << static_cast<long long>(part);
    }
  }

  char text_[256] = {};
  std::size_t length_ = 0;
};

// element: the index's, counted from the first of the `elements` in memory.
[[noreturn]] inline void fail_index(const Message& coord, const Message& shape, long long element,
                                    long long elements, bool within_shape) {
  Message message;
  message << "index " << coord.text();
  if (within_shape) {
    message << " of the view of shape " << shape.text() << " is outside its tensor: it is element "
            << element << " of the " << elements
            << " in memory, so the tile reaches over the edge and needs a guard";
  } else {
    message << " is outside the tensor of shape " << shape.text();
  }
  fail(message.text());
}

template <class Coord, class Shape>
[[noreturn]] void fail_index(const Coord& coord, const Shape& shape, long long element,
                             long long elements) {
  Message coord_text, shape_text;
  coord_text << wrap(coord);
  shape_text << wrap(shape);
  fail_index(coord_text, shape_text, element, elements, elem_less(coord, shape));
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
    const long long position = element - first_;
    if (!elem_less(coord, shape) || position < 0 || position >= elements_) {
      detail::fail_index(coord, shape, position, elements_);
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
