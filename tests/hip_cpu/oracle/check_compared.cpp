// check_compared run <results> [--jobs N] [--only TEXT]
//   Runs all subjects, or the subjects whose name contains TEXT, under ours and compute-sanitizer,
//   several at a time, and appends a line of JSON for each to the file. Exits with 77 without an
//   NVIDIA GPU or compute-sanitizer, and with 1 when compute-sanitizer has a finding that ours
//   lacks, which may be a defect of ours.
// check_compared resume <results> …
//   Goes on where a run was ended.
// check_compared page <results>
//   tests/hip_cpu/oracle/check_compared.md, on standard output.
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "support/process/external_tool.hpp"
#include "tests/hip_cpu/oracle/table.hpp"
#include "tests/support/hippuzzle_command.hpp"

namespace hippuzzle::testing {
namespace {

std::string seen_on(const std::filesystem::path& sanitizer) {
  const nlohmann::json devices = parse_json(hippuzzle({"devices", "--json"}).out);
  std::string device = "an NVIDIA GPU";
  for (const auto& p : devices["platforms"]) {
    if (p["platform"] != "nvidia" || p["devices"].empty()) continue;
    device = p["devices"][0]["name"].get<std::string>() + " (" +
             p["devices"][0]["driver"].get<std::string>() + ")";
  }
  const std::string version = output_of(sanitizer, "--version");
  const size_t at = version.find("Version ");
  return "Seen on an " + device + " with compute-sanitizer " +
         (at == version.npos
              ? "of unknown version"
              : version.substr(at + 8, version.find_first_of(" \n(", at + 8) - at - 8)) +
         ".";
}

// Every jobs-th subject, from the first-th on, in a process of its own.
pid_t start_worker(const std::vector<Subject>& subjects, size_t first, size_t jobs,
                   const std::filesystem::path& sanitizer, const std::string& results) {
  const pid_t worker = fork();
  if (worker != 0) return worker;
  for (size_t i = first; i < subjects.size(); i += jobs) {
    append_result(results, to_json(compare(subjects[i], sanitizer)).dump());
    std::fprintf(stderr, "%s\n", subjects[i].name().c_str());
  }
  std::_Exit(0);
}

int run_all(const std::string& results, bool anew, size_t jobs, const std::string& only) {
  const std::string why_not = why_unusable("nvidia");
  const auto sanitizer = find_cuda_tool("compute-sanitizer");
  if (!why_not.empty() || !sanitizer) {
    std::printf("%s\n", why_not.empty() ? "compute-sanitizer was not found" : why_not.c_str());
    return 77;
  }
  std::vector<Subject> subjects = all_subjects();
  std::erase_if(subjects,
                [&](const Subject& s) { return s.name().find(only) == std::string::npos; });
  if (anew) std::filesystem::remove(results);
  for (const Compared& done : read_results(results, all_subjects()).compared) {
    std::erase_if(subjects, [&](const Subject& s) { return s.name() == done.subject.name(); });
  }
  append_result(results, nlohmann::json{{"seen_on", seen_on(*sanitizer)}}.dump());
  for (size_t i = 0; i < jobs; ++i) start_worker(subjects, i, jobs, *sanitizer, results);
  bool all_well = true;
  for (int status = 0; wait(&status) > 0;) all_well = all_well && status == 0;
  size_t more = 0;
  const std::vector<Compared> compared = read_results(results, all_subjects()).compared;
  for (const Compared& c : compared) {
    if (!theirs_is_more(compute_sanitizer_tool, c)) continue;
    ++more;
    std::printf("compute-sanitizer sees more in %s\n", c.subject.name().c_str());
  }
  std::printf("%zu kernels compared, in %zu compute-sanitizer sees more\n", compared.size(), more);
  return all_well && more == 0 ? 0 : 1;
}

int usage() {
  std::fprintf(stderr,
               "usage: check_compared run|resume <results> [--jobs N] [--only TEXT]\n"
               "       check_compared page <results>\n");
  return 2;
}

int main_of(const std::vector<std::string>& words) {
  if (words.size() == 2 && words[0] == "page") {
    const Results results = read_results(words[1], all_subjects());
    std::printf("%s", page_of(compute_sanitizer_tool, all_subjects(), results).c_str());
    return 0;
  }
  if (words.size() < 2 || words.size() % 2 != 0) return usage();
  if (words[0] != "run" && words[0] != "resume") return usage();
  size_t jobs = 4;
  std::string only;
  for (size_t i = 2; i < words.size(); i += 2) {
    if (words[i] == "--jobs") {
      jobs = std::max(1, std::atoi(words[i + 1].c_str()));
    } else if (words[i] == "--only") {
      only = words[i + 1];
    } else {
      return usage();
    }
  }
  return run_all(words[1], words[0] == "run", jobs, only);
}

}  // namespace
}  // namespace hippuzzle::testing

int main(int argc, char** argv) { return hippuzzle::testing::main_of({argv + 1, argv + argc}); }
