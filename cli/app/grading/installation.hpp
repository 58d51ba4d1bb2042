// The files of hippuzzle's own, and the compiler, that a grading works with: whether they have
// changed since it began. A file that is replaced meanwhile makes right kernels fail.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <optional>
#include <utility>
#include <vector>

#include "engine/modules/search_path.hpp"
#include "toolchain/toolchain.hpp"

namespace hippuzzle {

class Installation {
 public:
  Installation(const SearchPath& search_path, const Toolchain& toolchain);

  // The first file that is another one now, or gone.
  std::optional<std::filesystem::path> replaced() const;

 private:
  struct Stamp {
    dev_t device = 0;
    ino_t inode = 0;
    off_t size = 0;
    time_t seconds = 0;
    long nanoseconds = 0;
    bool operator==(const Stamp&) const = default;
  };

  static Stamp stamp_of(const std::filesystem::path& file);
  void add(const std::filesystem::path& file);

  std::vector<std::pair<std::filesystem::path, Stamp>> files_;
};

}  // namespace hippuzzle
