// The memory that a process may still use here.
#pragma once

#include <string>

namespace hippuzzle {

// The number of bytes: what the kernel holds to be available, or less where a control group (a
// container) limits it; infinite where neither can be read. A double, as it is compared with what
// may be beyond all integers.
double free_memory();

// "21.3 GB"
std::string bytes_text(double bytes);

}  // namespace hippuzzle
