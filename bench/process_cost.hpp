// Work in a process of its own, without output, and its cost.
#pragma once

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

using Clock = std::chrono::steady_clock;

inline double seconds_since(Clock::time_point began) {
  return std::chrono::duration<double>(Clock::now() - began).count();
}

inline double processor_seconds(const rusage& used) {
  double seconds = 0;
  for (const timeval& time : {used.ru_utime, used.ru_stime}) {
    seconds += static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
  }
  return seconds;
}

inline double median(std::vector<double> values) {
  std::ranges::sort(values);
  return values[values.size() / 2];
}

struct Cost {
  double seconds = 0, processor_seconds = 0, mebibytes = 0;  // of all that it started
  int status = 0;                                            // as waitpid() has it

  bool ended_with(int code) const { return WIFEXITED(status) && WEXITSTATUS(status) == code; }
};

// The process's largest resident size is its own.
inline Cost cost_of(const std::function<int()>& work) {
  const auto began = Clock::now();
  std::fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    const int quiet = open("/dev/null", O_WRONLY);
    dup2(quiet, STDOUT_FILENO);
    dup2(quiet, STDERR_FILENO);
    _exit(work());
  }
  Cost cost;
  rusage used = {};
  wait4(child, &cost.status, 0, &used);
  cost.seconds = seconds_since(began);
  cost.processor_seconds = processor_seconds(used);
  cost.mebibytes = static_cast<double>(used.ru_maxrss) / 1024;
  return cost;
}

// A program that is found as a shell would find it, in that folder.
inline Cost cost_of(std::vector<std::string> command, const std::filesystem::path& folder = ".") {
  return cost_of([&] {
    std::vector<char*> words;
    for (std::string& word : command) words.push_back(word.data());
    words.push_back(nullptr);
    if (chdir(folder.c_str()) == 0) execvp(words[0], words.data());
    return 127;
  });
}
