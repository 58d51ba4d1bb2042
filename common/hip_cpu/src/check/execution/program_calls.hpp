// The calls of the program's host code that lead to HIP or to the checker.
#pragma once

#include <vector>

#include "hip_cpu/check/code/call_sites.hpp"

namespace hip_cpu::check {

class Machine;

// The return addresses from the innermost one outside of HIP and the checker on.
std::vector<const void*> calls_of_program();

// The site of such calls.
SiteId site_of_calls(Machine& machine, const std::vector<const void*>& calls);

// The site of a call of HIP that returns to `code`. If that is not known, or HIP's own, the site is
// that of the call that is made now.
SiteId site_of_host(Machine& machine, const void* code);

}  // namespace hip_cpu::check
