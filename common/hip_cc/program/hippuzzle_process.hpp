// Work that needs debug information, done by hippuzzle in a process of its own.
#pragma once

#include <string>
#include <vector>

namespace hippuzzle::program {

// The program that this library came with: lib/hippuzzle has bin/hippuzzle next to it.
std::string hippuzzle_binary();

// Runs `hippuzzle cc words…` and waits for it. Its exit code; -1 where there is no such process.
int run_hippuzzle(const std::vector<std::string>& words);

// A file in memory that such a process can open by its path.
class SharedText {
 public:
  explicit SharedText(const std::string& text = "");
  ~SharedText();
  SharedText(const SharedText&) = delete;
  SharedText& operator=(const SharedText&) = delete;

  bool is_whole() const { return is_whole_; }  // it was made, with all of the text
  std::string path() const { return "/proc/self/fd/" + std::to_string(file_); }
  std::string read() const;  // its present contents

 private:
  int file_;
  bool is_whole_ = false;
};

}  // namespace hippuzzle::program
