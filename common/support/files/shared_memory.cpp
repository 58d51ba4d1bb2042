#include "support/files/shared_memory.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>

#include "support/system_error.hpp"

namespace hippuzzle {
namespace {

FileDescriptor make(size_t bytes) {
  FileDescriptor descriptor(memfd_create("hippuzzle", MFD_CLOEXEC | MFD_ALLOW_SEALING));
  if (descriptor.get() < 0) throw_system_error("cannot make shared memory");
  if (ftruncate(descriptor.get(), static_cast<off_t>(std::max<size_t>(bytes, 4096))) != 0) {
    throw_system_error("cannot size shared memory");
  }
  // Sealed, so that no other process can take away pages that this one has mapped.
  if (fcntl(descriptor.get(), F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) != 0) {
    throw_system_error("cannot seal shared memory");
  }
  return descriptor;
}

}  // namespace

SharedMemory::SharedMemory(size_t bytes) : SharedMemory(make(bytes)) {}

SharedMemory::SharedMemory(FileDescriptor descriptor) : descriptor_(std::move(descriptor)) {
  struct stat status = {};
  if (fstat(descriptor_.get(), &status) != 0) throw_system_error("cannot size shared memory");
  const auto size = static_cast<size_t>(status.st_size);
  void* address = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor_.get(), 0);
  if (address == MAP_FAILED) throw_system_error("cannot map shared memory");
  bytes_ = {static_cast<std::byte*>(address), size};
}

SharedMemory::SharedMemory(SharedMemory&& other) noexcept
    : descriptor_(std::move(other.descriptor_)), bytes_(std::exchange(other.bytes_, {})) {}

SharedMemory::~SharedMemory() {
  if (!bytes_.empty()) munmap(bytes_.data(), bytes_.size());
}

}  // namespace hippuzzle
