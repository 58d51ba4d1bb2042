// Shadow memory: what is recorded of each byte that kernels may touch: whether it belongs to an
// array, whether it was written, and who wrote and read it last.
//
// For each byte one byte of state; for each word of four bytes one cell of 24 bytes, and 66 bytes
// more for three of its bytes once these are touched separately. That is 7 bytes of records for a
// byte, and never more than 23.5: all lies at fixed distances, so there is no index to pay for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>

#include "hip_cpu/check/shadow/happens_before.hpp"

namespace hip_cpu::check {

enum State : std::uint8_t { outside = 0, unwritten = 1, written = 2 };

// What unwritten memory holds: a large number in every floating-point type, and not what a judge
// takes for an output that was left alone. Some writes are not announced (what a library's memmove
// or an assembly instruction writes), so memory that holds anything else counts as written.
inline constexpr std::uint8_t poison = 0xf5;

// Who touched some bytes last. Two readers are enough: a later writer is another thread than at
// least one of them.
struct Cell {
  Access reads[2];
  Access write;
};

// The same in 22 bytes. A place whose number has more than 16 bits is none here.
class [[gnu::packed]] PackedCell {
 public:
  Cell load() const;
  void store(const Cell& cell);

 private:
  Time times_[3];
  std::uint16_t sites_[3];
  std::uint32_t threads_;  // ten bits each, and whether the write was atomic
};
static_assert(sizeof(Cell) == 24 && sizeof(PackedCell) == 22);

struct Array {
  std::string name;  // "" when nobody has told it
  std::uintptr_t begin;
  std::size_t bytes;
  bool shared, output, freed;
  bool internal = false;  // of code that kernels are written with: not looked at

  bool contains(std::uintptr_t address) const { return address - begin < bytes; }
};

// Address space, whose pages come when they are touched. Throws std::bad_alloc when there is none.
void* reserve(std::size_t bytes);

using Arrays = std::map<std::uintptr_t, Array>;  // in the order of their begins

// The array around the address, or the one that is nearest to it; null when there is none.
const Array* nearest(const Arrays& arrays, std::uintptr_t address);

// An address range with its records.
class Region {
 public:
  static constexpr std::size_t word = 4;

  // Where they lie, for those who look things up in a hurry.
  struct Records {
    std::uintptr_t begin = 0;
    std::size_t bytes = 0;
    std::uint8_t* states = nullptr;
    Cell* cells = nullptr;

    bool contains(std::uintptr_t address) const { return address - begin < bytes; }
    Cell& cell(std::uintptr_t address) const { return cells[(address - begin) / word]; }

    // Whether the aligned word at the address is all written, and touched as a whole only. The
    // address may be up to twelve bytes past the region.
    bool is_plain(std::uintptr_t address) const {
      std::uint32_t states_of_word;
      __builtin_memcpy(&states_of_word, states + (address - begin), sizeof states_of_word);
      return states_of_word == written * 0x01010101u;
    }
  };

  // Throws std::bad_alloc when there is no address space for the records.
  Region(std::uintptr_t begin, std::size_t bytes, bool shared);
  ~Region();
  Region(const Region&) = delete;
  Region& operator=(const Region&) = delete;

  std::uintptr_t begin() const { return records_.begin; }
  std::size_t bytes() const { return records_.bytes; }
  bool shared() const { return shared_; }
  bool contains(std::uintptr_t address) const { return records_.contains(address); }
  const Records& records() const { return records_; }

  State state(std::uintptr_t address) const {
    return static_cast<State>(*at(address) & ~split_mark);
  }
  // The least of some bytes' states.
  State state(std::uintptr_t address, std::size_t bytes) const;

  // Only while every record in the range is of an earlier launch or block.
  void set_state(std::uintptr_t address, std::size_t bytes, State state);

  // Of bytes in arrays.
  void mark_written(std::uintptr_t address, std::size_t bytes);

  // Whether the byte at the address has been written, announced or not.
  bool is_written(std::uintptr_t address);

  bool is_plain(std::uintptr_t address) const { return records_.is_plain(address); }

  // The cell of the word around the address; when that is split, of the word's first byte.
  Cell& cell(std::uintptr_t address) { return records_.cell(address); }
  bool is_split(std::uintptr_t address) const {
    return (*at(address - (address - begin()) % word) & split_mark) != 0;
  }

  // Calls visit(Cell&) for the cell of a single byte; splits its word's.
  template <typename Visit>
  void visit_byte(std::uintptr_t address, Visit&& visit) {
    if (!is_split(address)) split(address);
    if ((address - begin()) % word == 0) return visit(cell(address));
    PackedCell& packed = packed_cell(address);
    Cell cell = packed.load();
    visit(cell);
    packed.store(cell);
  }

  // Bytes of records for the first `bytes` of the range.
  std::size_t footprint(std::size_t bytes) const;

  // What is recorded of a byte's last write.
  Access last_write(std::uintptr_t address);

 private:
  static constexpr std::size_t packed_in_word = word - 1;  // the first byte has the word's cell
  static constexpr std::uint8_t split_mark = 0x80;         // in the state of a word's first byte

  std::uint8_t* at(std::uintptr_t address) const { return records_.states + (address - begin()); }
  PackedCell& packed_cell(std::uintptr_t address) {
    const std::size_t byte = address - begin();
    return packed_[byte / word * packed_in_word + byte % word - 1];
  }
  void split(std::uintptr_t address);

  Records records_;
  PackedCell* packed_;
  bool shared_;
};

}  // namespace hip_cpu::check
