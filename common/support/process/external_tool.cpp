#include "support/process/external_tool.hpp"

#include <unistd.h>

#include <cstdlib>
#include <sstream>

#include "support/process/process.hpp"

namespace hippuzzle {
namespace fs = std::filesystem;

namespace {

// Looks in the toolkit's folder: the folder in the variable, else the standard one.
std::optional<fs::path> find_tool(const std::string& name, const char* variable,
                                  const fs::path& standard) {
  std::vector<fs::path> folders;
  if (const char* toolkit = std::getenv(variable)) folders.push_back(fs::path(toolkit) / "bin");
  folders.push_back(standard / "bin");
  return find_program(name, folders);
}

}  // namespace

std::optional<fs::path> find_program(const std::string& name, const std::vector<fs::path>& others) {
  std::vector<fs::path> folders;
  const char* path = std::getenv("PATH");
  std::istringstream words(path == nullptr ? "" : path);
  for (std::string folder; std::getline(words, folder, ':');) folders.emplace_back(folder);
  folders.insert(folders.end(), others.begin(), others.end());
  for (const fs::path& folder : folders) {
    const fs::path program = folder / name;
    std::error_code ignored;  // of a folder that is not there, or is closed
    if (fs::is_regular_file(program, ignored) && access(program.c_str(), X_OK) == 0) return program;
  }
  return std::nullopt;
}

std::optional<fs::path> find_cuda_tool(const std::string& name) {
  return find_tool(name, "CUDA_PATH", "/usr/local/cuda");
}

std::optional<fs::path> find_rocm_tool(const std::string& name) {
  return find_tool(name, "ROCM_PATH", "/opt/rocm");
}

std::string output_of(const fs::path& program, const std::string& option,
                      std::chrono::milliseconds limit) {
  std::string text;
  Process({program.string(), option}, {}, Process::Errors::dropped).wait_for(limit, text);
  return text;
}

}  // namespace hippuzzle
