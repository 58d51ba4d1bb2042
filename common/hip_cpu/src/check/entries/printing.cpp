// Output of checked kernels of programs (<hip_cpu/printing.hpp>): printed once, though their
// launches may run more often, and in the order of blocks. The host's calls of the same module go
// where they would have gone.
#include <cstdarg>
#include <cstdio>
#include <cstdlib>

#include "hip_cpu/check/entries/this_thread.hpp"

// The C library's: <cassert> declares it in other builds only.
extern "C" [[noreturn]] void __assert_fail(const char* condition, const char* file, unsigned line,
                                           const char* function) noexcept;

namespace hip_cpu::check {
namespace {

// Whether the caller's text is shown. A print on a worker thread stops the parallel launch, which
// then starts over in order.
bool is_shown() {
  if (probe) return false;
  if (!own_machine || !own_machine->launch.request) return true;
  CheckedMachine& machine = *own_machine;
  if (machine.worker.number != 0) machine.stop_launch();
  machine.launch.has_printed = true;
  return !machine.launch.runs_again;
}

}  // namespace
}  // namespace hip_cpu::check

using hip_cpu::check::is_shown;

extern "C" {

int hip_cpu_checked_vprintf(const char* format, std::va_list values) {
  return is_shown() ? std::vprintf(format, values) : std::vsnprintf(nullptr, 0, format, values);
}
int hip_cpu_checked_printf(const char* format, ...) {
  std::va_list values;
  va_start(values, format);
  const int length = hip_cpu_checked_vprintf(format, values);
  va_end(values);
  return length;
}
int hip_cpu_checked_puts(const char* text) { return is_shown() ? std::puts(text) : 0; }
int hip_cpu_checked_putchar(int character) {
  return is_shown() ? std::putchar(character) : character;
}
[[noreturn]] void hip_cpu_checked_assert_fail(const char* condition, const char* file,
                                              unsigned line, const char* function) {
  if (is_shown()) __assert_fail(condition, file, line, function);
  std::abort();
}

}  // extern "C"
