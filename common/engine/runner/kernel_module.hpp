// A candidate: a kernel module, opened in the runner and checked.
#pragma once

#include <hippuzzle/kernels.h>

#include <filesystem>
#include <string>

#include "engine/modules/shared_library.hpp"

namespace hippuzzle {

class KernelModule {
 public:
  // Throws Error(load_failed) when the module is refused.
  KernelModule(const std::filesystem::path& path, const std::string& platform,
               const std::string& id);

  // The kernel that answers a variant. Throws Error(load_failed) when the module has none.
  const hippuzzle_kernel& kernel(const std::string& variant) const;

 private:
  SharedLibrary library_;
  const hippuzzle_kernels* entry_;
};

}  // namespace hippuzzle
