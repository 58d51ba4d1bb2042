// Time from start to exit of the tool itself, without the kernel.
//
//   startup <hippuzzle> [repetitions]
//
// Runs `hippuzzle p16 --naive` with --backend cpu and with --backend auto, judge and runner both
// counted. Floor: two exec()s of a dynamically linked C++ program, about 1 ms each.
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>

extern char** environ;

namespace {

// Wall time of one run in milliseconds. A run that does not pass ends the benchmark.
double run(const char* program, const char* backend) {
  posix_spawn_file_actions_t quiet;
  posix_spawn_file_actions_init(&quiet);
  posix_spawn_file_actions_addopen(&quiet, 1, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(&quiet, 2, "/dev/null", O_WRONLY, 0);
  const char* arguments[] = {program, "p16", "--naive", "--backend", backend, nullptr};

  const auto start = std::chrono::steady_clock::now();
  pid_t child = 0;
  int status = 0;
  const bool started = posix_spawn(&child, program, &quiet, nullptr,
                                   const_cast<char* const*>(arguments), environ) == 0;
  if (!started || waitpid(child, &status, 0) != child || status != 0) {
    std::fprintf(stderr, "startup: `%s p16 --naive --backend %s` did not pass\n", program, backend);
    std::exit(1);
  }
  const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - start;
  posix_spawn_file_actions_destroy(&quiet);
  return time.count();
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: startup <hippuzzle> [repetitions]\n");
    return 2;
  }
  const int repetitions = argc > 2 ? std::max(1, std::atoi(argv[2])) : 50;
  for (const char* backend : {"cpu", "auto"}) {
    std::vector<double> times;
    for (int i = 0; i < repetitions; ++i) times.push_back(run(argv[1], backend));
    std::sort(times.begin(), times.end());
    std::printf("hippuzzle p16 --naive --backend %-12s best %8.2f  median %8.2f  ms\n", backend,
                times.front(), times[times.size() / 2]);
  }
  return 0;
}
