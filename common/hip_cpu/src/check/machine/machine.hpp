// The machine as the checker sees it: one launch at a time, of one grid, of which one block runs,
// of which one thread runs. Everything that a kernel does comes here, through callbacks.cpp and
// entries.cpp.
#pragma once

#include <hip_cpu/check.h>

#include <atomic>
#include <csetjmp>
#include <hip_cpu/launch.hpp>
#include <hip_cpu/warp.hpp>
#include <memory>
#include <set>
#include <unordered_map>
#include <vector>

#include "hip_cpu/check/code/call_sites.hpp"
#include "hip_cpu/check/machine/barrier.hpp"
#include "hip_cpu/check/machine/findings.hpp"
#include "hip_cpu/check/machine/thread.hpp"
#include "hip_cpu/check/machine/trace.hpp"
#include "hip_cpu/check/requests/requests.hpp"
#include "hip_cpu/check/shadow/device_memory.hpp"
#include "hip_cpu/check/shadow/happens_before.hpp"
#include "hip_cpu/check/shadow/module.hpp"
#include "hip_cpu/check/shadow/read_filter.hpp"
#include "hip_cpu/simt/block.hpp"

namespace hip_cpu::check {

class Counts;

// The function around an address of the current launch's module.
CodeRange function_of(std::uintptr_t code);

struct Grid {
  explicit Grid(GlobalMemory& memory);
  ~Grid();

  GlobalMemory& memory;
  Sites sites;
  Findings findings{sites};
  std::uint64_t max_steps = std::uint64_t{1} << 26;
  std::unique_ptr<Trace> trace;  // null until it was asked for

  // Of those that run a launch's blocks at the same time, from 1 on; 0: this runs all of them, one
  // after the other. And which launches are worth it: of so many threads, but of none of these
  // kernels.
  unsigned number = 0;
  const std::atomic<bool>* given_up = nullptr;  // of the others: no use in going on
  std::uint64_t worth_workers = 4096;
  std::set<const void*> in_order_only;
  std::uint64_t parallel_launches = 0;

  // Of the process: the number of ordering events so far.
  Time now = 1;

  // Of the launch.
  const LaunchRequest* request = nullptr;
  Module* module = nullptr;
  const char* kernel = "";  // its name
  Region* regions[3] =
      {};  // shared memory, device memory, __device__ variables; of no bytes if none
  Time begin = 0;
  std::vector<Time> block_begins;  // of the blocks so far, by their numbers
  bool any_stopped = false;        // a thread of this or an earlier launch did not get to its end
  std::jmp_buf end;                // leaves the launch
  std::unordered_map<std::uintptr_t, Knowledge> released;  // by atomic variable

  // Of the block.
  uint3 block_index;
  std::uint64_t block_number = 0;
  unsigned thread_count = 0;
  Time block_begin = 0;
  Time last_barrier = 0;  // all accesses of the block before it are over for all
  bool met_barrier = false;
  bool has_stopped = false;    // a thread of the block: what is missing then is no news
  bool has_knowledge = false;  // of a thread or of the block, beside what barriers order
  bool has_fenced = false;     // a thread of the block, whose time then is its own
  ReadFilter reads;
  Knowledge block_known;
  Knowledge block_fenced;  // what threads knew at fences before the last barrier
  Barrier barrier;
  WarpOrder warps[32];
  Thread threads[max_threads_per_block];

  Thread* current = nullptr;
  const void* last_code = nullptr;  // of the last basic block that began

  // A plain write that met another one: whether it writes the same value is seen when it is done.
  struct PendingWrite {
    Report report;
    std::uintptr_t address = 0;
    unsigned bytes = 0;
    unsigned char before[16];
    const void* code = nullptr;
  };
  std::vector<PendingWrite> pending_writes;

  // A read of what nobody has written: if somebody does so without being ordered behind the read,
  // it is a race, and reported as such.
  struct PendingRead {
    Report report;
    Region* region;
    std::uint32_t thread;
    Time block_begin, phase;  // the barrier before it
  };
  std::vector<PendingRead> pending_reads;

  static constexpr std::size_t most_pending = 4096;

  std::unique_ptr<Counts> counts;  // null while nothing is counted

  // The requests of warps, for those who want them of the block.
  struct Listeners : RequestSink {
    explicit Listeners(Grid& of) : grid(of) {}
    void take(const Request& request) override;
    Grid& grid;
  } listeners{*this};
  Requests block_requests{listeners, function_of};

  // The block's part of a report, for a thread of it.
  Report::Side side(unsigned thread, hip_cpu_access access, SiteId site) const;
  Report::Side side(const Access& earlier, hip_cpu_access access) const;
  Report report(hip_cpu_finding_kind kind) const;
  SiteId site(const void* code) { return sites.at(current->calls.context(sites), code); }

  // The place from which a function was called, and all calls before, by the frames on the stack:
  // library code in kernels does not announce its calls, but is not optimised either.
  SiteId site_of_frames(const void* frame);

  const Array* array_at(const Region& region, std::uintptr_t address) const;

  // Whether the access happened before what the current thread does now.
  bool before(const Access& access, std::uintptr_t address, bool shared) const {
    if (access.is_before(shared ? block_begin : begin)) return true;
    if (!access.is_before(block_begin) &&
        (access.is_before(last_barrier) || access.thread() == current->index))
      return true;
    return has_knowledge && is_known(access, address);
  }
  bool is_known(const Access& access, std::uintptr_t address) const;

  Region* region_of(std::uintptr_t address) const {
    for (Region* region : regions)
      if (region->contains(address)) return region;
    return nullptr;
  }

  // To be called when a phase begins, and when its reads need be looked at no closer any more.
  void filter_reads() {
    reads.set_phase(last_barrier,
                    !has_knowledge && !has_fenced && pending_writes.empty() && !trace);
  }

  void launch(const LaunchRequest& request);
  void begin_launch(const LaunchRequest& request, Module& module);
  void begin_as_worker(const Grid& first, unsigned number);
  void run_in_order();
  void run_block(std::uint64_t number);
  void end_launch();
  void begin_block(std::uint64_t number);
  void end_block();

  void begin_thread();
  void end_thread();
  [[noreturn]] void stop_thread();
  [[noreturn]] void stop_launch();

  void release_barrier();
  void share_fences();
  void settle_writes();
  void settle_reads(bool launch_ends);
  void join_warp(std::uint64_t lanes);  // that met in a warp barrier
  void fence();
  void synchronise(std::uintptr_t flag, bool stores);
};

// The grid that the host's functions ask; null until checking was asked for.
extern Grid* first_grid __attribute__((visibility("hidden")));

// The grid that this OS thread runs blocks of: the first one, or a worker's.
extern __thread Grid* grid __attribute__((tls_model("initial-exec"), visibility("hidden")));

// The grid while a thread of it runs on this OS thread. The callbacks of all else return at once.
extern __thread Grid* active __attribute__((tls_model("initial-exec"), visibility("hidden")));

// Where what the running thread does goes, to be made requests of; null while nobody wants them.
extern __thread Requests* requests __attribute__((tls_model("initial-exec"), visibility("hidden")));

// Faults of the kernel, as findings (faults.cpp).
void catch_faults();
void give_signal_stack_to_this_thread();

}  // namespace hip_cpu::check
