// The effects of an instruction, for observers of a launch: registers, memory, counters that it
// raises or waits for. Executing it needs none of this.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "amd_emulator/wave/instruction.hpp"
#include "amd_emulator/wave/roles.hpp"

namespace hippuzzle::amd {

// Consecutive registers: rows of a wave, or scalars.
struct Registers {
  enum class File : uint8_t { rows, scalars };

  File file = File::rows;
  uint16_t first = 0, count = 1;

  bool overlaps(const Registers& other) const {
    return file == other.file && first < other.first + other.count && other.first < first + count;
  }
  bool operator==(const Registers&) const = default;
};

// Registers, a bit each. Accumulators have no bits.
struct RegisterSet {
  std::array<uint64_t, 4> rows = {};
  std::array<uint64_t, 2> scalars = {};
  uint64_t scc = 0;

  void set_row(unsigned number, bool is_in) { set(rows[number / 64 % 4], number, is_in); }
  void set_scalar(unsigned number, bool is_in) { set(scalars[number / 64 % 2], number, is_in); }
  void add(const Registers& r) {
    const bool is_row = r.file == Registers::File::rows;
    for (unsigned k = r.first; k < unsigned{r.first} + r.count; ++k) {
      if (!is_row) set_scalar(k, true);
      if (is_row && k < row::accumulators) set_row(k, true);
    }
  }
  void add(const RegisterSet& other) {
    for (size_t k = 0; k < rows.size(); ++k) rows[k] |= other.rows[k];
    for (size_t k = 0; k < scalars.size(); ++k) scalars[k] |= other.scalars[k];
    scc |= other.scc;
  }
  bool meets(const RegisterSet& other) const {
    uint64_t both = scc & other.scc;
    for (size_t k = 0; k < rows.size(); ++k) both |= rows[k] & other.rows[k];
    for (size_t k = 0; k < scalars.size(); ++k) both |= scalars[k] & other.scalars[k];
    return both != 0;
  }

 private:
  static void set(uint64_t& word, unsigned number, bool is_in) {
    const uint64_t bit = uint64_t{1} << number % 64;
    word = is_in ? word | bit : word & ~bit;
  }
};

// The memory that an instruction accesses, and by which addresses.
struct MemoryAccess {
  enum class Kind : uint8_t { none, read, write, atomic };
  // buffer: private memory or device memory, as its descriptor says.
  enum class Space : uint8_t { local, global, flat, uniform, private_memory, buffer };

  Kind kind = Kind::none;
  Space space = Space::global;
  uint8_t bytes = 4;              // of a lane at one address; of all where uniform
  uint8_t address_operand = 0;    // which operand has the addresses
  uint8_t addresses = 1;          // two of ds_read2 and similar ones
  uint32_t offsets[2] = {0, 0};   // of LDS, in bytes
  bool into_local = false;        // is read from memory and written to LDS, from M0 on
  bool is_synchronising = false;  // bypasses caches, as loads of flags do
  bool compares = false;          // a compare-and-swap

  bool is_plain_read() const { return kind == Kind::read && !is_synchronising; }
};

// Counters of instructions under way, as AMD's ISA documents have them (data dependencies).
struct Counters {
  // Raised while it is under way; its results are there when they have fallen again.
  bool vector_memory = false, vector_stores = false, local = false, scalar_memory = false;
};

struct Waits {  // until at most that many are under way; most: any number
  static constexpr uint8_t all = 255;
  uint8_t vector_memory = all, vector_stores = all, local_and_scalar = all;
  bool vector_results = false;  // of all vector instructions (s_waitcnt_depctr va_vdst(0))

  bool is_for_memory() const {
    return vector_memory != all || vector_stores != all || local_and_scalar != all;
  }
};

struct alignas(64) Effects {
  enum class Unit : uint8_t { none, scalar, vector, matrix, memory };
  // The rule by which bits without a value become bits of a scalar result.
  enum class Bits : uint8_t { all_of_any, each, conjunction, disjunction, conjunction_not };

  // The halves of a result of two registers: the lower has nothing of its sources' upper ones; each
  // may have either of theirs.
  enum class Halves : uint8_t { whole, lower_alone, packed };

  // Checks of every instruction look at these, which fill a line of the processor's cache.
  RegisterSet touched;  // that it reads or writes
  Roles roles = 0;
  uint8_t wait_states = 1;  // that it takes: more of s_nop
  Unit unit = Unit::none;
  // True of an instruction that is not a barrier, begins nothing that ends later, waits for nothing
  // and touches no accumulators: if its registers are in order before, they are afterwards.
  bool is_quiet = false;
  bool has_accumulators = false;

  std::string text;
  Bits bits = Bits::all_of_any;
  std::vector<Registers> reads, writes;
  bool reads_scc = false, writes_scc = false;
  bool reads_exec = false, writes_exec = false;  // more than each vector instruction does
  bool decides = false;                          // its operands decide where control goes
  bool is_barrier = false;
  bool mixes_lanes = false;  // a result's lane depends on other lanes' sources
  bool writes_mask = false;  // a vector's scalar results have a bit a lane
  bool chooses = false;      // between its first two sources
  bool is_dpp = false, is_div_fmas = false;
  bool reads_scalars = false;
  Halves halves = Halves::whole;
  bool lane_of_scalar = false;  // moves a value between one lane and a scalar
  uint8_t factors = 2;          // of a matrix instruction, read before the addend
  uint8_t masks_read = 0;       // the number of last reads that are masks, a bit a lane
  MemoryAccess memory = {};
  Counters counters = {};
  Waits waits = {};

  bool is_vector() const { return unit == Unit::vector || unit == Unit::matrix; }
};

}  // namespace hippuzzle::amd
