// What checking costs: the tiled product in 16 x 16 blocks, compiled to be checked.
//
//   check <module.check.so> [repetitions]
//
// Of N = 128, 256 and 512: processor time of the launch, without and with counts; and bytes of
// records for each byte of checked memory, where floats and where single bytes are accessed. Floor:
// 2 N^3 shared reads and as many basic blocks, each of which is a call. The unoptimised kernel with
// these calls, when the runtime answers none of them, takes half as long as when it checks.
#include <dlfcn.h>
#include <hip/hip_runtime_api.h>
#include <hip_cpu/check.h>
#include <time.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

using Product = void(const float*, const float*, float*, int);
using CopyBytes = void(const unsigned char*, unsigned char*, int);

double processor_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

template <typename T>
T* array(std::size_t count, bool is_output) {
  void* pointer = nullptr;
  if (hipMalloc(&pointer, count * sizeof(T)) != hipSuccess) std::exit(3);
  if (!is_output) static_cast<void>(hipMemset(pointer, 0, count * sizeof(T)));
  return static_cast<T*>(pointer);
}

void* find(void* module, const char* name) { return module ? dlsym(module, name) : nullptr; }

// Of what was allocated and used since the last call.
void print_records(const char* what) {
  static uint64_t records_before = 0, checked_before = 0;
  uint64_t records = 0, checked = 0;
  hip_cpu_checker.footprint(&records, &checked);
  std::printf("records of %-12s %4.1f bytes a byte\n", what,
              static_cast<double>(records - records_before) /
                  static_cast<double>(checked - checked_before));
  records_before = records;
  checked_before = checked;
}

}  // namespace

int main(int argc, char** argv) {
  const int repetitions = argc > 2 ? std::atoi(argv[2]) : 3;
  void* module = argc > 1 && hip_cpu_checker.start(0) != 0 ? dlopen(argv[1], RTLD_NOW) : nullptr;
  auto* product = reinterpret_cast<Product*>(find(module, "launch_tiled_product"));
  auto* copy_bytes = reinterpret_cast<CopyBytes*>(find(module, "launch_copy_bytes"));
  if (!product || !copy_bytes || repetitions < 1) {
    std::fprintf(stderr, "usage: check <module.check.so> [repetitions]\n");
    return 2;
  }
  for (const int n : {128, 256, 512}) {
    const auto count = static_cast<std::size_t>(n) * static_cast<std::size_t>(n);
    const auto* a = array<float>(count, false);
    const auto* b = array<float>(count, false);
    auto* c = array<float>(count, true);
    for (const unsigned counted : {0u, 1u}) {
      std::vector<double> times;
      for (int i = 0; i < repetitions; ++i) {
        hip_cpu_checker.count(counted, nullptr, 0);
        const double start = processor_seconds();
        product(a, b, c, n);
        times.push_back(processor_seconds() - start);
      }
      std::sort(times.begin(), times.end());
      std::printf("checked tiled product, N = %-4d %-7s best %7.3f  median %7.3f  s\n", n,
                  counted != 0 ? "counted" : "", times.front(), times[times.size() / 2]);
    }
  }
  print_records("floats");
  constexpr int bytes = 1 << 20;
  copy_bytes(array<unsigned char>(bytes, false), array<unsigned char>(bytes, true), bytes);
  print_records("single bytes");
  std::printf("%u findings\n", hip_cpu_checker.finding_count());
}
