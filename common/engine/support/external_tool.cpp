#include "engine/support/external_tool.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <memory>
#include <sstream>
#include <system_error>
#include <vector>

namespace hippuzzle {
namespace fs = std::filesystem;

namespace {

// On PATH, then where the variable says that the toolkit is, then where it is by default.
std::optional<fs::path> find_tool(const std::string& name, const char* variable,
                                  const fs::path& standard) {
  std::vector<fs::path> folders;
  const char* path = std::getenv("PATH");
  std::istringstream words(path == nullptr ? "" : path);
  for (std::string folder; std::getline(words, folder, ':');) folders.emplace_back(folder);
  if (const char* toolkit = std::getenv(variable)) folders.push_back(fs::path(toolkit) / "bin");
  folders.push_back(standard / "bin");
  for (const fs::path& folder : folders) {
    const fs::path program = folder / name;
    if (access(program.c_str(), X_OK) == 0) return program;
  }
  return std::nullopt;
}

}  // namespace

std::optional<fs::path> find_cuda_tool(const std::string& name) {
  return find_tool(name, "CUDA_PATH", "/usr/local/cuda");
}

std::optional<fs::path> find_rocm_tool(const std::string& name) {
  return find_tool(name, "ROCM_PATH", "/opt/rocm");
}

std::string output_of(const fs::path& program, const std::string& option) {
  const std::string command = fmt::format("'{}' {} 2>/dev/null", program.string(), option);
  const std::unique_ptr<FILE, int (*)(FILE*)> out(popen(command.c_str(), "r"), pclose);
  std::string text;
  std::array<char, 4096> chunk;
  while (out != nullptr) {
    const size_t n = std::fread(chunk.data(), 1, chunk.size(), out.get());
    if (n == 0) break;
    text.append(chunk.data(), n);
  }
  return text;
}

std::string contents(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

ReportFolder::ReportFolder() {
  std::string name = (fs::temp_directory_path() / "hippuzzle-report-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) {
    throw std::system_error(errno, std::generic_category(), "cannot make a folder for a report");
  }
  path_ = name;
}

ReportFolder::~ReportFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

}  // namespace hippuzzle
