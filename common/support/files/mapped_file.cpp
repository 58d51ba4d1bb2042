#include "support/files/mapped_file.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include "support/files/file_descriptor.hpp"

namespace hippuzzle {

MappedFile::MappedFile(const std::filesystem::path& path) {
  const FileDescriptor file(open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
  struct stat status = {};
  if (file.get() < 0 || fstat(file.get(), &status) != 0) return;
  is_open_ = true;
  if (status.st_size == 0) return;  // nothing to map
  const auto size = static_cast<size_t>(status.st_size);
  void* const address = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.get(), 0);
  if (address == MAP_FAILED) {
    is_open_ = false;
    return;
  }
  address_ = address;
  size_ = size;
}

MappedFile::~MappedFile() {
  if (address_ != nullptr) munmap(address_, size_);
}

}  // namespace hippuzzle
