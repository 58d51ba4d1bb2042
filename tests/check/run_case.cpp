// run_case <module> <case>: runs one case of the golden suite and prints its findings, one a line:
// rule, array or -, and the source lines of its sides.
#include <dlfcn.h>
#include <hip_cpu/check.h>

#include <cstdio>
#include <string>

#include "engine/finding.hpp"
#include "engine/source_lines.hpp"

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fprintf(stderr, "usage: run_case <module> <case>\n");
    return 2;
  }
  if (hip_cpu_checker.start(1 << 22) == 0) {
    std::fprintf(stderr, "there is no address space for the checker's records\n");
    return 77;
  }
  void* module = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
  if (module == nullptr) {
    std::fprintf(stderr, "%s\n", dlerror());
    return 2;
  }
  void* run = dlsym(module, (std::string("case_") + argv[2]).c_str());
  if (run == nullptr) {
    std::fprintf(stderr, "%s\n", dlerror());
    return 2;
  }
  reinterpret_cast<void (*)()>(run)();
  hip_cpu_checker.finish();

  hippuzzle::SourceLines lines;
  for (uint32_t i = 0; i < hip_cpu_checker.finding_count(); ++i) {
    const hippuzzle::Finding finding = hippuzzle::to_finding(*hip_cpu_checker.finding(i));
    std::printf("%s %s", hippuzzle::rule_of(finding.kind).id,
                finding.array.empty() ? "-" : finding.array.c_str());
    for (const hippuzzle::FindingSide& side : finding.sides) {
      const hippuzzle::SourcePlace place = lines.find(side.frames);
      if (place.line > 0) std::printf(" %d", place.line);
    }
    std::printf("\n");
  }
}
