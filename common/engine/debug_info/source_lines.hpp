// The source line of an address in a module, by the module's debug information. Modules are read as
// files; nothing of them runs.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "engine/results/finding.hpp"

namespace hippuzzle {

// Whether a file holds what kernels are written with, not kernels: a header of the CPU platform, of
// common/puzzle, of CUDA or of the system.
bool is_library(const std::filesystem::path& file);

class SourceLines {
 public:
  SourceLines();
  ~SourceLines();

  // The innermost of the frames that does not lie in a header of the CPU platform, of
  // common/puzzle or of the system: the line that the kernel's author wrote. line 0 when no frame
  // has one.
  SourcePlace find(std::span<const CodeAddress> frames);

  // A line of a source file without the blanks around it; "" when there is none.
  std::string text(const std::string& file, int line);
  std::string whole_line(const std::string& file, int line);  // with them
  int line_count(const std::string& file) { return static_cast<int>(lines(file).size()); }
  const std::vector<std::string>& lines(const std::string& file);  // none where it cannot be read

 private:
  class Module;

  std::map<std::pair<std::string, uint64_t>, std::unique_ptr<Module>> modules_;  // path, object
  std::map<std::string, std::vector<std::string>> files_;                        // lines, by path
};

}  // namespace hippuzzle
