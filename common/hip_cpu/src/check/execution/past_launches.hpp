// Launches that came before this one in the host's order, and which of them happened before it.
#pragma once

#include <cstdint>
#include <hip_cpu/launch.hpp>
#include <optional>
#include <vector>

#include "hip_cpu/check/execution/block_begins.hpp"
#include "hip_cpu/check/shadow/happens_before.hpp"
#include "hip_cpu/simt/streams/stream_order.hpp"

namespace hip_cpu::check {

struct PastLaunch {
  StreamWork work;
  Time begin = 0, end = 0;
  dim3 grid, block;
  BlockBegins block_begins;
};

// A launch is kept until all later work, in any stream that exists, is ordered after it; and until
// the host has waited for it, if the host looks. If there are very many, the first are forgotten,
// and count as over.
class PastLaunches {
 public:
  bool host_looks = false;  // into memory that kernels use as well

  // Begins a launch, and returns the time before which all accesses of others happened before it.
  Time begin(StreamWork work, Time now);

  // Ends the launch; block_begins as the machine had them.
  void end(Time now, const LaunchRequest& request, const BlockBegins& block_begins);

  // Accesses before this time are not needed for this launch or later ones.
  Time past_of(Time launch_begin) const {
    return past_.empty() ? launch_begin : past_.front().begin;
  }
  bool is_behind_all() const { return is_behind_all_; }
  std::uint64_t begun() const { return begun_; }  // launches, the last one included

  const StreamWork& work() const { return now_; }  // the last launch

  // The launch of an access that came at that time, if nothing orders it with this one.
  const PastLaunch* unordered(Time time) const { return unordered(time, now_); }

  // The same for other work than the last launch, and whether it comes after all launches.
  const PastLaunch* unordered(Time time, const StreamWork& work) const;
  bool all_are_before(const StreamWork& work) const;

 private:
  static constexpr std::size_t most = 4096;
  static constexpr std::size_t most_for_host = 256;  // each makes the next launch slower

  void forget_what_is_over_for_all();

  std::vector<PastLaunch> past_;
  StreamWork now_;
  Time began_ = 0;
  std::uint64_t begun_ = 0;
  bool is_behind_all_ = true;
};

}  // namespace hip_cpu::check
