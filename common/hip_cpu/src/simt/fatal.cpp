#include "hip_cpu/simt/fatal.hpp"

#include <cstdarg>
#include <cstdio>
#include <cstdlib>

namespace hip_cpu {

void fatal(const char* format, ...) {
  char message[512];
  va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(message, sizeof message, format, arguments);
  va_end(arguments);
  std::fprintf(stderr, "hip_cpu: %s\n", message);
  std::abort();
}

}  // namespace hip_cpu
