// The headers that kernels include first, read by the compiler once: a precompiled header,
// kept for all kernels with the same options and the same headers.
#pragma once

#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "support/files/file_lock.hpp"
#include "support/process/process.hpp"
#include "toolchain/toolchain.hpp"

namespace hippuzzle {

// The lines with which a puzzle's bindings.hip includes headers before anything else.
std::string leading_includes(const std::filesystem::path& puzzle);

class PrecompiledHeaders {
 public:
  // Starts the compiler if the folder does not have them yet, or a header has changed since.
  // Other processes may share the folder. Files without use for a month are removed from it;
  // "" means no folder. text: the lines that kernels include first.
  PrecompiledHeaders(Toolchain toolchain, const std::string& text,
                     const std::filesystem::path& folder);

  // Waits for the compiler. Returns the toolchain, which now reads the text before each source,
  // precompiled if possible. Without a text or a writable folder the toolchain is unchanged.
  // To be called once.
  Toolchain finish();

 private:
  std::filesystem::path file(const char* extension) const;
  std::vector<std::string> command(const std::string& output) const;
  void begin(const std::string& text, const std::filesystem::path& folder);
  bool up_to_date() const;
  void keep() const;

  Toolchain toolchain_;
  std::filesystem::path entry_;  // the folder's folder for these; "" where nothing is made
  std::optional<FileLock> lock_;
  std::optional<Process> compiler_;
  std::filesystem::file_time_type began_;
};

}  // namespace hippuzzle
