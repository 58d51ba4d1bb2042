#include "amd_emulator/check/wave_checker.hpp"

#include "amd_emulator/check/checked_workgroup.hpp"

namespace hippuzzle::amd {

const std::vector<Finding>& Checker::findings() {
  doubtful_.settle_all([&](Finding f) { add(std::move(f)); });
  return findings_;
}

void Checker::begin(const LaunchFacts& launch) {
  static_cast<void>(findings());
  launch_ = launch;
  ++launch_count_;
  global_.start(launch);
}

std::unique_ptr<WorkgroupObserver> Checker::watch() {
  return std::make_unique<CheckedWorkgroup>(*this);
}

void Checker::add(Finding f) {
  const Key key{f.kind, f.kernel, f.sides[0].address, f.sides.size() > 1 ? f.sides[1].address : 0};
  const auto [known, is_new] = known_.try_emplace(key, findings_.size());
  if (is_new) return findings_.push_back(std::move(f));
  ++findings_[known->second].count;
}

}  // namespace hippuzzle::amd
