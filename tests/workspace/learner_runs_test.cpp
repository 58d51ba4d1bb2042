// Runs in a workspace: whose kernels they use, how they check, and when a puzzle counts as passed.
#include "tests/support/whole_file.hpp"
#include "tests/workspace/learner.hpp"

namespace hippuzzle::testing {
namespace learner_runs_test {

namespace fs = std::filesystem;

TEST_F(WorkspaceCommands, ARunUsesTheLearnersKernelsAndSaysSo) {
  start_p01();
  const CommandResult stub_run = run_here({"p01", "--backend", "cpu"});
  EXPECT_EQ(stub_run.code, 1);
  EXPECT_NE(stub_run.err.find("running p01_add/kernel.hip, compiled for cpu"), std::string::npos)
      << stub_run.err;
  EXPECT_NE(stub_run.out.find("out: HostBuffer([0.0, 0.0, 0.0, 0.0])"), std::string::npos);
  save(p01(), right_p01);
  EXPECT_EQ(run_here({"p01", "--backend", "cpu"}).code, 0);
  const CommandResult again = run_here({"p01", "--backend", "cpu"});
  EXPECT_EQ(again.code, 0);
  EXPECT_NE(again.err.find("not changed since compiled"), std::string::npos) << again.err;
}

TEST_F(WorkspaceCommands, AKernelLadderIsRunAndReadButNotStarted) {
  const CommandResult start = run_here({"start", "ladder"});
  EXPECT_EQ(start.code, 2);
  EXPECT_NE(start.err.find("ladder has nothing to fill in"), std::string::npos) << start.err;
  const CommandResult ran = run_here({"ladder", "--naive", "--backend", "cpu"});
  EXPECT_EQ(ran.code, 0) << ran.out << ran.err;
  const CommandResult all = run_here({"run", "ladder", "--backend", "amd"});
  EXPECT_TRUE(all.code == 0 || all.code == 77) << all.out << all.err;
  EXPECT_EQ(run_here({"run", "*", "--backend", "amd"}).code, 8) << "no puzzle is started";
  const CommandResult measured = run_here(
      {"bench", "ladder", "--naive", "--size", "32", "--budget", "0.1", "--backend", "cpu"});
  EXPECT_EQ(measured.code, 0) << measured.out << measured.err;
  const CommandResult placed = run_here({"roofline", "ladder", "--naive", "--device", "a100"});
  EXPECT_EQ(placed.code, 0) << placed.out << placed.err;
  EXPECT_EQ(run_here({"progress"}).out.find("ladder"), std::string::npos);
}

TEST_F(WorkspaceCommands, AKernelLadderIsCheckedThoughNotStarted) {
  if (!can_check()) GTEST_SKIP() << "kernels cannot be checked in this build";
  const CommandResult checked = run_here({"check", "ladder", "--naive"});
  EXPECT_EQ(checked.code, 0) << checked.out << checked.err;
}

TEST_F(WorkspaceCommands, SolutionFlagRunsTheReference) {
  start_p01();
  const CommandResult r = run_here({"p01", "--backend", "cpu", "--solution"});
  EXPECT_EQ(r.code, 0);
  EXPECT_NE(r.err.find("running the reference solution"), std::string::npos) << r.err;
  EXPECT_NE(run_here({"progress"}).out.find("[#"), 0u) << "the reference is no progress";
}

TEST_F(WorkspaceCommands, APuzzleThatIsNotStartedIsAResultOfItsOwn) {
  const CommandResult r = run_here({"p01", "--backend", "cpu"});
  EXPECT_EQ(r.code, 8);
  EXPECT_NE(r.out.find("p01: not started: "), std::string::npos) << r.out;
  EXPECT_NE(r.out.find("hippuzzle start p01"), std::string::npos) << r.out;
  const JsonReport report(run_here({"p01", "--backend", "cpu", "--json"}));
  EXPECT_EQ(report.summary["counts"], (nlohmann::json{{"not-started", 1}}));
  const CommandResult checked = run_here({"check", "p03"});
  EXPECT_EQ(checked.code, 8);
  EXPECT_NE(checked.out.find("p03: not started: "), std::string::npos) << checked.out;
}

TEST_F(WorkspaceCommands, WhatWasNamedAndNotStartedDecidesAndWhatStarsFoundIsCounted) {
  start_p01();
  save(p01(), right_p01);
  const CommandResult named = run_here({"run", "p01", "p02", "--backend", "cpu", "--no-check"});
  EXPECT_EQ(named.code, 8) << named.out;
  EXPECT_NE(named.out.find("not started: p02 ("), std::string::npos) << named.out;
  EXPECT_NE(named.out.find("1 passed, 0 failed, 0 unsupported here, 1 not started: not started"),
            std::string::npos)
      << named.out;
  const CommandResult stars = run_here({"run", "p*", "--backend", "cpu", "--no-check"});
  EXPECT_EQ(stars.code, 0) << stars.out;
  EXPECT_NE(stars.out.find("not started: p02, p03 ("), std::string::npos) << stars.out;
  EXPECT_EQ(run_here({"run", "p*", "--backend", "cpu", "--no-check", "--all"}).code, 8);
}

TEST_F(WorkspaceCommands, AWorkspaceThatIsNamedNeverGetsTheReference) {
  const std::string folder = workspace().string();
  const auto elsewhere = [&](const std::string& where, std::vector<std::string> more) {
    more.insert(more.begin(), {binary().string(), "run"});
    more.insert(more.end(), {"--backend", "cpu", "--workspace", where});
    return run(more);
  };
  const CommandResult empty = elsewhere(folder, {"p*"});
  EXPECT_EQ(empty.code, 8) << empty.out;
  EXPECT_EQ(empty.out.find("passed on"), std::string::npos) << empty.out;
  start_p01();
  save(p01(), right_p01);
  fs::remove(workspace() / "hippuzzle.toml");
  const JsonReport mine(elsewhere(folder, {"p*", "--no-check", "--json"}));
  EXPECT_EQ(mine.variants[0]["kernels"], "yours") << "without settings as well";
  EXPECT_EQ(mine.summary["counts"], (nlohmann::json{{"passed", 1}, {"not-started", 2}}));
  EXPECT_EQ(mine.summary["exit_code"], 8);
  EXPECT_EQ(elsewhere(folder, {"ladder"}).code, 2) << "which has nothing of the learner's";
  EXPECT_EQ(elsewhere(folder, {"p01", "--solution"}).code, 2);
  EXPECT_EQ(elsewhere(folder + "/nowhere", {"p01"}).code, 2);
}

TEST_F(WorkspaceCommands, WhatClaimsToBeAWorkspaceNeverGetsTheReference) {
  for (const char* claim : {"a folder", "a link to nowhere"}) {
    fs::remove(workspace() / "hippuzzle.toml");
    if (claim == std::string("a folder")) {
      fs::create_directory(workspace() / "hippuzzle.toml");
    } else {
      fs::create_symlink("nowhere", workspace() / "hippuzzle.toml");
    }
    const std::vector<std::vector<std::string>> commands = {
        {"run", "p*", "--backend", "cpu"}, {"p01", "--backend", "cpu"}, {"check", "p01"}};
    for (const auto& command : commands) {
      const CommandResult r = run_here(command);
      EXPECT_EQ(r.code, 2) << claim << ": " << r.out;
      EXPECT_NE(r.err.find("hippuzzle.toml is not a file"), std::string::npos) << r.err;
    }
  }
}

TEST_F(WorkspaceCommands, WhatCannotBeCheckedHasNotPassed) {
  if (!can_check()) GTEST_SKIP() << "kernels cannot be checked in this build";
  start_p01();
  save(p01(), right_p01);
  const CommandResult r = run({"/bin/sh", "-c",
                               "cd '" + workspace().string() + "' && ulimit -d 4000000 && '" +
                                   binary().string() + "' p01 --backend cpu"});
  EXPECT_EQ(r.code, 7) << r.out << r.err;
  EXPECT_NE(r.out.find("p01: not checked on cpu"), std::string::npos) << r.out;
  EXPECT_NE(r.out.find("ulimit -d"), std::string::npos) << r.out;
}

// A worker that waits for its next job keeps no lock that the others need.
TEST_F(WorkspaceCommands, WorkersAtOnePuzzleDoNotWaitForEachOther) {
  start_p01();
  const CommandResult r =
      run({"/usr/bin/timeout", "60", "/usr/bin/env", "-C", workspace().string(), binary().string(),
           "run", "p01", "--jobs", "2", "--repeat", "4", "--backend", "cpu"});
  EXPECT_EQ(r.code, 1) << r.out << r.err;
}

TEST_F(WorkspaceCommands, RunTakesThePuzzlesThatAreStarted) {
  EXPECT_EQ(run_here({"run", "p*", "--backend", "cpu"}).code, 8) << "there is nothing to run";
  start_p01();
  save(p01(), right_p01);
  const JsonReport report(run_here({"run", "p*", "--backend", "cpu", "--json"}));
  ASSERT_EQ(report.variants.size(), 3u);
  EXPECT_EQ(report.variants[0]["puzzle"], "p01");
  EXPECT_EQ(report.variants[0]["kernels"], "yours");
  EXPECT_EQ(report.variants[1]["outcome"], "not-started");
  EXPECT_EQ(report.variants[0]["module"], (workspace() / ".hippuzzle/cpu/p01.so").string());
}

TEST_F(WorkspaceCommands, ACommandThatRepeatsARunHereNamesNoEdition) {
  start_p01();
  const CommandResult r = run_here({"run", "p01", "--backend", "cpu"});
  EXPECT_NE(r.out.find(": hippuzzle p01 --backend cpu\n"), r.out.npos) << r.out;
  const CommandResult typed = run_here({"--edition", "current", "run", "p01", "--backend", "cpu"});
  EXPECT_NE(typed.out.find(": hippuzzle --edition current p01 --backend cpu\n"), typed.out.npos)
      << typed.out;
}

TEST_F(WorkspaceCommands, ASuiteIsOfItsOwnEditionHereToo) {
  start_p01();
  save(workspace() / "suite.toml", "puzzles = [\"*\"]\nedition = \"ancient\"\n");
  const CommandResult r = run_here({"run", "--suite", "suite.toml", "--dry-run"});
  EXPECT_NE(r.code, 0) << r.out;
  EXPECT_NE(r.err.find("'ancient'"), r.err.npos) << r.err;
  EXPECT_EQ(run_here({"--edition", "current", "run", "--suite", "suite.toml", "--dry-run"}).code,
            0);
}

TEST_F(WorkspaceCommands, SettingsNameMorePuzzlesAndReplaceNone) {
  const fs::path more = workspace() / "more";
  fs::create_directories(more / "judge");
  const fs::path shipped = curriculum() / "lib/hippuzzle/judge";
  fs::copy_file(shipped / "p02.so", more / "judge/p01.so");  // which is not p01's
  save(workspace() / "hippuzzle.toml", "plugin-path = [\"more\"]\n");
  EXPECT_EQ(run_here({"list"}).code, 0) << "p01 is the shipped one";
  fs::copy_file(shipped / "p02.so", more / "judge/p77.so");
  const CommandResult with = run_here({"list"});
  EXPECT_NE((with.out + with.err).find("p77"), std::string::npos) << with.out << with.err;
  EXPECT_EQ(run_here({"run", "p77"}).code, 3) << "no judge of that id";
  const CommandResult elsewhere =
      run({binary().string(), "run", "p77", "--workspace", workspace().string()});
  EXPECT_EQ(elsewhere.code, 2) << "not found: " << elsewhere.out << elsewhere.err;
  save(workspace() / "hippuzzle.toml", "plugin-path = [\"nowhere\"]\n");
  const CommandResult none = run_here({"p01", "--backend", "cpu"});
  EXPECT_EQ(none.code, 2);
  EXPECT_NE(none.err.find("hippuzzle.toml:1:"), std::string::npos) << none.err;
  EXPECT_NE(none.err.find("/nowhere is not"), std::string::npos) << none.err;
}

TEST_F(WorkspaceCommands, MeasurementsAndTracesSayThatTheKernelsAreTheLearners) {
  start_p01();
  save(p01(), right_p01);
  const auto kernels = [&](std::vector<std::string> arguments) {
    arguments.push_back("--json");
    const CommandResult r = run_here(arguments);
    EXPECT_EQ(r.code, 0) << r.err;
    return parse_json(r.out);
  };
  EXPECT_EQ(kernels({"bench", "p01", "--backend", "cpu", "--budget", "0.1"})["kernels"], "yours");
  EXPECT_EQ(kernels({"roofline", "p01", "--device", "a100"})["kernels"][0]["kernels"], "yours");
  if (!can_check()) return;
  EXPECT_EQ(kernels({"trace", "p01"})["kernels"], "yours");
  EXPECT_EQ(kernels({"trace", "p01", "--solution"})["kernels"], "reference");
  EXPECT_NE(run_here({"trace", "p01", "--steps"}).out.find("p01, the example [your kernels]"),
            std::string::npos);
}

TEST_F(WorkspaceCommands, TablesOfMeasurementsSayWhoseKernelsTheyAre) {
  start_p01();
  save(p01(), right_p01);
  const CommandResult bench = run_here({"bench", "p01", "--backend", "cpu", "--budget", "0.1"});
  EXPECT_NE(bench.out.find("[your kernels]\n"), bench.out.npos) << bench.out;
  EXPECT_EQ(bench.out.find("1 blocks"), bench.out.npos) << bench.out;
  const CommandResult placed = run_here({"roofline", "p01", "--device", "a100"});
  EXPECT_NE(placed.out.find("[your kernels]\n"), placed.out.npos) << placed.out;
}

// The memory traffic of a kernel that does something else says nothing about the puzzle.
TEST_F(WorkspaceCommands, NoRooflineIsOfAKernelThatIsWrong) {
  start_p01();
  const CommandResult r = run_here({"roofline", "p01", "--device", "a100"});
  EXPECT_EQ(r.code, 1) << r.out << r.err;
  EXPECT_NE(r.err.find("p01 is left out: wrong answer: "), r.err.npos) << r.err;
  EXPECT_EQ(r.out.find("p01"), r.out.npos) << r.out;
}

TEST_F(WorkspaceCommands, OccupancyIsThatOfTheLearnersKernels) {
  EXPECT_EQ(run_here({"occupancy", "p01"}).code, 8) << "not started";
  start_p01();
  save(p01(), right_p01);
  const auto compiles_for = [](const std::string& platform) {
    return fs::exists(curriculum() / "lib/hippuzzle/toolchains" / (platform + ".toml"));
  };
  const CommandResult r = run_here({"occupancy", "p01", "--json"});
  // The curriculum knows no device, so the learner's module is refused by its path.
  if (compiles_for("amd")) {
    EXPECT_NE(r.err.find("/.hippuzzle/amd/p01.so has code for"), r.err.npos) << r.err;
  } else if (!compiles_for("nvidia")) {
    EXPECT_EQ(r.code, 77) << r.err;
    EXPECT_NE(r.err.find("yours cannot be compiled for one here"), r.err.npos) << r.err;
  }
}

TEST_F(WorkspaceCommands, AVerdictBeginsALineWhateverAKernelPrints) {
  start_p01();
  save(p01(),
       "#include <hip/hip_runtime.h>\n"
       "__global__ void add_10(float* output, const float* a) {\n"
       "  output[threadIdx.x] = a[threadIdx.x] + 10;\n"
       "  if (threadIdx.x == 0) printf(\"no break\");\n"
       "}\n");
  const CommandResult r = run_here({"p01", "--backend", "cpu", "--no-check"});
  EXPECT_EQ(r.code, 0) << r.out << r.err;
  EXPECT_NE(r.err.find("no break\n"), r.err.npos) << r.err;
}

TEST_F(WorkspaceCommands, AVerdictIsShownWhereProgressCannotBeKept) {
  start_p01();
  save(p01(), right_p01);
  fs::create_directories(workspace() / ".hippuzzle/state.lock");  // where a file would have to be
  const CommandResult r = run_here({"p01", "--backend", "cpu"});
  EXPECT_EQ(r.code, 0) << r.err;
  EXPECT_NE(r.out.find("p01: passed on cpu"), std::string::npos) << r.out;
  EXPECT_NE(r.err.find("warning: progress is not kept: "), std::string::npos) << r.err;
}

TEST_F(WorkspaceCommands, AFileThatCannotBeUsedIsAResultOfItsPuzzleAlone) {
  start_p01();
  ASSERT_EQ(run_here({"start", "p02"}).code, 0);
  save(workspace() / "p02_subtract/kernel.hip",
       contents(puzzle_folder("p02_subtract") / "solution.hip"));
  fs::create_directories(workspace() / ".hippuzzle/cpu/p01.lock");
  const CommandResult r = run_here({"run", "p*", "--backend", "cpu", "--json"});
  EXPECT_EQ(r.code, 3) << r.err;
  const JsonReport report(r);
  ASSERT_EQ(report.variants.size(), 3u) << r.out;  // p03 is not started
  EXPECT_NE(report.variants[0]["reason"].get<std::string>().find("p01.lock: Is a directory"),
            std::string::npos)
      << report.variants[0];
  EXPECT_EQ(report.variants[1]["outcome"], "passed");
}

// A right answer by chance: on one processor thread after thread runs, so the missing barrier does
// no harm.
const std::string p03_without_barrier =
    "__global__ void raw_pooling(float* output, const float* a, unsigned size) {\n"
    "  __shared__ float shared[TPB];\n"
    "  const unsigned i = threadIdx.x;\n"
    "  if (i < size) shared[i] = a[i];\n"
    "  if (i >= size) return;\n"
    "  float sum = 0;\n"
    "  for (unsigned back = 0; back < WINDOW && back <= i; ++back) sum += shared[i - back];\n"
    "  output[i] = sum;\n"
    "}\n"
    "__global__ void staged_pooling(float* output, const float* a, unsigned size) {\n"
    "  __shared__ float shared[TPB];\n"
    "  const unsigned i = threadIdx.x;\n"
    "  if (i < size) shared[i] = a[i];\n"
    "  __syncthreads();\n"
    "  if (i >= size) return;\n"
    "  float sum = 0;\n"
    "  for (unsigned back = 0; back < WINDOW && back <= i; ++back) sum += shared[i - back];\n"
    "  output[i] = sum;\n"
    "}\n";

TEST_F(WorkspaceCommands, WhatPassesIsCheckedToo) {
  if (!can_check()) GTEST_SKIP() << "kernels cannot be checked in this build";
  run_here({"start", "p03"});
  const auto file = workspace() / "p03_pool" / "kernel.hip";
  save(file, p03_without_barrier);
  const CommandResult race = run_here({"p03", "--raw", "--backend", "cpu"});
  EXPECT_EQ(race.code, 4) << race.out << race.err;
  EXPECT_NE(race.out.find("race: a read and a write of shared["), std::string::npos) << race.out;
  EXPECT_NE(race.out.find("p03_pool/kernel.hip:4:"), std::string::npos) << race.out;
  EXPECT_NE(race.out.find("p03_pool/kernel.hip:7:"), std::string::npos) << race.out;
  EXPECT_NE(run_here({"progress"}).out.find("--raw failing"), std::string::npos);

  const CommandResult clean = run_here({"p03", "--staged", "--backend", "cpu"});
  EXPECT_EQ(clean.code, 0) << clean.out << clean.err;
  EXPECT_NE(clean.out.find(", checked [your kernels]\n"), std::string::npos) << clean.out;

  const CommandResult unchecked = run_here({"p03", "--raw", "--backend", "cpu", "--no-check"});
  EXPECT_EQ(unchecked.code, 0) << unchecked.out << unchecked.err;
  EXPECT_EQ(unchecked.out.find("race"), std::string::npos) << unchecked.out;

  const CommandResult watched =
      run_here({"watch", "p03", "--raw", "--backend", "cpu", "--no-check"});
  EXPECT_EQ(watched.out.find("race"), std::string::npos) << watched.out;
  EXPECT_NE(watched.out.find("p03 --raw: passed on cpu"), std::string::npos) << watched.out;
}

TEST_F(WorkspaceCommands, ATraceIsOfTheLearnersKernel) {
  if (!can_check()) GTEST_SKIP() << "kernels cannot be checked in this build";
  const CommandResult early = run_here({"trace", "p03", "--raw"});
  EXPECT_EQ(early.code, 8) << early.out;
  EXPECT_NE(early.err.find("p03 is not started"), std::string::npos) << early.err;
  run_here({"start", "p03"});
  save(workspace() / "p03_pool" / "kernel.hip", p03_without_barrier);
  const CommandResult own = run_here({"trace", "p03", "--raw"});
  EXPECT_EQ(own.code, 0) << own.err;
  EXPECT_NE(own.out.find("phase 1 of 1"), std::string::npos) << own.out;  // no barrier
  EXPECT_NE(own.out.find("kernel.hip:7 read shared"), std::string::npos) << own.out;
  EXPECT_NE(own.err.find("race: a read and a write of shared["), std::string::npos) << own.err;
  const CommandResult reference = run_here({"trace", "p03", "--raw", "--solution"});
  EXPECT_NE(reference.out.find("phase 1 of 2"), std::string::npos) << reference.out;
}

TEST_F(WorkspaceCommands, ACommentWithAReasonAllowsAFinding) {
  if (!can_check()) GTEST_SKIP() << "kernels cannot be checked in this build";
  run_here({"start", "p03"});
  const auto file = workspace() / "p03_pool" / "kernel.hip";
  const auto commented = [&](const std::string& comment) {
    std::string text = p03_without_barrier;
    save(file, text.insert(text.find("  if (i < size) shared"), "  // " + comment + "\n"));
    return run_here({"check", "p03", "--raw"});
  };
  const CommandResult allowed = commented("hippuzzle: allow race: one warp on this device");
  EXPECT_EQ(allowed.code, 0) << allowed.out;
  EXPECT_NE(allowed.out.find("1 finding allowed"), std::string::npos) << allowed.out;

  const CommandResult without_reason = commented("hippuzzle: allow race");
  EXPECT_EQ(without_reason.code, 4) << without_reason.out;
  EXPECT_NE(without_reason.out.find("without saying why"), std::string::npos) << without_reason.out;
  EXPECT_EQ(commented("hippuzzle: allow bounds: not what it is").code, 4);
}

TEST_F(WorkspaceCommands, TheWorkspacesBackendHoldsUnlessAnotherIsAskedFor) {
  start_p01();
  save(workspace() / "hippuzzle.toml", "backend = \"amd\"\n");
  EXPECT_EQ(run_here({"p01", "--backend", "cpu"}).code, 1);
  const CommandResult r = run_here({"p01"});
  EXPECT_NE((r.out + r.err).find("amd"), std::string::npos) << r.out << r.err;
}

TEST_F(WorkspaceCommands, AnotherEditionsIdStartsTheSamePuzzle) {
  EXPECT_EQ(run_here({"--edition", "classic", "start", "p02"}).code, 0);
  EXPECT_TRUE(fs::exists(workspace() / "p02_pool/kernel.hip"));
  save(workspace() / "p02_pool/kernel.hip", contents(puzzle_folder("p03_pool") / "solution.hip"));
  const CommandResult r = run_here({"--edition", "classic", "p02", "--backend", "cpu"});
  EXPECT_EQ(r.code, 0) << r.err;
  EXPECT_NE(r.out.find("out: HostBuffer([1.0, 3.0, 6.0, 9.0])"), std::string::npos) << r.out;
  for (const auto& [edition, id] : {std::pair("classic", "p02"), std::pair("current", "p03")}) {
    EXPECT_EQ(run_here({"--edition", edition, id, "--backend", "cpu"}).code, 0)
        << "one file, whatever its number";
    const std::string progress = run_here({"--edition", edition, "progress"}).out;
    EXPECT_NE(progress.find(id + std::string("  Pool")), std::string::npos) << progress;
    EXPECT_NE(progress.find("  passed"), std::string::npos) << progress;
  }
  EXPECT_EQ(run_here({"start", "p03"}).code, 0);
  EXPECT_FALSE(fs::exists(workspace() / "p03_pool")) << "it is begun";
}

}  // namespace learner_runs_test
}  // namespace hippuzzle::testing
