// A kernel in OpenCL C, which needs no headers, compiled by clang for one of AMD's targets.
#pragma once

#include <fstream>
#include <string>
#include <vector>

#include "tests/support/command.hpp"
#include "tests/support/temporary_directory.hpp"
#include "tests/support/whole_file.hpp"

namespace hippuzzle::amd {

struct CompiledKernel {
  std::string elf;
  std::string why_not;  // the compiler's message; "" when it succeeded
};

inline CompiledKernel compiled(const std::string& source, const std::string& target,
                               const std::vector<std::string>& options) {
  const hippuzzle::testing::TemporaryDirectory folder;
  const auto kernel = folder.path() / "k.cl", object = folder.path() / "k.co";
  std::ofstream(kernel) << source;
  std::vector<std::string> words = {
      CLANG,       "--ld-path=" LINKER, "-target", "amdgcn-amd-amdhsa", "-mcpu=" + target,
      "-nogpulib", "-cl-std=CL2.0",     "-O2"};
  words.insert(words.end(), options.begin(), options.end());
  words.insert(words.end(), {"-x", "cl", kernel.string(), "-o", object.string()});
  const auto run = hippuzzle::testing::run(words);
  if (run.code != 0) return {"", run.err};
  return {hippuzzle::testing::contents(object), ""};
}

}  // namespace hippuzzle::amd
