// The checker's findings in a program, as JSON for the report, which another process makes.
#pragma once

#include <hip_cpu/check.h>

#include <string>
#include <vector>

namespace hippuzzle::program {

// Return addresses of the calls that made an allocation, innermost first.
using Allocation = std::vector<void*>;

// allocations: an array's name is '@' and its number among these. with_leaks: with the arrays that
// are not freed. trace: trace_record.hpp's; "" for none.
std::string findings_record(const std::vector<Allocation>& allocations, bool with_leaks,
                            const std::string& trace);

}  // namespace hippuzzle::program
