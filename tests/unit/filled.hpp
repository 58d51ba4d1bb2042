// Values of a type in which every member differs from a new one's, down to the last.
#pragma once

#include <array>
#include <concepts>
#include <filesystem>
#include <limits>
#include <optional>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

#include "engine/results/fields.hpp"
#include "engine/results/names.hpp"

namespace hippuzzle::testing {

// Fills values one after the other, each number and text unlike the ones before it.
class Filler {
 public:
  void operator()(bool& value) { value = !value; }
  void operator()(double& value) { value = 0.1 * static_cast<double>(++count_); }
  void operator()(std::string& value) { value = "\"text\"\n" + std::to_string(++count_); }
  void operator()(std::filesystem::path& value) { value = "/path/" + std::to_string(++count_); }

  // The greatest numbers and the next smaller ones: they must fit.
  template <std::integral Number>
  void operator()(Number& value) {
    value = static_cast<Number>(std::numeric_limits<Number>::max() - static_cast<Number>(count_++));
  }

  template <HasNames Enum>
  void operator()(Enum& value) {
    const Enum before = value;
    value = std::begin(Names<Enum>::all)->value;
    if (value == before) value = std::rbegin(Names<Enum>::all)->value;
  }

  template <class T>
  void operator()(std::optional<T>& value) {
    (*this)(value.emplace());
  }

  template <class T>
  void operator()(std::vector<T>& items) {
    items.resize(2);
    (*this)(items[0]);  // and one as new
  }

  template <class T, size_t count>
  void operator()(std::array<T, count>& items) {
    for (T& item : items) (*this)(item);
  }

  template <class T, size_t count>
  void operator()(T (&items)[count]) {
    for (T& item : items) (*this)(item);
  }

  // The last one: with members, in every variant of the protocol.
  template <class... Messages>
  void operator()(std::variant<Messages...>& message) {
    (*this)(message.template emplace<sizeof...(Messages) - 1>());
  }

  void operator()(hippuzzle_shape& shape) {
    shape.rank = static_cast<uint32_t>(std::size(shape.n));
    (*this)(shape.n);
  }

  template <HasFields Struct>
  void operator()(Struct& value) {
    for_each_field(value, [this](std::string_view, auto& member) { (*this)(member); });
  }

 private:
  size_t count_ = 0;
};

template <class T>
T filled() {
  T value = {};
  Filler()(value);
  return value;
}

}  // namespace hippuzzle::testing
