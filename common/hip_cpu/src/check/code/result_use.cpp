#include "hip_cpu/check/code/result_use.hpp"

#include <dlfcn.h>

#include <cstdint>
#include <cstring>

namespace hip_cpu::check {
namespace {

constexpr int most_instructions = 8;

template <typename T>
T value_at(const void* address) {
  T value;
  std::memcpy(&value, address, sizeof value);
  return value;
}

}  // namespace

#if defined(__x86_64__)

ResultUse use_of_result(const void* code) {
  const auto* at = static_cast<const std::uint8_t*>(code);
  for (int i = 0; i < most_instructions; ++i) {
    const bool adds_to_stack_pointer = at[0] == 0x48 && at[1] == 0x83 && at[2] == 0xc4;
    const bool restores_rbx = at[0] == 0x48 && at[1] == 0x8b && at[2] == 0x5d;
    const bool is_call = at[0] == 0xe8 || (at[0] == 0xff && at[1] == 0x15);
    if (is_call) return ResultUse::discarded;
    if (at[0] == 0xc9 || at[0] == 0xc3 || at[0] == 0x5d)
      return ResultUse::passed_on;  // leave, ret, pop %rbp
    if (at[0] == 0xeb) {            // jmp
      at += 2 + value_at<std::int8_t>(at + 1);
    } else if (at[0] == 0xe9) {
      at += 5 + value_at<std::int32_t>(at + 1);
    } else if (adds_to_stack_pointer || restores_rbx) {
      at += 4;
    } else {
      return ResultUse::used;
    }
  }
  return ResultUse::used;
}

const char* called_function(const void* code) {
  const auto* const after = static_cast<const std::uint8_t*>(code);
  const std::uint8_t* slot = nullptr;  // of the global offset table
  if (after[-5] == 0xe8) {
    const std::uint8_t* stub = after + value_at<std::int32_t>(after - 4);
    if (value_at<std::uint32_t>(stub) == 0xfa1e0ff3) stub += 4;  // endbr64
    if (stub[0] == 0xf2) ++stub;                                 // bnd
    if (stub[0] != 0xff || stub[1] != 0x25) return nullptr;      // jmp *slot(%rip)
    slot = stub + 6 + value_at<std::int32_t>(stub + 2);
  } else if (after[-6] == 0xff && after[-5] == 0x15) {  // call *slot(%rip)
    slot = after + value_at<std::int32_t>(after - 4);
  } else {
    return nullptr;
  }
  Dl_info function{};
  return dladdr(value_at<const void*>(slot), &function) != 0 ? function.dli_sname : nullptr;
}

#elif defined(__aarch64__)

ResultUse use_of_result(const void* code) {
  const auto* at = static_cast<const std::uint32_t*>(code);
  for (int i = 0; i < most_instructions; ++i) {
    const auto distance = static_cast<std::int32_t>(*at << 6) >> 6;
    if (*at >> 26 == 0x25) return ResultUse::discarded;  // bl
    if (*at == 0xd65f03c0 || (*at & 0xffc07fff) == 0xa8c07bfd)
      return ResultUse::passed_on;  // ret, ldp x29, x30
    if (*at >> 26 != 0x05) return ResultUse::used;
    at += distance;  // b
  }
  return ResultUse::used;
}

const char* called_function(const void*) { return nullptr; }

#else

ResultUse use_of_result(const void*) { return ResultUse::used; }

const char* called_function(const void*) { return nullptr; }

#endif

}  // namespace hip_cpu::check
