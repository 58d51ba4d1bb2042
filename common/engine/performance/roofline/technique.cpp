#include "engine/performance/roofline/technique.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace hippuzzle {
namespace {

constexpr double scattered = 1.5;    // sectors for each that would do
constexpr double conflicting = 0.1;  // of the wavefronts
constexpr double reread = 1.5;       // bytes read for each that must be
constexpr double blocked = 1;        // multiply-adds for each word of shared memory
constexpr double reused = 2;         // multiply-adds for each word of the inputs
constexpr double handed_on = 0.2;    // of the bytes read, the part that an earlier launch wrote
constexpr double explained = 0.5;    // of its lowest roof: below it no roof is a kernel's reason
constexpr double launching = 0.5;    // of the time, the part that its launches take in any case
constexpr double warps_to_hide =
    16;  // of a multiprocessor: four schedulers, four cycles an operation
constexpr double memory_well_used = 0.8;
constexpr double arithmetic_well_used = 0.85;

double share_of_conflicts(const Traffic& t) {
  return t.wavefronts > 0 ? t.conflicts / t.wavefronts : 0;
}

// More accesses of the L1 cache than the requests could take.
double wavefronts_per_least(const Traffic& t) {
  return t.least_l1_wavefronts > 0 ? t.l1_wavefronts / t.least_l1_wavefronts : 1;
}

bool is_scattered(const Traffic& t) {
  return t.has_whole_warps && wavefronts_per_least(t) >= scattered;
}

Recommendation coalesce(const Traffic& t) {
  return {Technique::coalescing,
          fmt::format("its warps take {:.2g} accesses of the L1 cache where one would do",
                      wavefronts_per_least(t))};
}

Recommendation relayout(const Traffic& t) {
  return {Technique::bank_layout, fmt::format("{:.0f} % of its wavefronts in shared memory are "
                                              "bank conflicts",
                                              100 * share_of_conflicts(t))};
}

// The number of multiply-adds that a word which is read from shared memory serves.
double adds_a_word(const Observed& kernel, const Traffic& t) {
  return t.shared_bytes > 0 ? (kernel.flops / 2) / (t.shared_bytes / 4) : 0;
}

// Several outputs use each input, as in a product and not in a sum.
bool reuses_inputs(const Observed& kernel) {
  return kernel.flops / 2 >= reused * kernel.compulsory_bytes / 4;
}

// Matrix cores keep their sums in registers whatever their operands come from.
bool lacks_register_blocking(const Observed& kernel, const Traffic& t) {
  return !kernel.uses_matrix_cores && reuses_inputs(kernel) && adds_a_word(kernel, t) < blocked;
}

Recommendation fuse_launches(const Traffic& t) {
  return {Technique::fusion,
          fmt::format("{:.0f} % of the bytes that it reads were written by an earlier launch; one "
                      "kernel keeps them in registers, unless a block needs another's results",
                      100 * t.handed_on_bytes / t.read_bytes)};
}

Recommendation block_registers(const Observed& kernel, const Traffic& t) {
  return {Technique::register_blocking,
          fmt::format("a word of shared memory serves {:.2g} multiply-adds; with several outputs a "
                      "thread it serves more, and tiles can grow",
                      adds_a_word(kernel, t))};
}

// "1.5", "64", "1024": never with an exponent.
std::string times(double count) {
  return count < 100 ? fmt::format("{:.3g}", count) : fmt::format("{:.0f}", count);
}

// The bytes come from a cache: they can come from shared memory or registers, where a block's
// threads share them.
Recommendation where_caches_bind(const Observed& kernel, const Traffic& t) {
  if (is_scattered(t)) return coalesce(t);
  const bool is_l1 = kernel.binds == "l1";
  const double reads = is_l1 ? t.read_bytes / std::max(t.first_read_bytes, 1.0)
                             : t.first_read_bytes / std::max(kernel.compulsory_bytes, 1.0);
  if (reads >= reread && t.shared_bytes == 0) {
    return {Technique::shared_tiling,
            is_l1 ? fmt::format("its blocks read each word {} times; threads of a block can share "
                                "the values that they fetch",
                                times(reads))
                  : fmt::format("its blocks together read each input {} times; a block that shares "
                                "its values can compute more of the output",
                                times(reads))};
  }
  if (reads >= reread && lacks_register_blocking(kernel, t)) return block_registers(kernel, t);
  if (reads >= reread) {
    return {Technique::none,
            fmt::format("the {} cache binds, though values are shared; larger tiles ask less of it",
                        is_l1 ? "L1" : "L2")};
  }
  return {Technique::none, is_l1 ? "the L1 cache binds, and its blocks read nothing twice; wider "
                                   "loads, as of a float4, make fewer requests"
                                 : "the L2 cache binds, and its blocks read nothing twice"};
}

Recommendation where_memory_binds(const Observed& kernel, const Traffic& t) {
  const double reached = kernel.reached;
  if (reached > 0 && reached < memory_well_used) {
    if (is_scattered(t)) return coalesce(t);
    const double reads = t.first_read_bytes / std::max(kernel.compulsory_bytes, 1.0);
    if (reads >= reread && t.shared_bytes == 0) {
      return {Technique::shared_tiling,
              fmt::format("only {:.0f} % of memory's bandwidth is used, and its blocks together "
                          "read each input {} times",
                          100 * reached, times(reads))};
    }
    return {Technique::overlap,
            fmt::format("memory binds, and only {:.0f} % of its bandwidth is used: more loads "
                        "have to be on their way",
                        100 * reached)};
  }
  return {Technique::fusion,
          "memory binds even if each array moves once; only more operations on each byte help"};
}

Recommendation narrow(const std::string& reason) {
  return {Technique::narrower_arithmetic, reason};
}

Recommendation where_shared_memory_binds(const Observed& kernel, const Traffic& t) {
  if (share_of_conflicts(t) > conflicting) return relayout(t);
  if (lacks_register_blocking(kernel, t)) return block_registers(kernel, t);
  if (!reuses_inputs(kernel)) {
    return {Technique::none,
            "shared memory binds, and each input is used once or twice: a thread can combine "
            "several inputs in a register before the threads of its block share theirs"};
  }
  const std::string reason =
      fmt::format("shared memory binds, though a word of it serves {:.2g} multiply-adds",
                  adds_a_word(kernel, t));
  return kernel.is_narrowest || kernel.uses_matrix_cores
             ? Recommendation{Technique::none, reason + "; larger tiles a warp help"}
             : narrow(reason + "; matrix cores ask less of it");
}

Recommendation wait_less(const Observed& kernel) {
  return {Technique::overlap,
          fmt::format("no roof explains its {:.0f} %: it waits for data that it has requested",
                      100 * kernel.reached)};
}

Recommendation where_arithmetic_binds(const Observed& kernel, const Traffic& t) {
  const double reached = kernel.reached;
  if (reached > 0 && reached < arithmetic_well_used) {
    if (share_of_conflicts(t) > conflicting) return relayout(t);
    if (is_scattered(t)) return coalesce(t);
    return wait_less(kernel);
  }
  if (!kernel.is_narrowest) {
    return narrow("the arithmetic binds; matrix cores and narrower types raise that roof");
  }
  return {Technique::none, reached > 0 ? "it is at the highest roof of its device"
                                       : "nothing that it asks of memory keeps it from the highest "
                                         "roof; measure it"};
}

// The reason of a kernel that is far below all roofs, if its launches show one.
std::optional<Recommendation> far_below_all_roofs(const Observed& kernel, const Traffic& t) {
  const double milliseconds = kernel.timed.milliseconds;
  const double launches = static_cast<double>(t.launches) * kernel.timed.launch_milliseconds;
  if (launches > launching * milliseconds) {
    return Recommendation{
        t.launches > 1 ? Technique::fusion : Technique::none,
        fmt::format("{} alone take{} {:.0f} % of its time; {}choose a larger size",
                    t.launches == 1 ? "its launch" : fmt::format("its {} launches", t.launches),
                    t.launches == 1 ? "s" : "", std::min(100 * launches / milliseconds, 100.0),
                    t.launches == 1 ? "" : "join them, or ")};
  }
  const std::string few = too_few_blocks(t, kernel.timed.multiprocessors);
  if (few.empty()) return std::nullopt;
  return Recommendation{Technique::more_blocks,
                        few +
                            ", too few to hide the waiting of each; smaller tiles, "
                            "several blocks for a sum or a larger size help"};
}

Recommendation by_the_binding_roof(const Observed& kernel, const Traffic& t) {
  if (kernel.arithmetic_binds) return where_arithmetic_binds(kernel, t);
  if (kernel.binds == "shared") return where_shared_memory_binds(kernel, t);
  if (kernel.binds == "dram") return where_memory_binds(kernel, t);
  return where_caches_bind(kernel, t);
}

// They only raise a roof, which does not help a kernel that is far below it.
bool raises_a_roof_only(Technique technique) {
  return technique == Technique::none || technique == Technique::narrower_arithmetic;
}

}  // namespace

Recommendation recommend(const Observed& kernel) {
  if (!kernel.traffic) return {Technique::none, "its memory accesses were not counted"};
  const Traffic& t = *kernel.traffic;
  const bool is_unexplained = kernel.reached > 0 && kernel.reached < explained;
  if (is_unexplained && kernel.timed.is_simulated) {
    return {Technique::none,
            fmt::format("no roof explains its {:.0f} %: the CPU platform runs the threads of a "
                        "block one after another; name a device, such as h100, for a GPU's roofs",
                        100 * kernel.reached)};
  }
  if (is_unexplained) {
    if (auto reason = far_below_all_roofs(kernel, t)) return *std::move(reason);
  }
  if (!kernel.arithmetic_binds && t.handed_on_bytes > 0 &&
      t.handed_on_bytes >= handed_on * t.read_bytes) {
    return fuse_launches(t);
  }
  Recommendation next = by_the_binding_roof(kernel, t);
  return is_unexplained && raises_a_roof_only(next.technique) ? wait_less(kernel) : next;
}

std::string too_few_blocks(const Traffic& t, double multiprocessors) {
  const auto blocks = static_cast<double>(t.most_blocks);
  const auto warps = static_cast<double>(t.most_warps());
  if (blocks >= multiprocessors && warps >= warps_to_hide * multiprocessors) return "";
  return fmt::format("{} block{} of {} warp{} for {:.0f} multiprocessors", t.most_blocks,
                     t.most_blocks == 1 ? "" : "s", t.warps_of_each,
                     t.warps_of_each == 1 ? "" : "s", multiprocessors);
}

}  // namespace hippuzzle
