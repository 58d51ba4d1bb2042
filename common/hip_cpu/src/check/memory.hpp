// The memory that kernels may touch, and what is recorded of each byte: whether it belongs to an
// array, whether it was written, and who wrote and read it last.
//
// For each byte one byte of state; for each word of four bytes one cell of 36 bytes, which is split
// into one per byte once the bytes are touched separately.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "iterations.hpp"
#include "order.hpp"

namespace hip_cpu::check {

enum State : std::uint8_t { outside = 0, unwritten = 1, written = 2 };

// What unwritten memory holds: a large number in every floating-point type, and not what a judge
// takes for an output that was left alone. Some writes are not announced (what a library's memmove
// or an assembly instruction writes), so memory that holds anything else counts as written.
inline constexpr std::uint8_t poison = 0xf5;

// Two readers are enough: a later writer is another thread than at least one of them.
struct Cell {
  Access write;
  Access reads[2];
};

struct Array {
  std::string name;  // "" when nobody has told it
  std::uintptr_t begin;
  std::size_t bytes;
  bool shared, output, freed;
  bool internal = false;  // of code that kernels are written with: not looked at

  bool contains(std::uintptr_t address) const { return address - begin < bytes; }
};

using Arrays = std::map<std::uintptr_t, Array>;  // in the order of their begins

// The array around the address, or the one that is nearest to it; null when there is none.
const Array* nearest(const Arrays& arrays, std::uintptr_t address);

// An address range with its records.
class Region {
 public:
  static constexpr std::size_t word = 4;

  // Throws std::bad_alloc when there is no address space for the records.
  Region(std::uintptr_t begin, std::size_t bytes, bool shared);
  ~Region();
  Region(const Region&) = delete;
  Region& operator=(const Region&) = delete;

  std::uintptr_t begin() const { return begin_; }
  std::size_t bytes() const { return bytes_; }
  bool shared() const { return shared_; }
  bool contains(std::uintptr_t address) const { return address - begin_ < bytes_; }

  State* state(std::uintptr_t address) { return state_ + (address - begin_); }
  void set_state(std::uintptr_t address, std::size_t bytes, State state);

  // Whether the byte at the address has been written, announced or not.
  bool is_written(std::uintptr_t address);

  // The cell of the word around the address, and whether it is split.
  Cell& cell(std::uintptr_t address) { return cells_[(address - begin_) / word]; }
  static bool is_split(const Cell& cell) { return cell.write.thread == split_mark; }

  // The cell of a single byte; splits its word's.
  Cell& byte_cell(std::uintptr_t address);

  // Bytes of records for the first `bytes` of the range.
  std::size_t footprint(std::size_t bytes) const {
    return bytes + bytes / word * sizeof(Cell) + split_.size() * sizeof(split_[0]);
  }

  // What is recorded of a byte's last write.
  const Access& last_write(std::uintptr_t address);

 private:
  static constexpr std::uint32_t split_mark = ~std::uint32_t{0};

  std::uintptr_t begin_;
  std::size_t bytes_;
  bool shared_;
  State* state_;
  Cell* cells_;
  std::deque<std::array<Cell, word>> split_;  // numbered by `time` of the cell that was split
};

// A module with checked kernels: where it lies, its __device__ variables, its __shared__ arrays.
class Module {
 public:
  // `inside` is any address in it.
  explicit Module(const void* inside);

  const std::string& path() const { return path_; }
  std::uintptr_t base() const { return base_; }
  bool contains(std::uintptr_t address) const { return address - base_ < bytes_; }

  // Its writable data; null when it has none. What it holds counts as written.
  Region* data() { return data_.get(); }

  // The calling OS thread's storage of its __shared__ arrays; null when it has none.
  Region* shared() { return shared_.get(); }

  // Begins a block: nothing of shared memory is written, and of `extern __shared__` arrays
  // `dynamic_bytes` are there.
  void begin_block(std::size_t dynamic_bytes);

  const Arrays& arrays() const { return arrays_; }

  // The name of the function at the address, without its parameters; `otherwise` if it is not
  // known.
  const char* function_name(std::uintptr_t address, const char* otherwise) const;

  // The function around the address; one byte where that is not known.
  CodeRange function_at(std::uintptr_t address) const;

 private:
  void find_segments();
  void read_symbols();

  std::string path_;
  std::uintptr_t base_ = 0;
  std::size_t bytes_ = 0;
  std::uintptr_t tls_begin_ = 0, data_begin_ = 0;
  std::size_t tls_bytes_ = 0, data_bytes_ = 0;
  std::unique_ptr<Region> data_, shared_;
  Arrays arrays_;
  struct Function {
    std::string name;  // mangled
    std::uintptr_t end;
  };
  std::map<std::uintptr_t, Function> functions_;  // by their begins
  std::vector<std::uintptr_t> dynamic_;           // begins of `extern __shared__` arrays
};

// Device memory, from one range of addresses that is never used twice.
class GlobalMemory {
 public:
  GlobalMemory();  // throws std::bad_alloc as Region does

  Region& region() { return *region_; }
  void* allocate(std::size_t bytes);  // null when the range is used up
  void free(const void* pointer);
  void describe(const void* begin, std::size_t bytes, const char* name, bool output);
  void write(const void* to, std::size_t bytes);
  void copy(const void* to, const void* from, std::size_t bytes);

  const Arrays& arrays() const { return arrays_; }
  std::size_t used() const { return next_ - region_->begin(); }

 private:
  std::unique_ptr<Region> region_;
  std::uintptr_t next_;
  Arrays arrays_;  // by the begin of the allocation, in which the array may begin later
};

}  // namespace hip_cpu::check
