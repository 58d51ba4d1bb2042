#include "support/files/temporary_folder.hpp"

#include <stdlib.h>

#include "support/system_error.hpp"

namespace hippuzzle {
namespace fs = std::filesystem;

TemporaryFolder::TemporaryFolder(const std::string& prefix, const fs::path& parent) {
  std::string name = (parent / (prefix + "XXXXXX")).string();
  if (mkdtemp(name.data()) == nullptr)
    throw_system_error("cannot make a temporary folder in", parent);
  path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

}  // namespace hippuzzle
