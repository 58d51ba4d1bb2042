#include "engine/performance/roofline/time_floor.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <hippuzzle/puzzle.hpp>

#include "engine/judge/cases/size.hpp"
#include "support/process/free_memory.hpp"

namespace hippuzzle {

LeastWork least_work(const hippuzzle_variant& variant, const hippuzzle_extents& extents) {
  LeastWork work{.flops = variant.flops(&extents),
                 .devices = std::max(variant.devices, uint32_t{1})};
  for (uint32_t b = 0; b < variant.buffer_count; ++b) {
    const hippuzzle_buffer& buffer = variant.buffers[b];
    if (!is_filled(buffer)) continue;
    work.read_bytes +=
        static_cast<double>(element_count(buffer.shape(&extents)) * element_size(buffer.type));
  }
  // A puzzle that needs only some of its inputs counts fewer bytes.
  work.read_bytes = std::min(work.read_bytes, variant.bytes(&extents));
  return work;
}

TimeFloor floor_of(const LeastWork& work, bool is_cold, const Ceilings& ceilings) {
  const auto highest = [&](const char* name) {
    const auto found = ceilings.all.find(name);
    return found == ceilings.all.end() ? 0.0 : found->second.high * work.devices;
  };
  TimeFloor floor;
  const auto consider = [&](double amount, double rate, const std::string& because) {
    if (rate <= 0 || amount / rate / 1e6 <= floor.milliseconds) return;
    floor = {amount / rate / 1e6, because};
  };
  const double memory = highest(is_cold ? "dram" : "l2");
  consider(work.read_bytes, memory,
           fmt::format("{} of inputs at {:.4g} GB/s", bytes_text(work.read_bytes), memory));
  const double arithmetic = std::max({highest("fp32"), highest("tf32"), highest("bf16")});
  consider(work.flops, arithmetic,
           fmt::format("{:.4g} FLOP at {:.4g} GFLOP/s", work.flops, arithmetic));
  return floor;
}

void refuse_below(const TimeFloor& floor, double fraction, double time, Measurement& result) {
  if (result.outcome != Outcome::passed || time >= fraction * floor.milliseconds) return;
  result.outcome = Outcome::wrong_answer;
  result.reason = fmt::format(
      "its time of {:.4g} ms is too short: the device needs {:.4g} ms for {}; every launch must do "
      "all of the work",
      time, floor.milliseconds, floor.because);
  result.time = {};
  result.sustained.reset();
}

}  // namespace hippuzzle
