// A program that was compiled to be checked: the checker starts before main, and when the program
// ends, by whatever way, what was found is reported and the program ends with 4.
//
// The report, which needs source lines, is made by hippuzzle in a process of its own; this library
// lies in its lib/hippuzzle. HIPPUZZLE_CHECK holds options, key=value with colons between:
//   blocks=64         look at so many blocks of a launch, spread over the grid
//   max_findings=20   report so many
//   max_steps=1000000 basic blocks that a thread may run through
//   format=json       text, json
//   log_path=FILE     instead of standard error
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
#include <map>
#include <mutex>
#include <string>

#include "findings_record.hpp"

namespace hippuzzle::program {
namespace {

constexpr int findings_exit = 4, usage_exit = 2, unsupported_exit = 77;

struct Options {
  std::map<std::string, std::string> of = {{"blocks", "0"},
                                           {"max_findings", "20"},
                                           {"max_steps", "0"},
                                           {"format", "text"},
                                           {"log_path", ""}};
};

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

[[noreturn]] void refuse(const std::string& sentence) {
  std::fprintf(stderr, "HIPPUZZLE_CHECK: %s\n", sentence.c_str());
  _exit(usage_exit);
}

void read_options(const char* text, Options& options) {
  for (std::string rest = text ? text : ""; !rest.empty();) {
    const size_t colon = rest.find(':');
    const std::string item = rest.substr(0, colon);
    rest = colon == std::string::npos ? "" : rest.substr(colon + 1);
    if (item.empty()) continue;
    const size_t equals = item.find('=');
    const auto option = options.of.find(item.substr(0, equals));
    if (option == options.of.end() || equals == std::string::npos)
      refuse("'" + item +
             "' is no option with a value; there are blocks=, max_findings=, max_steps=, "
             "format= and log_path=");
    option->second = item.substr(equals + 1);
  }
  const std::string& format = options.of["format"];
  if (format != "text" && format != "json")
    refuse("format is text or json, found '" + format + "'");
  for (const char* name : {"blocks", "max_findings", "max_steps"}) {
    const std::string& value = options.of[name];
    if (value.empty() || value.find_first_not_of("0123456789") != std::string::npos)
      refuse(std::string(name) + " is a whole number, found '" + value + "'");
  }
}

uint64_t number(const char* name) {
  return std::strtoull(state().options.of[name].c_str(), nullptr, 10);
}

const void* module_of(const void* address) {
  Dl_info info{};
  return dladdr(address, &info) == 0 ? nullptr : info.dli_fbase;
}

void name_allocation(void* begin, uint64_t bytes) {
  void* addresses[24];
  void** const end = addresses + backtrace(addresses, 24);
  // This library and HIP's functions are no callers.
  static const void* const ours = module_of(reinterpret_cast<const void*>(&module_of));
  static const void* const hip = module_of(reinterpret_cast<const void*>(&hip_cpu_checker));
  void** const first = std::find_if(addresses, end, [](void* address) {
    const void* const module = module_of(address);
    return module != ours && module != hip;
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

// Another process reads the record from memory that both have open.
bool report_by_hippuzzle(int record) {
  const std::string file = "/proc/self/fd/" + std::to_string(record), binary = hippuzzle_binary();
  const Options& options = state().options;
  const pid_t reporter = fork();
  if (reporter < 0) return false;
  if (reporter == 0) {
    // What the program has done to its signals and streams is none of the report's business.
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, nullptr);
    for (const int signal : {SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL}) ::signal(signal, SIG_DFL);
    execl(binary.c_str(), binary.c_str(), "cc", "--report", file.c_str(),
          options.of.at("format").c_str(), options.of.at("max_findings").c_str(),
          options.of.at("log_path").c_str(), nullptr);
    _exit(127);
  }
  int status = 0;
  if (waitpid(reporter, &status, 0) != reporter) return false;
  return WIFEXITED(status) && WEXITSTATUS(status) != 127;
}

// Whether there is something to report, which happens once.
bool report() {
  if (getpid() != state().process || state().reported) return false;
  state().reported = true;
  hip_cpu_listen_to_allocations(nullptr);
  hip_cpu_checker.finish();
  const uint32_t count = hip_cpu_checker.finding_count();
  if (count == 0) return false;
  std::fflush(stdout);
  const std::string text = findings_record(state().allocations);
  const int record = memfd_create("hippuzzle-findings", 0);
  const bool written =
      record >= 0 && write(record, text.data(), text.size()) == static_cast<ssize_t>(text.size());
  if (!written || !report_by_hippuzzle(record)) {
    std::fprintf(stderr, "hippuzzle: %u findings, and no hippuzzle at %s to tell them\n", count,
                 hippuzzle_binary().c_str());
  }
  return true;
}

void at_exit() {
  if (!report()) return;
  std::fflush(nullptr);
  _exit(findings_exit);
}

// A fault of the program itself; those of kernels are findings. It then ends by its signal.
void at_fault(int signal) {
  static_cast<void>(report());
  ::signal(signal, SIG_DFL);
  raise(signal);
}

struct Start {
  Start() {
    State& program = state();
    read_options(std::getenv("HIPPUZZLE_CHECK"), program.options);
    for (const int signal : {SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL}) {
      struct sigaction action {};
      action.sa_handler = at_fault;
      action.sa_flags = SA_ONSTACK | SA_RESETHAND;
      sigaction(signal, &action, nullptr);
    }
    if (hip_cpu_checker.start(number("max_steps")) == 0) {
      std::fputs(
          "hippuzzle: there is no address space for the checker's records; raise the limit "
          "on virtual memory\n",
          stderr);
      _exit(unsupported_exit);
    }
    if (const uint64_t most = number("blocks"); most != 0) {
      hip_cpu_block_sample sample{};
      sample.most = most;
      sample.runs_others = 1;
      hip_cpu_checker.sample_blocks(&sample);
    }
    void* warm[1];
    backtrace(warm, 1);  // loads what it needs, which must not happen in between
    hip_cpu_listen_to_allocations(name_allocation);
    std::atexit(at_exit);
  }
};

// Before the program's own objects are made, so that at its end this comes last.
Start start __attribute__((init_priority(101)));

}  // namespace
}  // namespace hippuzzle::program
