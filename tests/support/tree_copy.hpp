// A part of the build tree in a folder that is closed to everybody but its owner (mode 700), as a
// clone in root's home is.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "tests/support/command.hpp"
#include "tests/support/temporary_directory.hpp"

namespace hippuzzle::testing {

class TreeCopy {
 public:
  // Copies the binary, the CPU platform, p16 for it and the kernel modules of the named fixtures.
  // All of it belongs to the owner.
  explicit TreeCopy(User owner, const std::vector<std::string>& fixtures = {});

  // Why the owner cannot run the copy; "" when it can.
  const std::string& why_unusable() const { return why_unusable_; }

  std::filesystem::path folder() const { return directory_->path(); }
  std::filesystem::path fixture(const std::string& name) const { return folder() / name; }

  // The copy's binary, called by its owner.
  CommandResult hippuzzle(std::vector<std::string> arguments) const;

 private:
  void copy_to(const std::filesystem::path& parent, const std::vector<std::string>& fixtures);

  User owner_;
  std::unique_ptr<TemporaryDirectory> directory_;
  std::string why_unusable_;
};

}  // namespace hippuzzle::testing
