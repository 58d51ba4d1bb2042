// A folder of this process's own, removed with all that is in it when the object ends.
#pragma once

#include <filesystem>
#include <string>

namespace hippuzzle {

class TemporaryFolder {
 public:
  // <parent>/<prefix>XXXXXX, for its owner only. Throws std::system_error.
  explicit TemporaryFolder(const std::string& prefix, const std::filesystem::path& parent =
                                                          std::filesystem::temp_directory_path());
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace hippuzzle
