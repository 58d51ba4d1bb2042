// Figures of the CPU platform, with kernels in a module that is opened with dlopen, as users have
// them.
//
//   cpu_platform <module.so> [repetitions]
//
// Floors, for the n = 1024 tiled product: 2 n^3 flop are 2.1e9, 0.02 s on two cores at one 8-wide
// multiply-add a cycle; its n^2 threads arrive 2 n / 16 times at a barrier, 1.3e8 arrivals, and a
// switch that saves and loads 14 words, updates a queue and mispredicts one jump costs no less than
// about 20 cycles: 0.4 s on two cores. So barriers decide. A thread of add moves 12 bytes, 1.2 ns
// at 10 GB/s.
#include <dlfcn.h>
#include <sys/resource.h>

#include <hip/hip_runtime_api.h>
#include <hip_cpu/config.h>
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <vector>

namespace {

constexpr int n = 1024;

void* module = nullptr;

template <typename F>
F* function(const char* name) {
  void* address = dlsym(module, name);
  if (!address) {
    std::fprintf(stderr, "cpu_platform: %s\n", dlerror());
    std::exit(3);
  }
  return reinterpret_cast<F*>(address);
}

using Launch = void(const float*, const float*, float*, int);
using LaunchRepeated = void(int*, int, int, int);

struct Times {
  double best, median;  // seconds
};

Times measure(int repetitions, const std::function<void()>& launch) {
  std::vector<double> times;
  for (int i = 0; i < repetitions; ++i) {
    const auto start = std::chrono::steady_clock::now();
    launch();
    times.push_back(
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  }
  std::sort(times.begin(), times.end());
  return {times.front(), times[times.size() / 2]};
}

void print(const char* what, Times times, double scale, const char* unit) {
  std::printf("%-44s best %8.3f  median %8.3f  %s\n", what, times.best * scale,
              times.median * scale, unit);
}

template <typename T>
T* allocate(std::size_t count) {
  T* pointer = nullptr;
  if (hipMalloc(&pointer, count * sizeof(T)) != hipSuccess) std::exit(1);
  return pointer;
}

double peak_megabytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

void check_product(const float* a, const float* b, const float* c) {
  for (int row = 5; row < n; row += 97)
    for (int col = 3; col < n; col += 89) {
      double sum = 0;
      for (int k = 0; k < n; ++k) sum += double{a[row * n + k]} * b[k * n + col];
      if (sum == c[row * n + col]) continue;
      std::fprintf(stderr, "cpu_platform: element (%d, %d) is %g, not %g\n", row, col,
                   c[row * n + col], sum);
      std::exit(1);
    }
}

// Per arrival and core: blocks run on `workers` cores side by side.
void measure_repeated(const char* what, LaunchRepeated* launch, int threads, int repetitions) {
  constexpr int blocks = 64, count = 500;
  int* out = allocate<int>(blocks * 1024);
  const int workers = hip_cpu_thread_count();
  const Times times = measure(repetitions, [&] { launch(out, blocks, threads, count); });
  print(what, times, 1e9 * workers / (double{blocks} * threads * count), "ns");
  static_cast<void>(hipFree(out));
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: cpu_platform <module.so> [repetitions]\n");
    return 2;
  }
  const int repetitions = argc > 2 ? std::max(1, std::atoi(argv[2])) : 5;
  module = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
  if (!module) {
    std::fprintf(stderr, "cpu_platform: %s\n", dlerror());
    return 3;
  }
  std::printf("%d OS threads, warps of %d\n", hip_cpu_thread_count(), hip_cpu_warp_size());

  float* a = allocate<float>(n * n);
  float* b = allocate<float>(n * n);
  float* c = allocate<float>(n * n);
  // Small integers: products are exact in any order of summation.
  for (int i = 0; i < n * n; ++i) a[i] = static_cast<float>(i * 7 % 13 - 6);
  for (int i = 0; i < n * n; ++i) b[i] = static_cast<float>(i * 5 % 11 - 5);
  std::fill_n(c, n * n, 0.0f);
  const double megabytes_before = peak_megabytes();

  auto* tiled = function<Launch>("launch_tiled_product");
  print("tiled 16x16 product, n = 1024", measure(repetitions, [&] { tiled(a, b, c, n); }), 1, "s");
  check_product(a, b, c);
  auto* naive = function<Launch>("launch_naive_product");
  print("naive product, n = 1024", measure(repetitions, [&] { naive(a, b, c, n); }), 1, "s");
  check_product(a, b, c);
  auto* add = function<Launch>("launch_add");
  print("add, per thread of a grid of 2^20", measure(4 * repetitions, [&] { add(a, b, c, n * n); }),
        1e9 / (n * n), "ns");

  auto* barriers = function<LaunchRepeated>("launch_barriers");
  measure_repeated("barrier, per arrival and core, 64 threads", barriers, 64, repetitions);
  measure_repeated("barrier, per arrival and core, 256 threads", barriers, 256, repetitions);
  measure_repeated("barrier, per arrival and core, 1024 threads", barriers, 1024, repetitions);
  auto* shuffles = function<LaunchRepeated>("launch_shuffles");
  measure_repeated("shuffle, per lane and core, 256 threads", shuffles, 256, repetitions);

  std::printf("peak memory beyond the matrices %.1f MB\n", peak_megabytes() - megabytes_before);
  return 0;
}
