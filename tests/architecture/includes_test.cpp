// Rules for #include lines that the compiler does not check. Each rule lists its exceptions with a
// reason; an unused exception is a failure too.
#include <map>
#include <set>

#include "tests/architecture/source_files.hpp"

namespace hippuzzle::testing {
namespace includes_test {

namespace fs = std::filesystem;

struct Include {
  std::string file;
  size_t line;
  std::string spelled;  // "engine/judge/judge.hpp"
  bool quoted;          // else in angle brackets

  std::string where() const { return file + ":" + std::to_string(line) + ": " + spelled; }
};

std::vector<Include> all_includes() {
  std::vector<Include> includes;
  for (const std::string& file : source_files()) {
    size_t number = 0;
    for (const std::string& line : lines_of(file)) {
      ++number;
      if (!line.starts_with("#include ") || line.size() < 11) continue;
      const bool quoted = line[9] == '"';
      const size_t end = line.find(quoted ? '"' : '>', 10);
      if ((quoted || line[9] == '<') && end != line.npos)
        includes.push_back({file, number, line.substr(10, end - 10), quoted});
    }
  }
  return includes;
}

const std::vector<Include>& includes() {
  static const std::vector<Include> all = all_includes();
  return all;
}

using Reasons = std::map<std::string, std::string>;  // path or its beginning -> why it is excepted

// The exception that covers a file; nullptr when there is none.
const std::string* exception_for(const Reasons& reasons, const std::string& file) {
  for (const auto& [path, reason] : reasons) {
    if (file.starts_with(path)) return &path;
  }
  return nullptr;
}

void expect_all_needed(const Reasons& reasons, const std::set<std::string>& needed) {
  for (const auto& [path, reason] : reasons)
    EXPECT_TRUE(needed.contains(path)) << path << " needs no exception any more (" << reason << ")";
}

TEST(Includes, NoneGoesUpwards) {
  for (const Include& include : includes())
    EXPECT_EQ(include.spelled.find(".."), std::string::npos) << include.where();
}

TEST(Includes, HipIsSeenByKernelsAndWhatLaunchesThemAlone) {
  const Reasons allowed = {
      {"bench/", "measures the CPU platform itself"},
      {"common/amd_emulator/api/", "stands in for AMD's runtime"},
      {"common/device/", "the device runtimes"},
      {"common/hip_", "the platforms"},
      {"common/puzzle/", "what kernels include"},
      {"common/roofline/", "kernels that measure ceilings"},
      {"common/lessons/authoring/templates/", "kernels of new puzzles"},
      {"docs/examples/", "programs that pages show"},
      {"plugins/", "kernels"},
      {"tests/amd/", "kernels, compiled for their code objects"},
      {"tests/amd_emulator/checks/mistakes.hip", "kernels with known findings"},
      {"tests/hip_cc/", "programs that tests write"},
      {"tests/hip_cpu/check/", "kernels with known findings"},
      {"tests/codegen/", "kernels, compiled for their instructions"},
      {"tests/device/", "tests of what kernels include"},
      {"tests/hip_cpu/oracle/on_gpu/", "the golden suite's kernels on a GPU"},
      {"tests/hip_cpu/platform/", "tests of HIP for the CPU"},
      {"tests/support/device_array.hpp", "device memory for the two above"},
  };
  std::set<std::string> needed;
  for (const Include& include : includes()) {
    if (!include.spelled.starts_with("hip/")) continue;
    const std::string* exception = exception_for(allowed, include.file);
    EXPECT_NE(exception, nullptr) << include.where();
    if (exception != nullptr) needed.insert(*exception);
  }
  expect_all_needed(allowed, needed);
}

// The folder from which a module's sources see each other; "" for sources of components and tests.
std::string module_folder(const std::string& file) {
  for (const char* folder : {"bench/", "common/hip_cc/program/", "common/device/",
                             "common/roofline/", "common/lessons/authoring/templates/puzzle/",
                             "tests/hip_cc/programs/", "tests/trace/traced/"}) {
    if (file.starts_with(folder)) return folder;
  }
  for (const std::string puzzles : {"plugins/", "tests/workspace/curriculum/"}) {
    const size_t end = file.find('/', puzzles.size());
    if (file.starts_with(puzzles) && end != file.npos) return file.substr(0, end + 1);
  }
  return "";
}

bool is_spelled_from_a_view(const Include& include) {
  const std::string module = module_folder(include.file);
  if (!module.empty() && fs::exists(source_root / module / include.spelled)) return true;
  const std::string first = include.spelled.substr(0, include.spelled.find('/'));
  if (first == "cli" || first == "tests") return fs::exists(source_root / include.spelled);
  if (first != "hip_cpu") return fs::exists(source_root / "common" / include.spelled);
  const std::string rest = include.spelled.substr(first.size() + 1);
  return fs::exists(source_root / "common/hip_cpu/src" / rest) ||
         fs::exists(source_root / "common/hip_cpu/include" / include.spelled);
}

TEST(Includes, AQuotedOneIsSpelledFromAComponentsOrAModulesView) {
  const Reasons excepted = {
      {"cli/report/book/", "its pages' parts are a header that CMake writes"},
      {"cli/report/trace/page/trace_page.cpp", "its pages' text is a header that CMake writes"},
      {"cli/report/studio/studio_page.cpp", "its page's parts are a header that CMake writes"},
      {"cli/report/results/results_page.cpp", "its page's parts are a header that CMake writes"},
      {"tests/amd/lds_layout.cpp", "compiles gemm's own functions, with gemm's view"},
      {"tests/hip_cc/cc_command.hpp", "the includes of programs that it writes"},
      {"tests/codegen/", "compiles the ladder's rungs, with gemm's view"},
      {"bench/fit.cpp", "fits gemm's model of a device, with gemm's view"},
      {"tests/unit/gemm_way_test.cpp", "tries gemm's model of a device, with gemm's view"},
  };
  std::set<std::string> needed;
  for (const Include& include : includes()) {
    if (!include.quoted || is_spelled_from_a_view(include)) continue;
    const std::string* exception = exception_for(excepted, include.file);
    EXPECT_NE(exception, nullptr) << include.where();
    if (exception != nullptr) needed.insert(*exception);
  }
  expect_all_needed(excepted, needed);
}

// Detectors of the checker meet in these files only. The host's own accesses are judged with its
// copies, which keep what the host has done.
TEST(Includes, ADetectorKnowsNoOtherDetector) {
  const std::string folder = "common/hip_cpu/src/check/detectors/";
  const std::set<std::string> of_all = {"accesses", "checked_machine", "host_accesses"};
  size_t detectors = 0;
  for (const Include& include : includes()) {
    const std::string own = fs::path(include.file).stem();
    if (!include.file.starts_with(folder) || of_all.contains(own)) continue;
    const fs::path seen = include.spelled;
    if (seen.parent_path() != "hip_cpu/check/detectors") continue;
    ++detectors;
    EXPECT_EQ(seen.stem(), own) << include.where();
  }
  EXPECT_GT(detectors, 10u) << "no detectors were found";
}

// Standard output has one way out, cli/report/output.hpp; messages go to standard error.
TEST(Includes, StandardOutputIsSeenByReportsAlone) {
  const Reasons allowed = {
      {"cli/main.cpp", "opens it where the caller closed it"},
      {"cli/report/output.cpp", "the way out"},
      {"cli/report/batch/result_output.cpp", "a batch, complete at any moment"},
      {"cli/terminal/screen/", "it is defined there"},
  };
  std::set<std::string> needed;
  for (const Include& include : includes()) {
    if (include.spelled != "cli/terminal/screen/standard_output.hpp") continue;
    const std::string* exception = exception_for(allowed, include.file);
    EXPECT_NE(exception, nullptr) << include.where() << ": write through cli/report/output.hpp";
    if (exception != nullptr) needed.insert(*exception);
  }
  expect_all_needed(allowed, needed);
}

TEST(Includes, NothingInCliPrintsByItself) {
  const Reasons allowed = {
      {"cli/terminal/charts/chart_gnuplot.cpp", "a plot on the terminal, as --plot - asks for"},
      {"cli/terminal/screen/pager.cpp", "a lesson without a pager"},
      {"cli/terminal/screen/standard_output.cpp", "standard output itself"},
  };
  std::set<std::string> needed;
  for (const std::string& file : source_files()) {
    if (!file.starts_with("cli/")) continue;
    for (const std::string& line : lines_of(file)) {
      const bool prints =
          line.find("std::cout") != line.npos || line.find("std::printf") != line.npos ||
          line.find("std::puts") != line.npos || line.find(", stdout)") != line.npos ||
          (line.find("fmt::print(") != line.npos && line.find("fmt::print(stderr") == line.npos);
      if (!prints) continue;
      const std::string* exception = exception_for(allowed, file);
      EXPECT_NE(exception, nullptr) << file << ": " << line;
      if (exception != nullptr) needed.insert(*exception);
    }
  }
  expect_all_needed(allowed, needed);
}

}  // namespace includes_test
}  // namespace hippuzzle::testing
