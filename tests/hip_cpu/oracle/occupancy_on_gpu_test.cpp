// `hippuzzle occupancy` compared with the driver of an NVIDIA GPU: both count the blocks of every
// kernel of the shipped modules, as launched and with other blocks and more shared memory.
#include <dlfcn.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "support/files/elf_object.hpp"
#include "tests/support/hippuzzle_command.hpp"
#include "tests/support/json.hpp"
#include "tests/support/whole_file.hpp"

namespace hippuzzle::testing {
namespace occupancy_on_gpu_test {

// The little of CUDA's driver interface that is asked here.
class Driver {
 public:
  // Why there is none; "" when there is one with a GPU.
  std::string open() {
    library_ = dlopen("libcuda.so.1", RTLD_NOW);
    if (library_ == nullptr) return "there is no driver for NVIDIA GPUs";
    int device = 0;
    void* context = nullptr;
    if (call<unsigned>("cuInit", 0u) != 0 || call<int*, int>("cuDeviceGet", &device, 0) != 0)
      return "there is no NVIDIA GPU";
    if (call<void**, int>("cuDevicePrimaryCtxRetain", &context, device) != 0 ||
        call<void*>("cuCtxSetCurrent", context) != 0)
      return "the GPU cannot be used";
    int major = 0, minor = 0;
    constexpr int capability_major = 75, capability_minor = 76;
    call<int*, int, int>("cuDeviceGetAttribute", &major, capability_major, device);
    call<int*, int, int>("cuDeviceGetAttribute", &minor, capability_minor, device);
    architecture_ = "sm_" + std::to_string(major) + std::to_string(minor);
    return "";
  }

  const std::string& architecture() const { return architecture_; }

  // nullptr when the container holds no code for the GPU, or no such kernel.
  void* kernel(const char* container, const std::string& symbol) {
    void *module = nullptr, *function = nullptr;
    if (call<void**, const void*>("cuModuleLoadData", &module, container) != 0) return nullptr;
    if (call<void**, void*, const char*>("cuModuleGetFunction", &function, module,
                                         symbol.c_str()) != 0)
      return nullptr;
    return function;
  }

  // Lets blocks have as much shared memory as the GPU has for one.
  void allow_shared_memory(void* function, int bytes) {
    constexpr int most_dynamic_shared_bytes = 8;
    call<void*, int, int>("cuFuncSetAttribute", function, most_dynamic_shared_bytes, bytes);
  }

  int blocks(void* function, int threads, size_t dynamic_bytes) {
    int count = -1;
    const int error = call<int*, void*, int, size_t>("cuOccupancyMaxActiveBlocksPerMultiprocessor",
                                                     &count, function, threads, dynamic_bytes);
    return error == 0 ? count : 0;
  }

 private:
  template <class... Parameters>
  int call(const char* name, Parameters... arguments) {
    const auto function = reinterpret_cast<int (*)(Parameters...)>(dlsym(library_, name));
    return function == nullptr ? -1 : function(arguments...);
  }

  void* library_ = nullptr;
  std::string architecture_;
};

// The beginnings of the containers in a module's .nv_fatbin.
std::vector<const char*> containers(const ElfObject& module) {
  constexpr uint32_t magic = 0xba55ed50;
  std::vector<const char*> all;
  const ElfSection* section = module.find(".nv_fatbin");
  for (uint64_t at = 0; section != nullptr && at + 16 <= section->bytes.size(); at += 8) {
    if (read_as<uint32_t>(section->bytes, at) == magic) all.push_back(section->bytes.data() + at);
  }
  return all;
}

TEST(OccupancyOnGpu, IsWhatTheDriverSays) {
  Driver driver;
  if (const std::string why = driver.open(); !why.empty()) GTEST_SKIP() << why;
  int compared = 0;
  for (const auto& entry : std::filesystem::directory_iterator(shipped() / "nvidia")) {
    const std::string id = entry.path().stem().string();
    if (id.find('.') != std::string::npos) continue;  // a puzzle's kernels in another tile
    const std::string bytes = contents(entry.path());
    const ElfObject module(bytes);
    for (const std::vector<std::string>& more : {std::vector<std::string>{},
                                                 {"--threads", "32"},
                                                 {"--threads", "96"},
                                                 {"--threads", "256"},
                                                 {"--threads", "1024"},
                                                 {"--threads", "128", "--shared", "1000"},
                                                 {"--threads", "128", "--shared", "48000"},
                                                 {"--threads", "64", "--shared", "100000"}}) {
      std::vector<std::string> arguments = {"occupancy", id, "--device", driver.architecture(),
                                            "--json"};
      arguments.insert(arguments.end(), more.begin(), more.end());
      const CommandResult r = hippuzzle(arguments);
      ASSERT_EQ(r.code, 0) << r.out << r.err;
      const auto report = parse_json(r.out);
      for (const auto& k : report.at("kernels")) {
        // The driver counts such blocks, and does not launch them.
        if (k.at("impossible").get<std::string>().find("compiled for") != std::string::npos)
          continue;
        const std::string symbol = k.at("symbol");
        void* function = nullptr;
        for (const char* container : containers(module)) {
          if (function == nullptr) function = driver.kernel(container, symbol);
        }
        ASSERT_NE(function, nullptr) << id << " " << symbol;
        const int dynamic = k.at("dynamic_shared_bytes");
        if (dynamic > 0) driver.allow_shared_memory(function, dynamic);
        EXPECT_EQ(k.at("blocks"),
                  driver.blocks(function, k.at("threads_per_block"), size_t(dynamic)))
            << id << " " << k;
        ++compared;
      }
    }
  }
  EXPECT_GT(compared, 0);
  RecordProperty("compared", compared);
}

}  // namespace occupancy_on_gpu_test
}  // namespace hippuzzle::testing
