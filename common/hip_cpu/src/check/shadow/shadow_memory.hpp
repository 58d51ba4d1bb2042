// Shadow memory: what the checker keeps of each byte that kernels may touch. That is whether it
// belongs to an array, whether it was written, and the epochs of its last accesses.
//
// A byte has one byte of state, a word of four bytes one shadow cell of 24 bytes, and 66 bytes more
// for three of its bytes once these are touched separately: 7 bytes for a byte of memory, never
// more than 23.5. All lies at fixed distances, as in ThreadSanitizer, so there is no index to pay
// for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "hip_cpu/check/shadow/access_history.hpp"
#include "hip_cpu/check/shadow/happens_before.hpp"

namespace hip_cpu::check {

// arriving: a copy that nobody has waited for writes it, or the launch must not touch it.
enum State : std::uint8_t { outside = 0, unwritten = 1, written = 2, arriving = 3 };

// What unwritten memory holds: a large number in every floating-point type, and not what a judge
// takes for an output that was left alone. Some writes are not announced (what a library's memmove
// or an assembly instruction writes), so memory that holds anything else counts as written.
inline constexpr std::uint8_t poison = 0xf5;

// The epochs of the last accesses to some bytes: of two reads by different threads and of the last
// write or atomic operation. Where that is not enough the second read gives way to the number of an
// AccessHistory, which has the reads and the atomic operations by other threads than the last
// one's.
struct ShadowCell {
  Epoch reads[2];
  Epoch write;
};

// The same in 22 bytes. A site whose number has more than 16 bits becomes 0.
class [[gnu::packed]] PackedShadowCell {
 public:
  ShadowCell load() const;
  void store(const ShadowCell& cell);

 private:
  Time times_[3];
  std::uint16_t sites_[3];
  std::uint32_t
      threads_;  // ten bits each, whether there is a history, whether the write was atomic
};
static_assert(sizeof(ShadowCell) == 24 && sizeof(PackedShadowCell) == 22);

struct Array {
  std::string name;  // "" when it is not known
  std::uintptr_t begin;
  std::size_t bytes;
  bool shared, output, freed;
  bool internal = false;  // HIP_CPU_INTERNAL: library code keeps it for itself
  int device = -1;        // that it belongs to; -1: to none

  bool contains(std::uintptr_t address) const { return address - begin < bytes; }
};

// Address space, whose pages come when they are touched. Throws std::bad_alloc when there is none.
void* reserve(std::size_t bytes);

// Of such memory: the pages that lie in the range as a whole become zeros that take no memory.
void give_back(void* begin, std::size_t bytes);

using Arrays = std::map<std::uintptr_t, Array>;  // in the order of their begins

// The array around the address, or the one that is nearest to it; null when there is none.
const Array* nearest(const Arrays& arrays, std::uintptr_t address);

// The shadow of an address range.
class ShadowMemory {
 public:
  static constexpr std::size_t word = 4;

  // Where its parts lie.
  struct Tables {
    std::uintptr_t begin = 0;
    std::size_t bytes = 0;
    std::uint8_t* states = nullptr;
    ShadowCell* cells = nullptr;

    bool contains(std::uintptr_t address) const { return address - begin < bytes; }
    ShadowCell& cell(std::uintptr_t address) const { return cells[(address - begin) / word]; }

    // Whether the aligned word at the address is all written, and touched as a whole only. The
    // address may be up to twelve bytes past the range.
    bool is_plain(std::uintptr_t address) const {
      std::uint32_t states_of_word;
      __builtin_memcpy(&states_of_word, states + (address - begin), sizeof states_of_word);
      return states_of_word == written * 0x01010101u;
    }
  };

  // Throws std::bad_alloc when there is no address space for it.
  ShadowMemory(std::uintptr_t begin, std::size_t bytes, bool shared);
  ~ShadowMemory();
  ShadowMemory(const ShadowMemory&) = delete;
  ShadowMemory& operator=(const ShadowMemory&) = delete;

  std::uintptr_t begin() const { return tables_.begin; }
  std::size_t bytes() const { return tables_.bytes; }
  bool shared() const { return shared_; }
  bool contains(std::uintptr_t address) const { return tables_.contains(address); }
  const Tables& tables() const { return tables_; }

  State state(std::uintptr_t address) const {
    return static_cast<State>(*at(address) & ~split_mark);
  }
  // The least of some bytes' states.
  State state(std::uintptr_t address, std::size_t bytes) const;

  // Only while every epoch in the range is of an earlier launch or block.
  void set_state(std::uintptr_t address, std::size_t bytes, State state);

  // Of bytes in no array: what is known of their accesses, and the memory that it takes.
  void forget(std::uintptr_t address, std::size_t bytes);

  // Of some bytes that follow each other; to be set under the same condition.
  void get_states(std::uintptr_t address, std::vector<std::uint8_t>& states) const;
  void set_states(std::uintptr_t address, const std::vector<std::uint8_t>& states);

  // Of bytes in arrays.
  void mark_written(std::uintptr_t address, std::size_t bytes) { mark(address, bytes, written); }
  void mark(std::uintptr_t address, std::size_t bytes, State state);

  // Whether the byte at the address has been written, announced or not.
  bool is_written(std::uintptr_t address);

  bool is_plain(std::uintptr_t address) const { return tables_.is_plain(address); }

  // The cell of the word around the address; when that is split, of the word's first byte.
  ShadowCell& cell(std::uintptr_t address) { return tables_.cell(address); }
  bool is_split(std::uintptr_t address) const {
    return (*at(address - (address - begin()) % word) & split_mark) != 0;
  }

  // Calls visit(ShadowCell&) for the cell of a single byte; splits its word's.
  template <typename Visit>
  void visit_byte(std::uintptr_t address, Visit&& visit) {
    if (!is_split(address)) split(address);
    if ((address - begin()) % word == 0) return visit(cell(address));
    PackedShadowCell& packed = packed_cell(address);
    ShadowCell cell = packed.load();
    visit(cell);
    packed.store(cell);
  }

  // Of all cells. A cell's history counts if its last access was not before a time, which is no
  // earlier than the last clear().
  AccessHistories& histories() { return histories_; }
  AccessHistory* history(const ShadowCell& cell, Time since) {
    if (!cell.reads[1].is_history() || cell.reads[1].is_before(since)) return nullptr;
    return &histories_[cell.reads[1].history_number()];
  }

  // Bytes of shadow memory for the first `bytes` of the range, without histories.
  std::size_t footprint(std::size_t bytes) const;

  // The epoch of a byte's last write.
  Epoch last_write(std::uintptr_t address);

 private:
  static constexpr std::size_t packed_in_word = word - 1;  // the first byte has the word's cell
  static constexpr std::uint8_t split_mark = 0x80;         // in the state of a word's first byte

  std::uint8_t* at(std::uintptr_t address) const { return tables_.states + (address - begin()); }
  PackedShadowCell& packed_cell(std::uintptr_t address) {
    const std::size_t byte = address - begin();
    return packed_[byte / word * packed_in_word + byte % word - 1];
  }
  void split(std::uintptr_t address);
  Epoch copy_of_history(const Epoch& original);

  Tables tables_;
  PackedShadowCell* packed_;
  bool shared_;
  AccessHistories histories_;
};

}  // namespace hip_cpu::check
