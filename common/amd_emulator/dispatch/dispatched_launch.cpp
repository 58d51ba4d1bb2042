#include "amd_emulator/dispatch/dispatched_launch.hpp"

#include <fmt/format.h>

#include <memory>

#include "amd_emulator/dispatch/initial_state.hpp"
#include "amd_emulator/dispatch/workgroup_run.hpp"

namespace hippuzzle::amd {
namespace {

// A workgroup may wait for another that comes later, as resident ones on a GPU do: after so many
// instructions the next one gets its turn.
constexpr uint64_t patience = 2'000'000;
constexpr size_t most_resident = 128;

// Keeps a launch's blocks in the device's memory.
class Visible {
 public:
  Visible(Memory& memory, const void* begin, uint64_t bytes)
      : memory_(memory), begin_(reinterpret_cast<uint64_t>(begin)) {
    memory_.add(begin_, bytes);
  }
  ~Visible() { memory_.remove(begin_); }
  Visible(const Visible&) = delete;
  Visible& operator=(const Visible&) = delete;

 private:
  Memory& memory_;
  uint64_t begin_;
};

// The workgroups of the grid, x fastest.
class Grid {
 public:
  explicit Grid(const std::array<uint32_t, 3>& extents) : extents_(extents) {}
  bool is_empty() const { return next_ == uint64_t{extents_[0]} * extents_[1] * extents_[2]; }
  std::array<uint32_t, 3> take() {
    const uint64_t n = next_++;
    return {static_cast<uint32_t>(n % extents_[0]),
            static_cast<uint32_t>(n / extents_[0] % extents_[1]),
            static_cast<uint32_t>(n / extents_[0] / extents_[1])};
  }

 private:
  std::array<uint32_t, 3> extents_;
  uint64_t next_ = 0;
};

uint64_t run_all(const Launch& launch, const InitialState& state, const Memory& memory,
                 Observer* observer) {
  Grid grid(launch.grid);
  uint64_t executed = 0;
  std::vector<std::unique_ptr<WorkgroupRun>> resident;
  const auto add = [&] {
    resident.push_back(std::make_unique<WorkgroupRun>(launch, state, memory, observer));
    resident.back()->start(grid.take());
  };
  add();
  for (size_t turn = 0; !resident.empty();) {
    WorkgroupRun& run = *resident[turn];
    executed += run.advance(patience);
    if (run.is_done() && !grid.is_empty()) {
      run.start(grid.take());
      continue;
    }
    if (run.is_done()) {
      resident.erase(resident.begin() + static_cast<ptrdiff_t>(turn));
    } else {
      if (!grid.is_empty() && resident.size() < most_resident) add();
      ++turn;
    }
    if (turn >= resident.size()) turn = 0;
  }
  return executed;
}

}  // namespace

uint64_t run(const Launch& launch, Memory& memory, Observer* observer) {
  check_launch(launch);
  const InitialState state(launch);
  const Visible arguments(memory, state.arguments.data(), state.arguments.size());
  const Visible packet(memory, state.packet.data(), state.packet.size());
  try {
    if (observer != nullptr) observer->begin(state.facts(launch));
    return run_all(launch, state, memory, observer);
  } catch (const Fault& fault) {
    throw Fault(fault.kind(), fmt::format("kernel {}: {}", launch.kernel.name, fault.what()));
  }
}

}  // namespace hippuzzle::amd
