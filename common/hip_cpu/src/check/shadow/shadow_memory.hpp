// Shadow memory: the checker's data about each byte that kernels may access. They are whether it
// belongs to an array, whether it was written, and the epochs of its last accesses.
//
// A word of four bytes has one shadow cell, and one for each byte once these are touched
// separately. Shared memory is small, and most accesses go there: its cells are stored as they are,
// 24 bytes each. Device memory is large: its epochs are stored in columns (epoch_column.hpp), where
// a sweep takes 1.5 bytes a word, other epochs 5.5, or 9.5 if their times differ, and a missing
// epoch takes none. With two bits of state for a byte, memory that a launch only writes in order,
// or reads once, has 0.63 bytes of shadow memory a byte; memory that many threads read, or that a
// launch reads and writes, 1.0; and 26 where each byte is written and read by threads and blocks in
// no order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "hip_cpu/check/shadow/access_history.hpp"
#include "hip_cpu/check/shadow/byte_states.hpp"
#include "hip_cpu/check/shadow/epoch_column.hpp"
#include "hip_cpu/check/shadow/happens_before.hpp"

namespace hip_cpu::check {

// The contents of unwritten memory: a large number in every floating-point type, and different from
// the judge's marker for an untouched output. Some writes are not announced (by a library's memmove
// or an assembly instruction), so memory that holds anything else counts as written.
inline constexpr std::uint8_t poison = 0xf5;

// The epochs of the last accesses to some bytes: of two reads by different threads and of the last
// write or atomic operation. If that is not enough, the second read gives way to the number of an
// AccessHistory, which has the reads and the atomic operations by other threads than the last
// one's.
struct ShadowCell {
  Epoch reads[2];
  Epoch write;
};

struct Array {
  std::string name;  // "" when it is not known
  std::uintptr_t begin;
  std::size_t bytes;
  bool shared, output, freed;
  bool internal = false;     // HIP_CPU_INTERNAL: library code keeps it for itself
  int device = -1;           // that it belongs to; -1: to none
  bool is_host_too = false;  // pinned or managed memory

  bool contains(std::uintptr_t address) const { return address - begin < bytes; }
};

using Arrays = std::map<std::uintptr_t, Array>;  // in the order of their begins

// The array around the address, or the nearest array; null when there is none.
const Array* nearest(const Arrays& arrays, std::uintptr_t address);

// The shadow of an address range.
class ShadowMemory {
 public:
  static constexpr std::size_t word = ByteStates::word;

  // Throws std::bad_alloc when there is no address space for it.
  ShadowMemory(std::uintptr_t begin, std::size_t bytes, bool shared);
  ~ShadowMemory();
  ShadowMemory(const ShadowMemory&) = delete;
  ShadowMemory& operator=(const ShadowMemory&) = delete;

  std::uintptr_t begin() const { return begin_; }
  std::size_t bytes() const { return bytes_; }
  bool shared() const { return cells_ != nullptr; }
  bool contains(std::uintptr_t address) const { return address - begin_ < bytes_; }

  State state(std::uintptr_t address) const { return states_.at(address - begin_); }
  // The least of some bytes' states.
  State state(std::uintptr_t address, std::size_t bytes) const;

  // Allowed only while every epoch in the range is of an earlier launch or block.
  void set_state(std::uintptr_t address, std::size_t bytes, State state) {
    states_.set(address - begin_, bytes, state);
  }

  // Forgets accesses to bytes outside of arrays, and frees their shadow memory.
  void forget(std::uintptr_t address, std::size_t bytes);

  // States of neighbouring bytes; to be restored under the same condition.
  ByteStates::Saved save_states(std::uintptr_t address, std::size_t bytes) const {
    return states_.save(address - begin_, bytes);
  }
  void restore_states(std::uintptr_t address, std::size_t bytes, const ByteStates::Saved& saved) {
    states_.restore(address - begin_, bytes, saved);
  }

  // Marks bytes in arrays.
  void mark(std::uintptr_t address, std::size_t bytes, State state) {
    states_.mark(address - begin_, bytes, state, [this](std::size_t number) { split(number); });
  }
  void mark_written(std::uintptr_t address, std::size_t bytes) { mark(address, bytes, written); }

  // The unwritten ones of these bytes become written; the bytes may be in any array.
  void write_unwritten(std::uintptr_t address, std::size_t bytes) {
    states_.write_unwritten(address - begin_, bytes);
  }

  // Whether the byte at the address has been written, announced or not.
  bool is_written(std::uintptr_t address);

  // Whether the aligned word at the address is all written, and touched as a whole only. The
  // address may be up to twelve bytes past the range.
  bool is_plain(std::uintptr_t address) const { return states_.is_plain(number_of(address)); }
  bool is_split(std::uintptr_t address) const { return states_.is_split(number_of(address)); }

  // The cell of the word around the address, or of the byte if the word is split.
  ShadowCell cell(std::uintptr_t address) const {
    const std::size_t number = number_of(address);
    return load(number, states_.is_split(number) ? byte_of(address) : 0);
  }

  // Calls visit(ShadowCell&) for that cell.
  template <typename Visit>
  void visit(std::uintptr_t address, Visit&& visit) {
    const std::size_t number = number_of(address);
    visit_cell(number, states_.is_split(number) ? byte_of(address) : 0, visit);
  }

  // The same for the cell of a single byte; splits its word's.
  template <typename Visit>
  void visit_byte(std::uintptr_t address, Visit&& visit) {
    const std::size_t number = number_of(address);
    if (!states_.is_split(number)) {
      split(number);
      states_.split(number);
    }
    visit_cell(number, byte_of(address), visit);
  }

  // The epoch of a byte's last write.
  Epoch last_write(std::uintptr_t address) const;

  // The cells of words in shared memory.
  const ShadowCell* shared_cells() const { return cells_; }

  // Whether an aligned and plain word of device memory was written before `launch` and has reads of
  // two blocks in it; or of this phase.
  bool is_settled(std::uintptr_t address, Time launch) const {
    return is_read_again(address, launch, ~Time{0});
  }
  bool is_read_again(std::uintptr_t address, Time launch, Time phase) const {
    const std::size_t number = number_of(address);
    const Epoch second = columns_->second.load(number, 0);
    return (!second.is_before(phase) || (second.is_settled() && !second.is_before(launch))) &&
           columns_->write.load(number, 0).is_before(launch);
  }

  // All accesses before that time happened before whatever comes, so that their records may give
  // way. is_all: no access may still come from before; then the memory of many records is given
  // back.
  void begin_launch(Time past, bool is_all, const Arrays& arrays);

  // The access histories of all cells. A cell's history counts if its last access was not before a
  // time, which is no earlier than the last clear().
  AccessHistories& histories() { return histories_; }
  AccessHistory* history(const ShadowCell& cell, Time since) {
    if (!cell.reads[1].is_history() || cell.reads[1].is_before(since)) return nullptr;
    return &histories_[cell.reads[1].history_number()];
  }

  // Bytes of shadow memory for the first `bytes` of the range, without histories.
  std::size_t footprint(std::size_t bytes) const;

 private:
  struct Columns {
    Columns(std::size_t words, const ByteStates& states);

    EpochColumn first, second, write;
  };

  std::size_t number_of(std::uintptr_t address) const { return (address - begin_) / word; }
  unsigned byte_of(std::uintptr_t address) const { return (address - begin_) % word; }

  ShadowCell load(std::size_t number, unsigned byte) const {
    if (cells_) return cells_[byte * words_ + number];
    return {{columns_->first.load(number, byte), columns_->second.load(number, byte)},
            columns_->write.load(number, byte)};
  }

  template <typename Visit>
  void visit_cell(std::size_t number, unsigned byte, Visit&& visit) {
    if (cells_) return visit(cells_[byte * words_ + number]);
    const ShadowCell before = load(number, byte);
    ShadowCell cell = before;
    visit(cell);
    if (cell.reads[0] != before.reads[0]) columns_->first.store(number, byte, cell.reads[0]);
    if (cell.reads[1] != before.reads[1]) columns_->second.store(number, byte, cell.reads[1]);
    if (cell.write != before.write) columns_->write.store(number, byte, cell.write);
  }

  void split(std::size_t number);
  Epoch copy_of_history(const Epoch& original);

  std::uintptr_t begin_;
  std::size_t bytes_;
  std::size_t words_;
  ByteStates states_;
  ShadowCell* cells_ = nullptr;     // of shared memory: of words, and of the other three bytes
  std::optional<Columns> columns_;  // of device memory
  std::size_t lines_used_ = 0;      // of columns, until they were last collapsed
  AccessHistories histories_;
};

}  // namespace hip_cpu::check
