// run_case <module> <case>[,<way>[,<lanes of a warp>[,<OS threads>]]]...: runs cases of the golden
// suite, each in a process of its own, and prints the results of each and how its process ended:
//
//   ended 0                  its exit code, or "killed" and the signal's number
//
// Without a way, or with `findings`, these are the findings, one a line: rule, array or -, and the
// source lines of its sides. `count` adds the counts of its launches: = and an instruction, or =
// and a quantity of each thread. With `spaces`, global, shared or - follows each array, and no
// line. `all` prints every detail of each finding, launches of any size on several OS threads, and
// how many ended there. With `reversed`, launches run with blocks and threads in reverse order
// first. `remarks` prints the savings that a right kernel could make.
//
// The debug information is read once, by the process that starts the others.
#include <dlfcn.h>
#include <hip_cpu/check.h>
#include <hip_cpu/config.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <ranges>
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

constexpr std::string_view ways[] = {"findings", "count", "spaces", "all", "reversed", "remarks"};

struct Request {
  std::string name, way = "findings";
  int lanes = 0, os_threads = 0;  // 0: as the environment has them
};

// Nothing when the text is not a request.
std::optional<Request> to_request(std::string_view text) {
  std::vector<std::string> parts;
  for (const auto part : std::views::split(text, ',')) parts.emplace_back(part.begin(), part.end());
  if (parts.empty() || parts.size() > 4) return std::nullopt;
  Request request{.name = parts[0]};
  if (parts.size() > 1) request.way = parts[1];
  if (parts.size() > 2) request.lanes = std::atoi(parts[2].c_str());
  if (parts.size() > 3) request.os_threads = std::atoi(parts[3].c_str());
  if (std::ranges::find(ways, request.way) == std::end(ways)) return std::nullopt;
  return request;
}

bool names_lines(const Request& request) {
  return request.way == "findings" || request.way == "count" || request.way == "reversed";
}

// The data of a module, read before any of its cases runs.
struct Module {
  // Reads its debug information where lines will be asked for.
  Module(const char* file, bool with_lines) : path(file) {
    if (!with_lines) return;
    refused = hippuzzle::refused_by_gpu_compilers(file);
    const hippuzzle::CodeAddress any{.module = file};
    lines.find({&any, 1});
  }

  std::string path;
  std::vector<hippuzzle::Finding> refused;  // by compilers of GPUs
  hippuzzle::SourceLines lines;
};

// The compilers' refusals of the case's kernel, which has the case's name.
void print_refused(std::string_view kernel, Module& module) {
  for (const hippuzzle::Finding& finding : module.refused)
    if (finding.kernel.substr(0, finding.kernel.find('<')) == kernel) print(finding, module.lines);
}

void print_findings(const Request& request, Module& module) {
  for (uint32_t i = 0; i < hip_cpu_checker.finding_count(); ++i) {
    const hip_cpu_finding& finding = *hip_cpu_checker.finding(i);
    if (request.way == "all")
      print_all(finding);
    else if (request.way == "spaces")
      print_spaces(hippuzzle::to_finding(finding));
    else
      print(hippuzzle::to_finding(finding), module.lines);
  }
}

// Returns the exit code.
int run(const Request& request, Module& module) {
  if ((request.lanes != 0 && hip_cpu_set_warp_size(request.lanes) == 0) ||
      (request.os_threads != 0 && hip_cpu_set_thread_count(request.os_threads) == 0)) {
    std::fprintf(stderr, "run_case: no warp or no pool of threads has that size\n");
    return 2;
  }
  if (hip_cpu_checker.start(1 << 19) == 0) {
    std::fprintf(stderr, "there is no address space for the checker's records\n");
    return 77;
  }
  void* const handle = dlopen(module.path.c_str(), RTLD_NOW | RTLD_LOCAL);
  void* const run = handle == nullptr ? nullptr : dlsym(handle, ("case_" + request.name).c_str());
  if (run == nullptr) {
    std::fprintf(stderr, "%s\n", dlerror());
    return 2;
  }
  const std::string& way = request.way;
  hip_cpu_checker.run_schedules(3, 1);
  if (way == "reversed") hip_cpu_checker.begin_with_schedule(1);
  if (way == "count" || way == "remarks") hip_cpu_checker.count(1, nullptr, 0);
  if (way == "all") hip_cpu_checker.run_in_parallel(0);
  reinterpret_cast<void (*)()>(run)();
  hip_cpu_checker.finish();

  print_findings(request, module);
  if (way == "findings" || way == "count" || way == "reversed") print_refused(request.name, module);
  for (uint32_t i = 0; way == "count" && i < hip_cpu_checker.launch_count(); ++i)
    print(*hip_cpu_checker.launch(i), module.lines);
  if (way == "remarks") print_remarks();
  if (way == "all")
    std::printf("%llu in parallel\n",
                static_cast<unsigned long long>(hip_cpu_checker.parallel_launch_count()));
  return 0;
}

// In a process of its own, which ends as a program does.
void run_apart(const Request& request, Module& module) {
  std::fflush(stdout);
  const pid_t child = fork();
  if (child == 0) std::exit(run(request, module));
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) != child) {
    std::perror("run_case");
    std::exit(2);
  }
  if (WIFSIGNALED(status))
    std::printf("killed %d\n", WTERMSIG(status));
  else
    std::printf("ended %d\n", WEXITSTATUS(status));
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<Request> requests;
  for (const char* text : std::span(argv, static_cast<size_t>(argc)).subspan(argc > 1 ? 2 : 1)) {
    const auto request = to_request(text);
    if (!request) break;
    requests.push_back(*request);
  }
  if (requests.empty() || requests.size() + 2 != static_cast<size_t>(argc)) {
    std::fprintf(stderr,
                 "usage: run_case <module> <case>[,findings | count | spaces | all | reversed | "
                 "remarks[,<lanes>[,<OS threads>]]]...\n");
    return 2;
  }
  Module module(argv[1], std::ranges::any_of(requests, names_lines));
  for (const Request& request : requests) run_apart(request, module);
}
