// Small matrices of whole numbers in the formats that matrix instructions multiply, and the places
// of their elements, as AMD's matrix instruction calculator prints them.
#pragma once

#include "amd_emulator/isa/half.hpp"
#include "tests/amd_emulator/semantics/one_instruction.hpp"

namespace hippuzzle::amd {

enum class Term { single, half, bfloat16, byte, fp8, bf8 };

struct MatrixRow {
  const char* name;
  Term a, b;
  unsigned side, terms, blocks;  // terms: of a lane
};

// Whole numbers from 0 to 7, which all formats have. In 8 bits the exponent's bias is 8 with 3 bits
// of fraction, or 16 with 2.
inline uint32_t encoded(Term term, unsigned value) {
  if (value == 0) return 0;
  const unsigned power = std::bit_width(value) - 1;
  const unsigned rest = (value << 3 >> power) & 7;  // three bits after the point
  switch (term) {
    case Term::single:
      return bits(static_cast<float>(value));
    case Term::half:
      return to_half(value);
    case Term::bfloat16:
      return to_bfloat16(static_cast<float>(value));
    case Term::byte:
      return value;
    case Term::fp8:
      return (8 + power) << 3 | rest;
    case Term::bf8:
      return (16 + power) << 2 | rest >> 1;
  }
  return 0;
}
inline unsigned bits_of(Term term) {
  return term == Term::single ? 32 : term == Term::half || term == Term::bfloat16 ? 16 : 8;
}

inline unsigned a_of(unsigned row, unsigned k, unsigned block) {
  return (3 * row + 5 * k + block) % 7;
}
inline unsigned b_of(unsigned k, unsigned column, unsigned block) {
  return (2 * column + 3 * k + 2 * block + 1) % 5;
}

// A lane holds `terms` of one row of A, or of one column of B, from register `first` on.
template <class Value>
void set(OneInstruction& one, unsigned first, const MatrixRow& m, Term term, const Value& value) {
  const unsigned width = bits_of(term), in_register = 32 / width;
  for (unsigned l = 0; l < most_lanes; ++l) {
    const unsigned group = l / m.side, block = m.blocks > 1 ? group : 0;
    for (unsigned t = 0; t < m.terms; ++t) {
      uint32_t& to = one.wave.rows[first + t / in_register].lane[l];
      if (t % in_register == 0) to = 0;
      const unsigned k = m.blocks > 1 ? t : m.terms * group + t;
      to |= encoded(term, value(l % m.side, k, block)) << width * (t % in_register);
    }
  }
}

}  // namespace hippuzzle::amd
