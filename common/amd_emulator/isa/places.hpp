// Where a lane's memory instruction finds its bytes: in memory of the device, in LDS, or in the
// lane's private memory. A place is made once for an instruction; at() gives nullptr where the
// machine reads zeros and drops what is written.
#pragma once

#include <fmt/format.h>

#include "amd_emulator/isa/lanes.hpp"

namespace hippuzzle::amd {

// LDS: what lies outside the workgroup's allocation is not there.
inline uint8_t* in_lds(Wave& w, uint32_t address, uint32_t bytes) {
  std::vector<uint8_t>& lds = w.workgroup->lds;
  return uint64_t{address} + bytes <= lds.size() ? lds.data() + address : nullptr;
}

// Where in LDS a load into it begins.
inline uint32_t local_base(const Wave& w, const Instruction& i) {
  return (w.scalars[scalar::m0] & 0xffff) + static_cast<uint32_t>(i.offset);
}

inline uint8_t* in_private(Wave& w, unsigned lane, uint32_t offset, uint32_t bytes,
                           const Instruction& i) {
  if (uint64_t{offset} + bytes > w.private_bytes) {
    throw Fault(Fault::Kind::memory,
                fmt::format("the instruction at {} accesses byte {} of a thread's private memory, "
                            "which has {}",
                            place(i), offset, w.private_bytes));
  }
  return w.private_memory + size_t{lane} * w.private_bytes + offset;
}

struct LocalPlace {
  Wave& w;
  const Instruction& i;
  const Row& address;
  LocalPlace(Wave& wave, const Instruction& instruction, unsigned operand)
      : w(wave), i(instruction), address(w.rows[i.operands[operand].index]) {}
  uint8_t* at(unsigned lane, uint32_t bytes) const {
    return in_lds(w, address.lane[lane] + static_cast<uint32_t>(i.offset), bytes);
  }
};

// A 64-bit address a lane, or a scalar one with 32 bits a lane; the last operand is the scalar one.
struct GlobalPlace {
  Wave& w;
  const Instruction& i;
  const Row* low = nullptr;
  const Row* high = nullptr;
  uint64_t base = 0;
  GlobalPlace(Wave& wave, const Instruction& instruction, unsigned operand)
      : w(wave), i(instruction), base(static_cast<uint64_t>(int64_t{i.offset})) {
    const Operand& vector = i.operands[operand];
    const Operand& uniform = i.operands[i.count - 1u];
    if (vector.is_vector()) low = &w.rows[vector.index];
    if (uniform.is_scalar()) {
      base += w.pair(uniform.index);
    } else {
      high = &w.rows[vector.index + 1];
    }
  }
  uint64_t address(unsigned lane) const {
    uint64_t a = base;
    if (low != nullptr) a += low->lane[lane];
    if (high != nullptr) a += static_cast<uint64_t>(high->lane[lane]) << 32;
    return a;
  }
  uint8_t* at(unsigned lane, uint32_t bytes) const { return w.global(address(lane), bytes, i); }
};

// A 64-bit address a lane, which may point into LDS or private memory.
struct FlatPlace {
  Wave& w;
  const Instruction& i;
  const Row& low;
  const Row& high;
  FlatPlace(Wave& wave, const Instruction& instruction, unsigned operand)
      : w(wave),
        i(instruction),
        low(w.rows[i.operands[operand].index]),
        high(w.rows[i.operands[operand].index + 1]) {}
  uint64_t address(unsigned lane) const {
    return (static_cast<uint64_t>(high.lane[lane]) << 32 | low.lane[lane]) +
           static_cast<uint64_t>(int64_t{i.offset});
  }
  uint8_t* at(unsigned lane, uint32_t bytes) const {
    const uint64_t a = address(lane);
    const auto offset = static_cast<uint32_t>(a);
    if (a >> 32 == shared_aperture) return in_lds(w, offset, bytes);
    if (a >> 32 == private_aperture) return in_private(w, lane, offset, bytes, i);
    return w.global(a, bytes, i);
  }
};

// Of a scalar load, whose two lowest bits are ignored.
inline uint64_t uniform_address(const Wave& w, const Instruction& i) {
  uint64_t address = read_pair(w, i.operands[1]) + static_cast<uint64_t>(int64_t{i.offset});
  const Operand& offset = i.operands[2];
  if (offset.kind == Operand::Kind::constant) {
    address += static_cast<uint64_t>(int64_t{static_cast<int32_t>(offset.low)});
  } else if (offset.is_scalar()) {
    address += read_scalar(w, offset);
  }
  return address & ~uint64_t{3};
}

// scratch_: a register a lane, a scalar one, both or neither.
struct ScratchPlace {
  Wave& w;
  const Instruction& i;
  const Row* offsets = nullptr;
  uint32_t base = 0;
  ScratchPlace(Wave& wave, const Instruction& instruction, unsigned operand)
      : w(wave), i(instruction), base(static_cast<uint32_t>(i.offset)) {
    if (i.operands[operand].is_vector()) offsets = &w.rows[i.operands[operand].index];
    const Operand& uniform = i.operands[i.count - 1u];
    if (uniform.is_scalar()) base += read_scalar(w, uniform);
  }
  uint8_t* at(unsigned lane, uint32_t bytes) const {
    return in_private(w, lane, base + (offsets != nullptr ? offsets->lane[lane] : 0), bytes, i);
  }
};

// buffer_ with the descriptor of private memory, the one buffer that compilers use by themselves.
// Its scalar offset counts the bytes of all lanes, because memory is swizzled.
inline constexpr uint32_t private_descriptor[] = {0, 0, 0xffffffff, 0x00e00000};

struct BufferPlace {
  Wave& w;
  const Instruction& i;
  const Row* offsets = nullptr;
  uint32_t base = 0;
  // Operands: data, offset a lane, descriptor, scalar offset.
  BufferPlace(Wave& wave, const Instruction& instruction, unsigned)
      : w(wave), i(instruction), base(static_cast<uint32_t>(i.offset)) {
    const uint32_t* descriptor = &w.scalars[i.operands[2].index];
    if (std::memcmp(descriptor, private_descriptor, sizeof private_descriptor) != 0) {
      throw Fault(Fault::Kind::not_emulated,
                  fmt::format("the instruction at {} accesses a buffer that is not the private "
                              "memory of its thread, which is not emulated",
                              place(i)));
    }
    if (i.has(Instruction::has_address_register)) offsets = &w.rows[i.operands[1].index];
    base += read_scalar(w, i.operands[3]) / w.lanes;
  }
  uint8_t* at(unsigned lane, uint32_t bytes) const {
    return in_private(w, lane, base + (offsets != nullptr ? offsets->lane[lane] : 0), bytes, i);
  }
};

}  // namespace hippuzzle::amd
