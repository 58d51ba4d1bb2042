#include "amd_emulator/api/runtime.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <cstring>

#include "amd_emulator/code_object/offload_bundle.hpp"
#include "amd_emulator/dispatch/dispatched_launch.hpp"

namespace hippuzzle::amd {
namespace {

constexpr size_t page = 4096;
constexpr int rubbish = 0xcd;              // the initial contents of memory
constexpr size_t most_rubbish = 64 << 20;  // bytes

hipError_t error_of(Fault::Kind kind) {
  switch (kind) {
    case Fault::Kind::memory:
      return hipErrorIllegalAddress;
    case Fault::Kind::trap:
      return hipErrorLaunchFailure;
    case Fault::Kind::not_emulated:
      return hipErrorNotSupported;
    case Fault::Kind::not_loadable:
      return hipErrorInvalidImage;
    case Fault::Kind::bad_launch:
      return hipErrorInvalidConfiguration;
    case Fault::Kind::out_of_memory:
      break;
  }
  return hipErrorOutOfMemory;
}

}  // namespace

Runtime& Runtime::get() {
  static Runtime& runtime = *new Runtime;  // modules unregister themselves when the process ends
  return runtime;
}

void Runtime::use(const std::string& target, uint64_t seed) {
  generation_of(target);
  target_ = target;
  seed_ = seed;
}

Module* Runtime::add_module(const void* bundle) {
  return modules_.emplace_back(std::make_unique<Module>(bundle)).get();
}

void Runtime::remove_module(Module* module) {
  if (module->object != nullptr) memory_.remove(module->object->base());
  const auto is_of = [&](const auto& entry) { return entry.second.module == module; };
  std::erase_if(functions_, is_of);
  std::erase_if(variables_, is_of);
  std::erase_if(modules_, [&](const auto& m) { return m.get() == module; });
}

void Runtime::add_function(const void* host, Module* module, const std::string& name) {
  functions_[host] = {module, name};
}

void Runtime::add_variable(const void* host, Module* module, const std::string& name, size_t) {
  variables_[host] = {module, name};
}

// Between pages that nobody may touch.
void* Runtime::allocate(size_t bytes) {
  const size_t inner = std::max((bytes + page - 1) / page * page, page), all = inner + 2 * page;
  if (allocated_bytes_ + inner > most_bytes) return nullptr;
  void* pages = mmap(nullptr, all, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (pages == MAP_FAILED) return nullptr;
  void* memory = static_cast<char*>(pages) + page;
  if (mprotect(memory, inner, PROT_READ | PROT_WRITE) != 0) {
    munmap(pages, all);
    return nullptr;
  }
  if (bytes <= most_rubbish) std::memset(memory, rubbish, inner);
  allocations_[memory] = inner;
  allocated_bytes_ += inner;
  memory_.add(reinterpret_cast<uint64_t>(memory), inner);
  return memory;
}

bool Runtime::release(void* memory) {
  const auto found = allocations_.find(memory);
  if (found == allocations_.end()) return false;
  munmap(static_cast<char*>(memory) - page, found->second + 2 * page);
  const auto begin = reinterpret_cast<uint64_t>(memory);
  memory_.remove(begin);
  if (checker) checker->arrays().remove(begin, begin + found->second);
  allocated_bytes_ -= found->second;
  allocations_.erase(found);
  return true;
}

const Module* Runtime::module_at(uint64_t address) const {
  for (const auto& m : modules_) {
    if (m->object != nullptr && address >= m->object->base() &&
        address - m->object->base() < m->object->bytes())
      return m.get();
  }
  return nullptr;
}

bool Runtime::holds(const void* memory, size_t bytes) const {
  return memory_.find(reinterpret_cast<uint64_t>(memory), bytes) != nullptr;
}

// Whether there is code for the device.
bool Runtime::load(Module& module) {
  if (module.was_loaded) return module.program != nullptr;
  module.was_loaded = true;
  for (const BundleEntry& entry : entries_at(module.bundle, module.unpacked)) {
    if (entry.target != target_) continue;
    module.elf = entry.elf;
    module.object = std::make_unique<CodeObject>(entry.elf, target_);
    module.program = std::make_unique<Program>(*module.object);
    memory_.add(module.object->base(), module.object->bytes());
    return true;
  }
  return false;
}

Runtime::Found Runtime::find_kernel(const void* host) {
  const auto found = functions_.find(host);
  if (found == functions_.end() || !load(*found->second.module)) return {nullptr, nullptr};
  Module* module = found->second.module;
  return {module, module->object->kernel(found->second.name)};
}

std::span<uint8_t> Runtime::find_variable(const void* host) {
  const auto found = variables_.find(host);
  if (found == variables_.end() || !load(*found->second.module)) return {};
  return found->second.module->object->variable(found->second.name);
}

hipError_t Runtime::launch(const void* host, dim3 grid, dim3 block, void** arguments,
                           size_t shared_bytes) {
  try {
    if (!functions_.contains(host)) return keep(hipErrorInvalidDeviceFunction);
    const Found found = find_kernel(host);
    if (found.module == nullptr) return keep(hipErrorNoBinaryForGpu);
    if (found.kernel == nullptr) return keep(hipErrorInvalidDeviceFunction);
    const auto explicit_ones = std::ranges::count_if(
        found.kernel->arguments, [](const Argument& a) { return !a.is_hidden(); });
    const Launch launch{.kernel = *found.kernel,
                        .program = *found.module->program,
                        .grid = {grid.x, grid.y, grid.z},
                        .block = {block.x, block.y, block.z},
                        .dynamic_shared_bytes = static_cast<uint32_t>(shared_bytes),
                        .arguments = {arguments, static_cast<size_t>(explicit_ones)},
                        .seed = seed_,
                        .host = &printer_};
    executed += run(launch, memory_, checker ? &*checker : nullptr);
    return hipSuccess;
  } catch (const Fault& fault) {
    return keep(fault);
  }
}

hipError_t Runtime::keep(const Fault& fault) {
  why = fault.what();
  not_emulated = fault.kind() == Fault::Kind::not_emulated;
  return keep(error_of(fault.kind()));
}

hipError_t Runtime::keep(hipError_t error) {
  if (error != hipSuccess) last_error_ = error;
  return error;
}

hipError_t Runtime::last_error(bool clears) {
  const hipError_t error = last_error_;
  if (clears) last_error_ = hipSuccess;
  return error;
}

}  // namespace hippuzzle::amd
