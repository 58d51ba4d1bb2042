// VOPC: comparisons that write a mask, of lanes that are on; v_cmpx writes EXEC, up to gfx9 the
// mask as well. Source: AMD Instinct MI200 ISA, 12.8; RDNA 2 ISA, 12.9.
#include <cmath>
#include <string>

#include "amd_emulator/isa/half_words.hpp"

namespace hippuzzle::amd {
namespace {

// f(first, which lanes are on, first of the two sources) gives one half's mask. Operands: mask, a,
// b; without the mask where EXEC is all that is written.
template <auto f, bool writes_exec>
void into_mask(Wave& w, const Instruction& i) {
  const unsigned source = i.count - 2u;
  uint64_t mask = 0;
  for_halves(w, [&](unsigned first, uint32_t on) {
    mask |= static_cast<uint64_t>(f(w, i, first, source) & on) << first;
  });
  if (source > 0) write_mask(w, i.operands[0], mask);
  if constexpr (writes_exec) w.set_mask(scalar::exec, mask);
}

struct HalfPrecision {};  // whose values are compared as single precision

template <class T>
auto typed(uint32_t x) {
  if constexpr (std::is_same_v<T, HalfPrecision>) {
    return from_half(x);
  } else if constexpr (std::is_same_v<T, float>) {
    return as_float(x);
  } else {
    return static_cast<T>(x);
  }
}

template <class T>
T typed(uint64_t x) {
  if constexpr (std::is_same_v<T, double>) return as_double(x);
  return static_cast<T>(x);
}

template <class T, auto f>
uint32_t compared(const Wave& w, const Instruction& i, unsigned first, unsigned source) {
  uint32_t bits = 0;
  if constexpr (sizeof(T) == 8) {
    WideLanes a, b;
    read_wide(w, i.operands[source], first, a);
    read_wide(w, i.operands[source + 1], first, b);
    for (unsigned l = 0; l < half; ++l) bits |= (f(typed<T>(a[l]), typed<T>(b[l])) ? 1u : 0u) << l;
  } else if constexpr (sizeof(T) == 2 || std::is_same_v<T, HalfPrecision>) {
    Lanes a, b;
    read_words(w, i, source, 0, first, a);
    read_words(w, i, source + 1, 1, first, b);
    for (unsigned l = 0; l < half; ++l) bits |= (f(typed<T>(a[l]), typed<T>(b[l])) ? 1u : 0u) << l;
  } else {
    Lanes room[2];
    const uint32_t* a = read_signed(w, i.operands[source], 0, first, room[0]);
    const uint32_t* b = read_signed(w, i.operands[source + 1], 0, first, room[1]);
    for (unsigned l = 0; l < half; ++l) bits |= (f(typed<T>(a[l]), typed<T>(b[l])) ? 1u : 0u) << l;
  }
  return bits;
}

template <class T, auto f>
void add_comparison(Registry& r, const std::string& name) {
  r.add("v_cmp_" + name, into_mask<compared<T, f>, false>);
  r.add("v_cmpx_" + name, into_mask<compared<T, f>, true>);
}

// Comparisons that integers have as well, where "lg" is called "ne".
template <class T, class Value = T>
void add_orders(Registry& r, const std::string& type, const std::string& differ) {
  add_comparison<T, [](Value, Value) { return false; }>(r, "f_" + type);
  add_comparison<T, [](Value a, Value b) { return a < b; }>(r, "lt_" + type);
  add_comparison<T, [](Value a, Value b) { return a == b; }>(r, "eq_" + type);
  add_comparison<T, [](Value a, Value b) { return a <= b; }>(r, "le_" + type);
  add_comparison<T, [](Value a, Value b) { return (a > b); }>(r, "gt_" + type);
  add_comparison<T, [](Value a, Value b) { return (a < b || a > b); }>(r, differ + "_" + type);
  add_comparison<T, [](Value a, Value b) { return a >= b; }>(r, "ge_" + type);
}

template <class T>
void add_integers(Registry& r, const std::string& type) {
  add_orders<T>(r, type, "ne");
  add_comparison<T, [](T, T) { return true; }>(r, "t_" + type);
}

// The negated ones hold where an operand is NaN.
template <class T, class Value = T>
void add_floats(Registry& r, const std::string& type) {
  add_orders<T, Value>(r, type, "lg");
  add_comparison<T, [](Value a, Value b) { return a == a && b == b; }>(r, "o_" + type);
  add_comparison<T, [](Value a, Value b) { return a != a || b != b; }>(r, "u_" + type);
  add_comparison<T, [](Value a, Value b) { return !(a >= b); }>(r, "nge_" + type);
  add_comparison<T, [](Value a, Value b) { return !(a < b || a > b); }>(r, "nlg_" + type);
  add_comparison<T, [](Value a, Value b) { return !(a > b); }>(r, "ngt_" + type);
  add_comparison<T, [](Value a, Value b) { return !(a <= b); }>(r, "nle_" + type);
  add_comparison<T, [](Value a, Value b) { return a != b; }>(r, "neq_" + type);
  add_comparison<T, [](Value a, Value b) { return !(a < b); }>(r, "nlt_" + type);
  add_comparison<T, [](Value, Value) { return true; }>(r, "tru_" + type);
}

// The bit of v_cmp_class that a number belongs to.
template <class T>
unsigned class_of(T x, bool is_quiet) {
  const bool negative = std::signbit(x);
  switch (std::fpclassify(x)) {
    case FP_NAN:
      return is_quiet ? 1 : 0;
    case FP_INFINITE:
      return negative ? 2 : 9;
    case FP_NORMAL:
      return negative ? 3 : 8;
    case FP_SUBNORMAL:
      return negative ? 4 : 7;
    default:
      return negative ? 5 : 6;
  }
}

template <bool is_double>
uint32_t classified(const Wave& w, const Instruction& i, unsigned first, unsigned source) {
  Lanes rooms[2];
  WideLanes wide;
  const uint32_t* classes = read_lanes(w, i.operands[source + 1], 0, first, rooms[1]);
  uint32_t bits = 0;
  if constexpr (is_double) {
    read_wide(w, i.operands[source], first, wide);
    for (unsigned l = 0; l < half; ++l) {
      const unsigned c = class_of(as_double(wide[l]), (wide[l] >> 51 & 1) != 0);
      bits |= (classes[l] >> c & 1) << l;
    }
  } else {
    const uint32_t* a = read_signed(w, i.operands[source], 0, first, rooms[0]);
    for (unsigned l = 0; l < half; ++l) {
      const unsigned c = class_of(as_float(a[l]), (a[l] >> 22 & 1) != 0);
      bits |= (classes[l] >> c & 1) << l;
    }
  }
  return bits;
}

// Denormal halves are normal numbers of single precision.
unsigned class_of_half(uint32_t bits) {
  const uint32_t size = bits & 0x7fff;
  if (size == 0 || size >= 0x400) return class_of(from_half(bits), (bits & 0x200) != 0);
  return size != bits ? 4 : 7;
}

uint32_t classified_half(const Wave& w, const Instruction& i, unsigned first, unsigned source) {
  Lanes room, value;
  const uint32_t* classes = read_lanes(w, i.operands[source + 1], 0, first, room);
  read_words(w, i, source, 0, first, value);
  uint32_t bits = 0;
  for (unsigned l = 0; l < half; ++l) bits |= (classes[l] >> class_of_half(value[l]) & 1) << l;
  return bits;
}

}  // namespace

void add_vector_compare(Registry& r) {
  add_integers<int16_t>(r, "i16");
  add_integers<uint16_t>(r, "u16");
  add_integers<int32_t>(r, "i32");
  add_integers<uint32_t>(r, "u32");
  add_integers<int64_t>(r, "i64");
  add_integers<uint64_t>(r, "u64");
  add_floats<HalfPrecision, float>(r, "f16");
  add_floats<float>(r, "f32");
  add_floats<double>(r, "f64");
  r.add("v_cmp_class_f16", into_mask<classified_half, false>);
  r.add("v_cmpx_class_f16", into_mask<classified_half, true>);
  r.add("v_cmp_class_f32", into_mask<classified<false>, false>);
  r.add("v_cmpx_class_f32", into_mask<classified<false>, true>);
  r.add("v_cmp_class_f64", into_mask<classified<true>, false>);
  r.add("v_cmpx_class_f64", into_mask<classified<true>, true>);
}

}  // namespace hippuzzle::amd
