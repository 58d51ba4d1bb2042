// The places of the bytes that a lane's memory instruction accesses: in memory of the device, in
// LDS, or in the lane's private memory. A place is made once for an instruction; at() returns
// nullptr where the machine reads zeros and drops writes.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "amd_emulator/isa/lanes.hpp"

namespace hippuzzle::amd {

// The places of 32 lanes whose bytes lie in one piece of memory: where they are from its beginning
// on, and from where to where; of lanes that are off nothing is said but that they may be read,
// too.
struct Together {
  Lanes offsets;
  uint32_t lowest = 0, highest = 0;

  // All of a row from `first` on, to which `added` is added. on: not 0.
  Together(const uint32_t* lanes, uint32_t on, uint32_t added) {
    const uint32_t any = lanes[std::countr_zero(on)] + added;
    lowest = highest = any;
    for (unsigned l = 0; l < half; ++l) {
      const uint32_t offset = (on >> l & 1) != 0 ? lanes[l] + added : any;
      offsets[l] = offset;
      lowest = std::min(lowest, offset);
      highest = std::max(highest, offset);
    }
  }
};

// LDS: nullptr outside the workgroup's allocation.
inline uint8_t* in_lds(Wave& w, uint32_t address, uint32_t bytes) {
  std::vector<uint8_t>& lds = w.workgroup->lds;
  return uint64_t{address} + bytes <= lds.size() ? lds.data() + address : nullptr;
}

// The begin in LDS of a load into it.
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
  Together together(unsigned first, uint32_t on) const {
    return {address.lane + first, on, static_cast<uint32_t>(i.offset)};
  }
  // The begin of the bytes, if all are there; else nullptr.
  uint8_t* begin(const Together& all, unsigned, uint32_t, uint32_t bytes) const {
    const std::vector<uint8_t>& lds = w.workgroup->lds;
    return uint64_t{all.highest} + bytes <= lds.size() ? w.workgroup->lds.data() : nullptr;
  }
};

// Whether all these bytes of memory are the device's.
inline bool may_use(Wave& w, uint64_t address, uint64_t bytes) {
  if (w.last_range.holds(address, bytes)) return true;
  const Memory::Range* range = w.memory->find(address, bytes);
  if (range != nullptr) w.last_range = *range;
  return range != nullptr;
}

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
  Together together(unsigned first, uint32_t on) const {
    static constexpr uint32_t none[half] = {};
    return {low != nullptr ? low->lane + first : none, on, 0};
  }
  uint8_t* begin(const Together& all, unsigned first, uint32_t on, uint32_t bytes) const {
    uint64_t from = base;
    if (high != nullptr) {
      const uint32_t upper = high->lane[first + static_cast<unsigned>(std::countr_zero(on))];
      uint32_t others = 0;
      for (unsigned l = 0; l < half; ++l)
        others |= (high->lane[first + l] ^ upper) & -(on >> l & 1);
      if (others != 0) return nullptr;
      from += static_cast<uint64_t>(upper) << 32;
    }
    const uint64_t lowest = from + all.lowest, span = uint64_t{all.highest} - all.lowest + bytes;
    return may_use(w, lowest, span) ? reinterpret_cast<uint8_t*>(from) : nullptr;
  }
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

// The address of a scalar load, whose two lowest bits are ignored.
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

// The descriptor of private memory, the one buffer that compilers use by themselves.
inline constexpr uint32_t private_descriptor[] = {0, 0, 0xffffffff, 0x00e00000};

inline bool is_private_buffer(const Wave& w, const Operand& descriptor) {
  return std::memcmp(&w.scalars[descriptor.index], private_descriptor, sizeof private_descriptor) ==
         0;
}

// buffer_: private memory, or bytes of device memory by a descriptor without a stride (a raw
// buffer). Operands from `operand` on: offset a lane, descriptor, scalar offset; the latter counts
// the bytes of all lanes in private memory, because that is swizzled.
struct BufferPlace {
  Wave& w;
  const Instruction& i;
  const Row* offsets = nullptr;
  const uint32_t* descriptor;
  const bool is_private;
  uint32_t base, scalar_offset;
  BufferPlace(Wave& wave, const Instruction& instruction, unsigned operand)
      : w(wave),
        i(instruction),
        descriptor(&w.scalars[i.operands[operand + 1].index]),
        is_private(is_private_buffer(w, i.operands[operand + 1])),
        base(static_cast<uint32_t>(i.offset)),
        scalar_offset(read_scalar(w, i.operands[operand + 2])) {
    if (i.has(Instruction::has_address_register)) offsets = &w.rows[i.operands[operand].index];
    if (is_private) {
      base += scalar_offset / w.lanes;
    } else if (!is_raw()) {
      refuse("has a descriptor that is not of plain bytes (a stride, a swizzle or formats)");
    }
  }
  // The address in device memory; nullopt where the descriptor's buffer has ended, which reads as 0
  // and is not written. If the generations' documents disagree about that, the launch ends.
  std::optional<uint64_t> address(unsigned lane, uint32_t bytes) const {
    const uint64_t begin = uint64_t{descriptor[1]} << 32 | descriptor[0], size = descriptor[2];
    const uint64_t offset = uint64_t{base} + (offsets != nullptr ? offsets->lane[lane] : 0);
    if (offset + scalar_offset + bytes <= size) return begin + offset + scalar_offset;
    if (offset + (w.generation == Generation::gfx9 ? scalar_offset : 0) < size)
      refuse("crosses the end of its buffer");
    return std::nullopt;
  }
  uint8_t* at(unsigned lane, uint32_t bytes) const {
    if (is_private)
      return in_private(w, lane, base + (offsets != nullptr ? offsets->lane[lane] : 0), bytes, i);
    const std::optional<uint64_t> a = address(lane, bytes);
    return a ? w.global(*a, bytes, i) : nullptr;
  }

 private:
  // True without a stride, a swizzle and a lane's number added; from gfx10 on with bounds in bytes
  // (OOB_SELECT 3).
  bool is_raw() const {
    constexpr uint32_t adds_lane = 1 << 23;
    return descriptor[1] >> 16 == 0 && descriptor[3] >> 30 == 0 &&
           (descriptor[3] & adds_lane) == 0 &&
           (w.generation == Generation::gfx9 || (descriptor[3] >> 28 & 3) == 3);
  }
  [[noreturn]] void refuse(const char* why) const {
    throw Fault(
        Fault::Kind::not_emulated,
        fmt::format("the buffer instruction at {} {}, which is not emulated", place(i), why));
  }
};

}  // namespace hippuzzle::amd
