#include "hip_cpu/check/detectors/host_accesses.hpp"

#include <algorithm>
#include <string_view>
#include <vector>

#include "hip_cpu/check/execution/program_calls.hpp"
#include "hip_cpu/check/execution/reports.hpp"

namespace hip_cpu::check {
namespace {

constexpr std::string_view libraries[] = {"hipcub::", "thrust::",  "hip_libraries", "hip_rocprim::",
                                          "hipblas",  "hipsolver", "hiprand",       "cublas"};

bool is_of_library(const Module& module, const void* code) {
  const auto address = reinterpret_cast<Address>(code);
  if (!module.contains(address)) return false;
  const std::string_view name = module.function_name(module.function_at(address).begin, "");
  return std::ranges::any_of(libraries, [&](std::string_view library) {
    return name.find(library) != std::string_view::npos;
  });
}

}  // namespace

// Its calls decide, because a function of the program may be called by a library's.
HostAccesses::Place HostAccesses::place_of(const void* code) {
  const auto [known, is_new] = places_.try_emplace(code);
  Place& place = known->second;
  const std::vector<const void*> calls = is_new ? calls_of_program() : std::vector<const void*>();
  if (calls.empty()) return place;
  const Module& module = checked_module(calls.front());
  place.is_of_library =
      std::ranges::any_of(calls, [&](const void* call) { return is_of_library(module, call); });
  if (!place.is_of_library) place.site = site_of_calls(machine_, calls);
  return place;
}

void HostAccesses::access(Address address, std::size_t bytes, Kind kind, const void* code,
                          bool is_atomic) {
  if (kind != Kind::read) machine_.memory.write(reinterpret_cast<const void*>(address), bytes);
  const Array* const array = nearest(machine_.memory.arrays(), address);
  if (!array || array->freed || !array->contains(address)) return;
  if (array->is_host_too)
    return judge_order({address, bytes, kind != Kind::read, is_atomic, code, work_, false});
  if (array->device < 0) return;  // a kernel's heap
  const Place place = place_of(code);
  if (!place.is_of_library) report_device_memory(address, bytes, kind, *array, place.site);
}

void HostAccesses::report_device_memory(Address address, std::size_t bytes, Kind kind,
                                        const Array& array, SiteId site) {
  Report report = report_of(machine_, HIP_CPU_HOST_ACCESS);
  report.array = &array;
  report.address = address;
  report.bytes = static_cast<unsigned>(bytes);
  report.side_count = 1;
  report.sides[0] = {access_of(kind), site, {}, {}};
  machine_.findings.add(report);
}

void HostAccesses::judge_order(const HostCopies::HostAccess& access) {
  StreamOrder& order = StreamOrder::instance();
  const HostFunction* const function = HostFunction::current();
  if (version_ != order.version() || function_ != function) {
    version_ = order.version();
    function_ = function;
    work_ = order.host_work();
    has_all_before_ = copies_.all_are_before(work_);
    reported_.clear();
  }
  HostCopies::HostAccess judged = access;
  judged.is_of_stream = function != nullptr;
  if (judged.is_of_stream) copies_.keep(judged);
  if (has_all_before_ || reported_.contains(access.code)) return;
  // Such a library's work is the null stream's, and the host has waited for it.
  if (place_of(access.code).is_of_library) return order.host_waits(hipStream_t{nullptr});
  if (copies_.judge(judged)) reported_.insert(access.code);
}

}  // namespace hip_cpu::check
