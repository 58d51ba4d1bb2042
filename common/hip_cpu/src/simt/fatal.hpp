// Ends the process for a failure that a kernel can neither survive nor be told: the message goes to
// stderr.
#pragma once

namespace hip_cpu {

[[noreturn, gnu::format(printf, 1, 2)]] void fatal(const char* format, ...);

}  // namespace hip_cpu
