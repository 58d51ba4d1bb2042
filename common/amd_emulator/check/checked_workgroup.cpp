#include "amd_emulator/check/checked_workgroup.hpp"

#include <algorithm>

namespace hippuzzle::amd {

void CheckedWorkgroup::start(const std::array<uint32_t, 3>& place, std::span<Wave> waves) {
  const LaunchFacts& launch = checker_.launch_;
  place_ = place;
  number_ = (place[2] * launch.grid[1] + place[1]) * launch.grid[0] + place[0];
  registers_.resize(waves.size());
  hazards_.resize(waves.size(), HazardCheck(launch.target));
  for (size_t k = 0; k < waves.size(); ++k) registers_[k].start(launch, waves[k].lanes);
  for (HazardCheck& one : hazards_) one.start();
  stores_.resize(waves.size());
  for (StoresUnderWay& one : stores_) one.start();
  lds_.start(launch, waves.size());
  loads_.start();
}

void CheckedWorkgroup::before(Wave& wave, const Instruction& i) {
  const Effects& e = *i.effects;
  if (i.second != nullptr || !registers_[wave.number].is_in_order(e)) return look_at(wave, i);
  hazards_[wave.number].before(wave, i, *this);
}

void CheckedWorkgroup::barrier(std::span<Wave> waves) {
  checker_.doubtful_.settle(number_, [&](Finding f) { checker_.add(std::move(f)); });
  lds_.barrier();
  patterns_.drop_retired();
  const auto has_ended = [](const Wave& w) { return w.state == Wave::State::ended; };
  const auto waiting = std::ranges::find_if_not(waves, has_ended);
  const auto missing = std::ranges::find_if(waves, has_ended);
  if (missing == waves.end() || waiting == waves.end()) return;
  Finding f;
  f.kind = Finding::Kind::barrier;
  for (const Wave& w : waves) {
    f.threads += threads_of(w);
    (has_ended(w) ? f.missing : f.waiting) += threads_of(w);
  }
  f.sides.resize(2);
  f.sides[1].block = place_;
  f.sides[1].thread = thread(missing->number * missing->lanes);
  report(std::move(f), *waiting, 0, *(waiting->next - 1));
}

void CheckedWorkgroup::report(Finding f, const Wave& wave, unsigned lane, const Instruction& i) {
  f.kernel = checker_.launch_.kernel;
  if (f.sides.empty()) f.sides.resize(1);
  Finding::Side& now = f.sides[0];
  now.access = i.effects->memory.kind;
  now.block = place_;
  now.thread = thread(wave.number * wave.lanes + lane);
  now.address = i.address;
  now.text = i.effects->text;
  if (f.sides.size() > 1 && f.sides[1].access != MemoryAccess::Kind::none) {
    Finding::Side& earlier = f.sides[1];
    earlier.thread = thread(earlier.thread[0]);
    earlier.block = f.between_blocks ? block(earlier.block[0]) : place_;
  } else if (f.sides.size() > 1 && f.kind != Finding::Kind::barrier) {
    f.sides[1].block = place_;
    f.sides[1].thread = now.thread;
  }
  if (f.doubt.read == nullptr) return checker_.add(std::move(f));
  if (f.is_local) f.doubt.workgroup = number_;
  checker_.doubtful_.add(std::move(f));
}

void CheckedWorkgroup::look_at(Wave& wave, const Instruction& i) {
  if (i.second != nullptr) {
    before(wave, *i.inner);
    return before(wave, *i.second);
  }
  const Effects& e = *i.effects;
  RegisterCheck& registers = registers_[wave.number];
  registers.before(wave, i, *this);
  if (!loads_.is_idle()) end_loads(wave, registers.under_way());
  hazards_[wave.number].before(wave, i, *this);
  if (e.is_quiet) return;
  if (e.is_barrier && registers_.size() > 1) check_stores(wave, i, registers);
  if (e.memory.kind != MemoryAccess::Kind::none) check_memory(wave, i);
}

std::array<uint32_t, 3> CheckedWorkgroup::thread(uint32_t number) const {
  const auto& block = checker_.launch_.block;
  return {number % block[0], number / block[0] % block[1], number / block[0] / block[1]};
}

std::array<uint32_t, 3> CheckedWorkgroup::block(uint32_t number) const {
  const auto& grid = checker_.launch_.grid;
  return {number % grid[0], number / grid[0] % grid[1], number / grid[0] / grid[1]};
}

uint32_t CheckedWorkgroup::threads_of(const Wave& w) const {
  const auto& block = checker_.launch_.block;
  const uint32_t all = block[0] * block[1] * block[2];
  return std::min(all - w.number * w.lanes, w.lanes);
}

void CheckedWorkgroup::check_stores(const Wave& wave, const Instruction& i,
                                    const RegisterCheck& registers) {
  const ResultsUnderWay& under_way = registers.under_way();
  if (const Instruction* store = under_way.local_store())
    report_store(wave, i, *store, "s_waitcnt lgkmcnt(0)");
  if (!checker_.launch_.is_spread) return;
  if (const Instruction* store = under_way.store())
    report_store(wave, i, *store, "s_waitcnt_vscnt null, 0x0");
}

void CheckedWorkgroup::report_store(const Wave& wave, const Instruction& i,
                                    const Instruction& store, const char* wait) {
  Finding f;
  f.kind = Finding::Kind::too_early;
  f.detail = "'s_barrier' is met while '" + store.effects->text + "' is still under way; " + wait +
             " has to come first";
  f.sides.resize(2);
  f.sides[1].address = store.address;
  f.sides[1].text = store.effects->text;
  report(std::move(f), wave, 0, i);
}

}  // namespace hippuzzle::amd
