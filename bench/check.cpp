// What checking costs: the tiled product in 16 x 16 blocks, compiled to be checked.
//
//   check <module.check.so> [repetitions]
//
// Of N = 128, 256 and 512: processor time of the launch (it runs on one OS thread), without and
// with counts, and bytes of records for each byte of checked memory. Floor: 2 N^3 shared reads and
// as many calls for basic blocks, each a call and a return and some loads, about 3 ns: 0.8 s for N
// = 512, of which the unoptimised kernel itself takes as much again. Counts compare each of these
// calls with one step of the warp's path and store an address for each access: about 1 ns a call.
#include <dlfcn.h>
#include <hip/hip_runtime_api.h>
#include <hip_cpu/check.h>
#include <time.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

using Launch = void(const float*, const float*, float*, int);

double processor_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

float* matrix(int n, bool is_output) {
  const std::size_t bytes =
      sizeof(float) * static_cast<std::size_t>(n) * static_cast<std::size_t>(n);
  void* pointer = nullptr;
  if (hipMalloc(&pointer, bytes) != hipSuccess) std::exit(3);
  if (!is_output) static_cast<void>(hipMemset(pointer, 0, bytes));
  return static_cast<float*>(pointer);
}

}  // namespace

int main(int argc, char** argv) {
  const int repetitions = argc > 2 ? std::atoi(argv[2]) : 3;
  void* module = argc > 1 && hip_cpu_checker.start(0) != 0 ? dlopen(argv[1], RTLD_NOW) : nullptr;
  void* address = module ? dlsym(module, "launch_tiled_product") : nullptr;
  if (!address || repetitions < 1) {
    std::fprintf(stderr, "usage: check <module.check.so> [repetitions]\n");
    return 2;
  }
  auto* launch = reinterpret_cast<Launch*>(address);
  for (const int n : {128, 256, 512}) {
    const float* a = matrix(n, false);
    const float* b = matrix(n, false);
    float* c = matrix(n, true);
    for (const unsigned counted : {0u, 1u}) {
      std::vector<double> times;
      for (int i = 0; i < repetitions; ++i) {
        hip_cpu_checker.count(counted, nullptr, 0);
        const double start = processor_seconds();
        launch(a, b, c, n);
        times.push_back(processor_seconds() - start);
      }
      std::sort(times.begin(), times.end());
      std::printf("checked tiled product, N = %-4d %-7s best %7.3f  median %7.3f  s\n", n,
                  counted != 0 ? "counted" : "", times.front(), times[times.size() / 2]);
    }
  }
  uint64_t records = 0, checked = 0;
  hip_cpu_checker.footprint(&records, &checked);
  std::printf("records %.1f bytes a byte of global memory, %u findings\n",
              static_cast<double>(records) / static_cast<double>(checked),
              hip_cpu_checker.finding_count());
}
