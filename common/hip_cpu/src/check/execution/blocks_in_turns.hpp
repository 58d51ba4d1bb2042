// The blocks of a checked cooperative grid. Each has an OS thread of its own, for its stacks and
// its shared memory, but one runs at a time: in the order of their numbers each runs up to the next
// barrier of the grid or to its end. So the findings are the same in each run. A grid that may run
// at all has few blocks (max_cooperative_blocks).
#pragma once

#include <condition_variable>
#include <csetjmp>
#include <memory>
#include <mutex>
#include <vector>

#include "hip_cpu/check/execution/machine.hpp"
#include "hip_cpu/simt/cooperative.hpp"

namespace hip_cpu::check {

class BlocksInTurns : public WaitingGrid {
 public:
  // The machine has begun the launch.
  explicit BlocksInTurns(Machine& machine);

  enum class End { not_begun, stopped, complete };
  End run();

  void barrier(const void* code, const void* frame) override;

 private:
  // One block, while another one runs.
  struct Turn {
    std::condition_variable comes;
    std::unique_ptr<Module> module;
    BlockFacts facts;
    std::vector<WarpClocks> warps;
    std::vector<Thread> threads;
    Thread* current = nullptr;
    std::jmp_buf end;
    bool has_ended = false;
    SiteId waits_at = 0;  // of the grid's barrier, where a thread of it waits for the others
    unsigned thread = 0;  // that one
  };
  enum class State { waits_for_threads, runs, gives_up };

  void run_block(unsigned number);
  void meet(SiteId site);
  void take_turn(Module& module);
  void resume(unsigned number);
  void exchange(Turn& turn);
  bool await_turn(std::unique_lock<std::mutex>& lock, unsigned number);
  void pass_on(unsigned number);
  void give_up();
  void report_ended();

  Machine& machine_;
  const LaunchRequest& request_;
  Module& original_;
  std::vector<Turn> turns_;
  std::mutex mutex_;
  State state_ = State::waits_for_threads;
  unsigned running_ = 0;  // the block whose turn it is
  unsigned ended_ = 0;
};

}  // namespace hip_cpu::check
