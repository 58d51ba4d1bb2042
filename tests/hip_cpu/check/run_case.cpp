// run_case <module> <case> [count | remarks | spaces | all | reversed]: runs one case of the golden
// suite and prints its findings, one a line: rule, array or -, and the source lines of its sides.
// With `count`, what its launches were counted to do as well: = and an instruction, or = and a
// quantity of each thread. With `spaces`, global, shared or - follows each array, and no line. With
// `all`, all that is known of each finding, launches of any size on several OS threads, and to
// stderr how many ended there. With `reversed`, launches run with blocks and threads in reverse
// order first.
#include <dlfcn.h>
#include <hip_cpu/check.h>

#include <cstdio>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/debug_info/runtime_findings/from_runtime.hpp"
#include "engine/debug_info/source_lines.hpp"
#include "engine/debug_info/subscript.hpp"
#include "engine/judge/check/explain.hpp"
#include "engine/judge/check/gpu_compilers.hpp"
#include "engine/judge/check/remarks.hpp"
#include "engine/results/finding.hpp"
#include "engine/results/finding_kinds.hpp"
#include "engine/results/names.hpp"

namespace {

void print(const char* name, uint64_t count) {
  if (count != 0) std::printf(" %s %llu", name, static_cast<unsigned long long>(count));
}

void print(const hip_cpu_instruction& instruction, hippuzzle::SourceLines& lines) {
  constexpr const char* names[] = {"none", "read", "write", "atomic"};
  std::vector<hippuzzle::CodeAddress> frames;
  for (const hip_cpu_frame& f : std::span(instruction.frames, instruction.frame_count))
    frames.push_back({f.module, f.offset});
  std::printf("= %s %s %d", names[instruction.access],
              *instruction.array == '\0' ? "-" : instruction.array, lines.find(frames).line);
  print("accesses", instruction.accesses);
  print("bytes", instruction.bytes);
  print("requests", instruction.requests);
  print("partial", instruction.partial);
  print("sectors", instruction.sectors);
  print("wavefronts", instruction.wavefronts);
  print("conflicts", instruction.conflicts);
  std::printf("\n");
}

void print(const hip_cpu_launch_counts& launch, hippuzzle::SourceLines& lines) {
  for (const hip_cpu_instruction& i : std::span(launch.instructions, launch.instruction_count))
    print(i, lines);
  constexpr const char* names[] = {"global-reads", "global-writes", "global-atomics",
                                   "shared-reads", "shared-writes", "shared-atomics"};
  const auto print_range = [&](const char* name, const hip_cpu_range& range) {
    if (range.total != 0)
      std::printf("= %s %llu to %llu, %llu in all\n", name,
                  static_cast<unsigned long long>(range.least),
                  static_cast<unsigned long long>(range.most),
                  static_cast<unsigned long long>(range.total));
  };
  for (unsigned i = 0; i < std::size(names); ++i) print_range(names[i], launch.counted[i]);
  const std::uint64_t blocks = std::uint64_t{launch.grid[0]} * launch.grid[1] * launch.grid[2];
  if (launch.counted_blocks < blocks)
    print_range("global-sectors", launch.counted[HIP_CPU_GLOBAL_SECTORS]);
  print_range("barriers", launch.counted[HIP_CPU_BARRIERS]);
  if (launch.is_complete == 0) std::printf("= incomplete\n");
}

void print_all(const hip_cpu_finding& f) {
  std::printf(
      "%d %s '%s' %s %u of %llu bytes, offsets %lld to %lld, %llu times, %u %u %u %u %u '%s'",
      f.kind, f.kernel, f.array, f.is_shared != 0 ? "shared" : "global", f.bytes,
      static_cast<unsigned long long>(f.array_bytes), static_cast<long long>(f.first),
      static_cast<long long>(f.last), static_cast<unsigned long long>(f.count), f.between_blocks,
      f.after_barrier, f.waiting, f.threads, f.missing, f.detail);
  for (const hip_cpu_side& side : std::span(f.sides, f.side_count)) {
    std::printf("; %d by %u %u %u of %u %u %u at", side.access, side.thread[0], side.thread[1],
                side.thread[2], side.block[0], side.block[1], side.block[2]);
    for (const hip_cpu_frame& frame : std::span(side.frames, side.frame_count))
      std::printf(" %llx", static_cast<unsigned long long>(frame.offset));
  }
  std::printf("\n");
}

void print(hippuzzle::Finding finding, hippuzzle::SourceLines& lines) {
  for (hippuzzle::FindingSide& side : finding.sides) side.place = lines.find(side.frames);
  hippuzzle::name_by_subscript(finding, lines);
  std::printf("%s %s", hippuzzle::rule_of(finding.kind).id,
              finding.array.empty() ? "-" : finding.array.c_str());
  for (const hippuzzle::FindingSide& side : finding.sides)
    if (side.place.line > 0) std::printf(" %d", side.place.line);
  std::printf("\n");
}

// What compilers of GPUs refuse in the case's kernel, which has its name.
void print_refused(const char* module, std::string_view kernel, hippuzzle::SourceLines& lines) {
  for (const hippuzzle::Finding& finding : hippuzzle::refused_by_gpu_compilers(module))
    if (finding.kernel.substr(0, finding.kernel.find('<')) == kernel) print(finding, lines);
}

void print_spaces(const hippuzzle::Finding& finding) {
  const bool is_named = !finding.array.empty();
  std::printf("%s %s %s\n", hippuzzle::rule_of(finding.kind).id,
              is_named ? finding.array.c_str() : "-",
              !is_named        ? "-"
              : finding.shared ? "shared"
                               : "global");
}

// "~ uncoalesced read in 12 32 4"
void print_remarks() {
  constexpr const char* names[] = {"uncoalesced",    "bank-conflicts",  "divergence",
                                   "repeated-reads", "repeated-writes", "repeated-atomics"};
  std::vector<hippuzzle::LaunchCounts> launches;
  for (uint32_t i = 0; i < hip_cpu_checker.launch_count(); ++i)
    launches.push_back(hippuzzle::to_counts(*hip_cpu_checker.launch(i)));
  hippuzzle::explain(launches);
  for (const hippuzzle::Remark& r : hippuzzle::remarks(launches, {}))
    std::printf("~ %s %s %s %d %llu %llu\n", names[static_cast<size_t>(r.kind)],
                std::string(hippuzzle::word_of(r.access)).c_str(), r.array.c_str(), r.place.line,
                static_cast<unsigned long long>(r.count),
                static_cast<unsigned long long>(r.needed));
}

}  // namespace

int main(int argc, char** argv) {
  const std::string_view wanted = argc == 4 ? argv[3] : "";
  if (argc < 3 || argc > 4 ||
      (argc == 4 && wanted != "count" && wanted != "spaces" && wanted != "all" &&
       wanted != "reversed" && wanted != "remarks")) {
    std::fprintf(stderr,
                 "usage: run_case <module> <case> [count | remarks | spaces | all | reversed]\n");
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
  hip_cpu_checker.run_schedules(3, 1);
  if (wanted == "reversed") hip_cpu_checker.begin_with_schedule(1);
  if (wanted == "count" || wanted == "remarks") hip_cpu_checker.count(1, nullptr, 0);
  if (wanted == "all") hip_cpu_checker.run_in_parallel(0);
  reinterpret_cast<void (*)()>(run)();
  hip_cpu_checker.finish();

  hippuzzle::SourceLines lines;
  for (uint32_t i = 0; i < hip_cpu_checker.finding_count(); ++i) {
    const hip_cpu_finding& finding = *hip_cpu_checker.finding(i);
    if (wanted == "all")
      print_all(finding);
    else if (wanted == "spaces")
      print_spaces(hippuzzle::to_finding(finding));
    else
      print(hippuzzle::to_finding(finding), lines);
  }
  if (wanted.empty() || wanted == "count" || wanted == "reversed")
    print_refused(argv[1], argv[2], lines);
  for (uint32_t i = 0; wanted == "count" && i < hip_cpu_checker.launch_count(); ++i)
    print(*hip_cpu_checker.launch(i), lines);
  if (wanted == "remarks") print_remarks();
  if (wanted == "all")
    std::fprintf(stderr, "%llu in parallel\n",
                 static_cast<unsigned long long>(hip_cpu_checker.parallel_launch_count()));
}
