#include "amd_emulator/dispatch/workgroup_run.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <new>

namespace hippuzzle::amd {
namespace {

constexpr uint32_t granule = 512;             // of LDS
constexpr uint32_t longest_turn = 64;         // instructions
constexpr uint32_t dynamic_stack = 16 << 10;  // bytes a thread, where the compiler does not know
constexpr uint32_t rubbish = 0x7fc0dead;      // NaN: in registers and LDS that nobody wrote

}  // namespace

void RowPages::operator()(Row* rows) const { munmap(rows, bytes); }

WorkgroupRun::WorkgroupRun(const Launch& launch, const InitialState& state, const Memory& memory,
                           Observer* observer)
    : launch_(launch), state_(state), random_(static_cast<uint32_t>(launch.seed) + 1) {
  if (observer != nullptr) observer_ = observer->watch();
  const Kernel& kernel = launch.kernel;
  const unsigned lanes = kernel.warp_size;
  const uint32_t threads = launch.block[0] * launch.block[1] * launch.block[2];
  const size_t count = (threads + lanes - 1) / lanes;
  workgroup_.lds.resize((kernel.shared_bytes + launch.dynamic_shared_bytes + granule - 1) /
                        granule * granule);
  // Rows that no instruction names are never touched, and cost nothing.
  const size_t bytes = count * row::count * sizeof(Row);
  void* pages = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (pages == MAP_FAILED) throw std::bad_alloc();
  rows_ = std::unique_ptr<Row[], RowPages>(static_cast<Row*>(pages), RowPages{bytes});
  const uint32_t private_bytes =
      kernel.private_bytes + (kernel.has_dynamic_stack ? dynamic_stack : 0);
  private_memory_.resize(count * lanes * private_bytes, 0xcd);
  waves_.resize(count);
  for (size_t k = 0; k < count; ++k) {
    Wave& w = waves_[k];
    w.rows = rows_.get() + k * row::count;
    for (unsigned r = 0; r < std::min(kernel.registers, 256u); ++r)
      std::ranges::fill(w.rows[r].lane, rubbish);
    for (unsigned r = 0; r < std::min(kernel.accumulators, 256u); ++r)
      std::ranges::fill(w.rows[row::accumulators + r].lane, rubbish);
    std::ranges::fill(w.scalars, rubbish);
    w.generation = launch.program.generation();
    w.lanes = lanes;
    w.number = static_cast<unsigned>(k);
    w.workgroup = &workgroup_;
    w.code = &launch.program;
    w.host = launch.host;
    w.memory = &memory;
    w.private_memory = private_memory_.data() + k * lanes * private_bytes;
    w.private_bytes = private_bytes;
  }
}

void WorkgroupRun::start(const std::array<uint32_t, 3>& place) {
  const Instruction* entry = launch_.program.at(launch_.kernel.entry);
  for (size_t at = 0; at + 4 <= workgroup_.lds.size(); at += 4)
    std::memcpy(&workgroup_.lds[at], &rubbish, 4);
  running_.clear();
  waiting_ = 0;
  for (Wave& w : waves_) {
    w.next = entry;
    w.state = Wave::State::running;
    start_wave(w, launch_, state_, place, w.number * w.lanes);
    running_.push_back(w.number);
  }
  if (observer_) observer_->start(place, waves_);
}

uint64_t WorkgroupRun::advance(uint64_t instructions) {
  uint64_t executed = 0;
  while (executed < instructions && !is_done()) {
    if (running_.empty()) open_barrier();
    const size_t index = random_() % running_.size();
    Wave& w = waves_[running_[index]];
    const uint64_t before = w.executed;
    take_turn(index, 1 + random_() % longest_turn);
    executed += w.executed - before;
  }
  return executed;
}

// Executes up to `length` instructions; returns how many were left.
template <class Before>
uint64_t WorkgroupRun::execute(Wave& w, uint64_t length, const Before& before) {
  const Instruction* i = w.next;
  do {
    before(w, *i);
    w.next = i + 1;
    i->execute(w, *i);
    i = w.next;
  } while (--length > 0 && w.state == Wave::State::running);
  return length;
}

void WorkgroupRun::take_turn(size_t index, uint64_t length) {
  Wave& w = waves_[running_[index]];
  const uint64_t left =
      observer_ ? execute(w, length,
                          [&](Wave& wave, const Instruction& i) { observer_->before(wave, i); })
                : execute(w, length, [](Wave&, const Instruction&) {});
  w.executed += length - left;
  if (w.state == Wave::State::running) return;
  if (w.state == Wave::State::at_barrier) ++waiting_;
  running_[index] = running_.back();
  running_.pop_back();
}

// Waves that have ended do not keep the others waiting.
void WorkgroupRun::open_barrier() {
  if (observer_) observer_->barrier(waves_);
  for (Wave& w : waves_) {
    if (w.state != Wave::State::at_barrier) continue;
    w.state = Wave::State::running;
    running_.push_back(w.number);
  }
  waiting_ = 0;
}

}  // namespace hippuzzle::amd
