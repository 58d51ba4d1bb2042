// The rate of the emulator of AMD GPUs: the tiled product of p16 in blocks of 16 x 16, interpreted.
//
//   emulator <p16.tile16.so for AMD> [repetitions]
//
// Prints for each target in the module and N = 128 and 256 the instructions of waves that one OS
// thread executes in a second of processor time, without and with all checks, in alternation, and
// the ratio of the two.
#include <fmt/format.h>
#include <time.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <vector>

#include "amd_emulator/check/wave_checker.hpp"
#include "amd_emulator/code_object/offload_bundle.hpp"
#include "amd_emulator/dispatch/dispatched_launch.hpp"
#include "support/files/elf_object.hpp"

namespace {

using namespace hippuzzle;
using namespace hippuzzle::amd;

double processor_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

std::string contents(const char* path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// Millions of instructions a second, the median of several.
double median(std::vector<double> rates) {
  std::ranges::nth_element(rates, rates.begin() + static_cast<ptrdiff_t>(rates.size() / 2));
  return rates[rates.size() / 2];
}

void measure(const BundleEntry& entry, uint32_t n, int repetitions) {
  const CodeObject object(entry.elf, entry.target);
  Program program(object);
  const Kernel* kernel = object.kernel("_Z12tiled_matmulPfPKfS1_j");
  if (kernel == nullptr) return;
  std::vector<float> c(size_t{n} * n), a(c.size(), 1), b(c.size(), 1);
  Memory memory;
  memory.add(object.base(), object.bytes());
  Checker checker;
  void* pointers[] = {c.data(), a.data(), b.data()};
  for (void* pointer : pointers) {
    const auto begin = reinterpret_cast<uint64_t>(pointer);
    memory.add(begin, 4 * c.size());
    checker.arrays().add({begin, begin + 4 * c.size(), "array", false});
  }
  void* arguments[] = {&pointers[0], &pointers[1], &pointers[2], &n};
  const Launch launch{.kernel = *kernel,
                      .program = program,
                      .grid = {n / 16, n / 16, 1},
                      .block = {16, 16, 1},
                      .arguments = arguments};
  std::vector<double> rates[2];
  for (int i = 0; i < repetitions; ++i) {
    for (Observer* observer : {static_cast<Observer*>(nullptr), static_cast<Observer*>(&checker)}) {
      const double before = processor_seconds();
      const auto executed = static_cast<double>(run(launch, memory, observer));
      rates[observer != nullptr].push_back(1e-6 * executed / (processor_seconds() - before));
    }
  }
  const double plain = median(rates[0]), checked = median(rates[1]);
  fmt::print("emulated {:<8} n = {:<4} {:6.1f} M instructions/s, checked {:6.1f}, {:.2f} of it\n",
             entry.target, n, plain, checked, checked / plain);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  const std::string module = contents(argv[1]);
  const ElfObject object(module);
  const ElfSection* bundle = object.find(".hip_fatbin");
  if (bundle == nullptr) return 3;
  const int repetitions = argc > 2 ? std::max(std::atoi(argv[2]), 1) : 5;
  for (const BundleEntry& entry : entries_of(bundle->bytes)) {
    for (const uint32_t n : {128u, 256u}) measure(entry, n, repetitions);
  }
}
