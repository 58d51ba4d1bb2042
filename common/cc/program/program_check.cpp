// A program that was compiled to be checked: the checker starts before main, and when the program
// ends, by whatever way, what was found is reported and the program ends with 4 where an error is
// among it.
//
// The report, which needs source lines, is made by hippuzzle in a process of its own; this library
// lies in its lib/hippuzzle.
#include <dlfcn.h>
#include <execinfo.h>
#include <hip_cpu/allocations.h>
#include <hip_cpu/check.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <mutex>
#include <string>
#include <vector>

#include "findings_record.hpp"
#include "program_options.hpp"

namespace hippuzzle::program {
namespace {

constexpr int findings_exit = 4, usage_exit = 2, unsupported_exit = 77;

struct State {
  Options options;
  pid_t process = getpid();  // children of the program report nothing
  bool reported = false;
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
  // This library, HIP's functions and the checker are no callers.
  static const void* const no_callers[] = {
      module_of(reinterpret_cast<const void*>(&module_of)),
      module_of(reinterpret_cast<const void*>(&hip_cpu_listen_to_allocations)),
      module_of(reinterpret_cast<const void*>(&hip_cpu_checker))};
  void** const first = std::find_if(addresses, end, [](void* address) {
    return std::ranges::find(no_callers, module_of(address)) == std::end(no_callers);
  });
  const std::lock_guard lock(state().mutex);
  state().allocations.emplace_back(first, end);
  const std::string name = "@" + std::to_string(state().allocations.size() - 1);
  const hip_cpu_array array = {begin, bytes, name.c_str(), 0};
  hip_cpu_checker.describe(&array);
}

// lib/hippuzzle/libhippuzzle_program_check.so has bin/hippuzzle beside it.
std::string hippuzzle_binary() {
  Dl_info info{};
  if (dladdr(reinterpret_cast<const void*>(&hippuzzle_binary), &info) == 0) return "";
  const std::string library = info.dli_fname;
  return library.substr(0, library.rfind('/')) + "/../../bin/hippuzzle";
}

// Has another process report what is in a record, which lies in memory that both have open. Its
// exit code; -1 where there is no such process.
int run_reporter(const std::string& record, int signal) {
  const std::string binary = hippuzzle_binary();
  std::vector<std::string> words = {binary, "cc", "--report", record,
                                    "signal=" + std::to_string(signal)};
  for (const auto& [name, value] : state().options.all()) words.push_back(name + "=" + value);
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  const pid_t reporter = fork();
  if (reporter < 0) return -1;
  if (reporter == 0) {
    // What the program has done to its signals and streams is none of the report's business.
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, nullptr);
    for (const int number : {SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGXCPU})
      ::signal(number, SIG_DFL);
    execv(binary.c_str(), arguments.data());
    _exit(127);
  }
  int status = 0;
  if (waitpid(reporter, &status, 0) != reporter || !WIFEXITED(status)) return -1;
  return WEXITSTATUS(status) == 127 ? -1 : WEXITSTATUS(status);
}

// Whether an error was found. What was found is reported once.
bool report(int signal) {
  if (getpid() != state().process || state().reported) return false;
  state().reported = true;
  hip_cpu_listen_to_allocations(nullptr);
  hip_cpu_checker.finish();
  const uint32_t count = hip_cpu_checker.finding_count();
  const Options& options = state().options;
  const bool says_what_is_unused =
      options.number("verbose") != 0 && !options.text("suppressions").empty();
  const bool counts = hip_cpu_checker.launch_count() != 0;
  if (count == 0 && !counts && !options.are_for_programs() && !says_what_is_unused) return false;
  std::fflush(stdout);
  const std::string text = findings_record(state().allocations);
  const int record = memfd_create("hippuzzle-findings", 0);
  const bool written =
      record >= 0 && write(record, text.data(), text.size()) == static_cast<ssize_t>(text.size());
  const int code = written ? run_reporter("/proc/self/fd/" + std::to_string(record), signal) : -1;
  if (code < 0) {
    std::fprintf(stderr, "hippuzzle: %u findings, and no hippuzzle at %s to tell them\n", count,
                 hippuzzle_binary().c_str());
  }
  return code == 0 ? false : count != 0;
}

void at_exit() {
  if (!report(0)) return;
  std::fflush(nullptr);
  _exit(findings_exit);
}

// A fault of the program itself; those of kernels are findings. It then ends by its signal.
void at_fault(int signal) {
  static_cast<void>(report(signal));
  ::signal(signal, SIG_DFL);
  raise(signal);
}

// What ends a program that takes too long: its findings are told as well. The signal may have come
// where memory is being allocated, and a report would wait for that; then it is left out.
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
    // A file that cannot be read is told of before the program has done its work.
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
    if (const uint64_t most = options.number("blocks"); most != 0) {
      hip_cpu_block_sample sample{};
      sample.most = most;
      sample.runs_others = 1;
      hip_cpu_checker.sample_blocks(&sample);
    }
    if (options.number("counts") != 0) hip_cpu_checker.count(HIP_CPU_COUNT_KERNELS, nullptr, 0);
    void* warm[1];
    backtrace(warm, 1);  // loads what it needs, which must not happen in between
    hip_cpu_listen_to_allocations(name_allocation);
    std::atexit(at_exit);
    std::at_quick_exit(at_exit);
  }
};

// Before the program's own objects are made, so that at its end this comes last.
Start start __attribute__((init_priority(101)));

}  // namespace
}  // namespace hippuzzle::program
