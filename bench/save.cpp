// The time that a learner waits after a save.
//
//   save <hippuzzle> <p16's folder> [repetitions]
//
// Measures the time from a saved file to the verdict of `hippuzzle p16 --naive` in a workspace, the
// check included, and the compiler's own time for that file with the same options, alternately in
// one run. The files are a stub with the naive kernel filled in, the untouched stub, which fails,
// and the solution of all variants. Floor: two compilations of the file at the same time, one of
// them with checks.
#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "process_cost.hpp"
#include "support/files/temporary_folder.hpp"
#include "support/files/text_file.hpp"
#include "toolchain/toolchain.hpp"

namespace {

using namespace hippuzzle;
namespace fs = std::filesystem;
using Words = std::vector<std::string>;

// Wall-clock seconds of a program that must end with that status.
double seconds_of(const fs::path& folder, const Words& words, int expected) {
  const Cost cost = cost_of(words, folder);
  if (!cost.ended_with(expected)) {
    throw std::runtime_error(fmt::format("{} did not end with status {}", words[0], expected));
  }
  return cost.seconds;
}

// The text of a kernel, from its name to the line that closes it.
std::string kernel_in(const std::string& text, const std::string& name) {
  const size_t begin = text.find("void " + name + "(");
  const size_t end = text.find("\n}\n", begin);
  if (begin == text.npos || end == text.npos) throw std::runtime_error("there is no " + name);
  return text.substr(begin, end + 3 - begin);
}

std::string with_naive(std::string stub, const std::string& solution) {
  const std::string empty = kernel_in(stub, "naive_matmul");
  return stub.replace(stub.find(empty), empty.size(), kernel_in(solution, "naive_matmul"));
}

class Saves {
 public:
  Saves(const fs::path& hippuzzle, fs::path puzzle, int repetitions)
      : hippuzzle_(hippuzzle), puzzle_(std::move(puzzle)), repetitions_(repetitions) {
    setenv("XDG_CACHE_HOME", (folder_.path() / "cache").c_str(), 1);
    seconds_of(folder_.path(), {hippuzzle_, "init", workspace()}, 0);
    seconds_of(workspace(), {hippuzzle_, "start", "p16"}, 0);
  }

  void measure(const char* what, const std::string& text, int expected) {
    std::vector<double> saves, compilers;
    for (int i = 0; i < repetitions_; ++i) {
      replace_file(kernels(), fmt::format("{}// save {} of {}\n", text, ++saved_, what));
      const double save =
          seconds_of(workspace(), {hippuzzle_, "p16", "--naive", "--backend", "cpu"}, expected);
      const double compiler = seconds_of(workspace(), compiler_alone(), 0);
      if (saved_ == 1) {
        fmt::print("{:<36} {:6.2f} s, g++ {:.2f} s: {:.2f} times\n", "the first save of all", save,
                   compiler, save / compiler);
        continue;
      }
      saves.push_back(save);
      compilers.push_back(compiler);
    }
    fmt::print("{:<36} {:6.2f} s, g++ {:.2f} s: {:.2f} times (medians of {})\n", what,
               median(saves), median(compilers), median(saves) / median(compilers), saves.size());
    std::fflush(stdout);
  }

 private:
  fs::path workspace() const { return folder_.path() / "workspace"; }
  fs::path kernels() const { return workspace() / puzzle_.filename() / "kernel.hip"; }

  Words compiler_alone() const {
    const Toolchain toolchain = Toolchain::read(hippuzzle_.parent_path().parent_path(), "cpu");
    Words words = toolchain.compile;
    words.push_back(fmt::format("-DHIPPUZZLE_KERNELS=\"{}\"", kernels().string()));
    words.push_back("-I" + puzzle_.string());
    for (const std::string& folder : toolchain.include) words.push_back("-I" + folder);
    for (const std::string& word : {std::string("-c"), (puzzle_ / "bindings.hip").string(),
                                    std::string("-o"), (folder_.path() / "alone.o").string()}) {
      words.push_back(word);
    }
    return words;
  }

  fs::path hippuzzle_, puzzle_;
  int repetitions_;
  int saved_ = 0;
  TemporaryFolder folder_{"hippuzzle-bench-"};
};

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fprintf(stderr, "usage: save <hippuzzle> <p16's folder> [repetitions]\n");
    return 2;
  }
  try {
    const fs::path puzzle = fs::absolute(argv[2]);
    const std::string stub = read_file(puzzle / "kernel.hip").value();
    const std::string solution = read_file(puzzle / "solution.hip").value();
    Saves saves(fs::absolute(argv[1]), puzzle, argc > 3 ? std::max(2, std::atoi(argv[3])) : 7);
    saves.measure("saved with --naive right", with_naive(stub, solution), 0);
    saves.measure("saved with --naive still the stub", stub, 1);
    saves.measure("saved with all variants right", solution, 0);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "save: %s\n", error.what());
    return 1;
  }
  return 0;
}
