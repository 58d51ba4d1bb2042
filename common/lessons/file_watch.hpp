// Tells when the source files of a folder are saved: written, or replaced by another of that name,
// as editors do. Goes on when the folder itself is replaced.
#pragma once

#include <filesystem>

#include "support/files/file_descriptor.hpp"

namespace hippuzzle {

class FileWatch {
 public:
  // Throws std::system_error when the folder's parent cannot be watched.
  explicit FileWatch(std::filesystem::path folder);

  // Readable when saved() should be asked.
  int descriptor() const { return events_.get(); }

  // Whether a source file (.hip .hpp .h .cuh .cu .cpp) was saved since the last call. Does not
  // wait.
  bool saved();

 private:
  void watch_folder();

  std::filesystem::path folder_;
  FileDescriptor events_;
  int folder_watch_ = -1;
};

}  // namespace hippuzzle
