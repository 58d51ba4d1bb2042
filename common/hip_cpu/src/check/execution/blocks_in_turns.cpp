#include "hip_cpu/check/execution/blocks_in_turns.hpp"

#include <algorithm>
#include <cstring>
#include <system_error>
#include <thread>
#include <utility>

#include "hip_cpu/check/execution/waiting.hpp"
#include "hip_cpu/simt/thread_block.hpp"

namespace hip_cpu::check {
namespace {

// The number of the block that this OS thread runs.
thread_local unsigned own_number = 0;
// Whether a thread of the block has met the other blocks at the barrier that it is in.
thread_local bool block_has_met = false;

}  // namespace

BlocksInTurns::BlocksInTurns(Machine& machine)
    : machine_(machine),
      request_(*machine.launch.request),
      original_(*machine.launch.module),
      turns_(machine.launch.block_count()) {}

BlocksInTurns::End BlocksInTurns::run() {
  std::vector<std::thread> threads;
  threads.reserve(turns_.size());
  try {
    for (unsigned number = 0; number < turns_.size(); ++number)
      threads.emplace_back([this, number] { run_block(number); });
  } catch (const std::system_error&) {
    // The blocks that are there would wait for the others for ever.
  }
  const bool begins = threads.size() == turns_.size();
  {
    const std::lock_guard lock(mutex_);
    state_ = begins ? State::runs : State::gives_up;
  }
  for (Turn& turn : turns_) turn.comes.notify_all();
  for (std::thread& thread : threads) thread.join();
  take_turn(original_);
  if (!begins) return End::not_begun;
  return state_ == State::runs ? End::complete : End::stopped;
}

// False: the launch was stopped.
bool BlocksInTurns::await_turn(std::unique_lock<std::mutex>& lock, unsigned number) {
  turns_[number].comes.wait(lock, [&] {
    return state_ == State::gives_up || (state_ == State::runs && running_ == number);
  });
  return state_ == State::runs;
}

// Called with the lock: after the last block that is still there, all of them wait at the barrier.
void BlocksInTurns::pass_on(unsigned number) {
  const auto blocks = static_cast<unsigned>(turns_.size());
  if (ended_ == blocks) return;
  for (running_ = number + 1; running_ < blocks; ++running_)
    if (!turns_[running_].has_ended) return turns_[running_].comes.notify_all();
  if (ended_ != 0) {
    report_ended();
    return give_up();
  }
  machine_.settle_reads(true);
  machine_.launch.last_meeting = ++machine_.now;
  running_ = 0;
  turns_[0].comes.notify_all();
}

// Called with the lock.
void BlocksInTurns::give_up() {
  state_ = State::gives_up;
  machine_.any_stopped = true;
  for (Turn& turn : turns_) turn.comes.notify_all();
}

// Blocks that wait for others that have ended would do so for ever.
void BlocksInTurns::report_ended() {
  const auto has_ended = [](const Turn& turn) { return turn.has_ended; };
  const auto ended = std::find_if(turns_.begin(), turns_.end(), has_ended);
  const auto waiting = std::find_if_not(turns_.begin(), turns_.end(), has_ended);
  machine_.checks.check_grid_barrier(
      {turns_.size(), ended_, static_cast<std::uint64_t>(waiting - turns_.begin()),
       static_cast<std::uint64_t>(ended - turns_.begin()), waiting->thread, waiting->waits_at});
}

void BlocksInTurns::run_block(unsigned number) {
  {
    std::unique_lock lock(mutex_);
    if (!await_turn(lock, number)) return;
  }
  Turn& turn = turns_[number];
  own_number = number;
  grid_of_this_thread = this;
  machine_.os_threads.run_blocks_of(machine_);
  blockDim = request_.block;
  gridDim = request_.grid;
  turn.module = std::make_unique<Module>(original_);
  if (setjmp(turn.end) == 0) {
    std::memcpy(&machine_.launch.end, &turn.end, sizeof turn.end);
    take_turn(*turn.module);
    machine_.begin_block(number);
    block_of_this_thread().run(request_, machine_.launch.thread_count);
    machine_.end_block();
    machine_.os_threads.leave_kernel();
    const std::lock_guard lock(mutex_);
    turn.has_ended = true;
    ++ended_;
    return pass_on(number);
  }
  // The block was stopped, or it waited when another one was.
  machine_.os_threads.leave_kernel();
  discard_block_of_this_thread();
  const std::lock_guard lock(mutex_);
  give_up();
}

// The first thread to leave the block's barrier meets the other blocks, for all of its block.
void BlocksInTurns::barrier(const void* code, const void* frame) {
  const SiteId site = machine_.site(code);
  const auto wait = [&] {
    // Other threads of the block run on this OS thread meanwhile.
    machine_.os_threads.leave_kernel();
    wait_at_barrier(machine_, code, frame, [] { __syncthreads(); });
    machine_.os_threads.enter_kernel(machine_);
  };
  wait();
  if (!block_has_met) meet(site);
  block_has_met = true;
  wait();
  block_has_met = false;
}

// Exchanges the machine's state of the running block for another block's state.
void BlocksInTurns::exchange(Turn& turn) {
  BlockState& block = machine_.block;
  std::swap(static_cast<BlockFacts&>(block), turn.facts);
  std::swap_ranges(turn.warps.begin(), turn.warps.end(), block.warps);
  std::swap_ranges(turn.threads.begin(), turn.threads.end(), block.threads);
  std::swap(machine_.current, turn.current);
}

// `module`: of the OS thread that goes on.
void BlocksInTurns::take_turn(Module& module) {
  LaunchState& launch = machine_.launch;
  launch.module = &module;
  if (module.shared()) launch.memories[0] = module.shared();
  machine_.reads.set_memories(*launch.memories[0], *launch.memories[1], launch.begin);
}

// The block goes on as one more block: its earlier accesses happened before all later ones.
void BlocksInTurns::resume(unsigned number) {
  machine_.block.begin = machine_.block.last_barrier = ++machine_.now;
  machine_.launch.block_begins.add({machine_.now, number});
  machine_.filter_reads();
}

void BlocksInTurns::meet(SiteId site) {
  Turn& turn = turns_[own_number];
  turn.threads.resize(machine_.launch.thread_count);
  turn.warps.resize((turn.threads.size() - 1) / static_cast<unsigned>(warpSize) + 1);
  turn.waits_at = site;
  turn.thread = machine_.current->index;
  machine_.settle_writes();
  machine_.os_threads.leave_kernel();
  bool goes_on;
  {
    std::unique_lock lock(mutex_);
    exchange(turn);
    pass_on(own_number);
    goes_on = await_turn(lock, own_number);
    if (goes_on) exchange(turn);
  }
  if (!goes_on) std::longjmp(turn.end, 1);
  std::memcpy(&machine_.launch.end, &turn.end, sizeof turn.end);
  take_turn(*turn.module);
  resume(own_number);
  machine_.os_threads.enter_kernel(machine_);
}

bool Machine::run_in_turns() {
  const LaunchRequest& request = *launch.request;
  launch.kernel = name_of_kernel(request);
  launch.waits_for_itself = true;
  launch.is_sampled = false;  // each block waits for all
  Observers others;
  std::swap(observers, others);
  const StreamWork work = StreamOrder::instance().submit(request.stream);
  past.host_looks = memory.has_host_arrays();
  launch.ordered_begin = past.begin(work, now + 1);
  checks.begin_checks(request, work);
  begin_shadow(now + 1);
  schedule = {};
  begin_run();
  be_precise();
  BlocksInTurns blocks(*this);
  const BlocksInTurns::End end = blocks.run();
  launch.is_complete = end == BlocksInTurns::End::complete;
  if (launch.is_complete) {
    settle_reads(true);
    checks.check_memory();
  }
  checks.end_checks();
  past.end(now, request, launch.block_begins);
  end_launch();
  std::swap(observers, others);
  return end != BlocksInTurns::End::not_begun;
}

}  // namespace hip_cpu::check
