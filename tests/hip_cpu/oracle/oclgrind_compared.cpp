// oclgrind_compared run <results>
//   Runs each kernel of the golden suite that has a twin in OpenCL under ours, and the twin under
//   Oclgrind, and writes a line of JSON for each to the file. Exits with 77 where Oclgrind is not
//   installed, and with 1 when it has a finding that ours lacks, or a twin belongs to no kernel or
//   does not run.
// oclgrind_compared page <results>
//   tests/hip_cpu/oracle/check_oclgrind.md, on standard output.
#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

#include "support/process/external_tool.hpp"
#include "tests/hip_cpu/oracle/table.hpp"
#include "tests/hip_cpu/oracle/twins.hpp"

namespace hippuzzle::testing {
namespace {

// "Oclgrind 21.10"
std::string version_of(const std::filesystem::path& program) {
  const std::string said = output_of(program, "--version");
  const size_t begin = said.find_first_not_of(" \n");
  return begin == std::string::npos ? "Oclgrind"
                                    : said.substr(begin, said.find('\n', begin) - begin);
}

int run_all(const std::string& results) {
  const auto program = find_program("oclgrind-kernel");
  if (!program) {
    std::printf("Oclgrind is not installed (Debian's package oclgrind)\n");
    return 77;
  }
  std::filesystem::remove(results);
  append_result(results,
                nlohmann::json{{"seen_on", "Seen with " + version_of(*program) + "."}}.dump());
  const std::vector<Subject> kernels = golden_cases();
  size_t count = 0, bad = 0;
  const auto complain = [&](const Subject& twin, const std::string& what) {
    ++bad;
    std::printf("%s: %s\n", twin.name().c_str(), what.c_str());
  };
  for (const Subject& twin : twins()) {
    ++count;
    const auto is_it = [&](const Subject& kernel) { return kernel.name() == twin.name(); };
    if (std::ranges::none_of(kernels, is_it)) {
      complain(twin, "the golden suite has no such kernel");
      continue;
    }
    const Compared compared = compare_twin(twin, *program);
    append_result(results, to_json(compared).dump());
    if (!compared.note.empty()) complain(twin, "Oclgrind said '" + compared.note + "'");
    if (theirs_is_more(oclgrind_tool, compared)) complain(twin, "Oclgrind sees more");
  }
  std::printf("%zu kernels compared\n", count);
  return count > 0 && bad == 0 ? 0 : 1;
}

}  // namespace
}  // namespace hippuzzle::testing

int main(int argc, char** argv) {
  using namespace hippuzzle::testing;
  const std::vector<std::string> words(argv + 1, argv + argc);
  if (words.size() == 2 && words[0] == "run") return run_all(words[1]);
  if (words.size() == 2 && words[0] == "page") {
    std::printf("%s", page_of(oclgrind_tool, twins(), read_results(words[1], twins())).c_str());
    return 0;
  }
  std::fprintf(stderr, "usage: oclgrind_compared run|page <results>\n");
  return 2;
}
