#include "engine/debug_info/variable_type.hpp"

#include <fmt/format.h>

#include <cstring>
#include <hippuzzle/bfloat16.hpp>

namespace hippuzzle {
namespace {

template <class T>
double convert(const uint8_t* from) {
  T value;
  std::memcpy(&value, from, sizeof value);
  return static_cast<double>(value);
}

}  // namespace

std::string ElementType::name() const {
  switch (kind) {
    case Kind::floating:
      return fmt::format("f{}", bytes * 8);
    case Kind::bfloat16:
      return "bf16";
    case Kind::signed_integer:
      return fmt::format("i{}", bytes * 8);
    case Kind::unsigned_integer:
      break;
  }
  return fmt::format("u{}", bytes * 8);
}

double ElementType::decode(const uint8_t* from) const {
  switch (kind) {
    case Kind::floating:
      return bytes == 8 ? convert<double>(from) : convert<float>(from);
    case Kind::bfloat16: {
      Bf16 value;
      std::memcpy(&value, from, sizeof value);
      return static_cast<double>(to_float(value));
    }
    case Kind::signed_integer:
      return bytes == 1   ? convert<int8_t>(from)
             : bytes == 2 ? convert<int16_t>(from)
             : bytes == 4 ? convert<int32_t>(from)
                          : convert<int64_t>(from);
    case Kind::unsigned_integer:
      break;
  }
  return bytes == 1   ? convert<uint8_t>(from)
         : bytes == 2 ? convert<uint16_t>(from)
         : bytes == 4 ? convert<uint32_t>(from)
                      : convert<uint64_t>(from);
}

uint64_t VariableType::count() const {
  uint64_t product = 1;
  for (const uint64_t extent : shape) product *= extent;
  return product;
}

}  // namespace hippuzzle
