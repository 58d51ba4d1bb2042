// Modules with checked kernels.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "hip_cpu/check/code/code_range.hpp"
#include "hip_cpu/check/shadow/shadow_memory.hpp"

namespace hip_cpu::check {

// A loaded module: its place, its functions, its variables and their shadow memory.
class Module {
 public:
  // `inside` is any address in it.
  explicit Module(const void* inside);

  const std::string& path() const { return path_; }
  std::uintptr_t base() const { return base_; }
  bool contains(std::uintptr_t address) const { return address - base_ < bytes_; }

  // Its writable data; null when it has none. Its contents count as written.
  ShadowMemory* data() { return data_.get(); }

  // The module for the calling OS thread, with that thread's storage of __shared__ arrays.
  explicit Module(const Module& original);

  // The original of all OS threads' copies.
  const Module* original() const { return original_; }

  // Its __shared__ arrays, in the storage of the OS thread that made this object; null when it has
  // none.
  ShadowMemory* shared() { return shared_.get(); }

  // Whether all of these bytes are in its storage of __shared__ arrays. shared() describes more
  // than the arrays: it has room before and after them, so that an index just past the last array
  // or before the first one is attributed to that array. Other variables are stored in that room.
  bool holds_shared(std::uintptr_t address, std::size_t bytes) const {
    return address - tls_begin_ < tls_bytes_ && tls_bytes_ - (address - tls_begin_) >= bytes;
  }

  // Whether the byte is the compiler's own: it says whether a __shared__ variable whose type has a
  // constructor has been constructed.
  bool is_guard(std::uintptr_t address) const {
    return !guards_.empty() && guards_.contains(address);
  }

  // Whether it is in a table of virtual functions.
  bool is_in_virtual_table(std::uintptr_t address) const;

  // Begins a block: shared memory is unwritten, and `extern __shared__` arrays have
  // `dynamic_bytes`.
  void begin_block(std::size_t dynamic_bytes);

  const Arrays& arrays() const { return arrays_; }

  // Whether a kernel has ever written the variable. A program's other variables are the host's,
  // whose threads may change them at any time.
  bool is_written_by_kernels(std::uintptr_t variable, std::size_t bytes);

  // Whether its kernels may print, which cannot be undone. The output of programs' kernels goes
  // through printing.cpp.
  bool prints() const { return prints_; }

  // Whether they may order accesses by something else than barriers.
  bool synchronises() const { return synchronises_; }

  // Whether they hand values from lane to lane.
  bool shuffles() const { return shuffles_; }

  // The name of the function at the address, without its parameters; `otherwise` if it is not
  // known.
  const char* function_name(std::uintptr_t address, const char* otherwise) const;

  // The function around the address; one byte where that is not known.
  CodeRange function_at(std::uintptr_t address) const;

 private:
  void find_segments();
  std::unique_ptr<ShadowMemory> shadow_of_shared() const;
  void read_symbols();

  const Module* original_ = this;
  bool is_program_ = false;  // else a library
  std::string path_;
  std::uintptr_t base_ = 0;
  std::size_t bytes_ = 0;
  std::uintptr_t tls_begin_ = 0, data_begin_ = 0;
  std::size_t tls_bytes_ = 0, data_bytes_ = 0;
  std::shared_ptr<ShadowMemory> data_;  // one for all OS threads
  std::unique_ptr<ShadowMemory> shared_;
  bool prints_ = false, synchronises_ = false, shuffles_ = false;
  Arrays arrays_;
  std::set<std::uintptr_t> written_by_kernels_;  // so far as anyone asked
  struct Function {
    std::string name;  // mangled
    std::uintptr_t end;
  };
  using Functions = std::map<std::uintptr_t, Function>;                   // by their begins
  std::shared_ptr<Functions> functions_ = std::make_shared<Functions>();  // for all OS threads
  std::vector<std::uintptr_t> dynamic_;  // begins of `extern __shared__` arrays
  std::set<std::uintptr_t> guards_;
  std::map<std::uintptr_t, std::uintptr_t> virtual_tables_;  // their begins and ends
};

}  // namespace hip_cpu::check
