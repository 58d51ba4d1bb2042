// A file's contents in memory, read only. Pages are read when they are touched, so a few bytes of a
// large file cost little.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string_view>

namespace hippuzzle {

class MappedFile {
 public:
  // Maps the file as it is now. It must not be shortened afterwards: touching a removed page ends
  // the process.
  explicit MappedFile(const std::filesystem::path& path);
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;
  ~MappedFile();

  bool is_open() const { return is_open_; }
  std::string_view bytes() const { return {static_cast<const char*>(address_), size_}; }

 private:
  bool is_open_ = false;
  void* address_ = nullptr;
  size_t size_ = 0;
};

}  // namespace hippuzzle
