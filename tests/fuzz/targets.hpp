// What a stranger's submission can influence, as functions that take any bytes: each reads them as
// the product does and asks for what must hold whatever they are.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace hippuzzle::fuzz {

struct Target {
  const char* name;                // of its folder of seeds
  void (*read)(std::string_view);  // aborts where a promise is broken; nothing may escape from it
};

std::span<const Target> targets();

// Ends the process, so that a fuzzer keeps the bytes.
void require(bool holds, const char* promise);

// The bytes as a regular file, for as long as it lives.
class FileOf {
 public:
  explicit FileOf(std::string_view bytes);
  ~FileOf();
  FileOf(const FileOf&) = delete;
  FileOf& operator=(const FileOf&) = delete;

  int descriptor() const { return descriptor_; }
  std::string path() const;

 private:
  int descriptor_;
};

void read_events(std::string_view bytes);
void read_trace(std::string_view bytes);
void read_source(std::string_view bytes);
void read_preprocessed(std::string_view bytes);
void read_diagnostics(std::string_view bytes);
void read_module(std::string_view bytes);
void read_listing(std::string_view bytes);
void read_debug_info(std::string_view bytes);
void read_suppressions(std::string_view bytes);
void read_toml(std::string_view bytes);

}  // namespace hippuzzle::fuzz
