// VOP3 instructions on 64-bit integers. Source: AMD Instinct MI200 ISA, 12.9; CDNA 3 ISA, 12.9
// (v_lshl_add_u64, v_mov_b64).
#include "amd_emulator/isa/lanes.hpp"

namespace hippuzzle::amd {
namespace {

// f(count modulo 64, value); the count is the first source.
template <auto f>
void shift(Wave& w, const Instruction& i) {
  for_halves(w, [&](unsigned first, uint32_t on) {
    Lanes room;
    WideLanes value, result;
    const uint32_t* count = read_lanes(w, i.operands[1], 0, first, room);
    read_wide(w, i.operands[2], first, value);
    for (unsigned l = 0; l < half; ++l) result[l] = f(count[l] & 63, value[l]);
    write_wide(w, i.operands[0], first, on, result);
  });
}

void shift_add(Wave& w, const Instruction& i) {
  for_halves(w, [&](unsigned first, uint32_t on) {
    Lanes room;
    WideLanes a, c, result;
    const uint32_t* count = read_lanes(w, i.operands[2], 0, first, room);
    read_wide(w, i.operands[1], first, a);
    read_wide(w, i.operands[3], first, c);
    for (unsigned l = 0; l < half; ++l) result[l] = (a[l] << (count[l] & 7)) + c[l];
    write_wide(w, i.operands[0], first, on, result);
  });
}

void move(Wave& w, const Instruction& i) {
  for_halves(w, [&](unsigned first, uint32_t on) {
    WideLanes value;
    read_wide(w, i.operands[1], first, value);
    write_wide(w, i.operands[0], first, on, value);
  });
}

// Two products of 32 bits and a sum of 64, with the sum's carry.
template <class T>
void multiply_add(Wave& w, const Instruction& i) {
  uint64_t carries = 0;
  for_halves(w, [&](unsigned first, uint32_t on) {
    Lanes room[2];
    WideLanes c, result;
    const uint32_t* a = read_lanes(w, i.operands[2], 0, first, room[0]);
    const uint32_t* b = read_lanes(w, i.operands[3], 0, first, room[1]);
    read_wide(w, i.operands[4], first, c);
    uint32_t carry = 0;
    for (unsigned l = 0; l < half; ++l) {
      if constexpr (std::is_signed_v<T>) {
        const int64_t product = int64_t{static_cast<int32_t>(a[l])} * static_cast<int32_t>(b[l]);
        result[l] = static_cast<uint64_t>(product) + c[l];
        int64_t ignored = 0;
        carry |= uint32_t{__builtin_add_overflow(product, static_cast<int64_t>(c[l]), &ignored)}
                 << l;
      } else {
        result[l] = uint64_t{a[l]} * b[l] + c[l];
        carry |= uint32_t{result[l] < c[l]} << l;
      }
    }
    write_wide(w, i.operands[0], first, on, result);
    carries |= static_cast<uint64_t>(carry & on) << first;
  });
  write_mask(w, i.operands[1], carries);
}

}  // namespace

void add_vector_wide(Registry& r) {
  r.add("v_lshlrev_b64", shift<[](uint32_t n, uint64_t x) { return x << n; }>);
  r.add("v_lshrrev_b64", shift<[](uint32_t n, uint64_t x) { return (x >> n); }>);
  r.add("v_ashrrev_i64", shift<[](uint32_t n, uint64_t x) {
          return static_cast<uint64_t>(static_cast<int64_t>(x) >> n);
        }>);
  r.add("v_lshl_add_u64", shift_add);
  r.add("v_mov_b64", move);
  r.add("v_mad_u64_u32", multiply_add<uint32_t>);
  r.add("v_mad_i64_i32", multiply_add<int32_t>);
}

}  // namespace hippuzzle::amd
