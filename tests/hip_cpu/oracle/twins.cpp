#include "tests/hip_cpu/oracle/twins.hpp"

#include <algorithm>
#include <fstream>
#include <string_view>

#include "tests/puzzles/source_tree.hpp"
#include "tests/support/hippuzzle_command.hpp"
#include "tests/support/temporary_directory.hpp"

namespace hippuzzle::testing {
namespace {

namespace fs = std::filesystem;

fs::path folder() { return source_tree() / "tests/hip_cpu/oracle/opencl"; }

// The twin's launch as oclgrind-kernel reads it: source, kernel, and the comment's lines.
std::string launch_of(const Subject& subject) {
  const fs::path source = folder() / (subject.group + ".cl");
  std::string launch = source.string() + "\n" + subject.kernel + "\n";
  std::ifstream in(source);
  bool is_its = false;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("// case ")) {
      is_its = line == "// case " + subject.kernel;
    } else if (is_its && line.starts_with("//   ")) {
      launch += line.substr(5) + "\n";
    }
  }
  return launch;
}

// How a report of Oclgrind's begins, and our rule for it.
struct Beginning {
  std::string_view words;
  const char* rule;
};
constexpr Beginning beginnings[] = {
    {"Read-write data race", "race"},
    {"Write-write data race", "race"},
    {"Invalid read of size", "out-of-bounds"},
    {"Invalid write of size", "out-of-bounds"},
    {"Index (", "out-of-bounds"},
    {"Invalid memory load - source pointer is not aligned", "misaligned"},
    {"Invalid memory store - source pointer is not aligned", "misaligned"},
    {"Uninitialized", "uninitialised"},
    {"Controlflow depends on uninitialized", "uninitialised"},
    {"Work-group divergence detected", "barrier-divergence"}};

// The report names the memory that an uninitialised value goes to, not its origin.
std::string space_of(const std::string& line, const std::string& rule) {
  if (rule == "uninitialised") return "";
  if (line.find("local memory") != std::string::npos) return "shared";
  return line.find("global memory") != std::string::npos ? "global" : "";
}

// Reports begin at a line's begin; the rest of a report is indented.
void read_report(const std::string& line, Compared& compared) {
  if (line.empty() || line.front() == ' ' || line.front() == '\t') return;
  const auto found = std::ranges::find_if(
      beginnings, [&](const Beginning& beginning) { return line.starts_with(beginning.words); });
  if (found == std::end(beginnings)) {
    compared.note = line;
    return;
  }
  compared.theirs.insert({found->rule, std::string(rule_named(found->rule)->category),
                          space_of(line, found->rule), ""});
}

}  // namespace

std::vector<Subject> twins() { return cases_in(folder()); }

Compared compare_twin(const Subject& subject, const fs::path& oclgrind_kernel) {
  Compared compared{subject, check_case(subject), {}, ""};
  const TemporaryDirectory scratch;
  const fs::path launch = scratch.path() / "twin.sim";
  std::ofstream(launch) << launch_of(subject);
  const CommandResult result = run({oclgrind_kernel.string(), "--data-races", "--uninitialized",
                                    "--uniform-writes", "--max-errors", "100000", launch.string()});
  for (const std::string& line : lines(result.out)) read_report(line, compared);
  for (const std::string& line : lines(result.err)) read_report(line, compared);
  if (!result.exited || result.code != 0) compared.note = "did not end: " + compared.note;
  return compared;
}

}  // namespace hippuzzle::testing
