// Vector operands, 32 lanes at a time, and the functions that execute an instruction with one
// result a lane by a function of one lane's values. All of an instruction's sources are read before
// its result is written, because instructions that read other lanes go through execute_dpp.
#pragma once

#include <bit>
#include <cstring>

#include "amd_emulator/isa/scalars.hpp"

namespace hippuzzle::amd {

using Lanes = uint32_t[half];

// Calls body(first lane, which of the 32 are on) for each half of the wave that has one on.
template <class Body>
inline void for_halves(Wave& w, Body body) {
  const uint64_t exec = w.exec();
  if (const auto on = static_cast<uint32_t>(exec); on != 0) body(0u, on);
  if (const auto on = static_cast<uint32_t>(exec >> half); on != 0) body(half, on);
}

inline const uint32_t* fill(uint32_t value, Lanes& room) {
  for (uint32_t& lane : room) lane = value;
  return room;
}

// Dword `part` of an operand in 32 lanes: where the register lies, or `room`, filled.
inline const uint32_t* read_lanes(const Wave& w, const Operand& o, unsigned part, unsigned first,
                                  Lanes& room) {
  switch (o.kind) {
    case Operand::Kind::vector:
      return w.rows[o.index + part].lane + first;
    case Operand::Kind::constant:
      return fill(part == 0 ? o.low : o.high, room);
    case Operand::Kind::scalar:
      return fill(part == 0 ? read_scalar(w, o) : w.scalars[o.index + part], room);
    default:
      return fill(0, room);
  }
}

// The same with a floating-point operand's sign changed or dropped as its modifiers say, in the
// dword that holds the sign.
inline const uint32_t* read_signed(const Wave& w, const Operand& o, unsigned part, unsigned first,
                                   Lanes& room) {
  const uint32_t* from = read_lanes(w, o, part, first, room);
  if ((o.modifiers & (Operand::negate | Operand::absolute)) == 0) return from;
  const uint32_t keep = (o.modifiers & Operand::absolute) != 0 ? 0x7fffffff : ~0u;
  const uint32_t flip = (o.modifiers & Operand::negate) != 0 ? 0x80000000 : 0;
  for (unsigned l = 0; l < half; ++l) room[l] = (from[l] & keep) ^ flip;
  return room;
}

inline void write_lanes(Wave& w, const Operand& o, unsigned part, unsigned first, uint32_t on,
                        const Lanes& values) {
  if (!o.is_vector()) return;
  uint32_t* to = w.rows[o.index + part].lane + first;
  if (on == ~0u) {
    std::memcpy(to, values, sizeof values);
    return;
  }
  for (unsigned l = 0; l < half; ++l) to[l] = (on >> l & 1) != 0 ? values[l] : to[l];
}

// ---- 32-bit integers: f of the sources' values

template <auto f>
void integer1(Wave& w, const Instruction& i) {
  for_halves(w, [&](unsigned first, uint32_t on) {
    Lanes room, result;
    const uint32_t* a = read_lanes(w, i.operands[1], 0, first, room);
    for (unsigned l = 0; l < half; ++l) result[l] = f(a[l]);
    write_lanes(w, i.operands[0], 0, first, on, result);
  });
}

template <auto f>
void integer2(Wave& w, const Instruction& i) {
  for_halves(w, [&](unsigned first, uint32_t on) {
    Lanes room[2], result;
    const uint32_t* a = read_lanes(w, i.operands[1], 0, first, room[0]);
    const uint32_t* b = read_lanes(w, i.operands[2], 0, first, room[1]);
    for (unsigned l = 0; l < half; ++l) result[l] = f(a[l], b[l]);
    write_lanes(w, i.operands[0], 0, first, on, result);
  });
}

template <auto f>
void integer3(Wave& w, const Instruction& i) {
  for_halves(w, [&](unsigned first, uint32_t on) {
    Lanes room[3], result;
    const uint32_t* a = read_lanes(w, i.operands[1], 0, first, room[0]);
    const uint32_t* b = read_lanes(w, i.operands[2], 0, first, room[1]);
    const uint32_t* c = read_lanes(w, i.operands[3], 0, first, room[2]);
    for (unsigned l = 0; l < half; ++l) result[l] = f(a[l], b[l], c[l]);
    write_lanes(w, i.operands[0], 0, first, on, result);
  });
}

// ---- single precision: the same with the sources' sign modifiers, OMOD and clamp

constexpr float as_float(uint32_t bits) { return std::bit_cast<float>(bits); }
constexpr uint32_t as_bits(float value) { return std::bit_cast<uint32_t>(value); }

inline constexpr float scales[] = {1, 2, 4, 0.5f};  // by OMOD

// A result with OMOD and clamp applied. Clamped, NaN is 0 (DX10_CLAMP, which HIP's kernels have).
inline float finished(const Instruction& i, float x) {
  x *= scales[i.scale];
  if (!i.has(Instruction::clamps)) return x;
  return !(x > 0) ? 0.0f : x > 1 ? 1.0f : x;
}

inline void finish(const Instruction& i, Lanes& values) {
  if (i.scale == 0 && !i.has(Instruction::clamps)) return;
  for (uint32_t& value : values) value = as_bits(finished(i, as_float(value)));
}

template <auto f>
void float1(Wave& w, const Instruction& i) {
  for_halves(w, [&](unsigned first, uint32_t on) {
    Lanes room, result;
    const uint32_t* a = read_signed(w, i.operands[1], 0, first, room);
    for (unsigned l = 0; l < half; ++l) result[l] = as_bits(f(as_float(a[l])));
    finish(i, result);
    write_lanes(w, i.operands[0], 0, first, on, result);
  });
}

template <auto f>
void float2(Wave& w, const Instruction& i) {
  for_halves(w, [&](unsigned first, uint32_t on) {
    Lanes room[2], result;
    const uint32_t* a = read_signed(w, i.operands[1], 0, first, room[0]);
    const uint32_t* b = read_signed(w, i.operands[2], 0, first, room[1]);
    for (unsigned l = 0; l < half; ++l) result[l] = as_bits(f(as_float(a[l]), as_float(b[l])));
    finish(i, result);
    write_lanes(w, i.operands[0], 0, first, on, result);
  });
}

// third: the operand that is added, the destination itself (0) or a source of its own (3).
template <auto f, unsigned third>
void float3(Wave& w, const Instruction& i) {
  for_halves(w, [&](unsigned first, uint32_t on) {
    Lanes room[3], result;
    const uint32_t* a = read_signed(w, i.operands[1], 0, first, room[0]);
    const uint32_t* b = read_signed(w, i.operands[2], 0, first, room[1]);
    const uint32_t* c = read_signed(w, i.operands[third], 0, first, room[2]);
    for (unsigned l = 0; l < half; ++l)
      result[l] = as_bits(f(as_float(a[l]), as_float(b[l]), as_float(c[l])));
    finish(i, result);
    write_lanes(w, i.operands[0], 0, first, on, result);
  });
}

// ---- 64 bits

using WideLanes = uint64_t[half];

inline void read_wide(const Wave& w, const Operand& o, unsigned first, WideLanes& values) {
  Lanes low_room, high_room;
  const uint32_t* low = read_lanes(w, o, 0, first, low_room);
  const uint32_t* high = read_signed(w, o, 1, first, high_room);
  for (unsigned l = 0; l < half; ++l) values[l] = static_cast<uint64_t>(high[l]) << 32 | low[l];
}

inline void write_wide(Wave& w, const Operand& o, unsigned first, uint32_t on,
                       const WideLanes& values) {
  Lanes low, high;
  for (unsigned l = 0; l < half; ++l) {
    low[l] = static_cast<uint32_t>(values[l]);
    high[l] = static_cast<uint32_t>(values[l] >> 32);
  }
  write_lanes(w, o, 0, first, on, low);
  write_lanes(w, o, 1, first, on, high);
}

constexpr double as_double(uint64_t bits) { return std::bit_cast<double>(bits); }
constexpr uint64_t as_bits(double value) { return std::bit_cast<uint64_t>(value); }

inline double finished(const Instruction& i, double x) {
  x *= static_cast<double>(scales[i.scale]);
  if (!i.has(Instruction::clamps)) return x;
  return !(x > 0) ? 0.0 : x > 1 ? 1.0 : x;
}

}  // namespace hippuzzle::amd
