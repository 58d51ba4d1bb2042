// The cost of checking: the tiled product in 16 x 16 blocks, instrumented for the checker.
//
//   check <module.check.so> <touched.check.so> [repetitions [MiB]]
//
// Prints for N = 128, 256 and 512 the processor time of a launch on one OS thread, without and with
// counts, and the elapsed times on all OS threads and on one, measured alternately. Also prints the
// bytes of shadow memory for each byte of checked memory, for accesses to floats and to single
// bytes. For memory of a GiB, or the given number of MiB, that one launch writes and the next one
// reads, it prints the process's peak memory with blocks one after another, and on all OS threads,
// which takes a copy. Floor: 2 N^3 shared reads and as many basic blocks, each of which is a call.
// The unoptimised kernel with these calls takes half as long when the runtime ignores them as when
// it checks. Counts compare each call with one step of the warp's path and store an address for
// each access.
#include <dlfcn.h>
#include <hip/hip_runtime_api.h>
#include <hip_cpu/check.h>
#include <hip_cpu/config.h>
#include <sys/resource.h>
#include <time.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

using Product = void(const float*, const float*, float*, int);
using CopyBytes = void(const unsigned char*, unsigned char*, int);
using Fill = void(float*, int);
using Sum = void(const float*, float*, int, int);

double seconds(clockid_t clock) {
  timespec now{};
  clock_gettime(clock, &now);
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

// Shadow memory for each byte that was allocated and used since the last call.
void print_shadow(const char* what) {
  static uint64_t shadow_before = 0, checked_before = 0;
  uint64_t shadow = 0, checked = 0;
  hip_cpu_checker.footprint(&shadow, &checked);
  std::printf(
      "shadow of %-12s %4.1f bytes a byte\n", what,
      static_cast<double>(shadow - shadow_before) / static_cast<double>(checked - checked_before));
  shadow_before = shadow;
  checked_before = checked;
}

double most_resident_bytes() {
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  return 1024.0 * static_cast<double>(used.ru_maxrss);
}

void print_touched(Fill* fill, Sum* sum, std::size_t mib) {
  constexpr int blocks = 64;
  const std::size_t bytes = mib << 20;
  const double before = most_resident_bytes();
  auto* touched = array<float>(bytes / sizeof(float), true);
  auto* sums = array<float>(256 * blocks, true);
  const int all_threads = hip_cpu_thread_count();
  for (const int os_threads : {1, all_threads}) {
    hip_cpu_set_thread_count(os_threads);
    fill(touched, static_cast<int>(bytes / sizeof(float)));
    sum(touched, sums, blocks, static_cast<int>(bytes / sizeof(float)));
    const double all = most_resident_bytes() - before;
    const double gib = static_cast<double>(bytes) / (1u << 30);
    std::printf("a touched GiB: %.2f GB of shadow, %.2f GB with itself, on %d OS threads\n",
                1e-9 * (all - static_cast<double>(bytes)) / gib, 1e-9 * all / gib, os_threads);
    if (all_threads == 1) return;
  }
}

}  // namespace

int main(int argc, char** argv) {
  const int repetitions = argc > 3 ? std::atoi(argv[3]) : 3;
  void* module = argc > 2 && hip_cpu_checker.start(0) != 0 ? dlopen(argv[1], RTLD_NOW) : nullptr;
  auto* product = reinterpret_cast<Product*>(find(module, "launch_tiled_product"));
  auto* copy_bytes = reinterpret_cast<CopyBytes*>(find(module, "launch_copy_bytes"));
  void* touched = module ? dlopen(argv[2], RTLD_NOW) : nullptr;
  auto* fill = reinterpret_cast<Fill*>(find(touched, "launch_fill"));
  auto* sum = reinterpret_cast<Sum*>(find(touched, "launch_sum"));
  const int mib = argc > 4 ? std::atoi(argv[4]) : 1024;
  if (!product || !copy_bytes || !fill || !sum || repetitions < 1 || mib < 1 || mib > 2048) {
    std::fprintf(stderr, "usage: check <module.check.so> <touched.check.so> [repetitions [MiB]]\n");
    return 2;
  }
  const int all_threads = hip_cpu_thread_count();
  for (const int n : {128, 256, 512}) {
    const auto count = static_cast<std::size_t>(n) * static_cast<std::size_t>(n);
    const auto* a = array<float>(count, false);
    const auto* b = array<float>(count, false);
    auto* c = array<float>(count, true);
    const auto measure = [&](clockid_t clock, int os_threads) {
      hip_cpu_set_thread_count(os_threads);
      const double start = seconds(clock);
      product(a, b, c, n);
      return seconds(clock) - start;
    };
    for (const unsigned counted : {0u, 1u}) {
      std::vector<double> times;
      for (int i = 0; i < repetitions; ++i) {
        hip_cpu_checker.count(counted, nullptr, 0);
        times.push_back(measure(CLOCK_PROCESS_CPUTIME_ID, 1));
      }
      std::sort(times.begin(), times.end());
      std::printf("checked tiled product, N = %-4d %-7s best %7.3f  median %7.3f  s\n", n,
                  counted != 0 ? "counted" : "", times.front(), times[times.size() / 2]);
    }
    hip_cpu_checker.count(0, nullptr, 0);
    std::vector<double> on_one, on_all;
    for (int i = 0; i < repetitions; ++i) {
      on_one.push_back(measure(CLOCK_MONOTONIC, 1));
      on_all.push_back(measure(CLOCK_MONOTONIC, all_threads));
    }
    const double one = *std::min_element(on_one.begin(), on_one.end());
    const double all = *std::min_element(on_all.begin(), on_all.end());
    std::printf(
        "checked tiled product, N = %-4d by the clock on %d OS threads %.3f, on one %.3f  s: "
        "%.2f times as fast\n",
        n, all_threads, all, one, one / all);
  }
  print_shadow("floats");
  constexpr int bytes = 1 << 20;
  copy_bytes(array<unsigned char>(bytes, false), array<unsigned char>(bytes, true), bytes);
  print_shadow("single bytes");
  print_touched(fill, sum, static_cast<std::size_t>(mib));
  std::printf("%u findings\n", hip_cpu_checker.finding_count());
}
