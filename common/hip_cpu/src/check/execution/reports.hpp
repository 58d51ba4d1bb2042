// The parts of a report that the machine's state gives.
#pragma once

#include <cstdint>

#include "hip_cpu/check/findings/finding_list.hpp"
#include "hip_cpu/check/memory/access.hpp"
#include "hip_cpu/check/shadow/shadow_memory.hpp"
#include "hip_cpu/simt/streams/stream_order.hpp"

namespace hip_cpu::check {

class Machine;

// Names the kernel, if one runs. Does not return where findings are refused.
Report report_of(const Machine& machine, hip_cpu_finding_kind kind);

// The same, with the running thread at `code` as its only side.
Report report_here(Machine& machine, hip_cpu_finding_kind kind, const void* code);

// The same, with the access as its only side.
Report report_of(Machine& machine, hip_cpu_finding_kind kind, const Access& access);

// A thread of the running block, and the thread of an earlier access.
Report::Side side_of(const Machine& machine, unsigned thread, hip_cpu_access access, SiteId site);
Report::Side side_of(const Machine& machine, const Epoch& earlier, hip_cpu_access access);

// A thread of an earlier launch that nothing orders with the work.
Report::Side side_of(const Machine& machine, const Epoch& earlier, hip_cpu_access access,
                     const StreamWork& work);

// The array at the address, or the one nearest to it; null when the memory has none.
const Array* array_at(const Machine& machine, const ShadowMemory& memory, std::uintptr_t address);

// The site from which a function was called, by the frames on the stack: library code in kernels
// does not announce its calls, but is not optimised either.
SiteId site_of_frames(Machine& machine, const void* innermost_frame);

}  // namespace hip_cpu::check
