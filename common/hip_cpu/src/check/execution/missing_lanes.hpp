// Values that a launch reads from lanes that take no part. A GPU gives an undefined value for one.
// This is a mistake only if the value affects a result: so the launch runs once more with another
// value in its place, and if memory then holds the same, its findings become warnings.
#pragma once

#include "hip_cpu/check/execution/machine.hpp"
#include "hip_cpu/check/memory/memory_snapshot.hpp"

namespace hip_cpu::check {

class MissingLanes {
 public:
  // Whether the launch that begins may read from such lanes, and can run twice.
  static bool may_be_read(const Machine& machine);

  // before: the memory's contents at the launch's begin.
  MissingLanes(Machine& machine, const MemorySnapshot& before);

  // To be called after the first run of the launch.
  void judge();

 private:
  bool changes_memory();

  Machine& machine_;
  const MemorySnapshot& before_;
};

}  // namespace hip_cpu::check
