// The cost of batches in addition to the kernels.
//
//   batch <hippuzzle> <p16's solution> [submissions]
//
// Prints, each in one run on this machine as it is:
//   - overhead of a run in a batch by two workers: wall-clock time beyond the kernels, for each
//     result of all puzzles; and processor time, with kernels, which other work on this machine
//     lengthens less. Floor: one process and one exec a run, about 2 ms.
//   - 10,000 results through every format, merge and report: seconds and MiB; their page in a
//     headless Chromium, where there is one: until it is shown, and until it is filtered.
//   - confined runners against bare ones, start to exit, of p16's example; in parentheses, how many
//     times as long as bare.
//   - submissions of p16, compiled and graded, without and with the check.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "cli/app/reentry/isolation.hpp"
#include "cli/app/reentry/reentry.hpp"
#include "cli/report/batch/result_output.hpp"
#include "engine/judge/cases/judge_module.hpp"
#include "engine/judge/judge.hpp"
#include "process_cost.hpp"
#include "support/files/temporary_folder.hpp"
#include "support/process/external_tool.hpp"
#include "support/process/process.hpp"
#include "support/text/json.hpp"

namespace {

using namespace hippuzzle;
namespace fs = std::filesystem;

constexpr int many_results = 10'000;

nlohmann::ordered_json json_in(const fs::path& file) {
  std::ifstream in(file);
  return parse_json(in);
}

void say(const char* what, const Cost& cost) {
  std::printf("%-44s %8.2f s %8.0f MiB%s\n", what, cost.seconds, cost.mebibytes,
              WIFEXITED(cost.status) && WEXITSTATUS(cost.status) < 9 ? "" : "  (failed)");
}

void overhead_of_runs(const std::string& hippuzzle, const fs::path& folder) {
  const std::string file = folder / "all.json";
  const Cost cost =
      cost_of({hippuzzle, "run", "*", "--backend", "cpu", "--jobs", "2", "--output", file});
  double kernels = 0;
  std::vector<double> beyond;
  const auto document = json_in(file);
  for (const auto& result : document["results"]) {
    double own = 0;
    for (const auto& c : result["cases"]) own += c["milliseconds"].get<double>();
    kernels += own;
    beyond.push_back(result["seconds"].get<double>() * 1e3 - own);
  }
  std::ranges::sort(beyond);
  const double wall = cost.seconds * 1e3, runs = static_cast<double>(beyond.size());
  std::printf("%zu runs by two workers: %.0f ms wall-clock, %.0f ms in kernels\n", beyond.size(),
              wall, kernels);
  std::printf(
      "  beyond kernels: %.1f ms a run of wall-clock; of a run itself %.1f ms in the median, "
      "%.1f ms at most\n",
      (wall - kernels / 2) / runs, beyond[beyond.size() / 2], beyond.back());
  std::printf("  with kernels: %.1f ms a run of processor time\n",
              cost.processor_seconds * 1e3 / runs);
}

VariantResult judged_example(const SearchPath& search_path, const RunJob& run_job) {
  const JudgeModule puzzle(*search_path.judge_module("p16"), "p16");
  Candidate candidate;
  candidate.platform = "cpu";
  candidate.module = *search_path.kernel_module("cpu", "p16");
  candidate.runtime = *search_path.device_runtime("cpu");
  const hippuzzle_variant& naive = puzzle.variants().front();
  CaseSet set = make_cases(naive, 1);
  set.cases.resize(1);
  RunOptions options;
  options.quiet = true;
  return judge_cases(puzzle, naive, candidate, options, set.view(), run_job);
}

// How long a browser takes for a page of results, by the browser's own clock, which begins when the
// page is asked for.
void page_in_browser(const fs::path& page) {
  std::optional<fs::path> browser;
  for (const char* name : {"chromium", "chromium-browser", "google-chrome"}) {
    if (!browser) browser = find_program(name);
  }
  if (!browser) return;
  std::ofstream(page, std::ios::app) << R"(<script>{
    const opened = performance.now(), find = document.getElementById('find');
    find.value = '#99 passed';
    find.dispatchEvent(new Event('input'));
    document.body.getBoundingClientRect();
    const shown = document.getElementById('shown').textContent;
    const result = document.createElement('pre');
    result.textContent = `TIMES ${Math.round(opened)} ms until it is shown, ` +
      `${Math.round(performance.now() - opened)} ms to filter it (${shown})`;
    document.body.append(result);
  }</script>)";
  std::string output;
  Process process({browser->string(), "--headless=new", "--no-sandbox", "--disable-gpu",
                   "--user-data-dir=" + (page.parent_path() / "profile").string(), "--dump-dom",
                   "file://" + page.string()},
                  {}, Process::Errors::dropped);
  process.wait(output);
  const std::string mark = "<pre>TIMES ";
  const size_t begin = output.rfind(mark);
  const std::string times =
      begin == output.npos
          ? "no answer of the browser"
          : output.substr(begin + mark.size(),
                          output.find('<', begin + mark.size()) - begin - mark.size());
  std::printf("the page of 10,000 results: %s\n", times.c_str());
}

void many_results_in_formats(const std::string& hippuzzle, const SearchPath& search_path,
                             const fs::path& folder) {
  BatchResult batch;
  const auto bare = Isolation::choose("none", search_path, "");
  batch.result = judged_example(search_path, bare.runner("", ModuleOf::cpu, {}));
  batch.command = "hippuzzle p16 --naive";
  for (const FormatName& name : result_format_names()) {
    const std::string& format = name.words.front();
    const std::string file = folder / ("many." + format);
    const Cost cost = cost_of([&] {
      ResultOutput output(make_result_format(format), file);
      ResultPlan plan;
      for (int i = 0; i < many_results; ++i) {
        plan.planned.push_back("p16 --naive on cpu #" + std::to_string(i));
      }
      output.expect(plan);
      std::vector<BatchResult> all;
      for (int i = 0; i < many_results; ++i) {
        batch.answers = {plan.planned[static_cast<size_t>(i)]};
        batch.repetition = i + 1;
        output.add(output.format().one(batch), batch);
        BatchResult brief;
        brief.result.puzzle = batch.result.puzzle;
        brief.result.outcome = batch.result.outcome;
        all.push_back(std::move(brief));
      }
      output.finish(all, Outcome::passed);
      return 0;
    });
    say(("10,000 results as " + format).c_str(), cost);
  }
  const std::string many = folder / "many.json", page = folder / "many.html";
  say("10,000 results through merge", cost_of({hippuzzle, "merge", many, "-o", folder / "m.json"}));
  say("10,000 results through report", cost_of({hippuzzle, "report", many, "-o", page}));
  page_in_browser(page);
}

// Runners of one kind, start to exit.
struct Runners {
  std::string isolation;
  RunJob run_job;
  std::vector<double> wall, processor;  // milliseconds of each

  void run(const SearchPath& search_path) {
    const RunJob timed = [&](const Job& job, const SharedMemory& memory,
                             std::chrono::milliseconds timeout, const EventSink& sink) {
      const auto began = Clock::now();
      rusage before = {}, after = {};
      getrusage(RUSAGE_CHILDREN, &before);
      RunnerEnd end = run_job(job, memory, timeout, sink);
      getrusage(RUSAGE_CHILDREN, &after);
      wall.push_back(seconds_since(began) * 1e3);
      processor.push_back((processor_seconds(after) - processor_seconds(before)) * 1e3);
      return end;
    };
    if (judged_example(search_path, timed).outcome != Outcome::passed) {
      throw Error(Outcome::crashed, "a runner confined by " + isolation + " did not pass");
    }
  }
};

// They take turns, so that other work on this machine lengthens all of them.
void confinement(const SearchPath& search_path) {
  std::vector<Runners> kinds;
  for (const char* isolation : {"none", "bubblewrap", "landlock"}) {
    try {
      const Isolation how = Isolation::choose(isolation, search_path, "");
      kinds.push_back({isolation,
                       how.runner(*search_path.kernel_module("cpu", "p16"), ModuleOf::cpu,
                                  {.most_memory = uint64_t{2} << 30, .stranger = isolation}),
                       {},
                       {}});
    } catch (const Error& error) {
      std::printf("%s: %s\n", isolation, error.what());
    }
  }
  constexpr int turns = 41;
  for (int i = 0; i < turns; ++i) {
    for (Runners& kind : kinds) kind.run(search_path);
  }
  const Runners& bare = kinds.front();
  for (const Runners& kind : kinds) {
    const double shortest = std::ranges::min(kind.wall), processor = median(kind.processor);
    std::printf(
        "a runner, start to exit, confined by %-10s: median %.1f ms (%.2f), least %.1f ms (%.2f), "
        "processor %.1f ms (%.2f)\n",
        kind.isolation.c_str(), median(kind.wall), median(kind.wall) / median(bare.wall), shortest,
        shortest / std::ranges::min(bare.wall), processor, processor / median(bare.processor));
  }
}

void submissions(const std::string& hippuzzle, const std::string& solution, int count,
                 const fs::path& folder) {
  const fs::path students = folder / "class";
  for (int i = 0; i < count; ++i) {
    const fs::path own = students / ("student" + std::to_string(i)) / "p16_matmul";
    fs::create_directories(own);
    fs::copy_file(solution, own / "kernel.hip");
    std::ofstream(own / "kernel.hip", std::ios::app) << "// " << i << '\n';
  }
  for (const bool checked : {false, true}) {
    std::vector<std::string> command = {
        hippuzzle,  "grade",     students,
        "--puzzle", "p16",       "--jobs",
        "2",        "--results", folder / (checked ? "checked" : "unchecked")};
    if (!checked) command.emplace_back("--no-check");
    const Cost cost = cost_of(command);
    const double each = cost.processor_seconds / count;
    std::printf(
        "%d submissions of p16, %s: %.1f s, which makes 500 in %.1f min; each %.2f s of processor "
        "time, which makes 500 in %.1f min where two processors do nothing else%s\n",
        count, checked ? "with the check" : "without the check", cost.seconds,
        cost.seconds / count * 500 / 60, each, each * 500 / 2 / 60,
        cost.status == 0 ? "" : "  (failed)");
    std::fflush(stdout);
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (const auto code = reenter(argc, argv)) return *code;
  if (argc < 3) {
    std::fprintf(stderr, "usage: batch <hippuzzle> <p16's solution> [submissions]\n");
    return 2;
  }
  try {
    const std::string hippuzzle = fs::absolute(argv[1]);
    const SearchPath search_path({});
    const TemporaryFolder folder("hippuzzle-bench-");
    overhead_of_runs(hippuzzle, folder.path());
    many_results_in_formats(hippuzzle, search_path, folder.path());
    confinement(search_path);
    submissions(hippuzzle, argv[2], argc > 3 ? std::max(1, std::atoi(argv[3])) : 50, folder.path());
  } catch (const std::exception& error) {
    std::fprintf(stderr, "batch: %s\n", error.what());
    return 1;
  }
  return 0;
}
