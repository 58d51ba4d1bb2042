// Whose kernels run, and on what.
#pragma once

#include <filesystem>
#include <string>

#include "engine/protocol/fields.hpp"

namespace hippuzzle {

struct Candidate {
  std::string platform = {};           // "cpu", "nvidia", "amd"
  std::filesystem::path module = {};   // of kernels, absolute; "" where a platform is meant
  std::filesystem::path runtime = {};  // of the platform's device runtime, absolute
  int device = 0;

  bool operator==(const Candidate&) const = default;
};
HIPPUZZLE_FIELDS(Candidate, platform, module, runtime, device)

}  // namespace hippuzzle
