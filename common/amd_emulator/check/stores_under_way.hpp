// Stores to memory of one wave that it has not waited for: if it sets a flag meanwhile, others may
// see the flag before the stored values.
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "amd_emulator/check/results_under_way.hpp"

namespace hippuzzle::amd {

class StoresUnderWay {
 public:
  void start() { stores_.clear(); }

  // A store begins that the counters already count. time: of the workgroup's accesses.
  void begin(const Instruction& i, const ResultsUnderWay& under_way, uint32_t time) {
    if (stores_.size() == most_kept) stores_.erase(stores_.begin());
    const bool has_counter = i.effects->counters.vector_stores;
    stores_.push_back(
        {has_counter ? under_way.stores_issued() : under_way.memory_issued(), time, has_counter});
  }

  // The time at which the oldest store under way began.
  std::optional<uint32_t> first(const ResultsUnderWay& under_way) {
    std::erase_if(stores_, [&](const Store& s) {
      return s.number <= (s.has_counter ? under_way.stores_done() : under_way.memory_done());
    });
    if (stores_.empty()) return std::nullopt;
    return stores_.front().time;
  }

 private:
  static constexpr size_t most_kept = 63;  // the counter holds no more: the oldest has ended

  struct Store {
    uint32_t number, time;
    bool has_counter;  // of stores alone
  };
  std::vector<Store> stores_;
};

}  // namespace hippuzzle::amd
