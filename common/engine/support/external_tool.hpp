// Programs of the CUDA toolkit and of ROCm that start another program and look on: where they are,
// what they print, and a folder for their reports.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace hippuzzle {

// The program on PATH, in $CUDA_PATH/bin or in /usr/local/cuda/bin; nullopt when it is in none.
std::optional<std::filesystem::path> find_cuda_tool(const std::string& name);

// The same with $ROCM_PATH/bin and /opt/rocm/bin.
std::optional<std::filesystem::path> find_rocm_tool(const std::string& name);

// What it prints on standard output when it is started with that option; options and names differ
// from version to version.
std::string output_of(const std::filesystem::path& program, const std::string& option);

// The whole file; "" when it cannot be read.
std::string contents(const std::filesystem::path& file);

// A new folder, which is gone with all that lies in it when this is. Throws std::system_error.
class ReportFolder {
 public:
  ReportFolder();
  ~ReportFolder();
  ReportFolder(const ReportFolder&) = delete;
  ReportFolder& operator=(const ReportFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace hippuzzle
