// hipCUB's iterators: numbers that are counted, constants, and values on their way through a
// function or with their index.
#pragma once

#include <hip_libraries/cub/types.hpp>

namespace hipcub {
namespace detail {

// Everything of a random-access iterator that follows from an index and from Self::at(index).
template <typename Self, typename Value, typename Offset>
class IndexedIterator {
 public:
  using value_type = Value;
  using reference = Value;
  using pointer = Value*;
  using difference_type = Offset;
  using iterator_category = std::random_access_iterator_tag;

  Value operator*() const { return self().at(index_); }
  template <typename Distance>
  Value operator[](Distance distance) const {
    return self().at(index_ + static_cast<Offset>(distance));
  }
  Self operator++(int) {
    const Self before = self();
    ++index_;
    return before;
  }
  Self& operator++() { return *this += 1; }
  Self& operator--() { return *this += -1; }
  template <typename Distance>
  Self& operator+=(Distance distance) {
    index_ += static_cast<Offset>(distance);
    return static_cast<Self&>(*this);
  }
  template <typename Distance>
  Self& operator-=(Distance distance) {
    index_ -= static_cast<Offset>(distance);
    return static_cast<Self&>(*this);
  }
  template <typename Distance>
  Self operator+(Distance distance) const {
    Self other = self();
    return other += distance;
  }
  template <typename Distance>
  Self operator-(Distance distance) const {
    Self other = self();
    return other -= distance;
  }
  Offset operator-(const Self& other) const { return index_ - other.index_; }
  bool operator==(const Self& other) const { return index_ == other.index_; }
  bool operator!=(const Self& other) const { return index_ != other.index_; }
  bool operator<(const Self& other) const { return index_ < other.index_; }

 private:
  const Self& self() const { return static_cast<const Self&>(*this); }
  Offset index_ = 0;
};

}  // namespace detail

template <typename T, typename Offset = std::ptrdiff_t>
class CountingInputIterator
    : public detail::IndexedIterator<CountingInputIterator<T, Offset>, T, Offset> {
 public:
  explicit CountingInputIterator(T first) : first_(first) {}
  T at(Offset index) const { return static_cast<T>(first_ + static_cast<T>(index)); }

 private:
  T first_;
};

template <typename T, typename Offset = std::ptrdiff_t>
class ConstantInputIterator
    : public detail::IndexedIterator<ConstantInputIterator<T, Offset>, T, Offset> {
 public:
  explicit ConstantInputIterator(T value, Offset = 0) : value_(value) {}
  T at(Offset) const { return value_; }

 private:
  T value_;
};

template <typename T, typename Function, typename In, typename Offset = std::ptrdiff_t>
class TransformInputIterator
    : public detail::IndexedIterator<TransformInputIterator<T, Function, In, Offset>, T, Offset> {
 public:
  TransformInputIterator(In in, Function function) : in_(in), function_(function) {}
  T at(Offset index) const {
    Function function = function_;
    return static_cast<T>(function(in_[index]));
  }

 private:
  In in_;
  Function function_;
};

template <typename In, typename Offset = std::ptrdiff_t, typename Value = detail::value_of<In>>
class ArgIndexInputIterator
    : public detail::IndexedIterator<ArgIndexInputIterator<In, Offset, Value>,
                                     KeyValuePair<Offset, Value>, Offset> {
 public:
  explicit ArgIndexInputIterator(In in, Offset = 0) : in_(in) {}
  KeyValuePair<Offset, Value> at(Offset index) const { return {index, in_[index]}; }
  void normalize() {}

 private:
  In in_;
};

// Hints about caches change nothing here.
enum CacheLoadModifier {
  LOAD_DEFAULT,
  LOAD_CA,
  LOAD_CG,
  LOAD_CS,
  LOAD_CV,
  LOAD_LDG,
  LOAD_VOLATILE,
};
enum CacheStoreModifier {
  STORE_DEFAULT,
  STORE_WB,
  STORE_CG,
  STORE_CS,
  STORE_WT,
  STORE_VOLATILE,
};
template <CacheLoadModifier, typename T, typename = std::ptrdiff_t>
using CacheModifiedInputIterator = const T*;
template <CacheStoreModifier, typename T, typename = std::ptrdiff_t>
using CacheModifiedOutputIterator = T*;
template <CacheLoadModifier = LOAD_DEFAULT, typename In>
auto ThreadLoad(In in) {
  return *in;
}
template <CacheStoreModifier = STORE_DEFAULT, typename Out, typename T>
void ThreadStore(Out out, T value) {
  *out = value;
}

// Takes what is written to it and keeps nothing.
template <typename Offset = std::ptrdiff_t>
class DiscardOutputIterator {
 public:
  struct Nothing {
    template <typename T>
    void operator=(const T&) {}
  };
  using value_type = void;
  using reference = void;
  using pointer = void;
  using difference_type = Offset;
  using iterator_category = std::output_iterator_tag;
  explicit DiscardOutputIterator(Offset = 0) {}
  Nothing operator*() const { return {}; }
  template <typename Distance>
  Nothing operator[](Distance) const {
    return {};
  }
  DiscardOutputIterator& operator++() { return *this; }
  DiscardOutputIterator operator++(int) { return *this; }
  template <typename Distance>
  DiscardOutputIterator operator+(Distance) const {
    return *this;
  }
};

}  // namespace hipcub
