// Who accessed a word of memory last: what races are found by.
#pragma once

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "amd_emulator/wave/instruction.hpp"

namespace hippuzzle::amd {

struct LastAccess {
  const Instruction* by = nullptr;  // nullptr: nobody
  uint32_t who = 0;                 // a wave of the workgroup; a workgroup of the grid
  uint32_t when = 0;                // barriers met; accesses of the workgroup
  uint32_t thread = 0;              // in its workgroup
  uint8_t bytes = 0;                // of the word, a bit each
};

struct ShadowWord {
  LastAccess write, read, other_read;  // the reads are by two different ones
  uint8_t written = 0;                 // bytes of it, a bit each
  bool is_flag = false;                // accessed atomically: orders others, and is ordered itself
};

// The shadow of device memory, made where it is first touched.
class GlobalShadow {
 public:
  void clear();
  ShadowWord& at(uint64_t address) {
    const uint64_t page = address / page_bytes;
    if (page != last_page_) look_up(page);
    return (*last_)[address % page_bytes / 4];
  }

 private:
  static constexpr uint64_t page_bytes = 4096;
  void look_up(uint64_t page);

  struct Page {
    uint64_t launch = 0;
    std::vector<ShadowWord> words;
  };
  std::unordered_map<uint64_t, Page> pages_;
  uint64_t launch_ = 1, last_page_ = ~uint64_t{0};
  std::vector<ShadowWord>* last_ = nullptr;
};

}  // namespace hippuzzle::amd
