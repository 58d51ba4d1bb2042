// Scalar operands of instructions.
#pragma once

#include "amd_emulator/isa/registry.hpp"

namespace hippuzzle::amd {

inline uint32_t read_scalar(const Wave& w, const Operand& o) {
  if (o.kind == Operand::Kind::constant) return o.low;
  if (o.kind == Operand::Kind::vector) return w.rows[o.index].lane[0];
  switch (o.index) {
    case scalar::scc:
      return w.scc ? 1 : 0;
    case scalar::vccz:
      return w.mask(scalar::vcc) == 0 ? 1 : 0;
    case scalar::execz:
      return w.exec() == 0 ? 1 : 0;
    default:
      return w.scalars[o.index];
  }
}

inline uint64_t read_pair(const Wave& w, const Operand& o) {
  if (o.kind == Operand::Kind::constant) return static_cast<uint64_t>(o.high) << 32 | o.low;
  return o.is_scalar() ? w.pair(o.index) : 0;
}

inline uint64_t read_mask(const Wave& w, const Operand& o) {
  return w.lanes == 64 ? read_pair(w, o) : read_scalar(w, o);
}

// To `null` nothing is written.
inline void write_scalar(Wave& w, const Operand& o, uint32_t value) {
  if (o.is_scalar()) w.scalars[o.index] = value;
}

inline void write_pair(Wave& w, const Operand& o, uint64_t value) {
  if (o.is_scalar()) w.set_pair(o.index, value);
}

inline void write_mask(Wave& w, const Operand& o, uint64_t value) {
  if (o.is_scalar()) w.set_mask(o.index, value);
}

}  // namespace hippuzzle::amd
