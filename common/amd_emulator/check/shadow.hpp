// The last accesses to each word of memory, by which races are found.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include "amd_emulator/wave/instruction.hpp"

namespace hippuzzle::amd {

struct LastAccess {
  const Instruction* by = nullptr;  // nullptr: nobody
  uint32_t who = 0;                 // a wave of the workgroup; a workgroup of the grid
  uint32_t when = 0;                // barriers met; accesses of the workgroup
  uint32_t thread = 0;              // in its workgroup
  uint32_t released = 0;            // others that see it also see its accesses up to then
  uint8_t bytes = 0;                // of the word, a bit each
};

struct ShadowWord {
  LastAccess write, read, other_read;  // the reads are by two different ones
  LastAccess plain;                    // of a flag: the write that it was before
  uint8_t written = 0;                 // bytes of it, a bit each
  bool is_flag = false;                // accessed atomically: orders others, and is ordered itself
};

// The shadow of device memory, made where it is first touched.
class GlobalShadow {
 public:
  // The reader of a word for whom another read changes nothing: 0 nobody, ~0 anybody, else one's
  // number and 1.
  struct Word {
    ShadowWord& accesses;
    uint32_t& reader;
  };

  void clear();
  Word at(uint64_t address) {
    Page& page = page_of(address);
    const uint64_t k = address % page_bytes / 4;
    return {page.words[k], page.readers[k]};
  }
  // Neighbouring words of one page.
  struct Words {
    std::span<ShadowWord> accesses;
    std::span<uint32_t> readers;
  };
  Words words(uint64_t address, size_t most) {
    Page& page = page_of(address);
    const uint64_t first = address % page_bytes / 4;
    const size_t count = std::min<size_t>(most, page_bytes / 4 - first);
    return {std::span(page.words).subspan(first, count),
            std::span(page.readers).subspan(first, count)};
  }
  uint32_t reader(uint64_t address) { return page_of(address).readers[address % page_bytes / 4]; }

 private:
  static constexpr uint64_t page_bytes = 4096;
  static constexpr size_t kept_pages = 64;
  struct Page {
    uint64_t launch = 0;
    std::vector<ShadowWord> words;
    std::vector<uint32_t> readers;
  };
  struct Kept {  // where a page was found last
    uint64_t number = ~uint64_t{0};
    Page* page = nullptr;
  };

  Page& page_of(uint64_t address) {
    const uint64_t number = address / page_bytes;
    Kept& kept = kept_[number % kept_pages];
    if (kept.number != number) kept = {number, &look_up(number)};
    return *kept.page;
  }
  Page& look_up(uint64_t number);

  std::unordered_map<uint64_t, Page> pages_;
  uint64_t launch_ = 1;
  std::array<Kept, kept_pages> kept_ = {};
};

}  // namespace hippuzzle::amd
