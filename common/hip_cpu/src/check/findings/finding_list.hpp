// The findings of a process, one for each cause: a kind of mistake, an array, and call sites.
#pragma once

#include <hip_cpu/check.h>

#include <deque>
#include <functional>
#include <map>
#include <string>
#include <tuple>
#include <utility>

#include "hip_cpu/check/code/call_sites.hpp"
#include "hip_cpu/check/shadow/shadow_memory.hpp"

namespace hip_cpu::check {

// One occurrence of a finding, which may be a new one or repeat an old one.
struct Report {
  hip_cpu_finding_kind kind{};
  const char* kernel = "";
  const Array* array = nullptr;
  unsigned bytes = 0;  // of the access
  std::uintptr_t address = 0;
  struct Side {
    hip_cpu_access access = HIP_CPU_NO_ACCESS;
    SiteId site = 0;
    unsigned block[3] = {}, thread[3] = {};
    bool is_copy = false;  // not a thread's
  };
  unsigned side_count = 0;
  Side sides[2];
  std::string detail;
  std::int64_t index = 0;  // of OUT_OF_BOUNDS, where the detail is a type
  hip_cpu_limit limit{};   // of LIMIT, and how many there were
  std::uint64_t counted = 0;
  bool between_blocks = false, after_barrier = false;  // of RACE
  bool is_used = false;                                // of API_ERROR
};

// The calls that lead to a site, as the interface has them. Returns how many there are.
std::uint32_t fill_frames(const CallSites& sites, SiteId site,
                          hip_cpu_frame (&frames)[HIP_CPU_FRAMES]);

class Findings {
 public:
  explicit Findings(const CallSites& sites) : sites_(sites) {}

  // From now on a report calls this function instead, which must not return.
  void refuse(std::function<void()> give_up) { give_up_ = std::move(give_up); }

  // To be called before a report, while the caller owns no memory: a jump would leave it.
  void admit() const {
    if (give_up_) give_up_();
  }

  // add() adds nothing: the coming run is only an attempt.
  void mute(bool on) { is_muted_ = on; }

  // Reports from now on were met in this order of blocks and threads. A finding that an earlier
  // order has met already is not counted again.
  void begin_schedule(unsigned number) { schedule_ = number; }

  // Adds the report as a new finding or to the finding of its cause. Null when there are too many
  // findings already.
  hip_cpu_finding* add(const Report& report);

  // Completes the result of add(): it is about this report's array, address and access.
  void complete(hip_cpu_finding& finding, const Report& report);

  // The plain read of a race gave a value that a compare-and-swap then expected, or did not. The
  // race is benign where all of them did.
  void judge_guess(hip_cpu_finding& finding, bool is_expected);

  std::size_t size() const { return entries_.size(); }
  const hip_cpu_finding* at(std::size_t index) { return &entries_[index].finding; }

 private:
  // Kind, array, shared or not, sites in ascending order; for LIMIT, the kernel and the limit.
  using Cause = std::tuple<int, std::string, bool, SiteId, SiteId>;
  struct Entry {
    hip_cpu_finding finding;
    std::string kernel, array, detail;
    bool is_no_guess = false;  // of a race: its plain read's value is used without a check
  };
  static constexpr std::size_t most = 256;

  Entry* entry_of(const hip_cpu_finding& finding);
  static Cause cause_of(const Report& report);
  void fill(Entry& entry, const Report& report);
  static void widen(hip_cpu_finding& finding, const Report& report);
  static void set_place(Entry& entry, const Report& report);
  void fill(hip_cpu_side& side, const Report::Side& report);

  const CallSites& sites_;
  std::function<void()> give_up_;
  bool is_muted_ = false;
  unsigned schedule_ = 0;
  std::deque<Entry> entries_;  // a deque: entries do not move
  std::map<Cause, Entry*> causes_;
};

}  // namespace hip_cpu::check
