// The headers that kernels are compiled behind, read by the compiler once: a precompiled header,
// kept for all kernels that are compiled with the same options behind the same headers.
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

// The lines with which a puzzle's bindings.hip includes headers in front of anything else.
std::string leading_includes(const std::filesystem::path& puzzle);

class PrecompiledHeaders {
 public:
  // Starts the compiler where the folder does not have them yet, or a header has changed since.
  // The folder may be other processes' as well, and is swept of what nobody has used for a month;
  // "" where there is none. text: what kernels are compiled behind.
  PrecompiledHeaders(Toolchain toolchain, const std::string& text,
                     const std::filesystem::path& folder);

  // Waits for the compiler. The toolchain, which now reads the text in front of each source,
  // precompiled where that could be done. It is as it was where there is no text, or no folder that
  // can be written to. To be called once.
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
