// VOP2, VOP3 and VOP3P instructions on integers of 16 bits, one or two to a register. Shift counts
// are taken modulo 16; a clamp keeps a sum, a difference or a product and sum in its type. Source:
// AMD Instinct MI200 ISA, 12.7 to 12.10.
#include <algorithm>
#include <limits>
#include <type_traits>

#include "amd_emulator/isa/half_words.hpp"

namespace hippuzzle::amd {
namespace {

constexpr int64_t number(uint16_t x) { return x; }
constexpr int64_t number(int16_t x) { return x; }

// A result before it is cut to 16 bits or clamped.
using Two = int64_t (*)(int64_t, int64_t);
using Three = int64_t (*)(int64_t, int64_t, int64_t);
constexpr Two sum = [](int64_t a, int64_t b) { return a + b; };
constexpr Two difference = [](int64_t a, int64_t b) { return a - b; };
constexpr Two reverse_difference = [](int64_t a, int64_t b) { return b - a; };
constexpr Two product = [](int64_t a, int64_t b) { return a * b; };
constexpr Two least = [](int64_t a, int64_t b) { return std::min(a, b); };
constexpr Two greatest = [](int64_t a, int64_t b) { return std::max(a, b); };
constexpr Two to_the_left = [](int64_t a, int64_t b) { return b << (a & 15); };
constexpr Two to_the_right = [](int64_t a, int64_t b) { return b >> (a & 15); };
constexpr Three product_and_sum = [](int64_t a, int64_t b, int64_t c) { return a * b + c; };
constexpr Three least_of_three = [](int64_t a, int64_t b, int64_t c) {
  return std::min(a, std::min(b, c));
};
constexpr Three greatest_of_three = [](int64_t a, int64_t b, int64_t c) {
  return std::max(a, std::max(b, c));
};
constexpr Three median = [](int64_t a, int64_t b, int64_t c) {
  return std::max(std::min(a, b), std::min(std::max(a, b), c));
};

template <class T>
uint32_t cut(int64_t x, bool clamps) {
  using Limits = std::numeric_limits<T>;
  if (clamps) x = std::clamp(x, number(Limits::min()), number(Limits::max()));
  return static_cast<uint16_t>(x);
}

template <class T, auto f, OtherHalf other = OtherHalf::as_generation>
void single(Wave& w, const Instruction& i) {
  constexpr unsigned sources = std::is_same_v<decltype(f), Two> ? 2 : 3;
  const bool clamps = i.has(Instruction::clamps);
  const auto value = [](uint32_t bits) { return number(static_cast<T>(bits)); };
  for_words<sources, other>(w, i, [&](auto... bits) { return cut<T>(f(value(bits)...), clamps); });
}

// Both halves of a register; op_sel and op_sel_hi say which half of a source each takes.
template <class T, auto f>
void packed(Wave& w, const Instruction& i) {
  constexpr unsigned sources = std::is_same_v<decltype(f), Two> ? 2 : 3;
  const bool clamps = i.has(Instruction::clamps);
  for_halves(w, [&](unsigned first, uint32_t on) {
    Lanes room[3], result = {};
    const uint32_t* from[3] = {};
    for (unsigned s = 0; s < sources; ++s)
      from[s] = read_lanes(w, i.operands[1 + s], 0, first, room[s]);
    for (unsigned k = 0; k < 2; ++k) {
      const unsigned selects = k == 0 ? i.selection.op_sel : i.selection.op_sel_hi;
      const auto value = [&](unsigned s, unsigned l) {
        return number(static_cast<T>(from[s][l] >> (selects >> s & 1) * 16));
      };
      for (unsigned l = 0; l < half; ++l) {
        if constexpr (sources == 3) {
          result[l] |= cut<T>(f(value(0, l), value(1, l), value(2, l)), clamps) << 16 * k;
        } else {
          result[l] |= cut<T>(f(value(0, l), value(1, l)), clamps) << 16 * k;
        }
      }
    }
    write_lanes(w, i.operands[0], 0, first, on, result);
  });
}

// Under both names: an integer instruction that clamps has one of its own (Registry).
void add_clamping(Registry& r, const std::string& name, Execute execute) {
  r.add(name, execute);
  r.add(name + " clamp", execute);
}

void add_singles(Registry& r) {
  constexpr OtherHalf kept = OtherHalf::kept;
  add_clamping(r, "v_add_u16", single<uint16_t, sum>);
  add_clamping(r, "v_sub_u16", single<uint16_t, difference>);
  add_clamping(r, "v_subrev_u16", single<uint16_t, reverse_difference>);
  add_clamping(r, "v_add_nc_u16", single<uint16_t, sum>);
  add_clamping(r, "v_sub_nc_u16", single<uint16_t, difference>);
  for (const char* name : {"v_add_i16", "v_add_nc_i16"})
    add_clamping(r, name, single<int16_t, sum, kept>);
  for (const char* name : {"v_sub_i16", "v_sub_nc_i16"})
    add_clamping(r, name, single<int16_t, difference, kept>);
  add_clamping(r, "v_mad_u16", single<uint16_t, product_and_sum, kept>);
  add_clamping(r, "v_mad_i16", single<int16_t, product_and_sum, kept>);
  add_clamping(r, "v_mad_legacy_u16", single<uint16_t, product_and_sum>);
  r.add("v_mul_lo_u16", single<uint16_t, product>);
  r.add("v_lshlrev_b16", single<uint16_t, to_the_left>);
  r.add("v_lshrrev_b16", single<uint16_t, to_the_right>);
  r.add("v_ashrrev_i16", single<int16_t, to_the_right>);
  r.add("v_min_u16", single<uint16_t, least>);
  r.add("v_max_u16", single<uint16_t, greatest>);
  r.add("v_min_i16", single<int16_t, least>);
  r.add("v_max_i16", single<int16_t, greatest>);
  r.add("v_min3_u16", single<uint16_t, least_of_three, kept>);
  r.add("v_max3_u16", single<uint16_t, greatest_of_three, kept>);
  r.add("v_med3_u16", single<uint16_t, median, kept>);
  r.add("v_min3_i16", single<int16_t, least_of_three, kept>);
  r.add("v_max3_i16", single<int16_t, greatest_of_three, kept>);
  r.add("v_med3_i16", single<int16_t, median, kept>);
}

void add_pairs(Registry& r) {
  add_clamping(r, "v_pk_add_u16", packed<uint16_t, sum>);
  add_clamping(r, "v_pk_add_i16", packed<int16_t, sum>);
  add_clamping(r, "v_pk_sub_u16", packed<uint16_t, difference>);
  add_clamping(r, "v_pk_sub_i16", packed<int16_t, difference>);
  add_clamping(r, "v_pk_mad_u16", packed<uint16_t, product_and_sum>);
  add_clamping(r, "v_pk_mad_i16", packed<int16_t, product_and_sum>);
  r.add("v_pk_mul_lo_u16", packed<uint16_t, product>);
  r.add("v_pk_min_u16", packed<uint16_t, least>);
  r.add("v_pk_max_u16", packed<uint16_t, greatest>);
  r.add("v_pk_min_i16", packed<int16_t, least>);
  r.add("v_pk_max_i16", packed<int16_t, greatest>);
  r.add("v_pk_lshlrev_b16", packed<uint16_t, to_the_left>);
  r.add("v_pk_lshrrev_b16", packed<uint16_t, to_the_right>);
  r.add("v_pk_ashrrev_i16", packed<int16_t, to_the_right>);
}

}  // namespace

void add_vector_word(Registry& r) {
  add_singles(r);
  add_pairs(r);
}

}  // namespace hippuzzle::amd
