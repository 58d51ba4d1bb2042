// HIP's modules: <hip_cpu/module_api.hpp>.
#include <dlfcn.h>
#include <elf.h>
#include <hip/hip_runtime_api.h>
#include <link.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "hip_cpu/simt/kernels/kernel_registry.hpp"
#include "hip_cpu/simt/streams/handles.hpp"

using hip_cpu::report;

struct ihipModule_t {
  void* library;
  const void* begin;  // where it is loaded
};

namespace hip_cpu {
namespace {

Handles<ihipModule_t>& modules() {
  static auto* modules = new Handles<ihipModule_t>;
  return *modules;
}

hipError_t load(hipModule_t* module, const char* file) {
  void* const library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
  if (!library) return report(hipErrorInvalidImage);
  link_map* map = nullptr;
  if (dlinfo(library, RTLD_DI_LINKMAP, &map) != 0) return report(hipErrorInvalidImage);
  *module = modules().create({library, reinterpret_cast<const void*>(map->l_addr)});
  return hipSuccess;
}

// The bytes of a shared library in memory: its section headers are at its end. 0 for anything else.
size_t image_bytes(const void* image) {
  const auto* const header = static_cast<const ElfW(Ehdr)*>(image);
  if (std::memcmp(header->e_ident, ELFMAG, SELFMAG) != 0) return 0;
  if (header->e_ident[EI_CLASS] != ELFCLASS64 || header->e_type != ET_DYN) return 0;
  return header->e_shoff + size_t{header->e_shentsize} * header->e_shnum;
}

const KernelRecord* record_of(hipFunction_t function) {
  const void* const kernel = reinterpret_cast<const void*>(function);
  return kernel ? find_kernel(kernel) : nullptr;
}
const void* kernel_of(hipFunction_t function) {
  const KernelRecord* const record = record_of(function);
  return record ? record->kernel : nullptr;
}

// The addresses of arguments that are laid out as in a struct; nothing if they do not fit.
std::optional<std::vector<void*>> unpack(const KernelRecord& record, void** extra) {
  char* buffer = nullptr;
  size_t bytes = 0;
  for (; *extra != HIP_LAUNCH_PARAM_END; extra += 2) {
    if (*extra == HIP_LAUNCH_PARAM_BUFFER_POINTER) {
      buffer = static_cast<char*>(extra[1]);
    } else if (*extra == HIP_LAUNCH_PARAM_BUFFER_SIZE) {
      bytes = *static_cast<const size_t*>(extra[1]);
    } else {
      return std::nullopt;
    }
  }
  std::vector<void*> arguments;
  size_t at = 0;
  for (size_t i = 0; i < record.parameter_count; ++i) {
    const size_t alignment = record.parameter_alignments[i];
    at = (at + alignment - 1) / alignment * alignment;
    if (!buffer || at + record.parameter_bytes[i] > bytes) return std::nullopt;
    arguments.push_back(buffer + at);
    at += record.parameter_bytes[i];
  }
  return arguments;
}

}  // namespace
}  // namespace hip_cpu

using hip_cpu::kernel_of;
using hip_cpu::modules;

hipError_t hipModuleLoad(hipModule_t* module, const char* file) {
  if (!module || !file) return report(hipErrorInvalidValue);
  std::error_code error;
  const auto path = std::filesystem::absolute(file, error);
  if (error || !std::filesystem::exists(path, error)) return report(hipErrorFileNotFound);
  return hip_cpu::load(module, path.c_str());
}

hipError_t hipModuleLoadData(hipModule_t* module, const void* image) {
  if (!module || !image) return report(hipErrorInvalidValue);
  const size_t bytes = hip_cpu::image_bytes(image);
  if (bytes == 0) return report(hipErrorInvalidImage);
  const int file = memfd_create("hip-module", MFD_CLOEXEC);
  if (file < 0) return report(hipErrorOperatingSystem);
  const auto* next = static_cast<const char*>(image);
  size_t left = bytes;
  while (left != 0) {
    const ssize_t written = write(file, next, left);
    if (written <= 0) break;
    next += written;
    left -= static_cast<size_t>(written);
  }
  hipError_t result = hipErrorOperatingSystem;
  if (left == 0) result = hip_cpu::load(module, ("/proc/self/fd/" + std::to_string(file)).c_str());
  // The file stays open: its symbols are read when a kernel's static shared memory is asked for.
  if (result != hipSuccess) close(file);
  return report(result);
}

hipError_t hipModuleLoadDataEx(hipModule_t* module, const void* image, unsigned, hipJitOption*,
                               void**) {
  return hipModuleLoadData(module, image);
}

hipError_t hipModuleUnload(hipModule_t module) {
  if (!modules().contains(module)) return report(hipErrorInvalidHandle);
  static_cast<void>(hipDeviceSynchronize());
  void* const library = module->library;
  modules().destroy(module);
  return report(dlclose(library) == 0 ? hipSuccess : hipErrorOperatingSystem);
}

hipError_t hipModuleGetFunction(hipFunction_t* function, hipModule_t module, const char* name) {
  if (!function || !name) return report(hipErrorInvalidValue);
  if (!modules().contains(module)) return report(hipErrorInvalidHandle);
  const hip_cpu::KernelRecord* record = hip_cpu::find_kernel(module->begin, name);
  if (const void* const symbol = record ? nullptr : dlsym(module->library, name))
    record = hip_cpu::find_kernel(symbol);
  if (!record) return report(hipErrorNotFound);
  *function = reinterpret_cast<hipFunction_t>(const_cast<void*>(record->kernel));
  return hipSuccess;
}

hipError_t hipModuleGetGlobal(hipDeviceptr_t* pointer, size_t* bytes, hipModule_t module,
                              const char* name) {
  if (!name || (!pointer && !bytes)) return report(hipErrorInvalidValue);
  if (!modules().contains(module)) return report(hipErrorInvalidHandle);
  void* const address = dlsym(module->library, name);
  Dl_info info{};
  void* entry = nullptr;
  if (!address || dladdr1(address, &info, &entry, RTLD_DL_SYMENT) == 0 || !entry)
    return report(hipErrorNotFound);
  if (pointer) *pointer = address;
  if (bytes) *bytes = static_cast<const ElfW(Sym)*>(entry)->st_size;
  return hipSuccess;
}

hipError_t hipModuleLaunchKernel(hipFunction_t function, unsigned grid_x, unsigned grid_y,
                                 unsigned grid_z, unsigned block_x, unsigned block_y,
                                 unsigned block_z, unsigned dynamic_shared_bytes,
                                 hipStream_t stream, void** arguments, void** extra) {
  const hip_cpu::KernelRecord* const record = hip_cpu::record_of(function);
  if (!record) return report(hipErrorInvalidHandle);
  if (arguments && extra) return report(hipErrorInvalidValue);
  hip_cpu::LaunchRequest where{};
  where.grid = dim3(grid_x, grid_y, grid_z);
  where.block = dim3(block_x, block_y, block_z);
  where.dynamic_shared_bytes = dynamic_shared_bytes;
  where.stream = stream;
  if (!extra) return hip_cpu::launch_registered(record->kernel, where, arguments);
  auto unpacked = hip_cpu::unpack(*record, extra);
  if (!unpacked) return report(hipErrorInvalidValue);
  unpacked->push_back(nullptr);  // of a kernel without parameters, too, there are some
  return hip_cpu::launch_registered(record->kernel, where, unpacked->data());
}

hipError_t hipExtModuleLaunchKernel(hipFunction_t function, unsigned threads_x, unsigned threads_y,
                                    unsigned threads_z, unsigned block_x, unsigned block_y,
                                    unsigned block_z, size_t dynamic_shared_bytes,
                                    hipStream_t stream, void** arguments, void** extra,
                                    hipEvent_t start, hipEvent_t stop, unsigned) {
  const unsigned threads[] = {threads_x, threads_y, threads_z};
  const unsigned block[] = {block_x, block_y, block_z};
  for (int d = 0; d < 3; ++d)
    if (block[d] == 0 || threads[d] % block[d] != 0) return report(hipErrorInvalidValue);
  if (start)
    if (const hipError_t error = hipEventRecord(start, stream)) return error;
  if (const hipError_t error = hipModuleLaunchKernel(
          function, threads_x / block_x, threads_y / block_y, threads_z / block_z, block_x, block_y,
          block_z, static_cast<unsigned>(dynamic_shared_bytes), stream, arguments, extra))
    return error;
  return stop ? hipEventRecord(stop, stream) : hipSuccess;
}
hipError_t hipHccModuleLaunchKernel(hipFunction_t function, unsigned threads_x, unsigned threads_y,
                                    unsigned threads_z, unsigned block_x, unsigned block_y,
                                    unsigned block_z, size_t dynamic_shared_bytes,
                                    hipStream_t stream, void** arguments, void** extra,
                                    hipEvent_t start, hipEvent_t stop) {
  return hipExtModuleLaunchKernel(function, threads_x, threads_y, threads_z, block_x, block_y,
                                  block_z, dynamic_shared_bytes, stream, arguments, extra, start,
                                  stop, 0);
}

hipError_t hipFuncGetAttribute(int* value, hipFunction_attribute attribute,
                               hipFunction_t function) {
  hipFuncAttributes all{};
  if (!value || attribute < 0 || attribute >= HIP_FUNC_ATTRIBUTE_MAX)
    return report(hipErrorInvalidValue);
  if (const hipError_t error = hipFuncGetAttributes(&all, kernel_of(function))) return error;
  switch (attribute) {
    case HIP_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK:
      *value = all.maxThreadsPerBlock;
      break;
    case HIP_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES:
      *value = static_cast<int>(all.sharedSizeBytes);
      break;
    case HIP_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES:
      *value = all.maxDynamicSharedSizeBytes;
      break;
    default:
      *value = 0;  // means nothing on a CPU
  }
  return hipSuccess;
}

hipError_t hipModuleOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, hipFunction_t function,
                                                              int block_size,
                                                              size_t dynamic_shared_bytes) {
  return hipOccupancyMaxActiveBlocksPerMultiprocessor(blocks, kernel_of(function), block_size,
                                                      dynamic_shared_bytes);
}
hipError_t hipModuleOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks,
                                                                       hipFunction_t function,
                                                                       int block_size,
                                                                       size_t dynamic_shared_bytes,
                                                                       unsigned flags) {
  return hipOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
      blocks, kernel_of(function), block_size, dynamic_shared_bytes, flags);
}
hipError_t hipModuleOccupancyMaxPotentialBlockSize(int* grid_size, int* block_size,
                                                   hipFunction_t function,
                                                   size_t dynamic_shared_bytes,
                                                   int block_size_limit) {
  return hipOccupancyMaxPotentialBlockSize(grid_size, block_size, kernel_of(function),
                                           dynamic_shared_bytes, block_size_limit);
}
hipError_t hipModuleOccupancyMaxPotentialBlockSizeWithFlags(int* grid_size, int* block_size,
                                                            hipFunction_t function,
                                                            size_t dynamic_shared_bytes,
                                                            int block_size_limit, unsigned flags) {
  if (flags != hipOccupancyDefault) return report(hipErrorInvalidValue);
  return hipModuleOccupancyMaxPotentialBlockSize(grid_size, block_size, function,
                                                 dynamic_shared_bytes, block_size_limit);
}
