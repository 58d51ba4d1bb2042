// The memory that a process may still use here.
#pragma once

#include <string>

namespace hippuzzle {

// The number of bytes that the kernel reports as available, or less if a control group (a
// container) limits it; infinite if neither can be read. A double, because it is compared with
// numbers that may be beyond all integers.
double free_memory();

// "21.3 GB"
std::string bytes_text(double bytes);

}  // namespace hippuzzle
