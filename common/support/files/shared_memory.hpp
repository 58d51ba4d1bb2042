// Anonymous memory that the judge and the runner both map.
#pragma once

#include <cstddef>
#include <span>

#include "support/files/file_descriptor.hpp"

namespace hippuzzle {

class SharedMemory {
 public:
  // Makes zero-filled memory of that many bytes (at least one page). Throws std::system_error.
  explicit SharedMemory(size_t bytes);

  // Maps the memory of a descriptor that another process made.
  explicit SharedMemory(FileDescriptor descriptor);

  ~SharedMemory();
  SharedMemory(SharedMemory&& other) noexcept;

  std::span<std::byte> bytes() const { return bytes_; }
  int descriptor() const { return descriptor_.get(); }

 private:
  FileDescriptor descriptor_;
  std::span<std::byte> bytes_;
};

}  // namespace hippuzzle
