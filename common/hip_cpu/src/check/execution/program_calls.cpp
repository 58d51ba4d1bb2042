#include "hip_cpu/check/execution/program_calls.hpp"

#include <dlfcn.h>
#include <execinfo.h>
#include <hip/hip_runtime_api.h>

#include <algorithm>
#include <iterator>

#include "hip_cpu/check/execution/machine.hpp"

namespace hip_cpu::check {
namespace {

const void* base_around(const void* address) {
  Dl_info info{};
  return dladdr(address, &info) != 0 ? info.dli_fbase : nullptr;
}

// Whether it is code of HIP or of the checker.
bool is_own(const void* code) {
  static const void* const own[] = {base_around(reinterpret_cast<const void*>(&hipGetErrorName)),
                                    base_around(reinterpret_cast<const void*>(&base_around))};
  return std::ranges::find(own, base_around(code)) != std::end(own);
}

}  // namespace

std::vector<const void*> calls_of_program() {
  void* addresses[24];
  void** const end = addresses + backtrace(addresses, 24);
  void** const first = std::find_if_not(addresses, end, is_own);
  return std::vector<const void*>(first, end);
}

SiteId site_of_calls(Machine& machine, const std::vector<const void*>& calls) {
  ContextId context = 0;
  for (std::size_t i = calls.size(); i-- > 1;)
    context = machine.call_sites.enter(context, calls[i]);
  return calls.empty() ? 0 : machine.call_sites.at(context, calls.front());
}

SiteId site_of_host(Machine& machine, const void* code) {
  if (code && !is_own(code)) return machine.call_sites.at(0, code);
  return site_of_calls(machine, calls_of_program());
}

}  // namespace hip_cpu::check
