// Counts the memory requests of launches: per thread, in all, and by instruction. Counted from the
// requests of warps, so that the figures are a GPU's.
#pragma once

#include <hip_cpu/check.h>

#include <array>
#include <deque>
#include <vector>

#include "hip_cpu/check/execution/observer.hpp"
#include "hip_cpu/check/findings/finding_list.hpp"
#include "hip_cpu/check/observers/counted_launch.hpp"
#include "hip_cpu/check/observers/repeats.hpp"
#include "hip_cpu/check/requests/request_cost.hpp"
#include "hip_cpu/check/requests/requests.hpp"
#include "hip_cpu/check/shadow/shadow_memory.hpp"

namespace hip_cpu::check {

class Machine;

class AccessCounts : public LaunchObserver {
 public:
  // Findings of limits that are crossed go to the machine. by_kernel: launches of a kernel with the
  // same grid and block are one.
  AccessCounts(Machine& machine, const hip_cpu_limit* limits, unsigned limit_count,
               bool by_kernel = false);

  void begin_launch() override;
  void end_launch(bool is_complete) override;
  Interest begin_block() override;
  void end_block() override;
  void end_phase() override;
  void take(const Request& request) override;
  void arrive(SiteId site, const void* code, const void* frame) override;
  void meet_warp(SiteId site) override;
  void begin_copy(SiteId site, std::uint64_t bytes) override;
  void read_beside_copies(SiteId site) override;
  void multiply_matrices(SiteId site, unsigned products) override;

  // To be called after the last launch: holds what was counted in all to its least.
  void finish();

  unsigned launch_count() const { return static_cast<unsigned>(launches_.size()); }
  const hip_cpu_launch_counts* launch(unsigned index) const { return &launches_[index].counts; }

 private:
  using PerThread = std::array<std::uint64_t, HIP_CPU_COUNTED>;
  // A limit, and the accesses that crossed it.
  struct Limit {
    hip_cpu_limit limit;
    std::uint64_t total = 0;    // of this limit's launches
    Report::Side first{};       // of all threads: the first access beyond it
    std::vector<SiteId> sites;  // by thread of the block: its first access beyond the limit
  };
  // An instruction, stored with its counts in CountedLaunch::instructions.
  struct Known {
    const Array* array = nullptr;  // the last that it accessed
    KnownCosts costs;
    std::uint64_t lanes_of_phase = 0;
    std::uint32_t next = none;  // of the same site: a copy in pieces has one for each size of them
  };
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  std::uint32_t instruction_of(const Request& request);
  const Array* array_around(std::uintptr_t address) const;
  std::uint64_t had(unsigned thread, unsigned what) const {
    return threads_[thread][what] + warps_[thread / launches_.back().counts.warp_size][what];
  }
  void scale_instructions(std::uint64_t by);
  bool counts_anything(unsigned thread) const;
  void count(unsigned what, SiteId site, std::uint64_t more = 1);
  void check_limits(unsigned what, unsigned thread, SiteId site, hip_cpu_access access,
                    std::uint64_t more = 1);
  void check_limits(unsigned what, const Request& request);
  void add_of_warp(hip_cpu_counted what, std::uint64_t more, const Request& request);
  void add_of_warp(hip_cpu_counted what, std::uint64_t more, unsigned thread, SiteId site,
                   hip_cpu_access access);
  void report(const Limit& limit, const Report::Side& side, std::uint64_t counted);

  Machine& machine_;
  const bool by_kernel_;
  std::vector<Limit> limits_;
  bool counts_all_ = true;              // every launch so far was counted to its end
  std::deque<CountedLaunch> launches_;  // they do not move
  std::vector<PerThread> threads_;      // of the block
  std::vector<PerThread> warps_;        // per thread, of requests in which the whole warp took part
  std::vector<Known> known_;            // as CountedLaunch::instructions
  std::vector<std::uint32_t> of_phase_;      // numbers of the rows that the phase reached
  Repeats repeats_;                          // of the launch
  std::vector<hip_cpu_instruction> before_;  // of a sampled launch: as they were when the block
                                             // began
  std::array<std::uint64_t, HIP_CPU_SHARED_BYTES - HIP_CPU_BANK_CONFLICTS> of_warps_before_{};
  std::vector<std::uint32_t> of_sites_;  // by site, its first instruction or none
};

}  // namespace hip_cpu::check
