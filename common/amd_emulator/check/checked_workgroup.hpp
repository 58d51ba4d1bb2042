// The checks of one workgroup: it watches the group's waves, and reports what it finds to its
// Checker. For wave_checker.cpp; accesses are in workgroup_accesses.cpp.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "amd_emulator/check/address_pattern.hpp"
#include "amd_emulator/check/hazard_check.hpp"
#include "amd_emulator/check/lds_check.hpp"
#include "amd_emulator/check/loads_into_lds.hpp"
#include "amd_emulator/check/register_check.hpp"
#include "amd_emulator/check/stores_under_way.hpp"
#include "amd_emulator/check/wave_checker.hpp"
#include "amd_emulator/isa/places.hpp"

namespace hippuzzle::amd {

class CheckedWorkgroup : public WorkgroupObserver, public Reporter {
 public:
  explicit CheckedWorkgroup(Checker& checker) : checker_(checker) {}

  void start(const std::array<uint32_t, 3>& place, std::span<Wave> waves) override;
  // Most instructions are quiet and touch only values that are in order; for them this check is
  // complete.
  void before(Wave& wave, const Instruction& i) override;
  void barrier(std::span<Wave> waves) override;
  void report(Finding f, const Wave& wave, unsigned lane, const Instruction& i) override;

 private:
  [[gnu::noinline]] void look_at(Wave& wave, const Instruction& i);
  std::array<uint32_t, 3> thread(uint32_t number) const;
  std::array<uint32_t, 3> block(uint32_t number) const;
  uint32_t threads_of(const Wave& w) const;
  // Others may read LDS before it is written, and memory where they have another cache.
  void check_stores(const Wave& wave, const Instruction& i, const RegisterCheck& registers);
  void report_store(const Wave& wave, const Instruction& i, const Instruction& store,
                    const char* wait);
  void check_memory(Wave& w, const Instruction& i);
  void settle_doubt(const Wave& w, const Instruction& i, bool is_local, uint64_t address);
  // Bytes beyond the descriptor's buffer are not accessed.
  void check_buffer(Wave& w, const Instruction& i);
  // Others learn from a flag that it sets only of stores that have ended.
  void begin_global(const Wave& w, const Instruction& i);
  // Whether there is nothing to find in what all lanes together read.
  bool reads_together(const Wave& w, const Instruction& i, const GlobalPlace& place);
  // A load from memory to LDS writes there at some time before its end; its reads are checked like
  // the reads of other loads.
  void begin_load(const Wave& w, const Instruction& i);
  void end_loads(const Wave& w, const ResultsUnderWay& under_way);
  // Looks for loads that have yet to write to LDS, before a lane accesses it.
  void look_for_loads(const Wave& w, const Instruction& i, unsigned lane, uint32_t address);
  void check_local(const Wave& w, const Instruction& i);

  static constexpr size_t most_retired = 256;

  Checker& checker_;
  std::array<uint32_t, 3> place_ = {};
  uint32_t number_ = 0;  // in the grid
  std::vector<RegisterCheck> registers_;
  std::vector<HazardCheck> hazards_;
  std::vector<StoresUnderWay> stores_;
  AddressPatterns patterns_;
  LdsCheck lds_;
  LoadsIntoLds loads_;
};

}  // namespace hippuzzle::amd
