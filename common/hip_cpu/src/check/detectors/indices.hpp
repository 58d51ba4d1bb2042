// Indices that leave the declared type of their array, also where that is a row of a larger one, a
// member, a local or a constant. This file does not know whether there is an access, and to which
// memory: when the index leaves the whole array as well, the next access completes the finding.
#pragma once

#include <cstdint>

#include "hip_cpu/check/execution/machine.hpp"

namespace hip_cpu::check {

// The layout of the compiler's run-time library (UBSan's ABI).
struct TypeDescriptor {
  std::uint16_t
      kind;  // 0: integer, 1: floating point, 0xffff: another one; of an array its element
  std::uint16_t info;  // integer: twice the logarithm of its bits, and 1 if signed
  char name[1];        // "'float [4]'"
};

// A subscript in the source.
struct SubscriptData {
  const char* file;
  std::uint32_t line, column;
  const TypeDescriptor* array;
  const TypeDescriptor* index;
};

// To be called before a subscript whose index, with these bits, leaves its array. Returns
// whether the thread must stop.
bool check_index(Machine& machine, const SubscriptData& subscript, std::uintptr_t bits,
                 const void* code);

}  // namespace hip_cpu::check
