#include "hip_cpu/check/execution/guessed_values.hpp"

#include <cstring>

namespace hip_cpu::check {

void guess_value(Machine& machine, const Access& read, hip_cpu_finding& finding) {
  GuessedValue& guess = machine.current->guess;
  if (read.bytes > sizeof guess.value) return;
  guess = {&finding, read.address, read.bytes, 0};
  std::memcpy(&guess.value, reinterpret_cast<const void*>(read.address), read.bytes);
}

void settle_guess_of(Machine& machine, Address address, unsigned bytes, const void* expected) {
  GuessedValue& guess = machine.current->guess;
  if (guess.address != address || guess.bytes != bytes) return;
  machine.findings.judge_guess(*guess.finding,
                               expected && std::memcmp(expected, &guess.value, bytes) == 0);
  guess = {};
}

}  // namespace hip_cpu::check
