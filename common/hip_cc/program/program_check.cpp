// A program that was compiled to be checked: the checker starts before main. When the program ends,
// in whatever way, the findings are reported, and the program ends with 4 if one of them is an
// error.
//
// The report, which needs source lines, is made by hippuzzle in a process of its own; this library
// lies in its lib/hippuzzle.
#include <dlfcn.h>
#include <execinfo.h>
#include <hip_cpu/allocations.h>
#include <hip_cpu/check.h>
#include <hip_cpu/check_programs.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "findings_record.hpp"
#include "hippuzzle_process.hpp"
#include "program_options.hpp"
#include "traced_launch.hpp"

namespace hippuzzle::program {
namespace {

constexpr int findings_exit = 4, usage_exit = 2, unsupported_exit = 77;

struct State {
  Options options;
  pid_t process = getpid();  // children of the program report nothing
  bool reported = false;
  std::unique_ptr<ProgramTrace> trace;  // null where none is asked for
  std::mutex mutex;
  std::vector<Allocation> allocations;
};

// Never destroyed: the program's own destructors may still allocate.
State& state() {
  static auto* state = new State;
  return *state;
}

const void* module_of(const void* address) {
  Dl_info info{};
  return dladdr(address, &info) == 0 ? nullptr : info.dli_fbase;
}

void name_allocation(void* begin, uint64_t bytes) {
  void* addresses[24];
  void** const end = addresses + backtrace(addresses, 24);
  // Callers are looked for outside of this library, HIP's functions and the checker.
  static const void* const no_callers[] = {
      module_of(reinterpret_cast<const void*>(&module_of)),
      module_of(reinterpret_cast<const void*>(&hip_cpu_listen_to_allocations)),
      module_of(reinterpret_cast<const void*>(&hip_cpu_checker))};
  void** const first = std::find_if(addresses, end, [](void* address) {
    return std::ranges::find(no_callers, module_of(address)) == std::end(no_callers);
  });
  std::string name = "@";
  {
    const std::lock_guard lock(state().mutex);
    name += std::to_string(state().allocations.size());
    state().allocations.emplace_back(first, end);
  }
  const hip_cpu_array array = {begin, bytes, name.c_str(), 0};
  hip_cpu_checker.describe(&array);
}

// Has another process report what is in a record. Its exit code; -1 where there is no such process.
int run_reporter(const std::string& record, int signal) {
  std::vector<std::string> words = {"--report", record, "signal=" + std::to_string(signal)};
  for (const auto& [name, value] : state().options.all()) words.push_back(name + "=" + value);
  return run_hippuzzle(words);
}

bool blocks_were_left_out() {
  uint64_t looked_at = 0, in_all = 0;
  hip_cpu_checker.sampled_blocks(&looked_at, &in_all);
  return looked_at < in_all;
}

// A program without findings says so, because otherwise it would look like a program that was not
// checked.
void say_clean() {
  const auto launches = static_cast<unsigned long long>(hip_cpu_checker.begun_launch_count());
  if (launches == 0 || !state().options.text("log_path").empty()) return;
  std::fflush(stdout);
  std::fprintf(stderr, "hippuzzle: no findings in %llu kernel launch%s\n", launches,
               launches == 1 ? "" : "es");
}

// The exit code for the findings, 0 for the program's own. The findings are reported once.
int report(int signal) {
  if (getpid() != state().process || state().reported) return 0;
  state().reported = true;
  hip_cpu_listen_to_allocations(nullptr);
  hip_cpu_checker.finish();
  const uint32_t count = hip_cpu_checker.finding_count();
  const Options& options = state().options;
  const bool says_what_is_unused =
      options.number("verbose") != 0 && !options.text("suppressions").empty();
  const bool counts = hip_cpu_checker.launch_count() != 0;
  if (count == 0 && !counts && !blocks_were_left_out() && !state().trace &&
      !options.are_for_programs() && !says_what_is_unused && options.number("leaks") == 0) {
    if (signal == 0) say_clean();
    return 0;
  }
  std::fflush(stdout);
  const SharedText record(findings_record(state().allocations, options.number("leaks") != 0,
                                          state().trace ? state().trace->record() : ""));
  const int code = record.is_whole() ? run_reporter(record.path(), signal) : -1;
  if (code < 0) {
    std::fprintf(stderr, "hippuzzle: %u findings, and no hippuzzle at %s to tell them\n", count,
                 hippuzzle_binary().c_str());
  }
  if (code == 0 || code == usage_exit || code == unsupported_exit) return code;
  return count == 0 ? 0 : findings_exit;
}

void at_exit() {
  const int code = report(0);
  if (code == 0) return;
  std::fflush(nullptr);
  _exit(code);
}

// A fault of the program itself; faults of kernels are findings. It then ends by its signal.
void at_fault(int signal) {
  static_cast<void>(report(signal));
  ::signal(signal, SIG_DFL);
  raise(signal);
}

// Ends a program that takes too long, its findings reported as well. The signal may have come where
// memory is being allocated, and a report would wait for that; then it is left out.
void at_ending(int signal) {
  ::signal(SIGALRM, SIG_DFL);
  alarm(10);
  at_fault(signal);
}

void handle(int signal, void (*handler)(int)) {
  struct sigaction action {};
  action.sa_handler = handler;
  action.sa_flags = SA_ONSTACK | static_cast<int>(SA_RESETHAND);
  sigaction(signal, &action, nullptr);
}

bool is_ignored(int signal) {
  struct sigaction action {};
  return sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
}

struct Start {
  Start() {
    const Options& options = state().options;
    // Reports a file that cannot be read before the program has done its work.
    if (!options.text("suppressions").empty() && run_reporter("", 0) == usage_exit)
      _exit(usage_exit);
    for (const int signal : {SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL}) handle(signal, at_fault);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGXCPU})
      if (!is_ignored(signal)) handle(signal, at_ending);
    if (hip_cpu_checker.start(options.number("max_steps")) == 0) {
      std::fputs(
          "hippuzzle: there is no address space for the checker's records; raise the limit "
          "on virtual memory\n",
          stderr);
      _exit(unsupported_exit);
    }
    hip_cpu_check_variables();
    hip_cpu_checker.run_schedules(static_cast<uint32_t>(options.number("schedules")),
                                  options.number("seed"));
    if (const uint64_t most = options.number("blocks"); most != 0) {
      hip_cpu_block_sample sample{};
      sample.most = most;
      sample.runs_others = 1;
      hip_cpu_checker.sample_blocks(&sample);
    }
    if (options.number("counts") != 0) hip_cpu_checker.count(HIP_CPU_COUNT_KERNELS, nullptr, 0);
    if (!options.text("trace").empty()) state().trace = std::make_unique<ProgramTrace>(options);
    void* warm[1];
    backtrace(warm, 1);  // loads its library, which must not happen during a check
    hip_cpu_listen_to_allocations(name_allocation);
    std::atexit(at_exit);
    std::at_quick_exit(at_exit);
  }
};

// Constructed before the program's own objects, so that at its end this comes last.
Start start __attribute__((init_priority(101)));

}  // namespace
}  // namespace hippuzzle::program
