// Plain reads of words that others change atomically, in no order. Two kinds of them are not races:
// a compare-and-swap begins with such a read, and tries its value; a wave may repeat the read until
// it finds the value that it waits for. The wave's next instructions show which kind it was.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "amd_emulator/check/wave_finding.hpp"

namespace hippuzzle::amd {

class DoubtfulReads {
 public:
  bool is_empty() const { return reads_.empty(); }

  // finding: complete; its doubt says whose read it is.
  void add(Finding finding) {
    const auto is_known = [&](const Finding& f) { return is_same(f.doubt, finding.doubt); };
    if (std::ranges::none_of(again_, is_known) && std::ranges::none_of(reads_, is_known))
      reads_.push_back(std::move(finding));
  }

  // The wave tries a value at this address, or reads it by the same instruction again.
  void look_at(const Instruction& i, uint32_t workgroup, uint32_t wave, bool is_local,
               uint64_t address) {
    const bool tries = i.effects->memory.compares;
    const auto known = std::ranges::find_if(reads_, [&](const Finding& f) {
      return (tries || f.doubt.read == &i) && f.doubt.workgroup == workgroup &&
             f.doubt.wave == wave && f.is_local == is_local && f.address == address;
    });
    if (known == reads_.end()) return;
    if (!tries) again_.push_back(*known);
    reads_.erase(known);
  }

  // Doubtful reads of a workgroup that has passed a barrier or has ended are races.
  template <class Take>
  void settle(uint32_t workgroup, Take take) {
    std::erase_if(again_, [&](const Finding& f) { return f.doubt.workgroup == workgroup; });
    settle_if([&](const Finding& f) { return f.doubt.workgroup == workgroup; }, take);
  }
  template <class Take>
  void settle_all(Take take) {
    again_.clear();
    settle_if([](const Finding&) { return true; }, take);
  }

 private:
  static bool is_same(const Finding::Doubt& a, const Finding::Doubt& b) {
    return a.read == b.read && a.workgroup == b.workgroup && a.wave == b.wave;
  }
  template <class Which, class Take>
  void settle_if(Which which, Take take) {
    std::erase_if(reads_, [&](Finding& f) {
      const bool is = which(f);
      if (is) take(std::move(f));
      return is;
    });
  }

  std::vector<Finding> reads_, again_;  // few
};

}  // namespace hippuzzle::amd
