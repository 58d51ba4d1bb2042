// Looks for errors that a GPU would not forgive, and keeps the findings of all launches: one
// finding for each pair of instructions.
#pragma once

#include <map>
#include <tuple>

#include "amd_emulator/check/doubtful_reads.hpp"
#include "amd_emulator/check/global_check.hpp"
#include "amd_emulator/wave/wave_observer.hpp"

namespace hippuzzle::amd {

class Checker : public Observer {
 public:
  void begin(const LaunchFacts& launch) override;
  std::unique_ptr<WorkgroupObserver> watch() override;

  // The findings in the order in which their causes were met, once launches have ended.
  const std::vector<Finding>& findings();
  uint64_t launch_count() const { return launch_count_; }
  Arrays& arrays() { return global_.arrays; }

 private:
  friend class CheckedWorkgroup;
  void add(Finding finding);

  using Key = std::tuple<Finding::Kind, std::string, uint64_t, uint64_t>;
  LaunchFacts launch_;
  uint64_t launch_count_ = 0;
  GlobalCheck global_;
  DoubtfulReads doubtful_;
  std::vector<Finding> findings_;
  std::map<Key, size_t> known_;
};

}  // namespace hippuzzle::amd
