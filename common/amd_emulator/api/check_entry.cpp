#include "amd_emulator/api/check_entry.hpp"

#include <dlfcn.h>
#include <fmt/format.h>
#include <link.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "amd_emulator/api/runtime.hpp"

namespace hippuzzle::amd {
namespace {

// Strings of findings, which live as long as the process.
const char* kept_string(const std::string& text) {
  static std::set<std::string>& all = *new std::set<std::string>;
  return all.insert(text).first->c_str();
}

hip_cpu_finding_kind kind_of(Finding::Kind kind) {
  switch (kind) {
    case Finding::Kind::out_of_bounds:
      return HIP_CPU_OUT_OF_BOUNDS;
    case Finding::Kind::wild:
      return HIP_CPU_WILD;
    case Finding::Kind::misaligned:
      return HIP_CPU_MISALIGNED;
    case Finding::Kind::race:
      return HIP_CPU_RACE;
    case Finding::Kind::race_same_value:
      return HIP_CPU_RACE_SAME;
    case Finding::Kind::uninitialised:
      return HIP_CPU_UNINITIALISED;
    case Finding::Kind::barrier:
      return HIP_CPU_BARRIER;
    case Finding::Kind::too_early:
      return HIP_CPU_TOO_EARLY;
    case Finding::Kind::wait_states:
      break;
  }
  return HIP_CPU_WAIT_STATES;
}

hip_cpu_access access_of(MemoryAccess::Kind kind) {
  switch (kind) {
    case MemoryAccess::Kind::read:
      return HIP_CPU_READ;
    case MemoryAccess::Kind::write:
      return HIP_CPU_WRITE;
    case MemoryAccess::Kind::atomic:
      return HIP_CPU_ATOMIC;
    case MemoryAccess::Kind::none:
      break;
  }
  return HIP_CPU_NO_ACCESS;
}

// The place in a loaded library's file that an address of the process comes from.
struct FilePlace {
  uint64_t address, offset;
};

int find_in_file(dl_phdr_info* library, size_t, void* wanted) {
  auto& place = *static_cast<FilePlace*>(wanted);
  for (unsigned k = 0; k < library->dlpi_phnum; ++k) {
    const auto& segment = library->dlpi_phdr[k];
    const uint64_t begin = library->dlpi_addr + segment.p_vaddr;
    if (segment.p_type != PT_LOAD || place.address < begin ||
        place.address - begin >= segment.p_filesz)
      continue;
    place.offset = segment.p_offset + (place.address - begin);
    return 1;
  }
  return 0;
}

hip_cpu_side to_side(const Finding::Side& from) {
  hip_cpu_side to = {};
  to.access = access_of(from.access);
  std::ranges::copy(from.block, to.block);
  std::ranges::copy(from.thread, to.thread);
  const Module* module = from.address == 0 ? nullptr : Runtime::get().module_at(from.address);
  if (module == nullptr) return to;
  const uint64_t offset = from.address - module->object->base();
  to.instruction = kept_string(fmt::format("{:#x}: {}", offset, from.text));
  Dl_info library = {};
  FilePlace place{reinterpret_cast<uint64_t>(module->elf.data()), 0};
  if (dladdr(module->bundle, &library) == 0 || dl_iterate_phdr(find_in_file, &place) == 0)
    return to;
  to.frame_count = 1;
  to.frames[0] = {kept_string(library.dli_fname), offset + 4, place.offset, module->elf.size()};
  return to;
}

int32_t start(uint64_t) {
  Runtime::get().checker.emplace();
  return 1;
}

void describe(const hip_cpu_array* array) {
  const auto begin = reinterpret_cast<uint64_t>(array->begin);
  Runtime::get().checker->arrays().add(
      {begin, begin + array->bytes, array->name, array->is_output != 0});
}

void finish() {}

uint32_t finding_count() {
  return static_cast<uint32_t>(Runtime::get().checker->findings().size());
}

const hip_cpu_finding* finding(uint32_t index) {
  static std::map<uint32_t, hip_cpu_finding>& all = *new std::map<uint32_t, hip_cpu_finding>;
  const Finding& from = Runtime::get().checker->findings().at(index);
  const auto [entry, is_new] = all.try_emplace(index);
  hip_cpu_finding& to = entry->second;
  to.count = from.count;
  if (!is_new) return &to;
  to.kind = kind_of(from.kind);
  to.kernel = kept_string(from.kernel);
  to.array = kept_string(from.array);
  to.detail = kept_string(from.detail);
  to.is_shared = from.is_local ? 1 : 0;
  to.bytes = from.bytes;
  to.array_bytes = from.array_bytes;
  to.first = to.last = from.offset;
  to.address = from.address;
  to.between_blocks = from.between_blocks ? 1 : 0;
  to.waiting = from.waiting;
  to.threads = from.threads;
  to.missing = from.missing;
  to.side_count = static_cast<uint32_t>(std::min<size_t>(from.sides.size(), 2));
  for (uint32_t k = 0; k < to.side_count; ++k) to.sides[k] = to_side(from.sides[k]);
  return &to;
}

void footprint(uint64_t* record_bytes, uint64_t* checked_bytes) {
  *record_bytes = *checked_bytes = 0;
}
void count(uint32_t, const hip_cpu_limit*, uint32_t) {}
uint32_t launch_count() { return 0; }
const hip_cpu_launch_counts* launch(uint32_t) { return nullptr; }
void run_in_parallel(uint64_t) {}
uint64_t parallel_launch_count() { return 0; }
void sample_blocks(const hip_cpu_block_sample*) {}
void sampled_blocks(uint64_t* looked_at, uint64_t* in_all) { *looked_at = *in_all = 0; }
void run_schedules(uint32_t, uint64_t) {}
uint64_t rescheduled_launch_count() { return 0; }
void begin_with_schedule(uint32_t) {}
uint64_t begun_launch_count() { return Runtime::get().checker->launch_count(); }
int set_multiprocessor_count(int count) { return count == 0 ? 1 : 0; }  // it has those it has

}  // namespace

const hip_cpu_check check_entry = {sizeof(hip_cpu_check),
                                   start,
                                   describe,
                                   finish,
                                   finding_count,
                                   finding,
                                   footprint,
                                   count,
                                   launch_count,
                                   launch,
                                   nullptr,
                                   run_in_parallel,
                                   parallel_launch_count,
                                   sample_blocks,
                                   sampled_blocks,
                                   run_schedules,
                                   rescheduled_launch_count,
                                   set_multiprocessor_count,
                                   begin_with_schedule,
                                   begun_launch_count};

}  // namespace hippuzzle::amd
