// counts_compared run <results> [--only TEXT]
//   Compares the counts of `--counts` with the counters of an NVIDIA GPU, for the solutions'
//   examples and the golden suite's counted cases, compiled as usual and without optimisation.
//   Writes a line of JSON for each to the file. Exits with 77 without an NVIDIA GPU or ncu, and
//   with 1 when neither build has our count and the reason is not known.
// counts_compared page <results>
//   tests/hip_cpu/oracle/check_counted.md, on standard output.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <fstream>
#include <map>
#include <regex>
#include <sstream>

#include "engine/performance/profile/ncu_report.hpp"
#include "engine/performance/profile/profiled_launch.hpp"
#include "support/files/temporary_folder.hpp"
#include "support/files/text_file.hpp"
#include "support/process/external_tool.hpp"
#include "tests/puzzles/source_tree.hpp"
#include "tests/support/json.hpp"

namespace hippuzzle::testing {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

// The quantities, each as two figures: requests and sectors of global memory, wavefronts and bank
// conflicts of shared memory.
enum Kind { global_reads, global_writes, global_atomics, shared_reads, shared_writes, kinds };
using Figures = std::array<std::array<double, 2>, kinds>;

constexpr const char* titles[kinds] = {"global reads", "global writes", "global atomics",
                                       "shared reads", "shared writes"};

#define GLOBAL(what, op) "l1tex__t_" what "_pipe_lsu_mem_global_op_" op ".sum"
#define SHARED(what, op) "l1tex__data_" what "_mem_shared_op_" op ".sum"
struct Metric {
  const char* name;
  Kind kind;
  int figure;
};
constexpr Metric metrics[] = {
    {GLOBAL("requests", "ld"), global_reads, 0},
    {GLOBAL("sectors", "ld"), global_reads, 1},
    {GLOBAL("requests", "st"), global_writes, 0},
    {GLOBAL("sectors", "st"), global_writes, 1},
    {GLOBAL("requests", "red"), global_atomics, 0},
    {GLOBAL("sectors", "red"), global_atomics, 1},
    {GLOBAL("requests", "atom"), global_atomics, 0},
    {GLOBAL("sectors", "atom"), global_atomics, 1},
    {SHARED("pipe_lsu_wavefronts", "ld"), shared_reads, 0},
    {SHARED("bank_conflicts_pipe_lsu", "ld"), shared_reads, 1},
    {SHARED("pipe_lsu_wavefronts", "st"), shared_writes, 0},
    {SHARED("bank_conflicts_pipe_lsu", "st"), shared_writes, 1},
};

struct Subject {
  std::string group, kernel;
  bool golden;
  std::string name() const { return group + (kernel.empty() ? "" : " " + kernel); }
};

struct Counted {
  Subject subject;
  Figures ours{};
  std::map<std::string, Figures> theirs;  // "optimised", "plain"
};

std::vector<Subject> all_subjects() {
  std::vector<Subject> all;
  const json list = parse_json(hippuzzle({"list", "--json"}).out);
  for (const json& puzzle : list["puzzles"]) {
    const std::string id = puzzle["id"];
    if (id == "gemm") continue;  // its rungs have smaller tiles on the CPU platform
    if (puzzle["variants"].empty()) all.push_back({id, "", false});
    for (const json& variant : puzzle["variants"]) all.push_back({id, variant, false});
  }
  static const std::regex begin(R"(^// case (\w+)$)");
  std::ifstream in(source_tree() / "tests/hip_cpu/check/kernels/counts.hip");
  std::smatch match;
  for (std::string line; std::getline(in, line);) {
    if (std::regex_search(line, match, begin)) all.push_back({"counts", match[1], true});
  }
  return all;
}

void add(Figures& figures, const std::string& access, bool shared, double first, double second) {
  const Kind kind = access == "atomic" ? global_atomics
                    : access == "read" ? (shared ? shared_reads : global_reads)
                                       : (shared ? shared_writes : global_writes);
  if (access == "atomic" && shared) return;  // in shared memory they are loops, or one instruction
  figures[kind][0] += first;
  figures[kind][1] += second;
}

// launches: how many the example has.
Figures ours_of_puzzle(const Subject& subject, int& launches) {
  std::vector<std::string> arguments = {"check", subject.group, "--counts", "--json"};
  if (!subject.kernel.empty()) arguments.push_back("--" + subject.kernel);
  Figures figures{};
  launches = 0;
  for (const json& variant : JsonReport(hippuzzle(arguments)).variants) {
    for (const json& launch : variant["counts"]) {
      ++launches;
      for (const json& i : launch["instructions"]) {
        const bool shared = i["space"] == "shared";
        add(figures, i["access"], shared, i[shared ? "wavefronts" : "requests"],
            i[shared ? "bank_conflicts" : "sectors"]);
      }
    }
  }
  return figures;
}

// "= read s 12 accesses 32 bytes 8 requests 1 wavefronts 4 conflicts 2"
Figures ours_of_case(const Subject& subject) {
  const fs::path folder = build_tree() / "tests" / "hip_cpu" / "check";
  const CommandResult result =
      run({folder / "run_case", folder / (subject.group + ".so"), subject.kernel + ",count,32"});
  Figures figures{};
  for (const std::string& line : lines(result.out)) {
    std::istringstream words(line);
    std::string sign, access, array, word;
    int number = 0;
    if (!(words >> sign >> access >> array >> number) || sign != "=") continue;
    std::map<std::string, double> of;
    for (double value = 0; words >> word >> value;) of[word] = value;
    const bool shared = of.contains("wavefronts");
    add(figures, access, shared, shared ? of["wavefronts"] : of["requests"],
        shared ? of["conflicts"] : of["sectors"]);
  }
  return figures;
}

// ncu's counts of the program's first launches; 0: of all.
std::vector<ProfiledKernel> count(const fs::path& ncu, const std::vector<std::string>& program,
                                  int launches) {
  const TemporaryFolder folder("hippuzzle-report-");
  const std::string report = folder.path() / "report.csv";
  std::vector<std::string> names;
  for (const Metric& m : metrics) names.emplace_back(m.name);
  std::vector<std::string> words = {
      ncu.string(),      "--csv", "--print-units",      "base",
      "--log-file",      report,  "--target-processes", "application-only",
      "--clock-control", "none",  "--metrics",          fmt::format("{}", fmt::join(names, ","))};
  if (launches > 0) {
    words.insert(words.end(), {"--launch-count", std::to_string(launches), "--kill", "yes"});
  }
  words.insert(words.end(), program.begin(), program.end());
  run(words, {}, std::chrono::seconds(120));
  return kernels_of_ncu(read_file(report).value_or(""));
}

void add_kernel(Figures& figures, const ProfiledKernel& kernel) {
  for (const Metric& m : metrics) figures[m.kind][m.figure] += kernel.counts.at(m.name);
}

// Both builds: as shipped, and without optimisation.
constexpr const char* builds[] = {"optimised", "plain"};

Counted compare_puzzle(const Subject& subject, const fs::path& ncu) {
  Counted counted{subject, {}, {}};
  int launches = 0;
  counted.ours = ours_of_puzzle(subject, launches);
  for (const std::string build : builds) {
    const fs::path root =
        build == "plain" ? build_tree() / "tests/hip_cpu/oracle/plain" : shipped();
    std::vector<std::string> program = {binary(),       subject.group,   "--backend", "nvidia",
                                        "--in-process", "--plugin-path", root};
    if (!subject.kernel.empty()) program.push_back("--" + subject.kernel);
    for (const ProfiledKernel& kernel : count(ncu, program, launches)) {
      add_kernel(counted.theirs[build], kernel);
    }
  }
  return counted;
}

// All at once, for ncu takes its time to start. A case's kernel bears its name.
std::vector<Counted> compare_cases(const std::vector<Subject>& subjects, const fs::path& ncu) {
  std::vector<Counted> all;
  for (const Subject& subject : subjects) all.push_back({subject, ours_of_case(subject), {}});
  const fs::path here = build_tree() / "tests" / "hip_cpu" / "oracle";
  for (const std::string build : builds) {
    const fs::path folder = build == "plain" ? here / "plain" : here;
    std::vector<std::string> program = {here / "run_case_on_gpu", folder / "counts.so"};
    for (const Subject& subject : subjects) program.push_back(subject.kernel);
    for (const ProfiledKernel& kernel : count(ncu, program, 0)) {
      const std::string name = kernel.name.substr(0, kernel.name.find('('));
      const auto found =
          std::ranges::find_if(all, [&](const Counted& c) { return c.subject.kernel == name; });
      if (found != all.end()) add_kernel(found->theirs[build], kernel);
    }
  }
  return all;
}

json to_json(const Counted& c) {
  return {{"group", c.subject.group},
          {"kernel", c.subject.kernel},
          {"golden", c.subject.golden},
          {"ours", c.ours},
          {"theirs", c.theirs}};
}

Counted from_json(const json& j) {
  return {{j.at("group"), j.at("kernel"), j.at("golden")},
          j.at("ours").get<Figures>(),
          j.at("theirs").get<std::map<std::string, Figures>>()};
}

// Counts that differ from the source in both builds, and the reason.
struct Known {
  const char* name;
  Kind kind;
  const char* reason;
};
constexpr Known known[] = {
    {"p16 idiomatic-tiled", shared_writes, "asynchronous copies are not counted as stores"},
    {"p16 thread-layouts", shared_writes, "asynchronous copies are not counted as stores"},
    {"layouts intro", global_reads, "printf reads and writes memory of its own"},
    {"layouts intro", global_writes, "printf reads and writes memory of its own"},
    {"layouts intro", global_atomics, "printf reads and writes memory of its own"},
    {"counts atomics", shared_reads, "adding floats is a loop of reads and compare-and-swaps"},
    {"counts structs_that_functions_return", global_reads,
     "what was just written stays in registers, or is copied word by word"},
    {"counts structs_that_functions_return", global_writes,
     "of two writes to a place the last is left, or structs are copied word by word"}};

// The first kind of access whose figures neither build has; `kinds` for none.
int unexplained(const Counted& c) {
  for (int kind = 0; kind < kinds; ++kind) {
    const auto has_ours = [&](const auto& build) { return build.second[kind] == c.ours[kind]; };
    const auto is_it = [&](const Known& k) { return k.kind == kind && k.name == c.subject.name(); };
    if (!std::ranges::any_of(c.theirs, has_ours) && !std::ranges::any_of(known, is_it)) return kind;
  }
  return kinds;
}

// "12/48", and the others' where they are not the same.
std::string cell(const Counted& c, int kind) {
  const auto text = [&](const Figures& f) {
    return f[kind][0] == 0 && f[kind][1] == 0 ? "–" : fmt::format("{}/{}", f[kind][0], f[kind][1]);
  };
  std::string all = text(c.ours);
  for (const auto& [build, figures] : c.theirs) {
    if (figures[kind] != c.ours[kind]) all += fmt::format("; {} {}", build, text(figures));
  }
  return all;
}

void print_page(const std::vector<Counted>& all, const std::string& seen_on) {
  std::printf(
      "# What --counts works out, and what a GPU counted\n\n"
      "Written by `counts_compared`, not by hand, from `tests/hip_cpu/oracle/recorded`; `ctest -L "
      "oracle` "
      "counts "
      "anew on a\nmachine with an NVIDIA GPU. %s\n\n"
      "Each cell: requests/sectors of global memory, wavefronts/bank conflicts of shared memory, "
      "as\n"
      "`hippuzzle check --counts` has them, of the worked examples of the puzzles' solutions and "
      "of the cases of\n"
      "`tests/hip_cpu/check/kernels/counts.hip`. Where the GPU's counters say something else it "
      "follows, "
      "of kernels\n"
      "compiled as usual (\"optimised\") and without optimisation (\"plain\").\n\n|",
      seen_on.c_str());
  std::string row = "|", rule = "|---|";
  for (const char* title : titles) {
    row += fmt::format(" {} |", title);
    rule += "---|";
  }
  std::printf(" kernel %s\n%s\n", row.c_str(), rule.c_str());
  for (const Counted& c : all) {
    std::printf("| %s |", c.subject.name().c_str());
    for (int kind = 0; kind < kinds; ++kind) std::printf(" %s |", cell(c, kind).c_str());
    std::printf("\n");
  }
}

int main_of(const std::vector<std::string>& words) {
  if (words.size() == 2 && words[0] == "page") {
    std::vector<Counted> all;
    std::string seen_on;
    std::ifstream in(words[1]);
    for (std::string line; std::getline(in, line);) {
      const json j = parse_json(line);
      if (j.contains("seen_on")) {
        seen_on = j["seen_on"];
      } else {
        all.push_back(from_json(j));
      }
    }
    print_page(all, seen_on);
    return 0;
  }
  const bool some = words.size() == 4 && words[2] == "--only";
  if ((words.size() != 2 && !some) || words[0] != "run") {
    std::fprintf(stderr,
                 "usage: counts_compared run <results> [--only TEXT]\n"
                 "       counts_compared page <results>\n");
    return 2;
  }
  const std::string why_not = why_unusable("nvidia");
  const auto ncu = find_cuda_tool("ncu");
  if (!why_not.empty() || !ncu) {
    std::printf("%s\n", why_not.empty() ? "ncu was not found" : why_not.c_str());
    return 77;
  }
  std::ofstream out(words[1]);
  out << json{{"seen_on", "Counted by " + find_profiler("nvidia", "")->name() + "."}} << std::endl;
  bool all_explained = true;
  const auto keep = [&](const Counted& counted) {
    out << to_json(counted) << std::endl;
    const int kind = unexplained(counted);
    if (kind == kinds) return;
    all_explained = false;
    std::printf("%s: neither build counts our %s\n", counted.subject.name().c_str(), titles[kind]);
  };
  std::vector<Subject> cases;
  for (const Subject& subject : all_subjects()) {
    if (some && subject.name().find(words[3]) == std::string::npos) continue;
    if (subject.golden) {
      cases.push_back(subject);
    } else {
      keep(compare_puzzle(subject, *ncu));
    }
  }
  for (const Counted& counted : compare_cases(cases, *ncu)) keep(counted);
  return all_explained ? 0 : 1;
}

}  // namespace
}  // namespace hippuzzle::testing

int main(int argc, char** argv) { return hippuzzle::testing::main_of({argv + 1, argv + argc}); }
