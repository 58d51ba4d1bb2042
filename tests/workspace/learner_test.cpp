// The commands of a workspace, from outside.
#include <sys/stat.h>

#include "tests/support/whole_file.hpp"
#include "tests/workspace/learner.hpp"

namespace hippuzzle::testing {
namespace {

namespace fs = std::filesystem;

class WorkspaceCommands : public LearnerTest {
 protected:
  fs::path p01() const { return workspace() / "p01_add/kernel.hip"; }
  std::string stub() const { return contents(puzzle_folder("p01_add") / "kernel.hip"); }

  void start_p01() const {
    const CommandResult r = run_here({"start", "p01"});
    ASSERT_EQ(r.code, 0) << r.err;
  }
};

TEST_F(WorkspaceCommands, InitSaysWhereItIsOneAlready) {
  EXPECT_TRUE(fs::exists(workspace() / "hippuzzle.toml"));
  const CommandResult again = run_here({"init"});
  EXPECT_EQ(again.code, 0);
  EXPECT_NE(again.out.find("is a workspace already"), std::string::npos) << again.out;
  const CommandResult inside = run_here({"init", "sub"});
  EXPECT_EQ(inside.code, 2);
  EXPECT_FALSE(fs::exists(workspace() / "sub/hippuzzle.toml"));
}

TEST_F(WorkspaceCommands, StartNeverWritesOverAnEditedFile) {
  start_p01();
  EXPECT_EQ(contents(p01()), stub());
  save(p01(), "mine\n");
  const CommandResult r = run_here({"start", "p01"});
  EXPECT_EQ(r.code, 0);
  EXPECT_NE(r.out.find("left as it is"), std::string::npos) << r.out;
  EXPECT_EQ(contents(p01()), "mine\n");
}

TEST_F(WorkspaceCommands, ResetKeepsEveryEditedFile) {
  start_p01();
  save(p01(), "first\n");
  EXPECT_EQ(run_here({"reset", "p01"}).code, 0);
  EXPECT_EQ(contents(p01()), stub());
  save(p01(), "second\n");
  EXPECT_EQ(run_here({"reset", "p01"}).code, 0);
  EXPECT_EQ(contents(p01().string() + ".backup-1"), "first\n");
  EXPECT_EQ(contents(p01().string() + ".backup-2"), "second\n");
  EXPECT_EQ(run_here({"reset", "p01"}).code, 0);
  EXPECT_FALSE(fs::exists(p01().string() + ".backup-3")) << "a stub needs no backup";
}

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
  EXPECT_EQ(report.summary["counts"], (nlohmann::json{{"not_started", 1}}));
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
  EXPECT_EQ(mine.summary["counts"], (nlohmann::json{{"passed", 1}, {"not_started", 2}}));
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
      EXPECT_NE(r.err.find("hippuzzle.toml is no file"), std::string::npos) << r.err;
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

TEST_F(WorkspaceCommands, RunTakesThePuzzlesThatAreStarted) {
  EXPECT_EQ(run_here({"run", "p*", "--backend", "cpu"}).code, 8) << "there is nothing to run";
  start_p01();
  save(p01(), right_p01);
  const JsonReport report(run_here({"run", "p*", "--backend", "cpu", "--json"}));
  ASSERT_EQ(report.variants.size(), 3u);
  EXPECT_EQ(report.variants[0]["puzzle"], "p01");
  EXPECT_EQ(report.variants[0]["kernels"], "yours");
  EXPECT_EQ(report.variants[1]["outcome"], "not_started");
  EXPECT_EQ(report.variants[0]["module"], (workspace() / ".hippuzzle/cpu/p01.so").string());
}

TEST_F(WorkspaceCommands, ACompileErrorShowsTheLearnersFileAndLineOnly) {
  start_p01();
  save(p01(),
       "// one\n__global__ void add_10(float* output, const float* a) {\n  output[0] = c;\n}\n");
  const CommandResult r = run_here({"p01", "--backend", "cpu"});
  EXPECT_EQ(r.code, 3);
  EXPECT_NE(r.err.find("p01_add/kernel.hip:3:15: error: ‘c’ was not declared"), std::string::npos)
      << r.err;
  for (const char* ours : {"bindings.hip", "bindings.hpp", "included from", "/p01_add"}) {
    EXPECT_EQ(r.err.find(ours), std::string::npos) << ours << " in: " << r.err;
  }
  EXPECT_NE(r.out.find("p01_add/kernel.hip does not compile for cpu"), std::string::npos) << r.out;
}

TEST_F(WorkspaceCommands, TheCompilerSpeaksOneLanguageWhateverTheLocale) {
  start_p01();
  save(p01(), "__global__ void add_10(float* output, const float* a) { output[0] = c; }\n");
  const CommandResult r = run({"/usr/bin/env", "-C", workspace().string(), "LC_ALL=C",
                               binary().string(), "p01", "--backend", "cpu"});
  EXPECT_EQ(r.code, 3);
  EXPECT_NE(r.err.find("error: ‘c’ was not declared"), std::string::npos) << r.err;
}

TEST_F(WorkspaceCommands, AMissingKernelIsToldByTheStubsName) {
  start_p01();
  save(p01(), "// nothing here\n");
  const CommandResult r = run_here({"p01", "--backend", "cpu"});
  EXPECT_EQ(r.code, 3);
  EXPECT_NE(r.err.find("p01_add/kernel.hip: error: ‘add_10’ was not declared"), std::string::npos)
      << r.err;
  EXPECT_NE(r.out.find("names and parameters that the stub gives"), std::string::npos) << r.out;
}

TEST_F(WorkspaceCommands, AFunctionWithoutABodyIsToldByName) {
  start_p01();
  save(p01(),
       "float missing(float);\n__global__ void add_10(float* output, const float* a) {\n"
       "  output[0] = missing(a[0]);\n}\n");
  const CommandResult r = run_here({"p01", "--backend", "cpu"});
  EXPECT_EQ(r.code, 3);
  EXPECT_NE(r.err.find("undefined reference to `missing(float)'"), std::string::npos) << r.err;
}

TEST_F(WorkspaceCommands, WarningsComeAgainWithoutCompiling) {
  start_p01();
  save(p01(), "inline int f(int x) { if (x = 1) return 2; return 3; }\n" + right_p01);
  const CommandResult first = run_here({"p01", "--backend", "cpu"});
  const CommandResult second = run_here({"p01", "--backend", "cpu"});
  EXPECT_EQ(second.code, 0);
  for (const CommandResult& r : {first, second}) {
    EXPECT_NE(r.err.find("p01_add/kernel.hip:1:"), std::string::npos) << r.err;
  }
  EXPECT_NE(second.err.find("not changed"), std::string::npos) << second.err;
}

TEST_F(WorkspaceCommands, AChangedHeaderOfTheLearnersCompilesAgain) {
  start_p01();
  save(p01().parent_path() / "ten.hpp", "constexpr float ten = 9;\n");
  save(p01(),
       "#include \"ten.hpp\"\n__global__ void add_10(float* output, const float* a) {\n"
       "  output[threadIdx.x] = a[threadIdx.x] + ten;\n}\n");
  EXPECT_EQ(run_here({"p01", "--backend", "cpu"}).code, 1);
  save(p01().parent_path() / "ten.hpp", "constexpr float ten = 10;\n");
  EXPECT_EQ(run_here({"p01", "--backend", "cpu"}).code, 0);
}

TEST_F(WorkspaceCommands, DynamicSharedMemoryWorksAsInABuildWithCMake) {
  start_p01();
  save(p01(),
       "extern __shared__ float staged[];\n"
       "__global__ void add_10(float* output, const float* a) {\n"
       "  extern __shared__ float other[];\n"
       "  staged[threadIdx.x] = a[threadIdx.x];\n  __syncthreads();\n"
       "  output[threadIdx.x] = other[threadIdx.x] + 10;\n}\n");
  // Not checked: the launch gives the kernel no dynamic shared memory, which the check would find.
  const CommandResult r = run_here({"p01", "--backend", "cpu", "--no-check"});
  EXPECT_EQ(r.code, 0) << r.out << r.err;
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

TEST_F(WorkspaceCommands, AnInterruptedCompilationLeavesNoCompilerBehind) {
  start_p01();
  fs::remove(p01());
  ASSERT_EQ(mkfifo(p01().c_str(), 0600), 0);  // which a compiler reads for ever
  const CommandResult r = run({"/usr/bin/timeout", "-s", "INT", "1", "/usr/bin/env", "-C",
                               workspace().string(), binary().string(), "p01", "--backend", "cpu"});
  EXPECT_EQ(r.code, 124) << r.err;
  EXPECT_EQ(r.left_behind, std::vector<std::string>());
}

TEST_F(WorkspaceCommands, ProgressFollowsTheLastVerdict) {
  start_p01();
  EXPECT_NE(run_here({"progress"}).out.find("not started"), std::string::npos);
  run_here({"p01", "--backend", "cpu"});
  const auto failing = lines(run_here({"progress"}).out);
  ASSERT_GT(failing.size(), 2u);
  EXPECT_NE(failing[2].find("failing"), std::string::npos) << failing[2];
  save(p01(), right_p01);
  run_here({"p01", "--backend", "cpu"});
  const auto passed = lines(run_here({"progress"}).out);
  EXPECT_NE(passed[0].find(" 1 of "), std::string::npos) << passed[0];
  EXPECT_NE(passed[2].find("passed"), std::string::npos) << passed[2];
  save(p01(), "broken\n");
  run_here({"p01", "--backend", "cpu"});
  EXPECT_NE(lines(run_here({"progress"}).out)[2].find("failing"), std::string::npos);
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

TEST_F(WorkspaceCommands, SolutionIsShownOnceTheLearnersPassed) {
  start_p01();
  const CommandResult before = run_here({"solution", "p01"});
  EXPECT_EQ(before.code, 2);
  EXPECT_EQ(before.out, "");
  EXPECT_EQ(run_here({"solution", "p01", "--force"}).out,
            contents(puzzle_folder("p01_add") / "solution.hip"));
  save(p01(), right_p01);
  run_here({"p01", "--backend", "cpu"});
  EXPECT_EQ(run_here({"solution", "p01"}).out, contents(puzzle_folder("p01_add") / "solution.hip"));
}

TEST_F(WorkspaceCommands, SolutionIsExplainedBesideItsKernels) {
  start_p01();
  EXPECT_EQ(run_here({"solution", "p01", "--explain"}).code, 2) << "not solved yet";
  const CommandResult r = run_here({"solution", "p01", "--force", "--explain"});
  EXPECT_EQ(r.code, 0) << r.err;
  for (const char* part : {"Why it is right", "Each thread writes its own element.",
                           "What it costs", "What to try", "check p01 --counts"}) {
    EXPECT_NE(r.out.find(part), std::string::npos) << part << "\n" << r.out;
  }
  EXPECT_EQ(r.out.find("__global__"), std::string::npos) << r.out;
  const CommandResult none = run_here({"solution", "p02", "--force", "--explain"});
  EXPECT_EQ(none.code, 2);
  EXPECT_NE(none.err.find("p02 has no explanation of its solution"), std::string::npos) << none.err;
}

TEST_F(WorkspaceCommands, HintsComeOneAtATime) {
  const auto first_line = [](const CommandResult& r) { return r.out.substr(0, r.out.find('\n')); };
  EXPECT_EQ(first_line(run_here({"hint", "p03"})).find("p03 --raw, hint 1 of "), 0u);
  EXPECT_EQ(first_line(run_here({"hint", "p03"})).find("p03 --raw, hint 2 of "), 0u);
  EXPECT_EQ(first_line(run_here({"hint", "p03", "--again"})).find("p03 --raw, hint 2 of "), 0u);
  EXPECT_EQ(first_line(run_here({"hint", "--staged", "p03"})).find("p03 --staged, hint 1"), 0u);
  EXPECT_EQ(first_line(run_here({"hint", "p03", "--all"})).find("p03 --raw, hint 1"), 0u);
  for (int i = 0; i < 9; ++i) run_here({"hint", "p03"});
  const std::string last = run_here({"hint", "p03"}).out;
  EXPECT_NE(last.find("That was the last hint"), std::string::npos) << last;
}

TEST_F(WorkspaceCommands, AnUnreadableStateIsKeptAsideAndSourcesAreUntouched) {
  start_p01();
  save(p01(), right_p01);
  run_here({"p01", "--backend", "cpu"});
  const fs::path state = workspace() / ".hippuzzle/state.json";
  const std::string torn = contents(state).substr(0, 30);
  save(state, torn);
  const CommandResult r = run_here({"progress"});
  EXPECT_EQ(r.code, 0);
  EXPECT_NE(r.err.find("kept as .hippuzzle/state.json.unreadable-1"), std::string::npos) << r.err;
  EXPECT_EQ(contents(state.string() + ".unreadable-1"), torn);
  EXPECT_EQ(contents(p01()), right_p01);
  EXPECT_EQ(run_here({"progress"}).err, "") << "told once";
}

TEST_F(WorkspaceCommands, ASettingThatDoesNotExistIsRefused) {
  save(workspace() / "hippuzzle.toml", "bakend = \"cpu\"\n");
  const CommandResult r = run_here({"progress"});
  EXPECT_EQ(r.code, 2);
  EXPECT_NE(r.err.find("'bakend'"), std::string::npos) << r.err;
}

TEST_F(WorkspaceCommands, TheWorkspacesBackendHoldsUnlessAnotherIsAskedFor) {
  start_p01();
  save(workspace() / "hippuzzle.toml", "backend = \"amd\"\n");
  EXPECT_EQ(run_here({"p01", "--backend", "cpu"}).code, 1);
  const CommandResult r = run_here({"p01"});
  EXPECT_NE((r.out + r.err).find("amd"), std::string::npos) << r.out << r.err;
}

TEST_F(WorkspaceCommands, ABackendThatDoesNotExistIsRefusedWithItsLine) {
  save(workspace() / "hippuzzle.toml", "\nbackend = \"gpu\"\n");
  const CommandResult r = run_here({"progress"});
  EXPECT_EQ(r.code, 2);
  EXPECT_NE(r.err.find("hippuzzle.toml:2:"), std::string::npos) << r.err;
  EXPECT_NE(r.err.find("\"gpu\""), std::string::npos) << r.err;
  EXPECT_NE(r.err.find("\"nvidia\""), std::string::npos) << r.err;
}

TEST_F(WorkspaceCommands, ShowIsPlainAndAsWideAsAskedWhenPiped) {
  const CommandResult r = run({"/usr/bin/env", "COLUMNS=60", binary().string(), "show", "p01"});
  EXPECT_EQ(r.code, 0) << r.err;
  EXPECT_EQ(r.out.find('\x1b'), std::string::npos);
  EXPECT_EQ(lines(r.out)[0], "p01: Add");
  EXPECT_NE(r.out.find("threads.svg"), std::string::npos);
}

TEST_F(WorkspaceCommands, ANewPuzzleInASourceTreeGoesWithThePlugins) {
  const TemporaryDirectory tree;
  tree.write("plugins/CMakeLists.txt", "");
  tree.write("common/cmake/HippuzzleAddPuzzle.cmake", "");
  const fs::path below = tree.path() / "plugins";
  const CommandResult r = run({"/usr/bin/env", "-C", below.string(), binary().string(), "new",
                               "p40", "--title", "Warp sums, twice"});
  EXPECT_EQ(r.code, 0) << r.err;
  const fs::path folder = tree.path() / "plugins/p40_warp_sums_twice";
  EXPECT_NE(contents(folder / "puzzle.cpp").find("HIPPUZZLE_PUZZLE(\"p40\", \"Warp sums, twice\""),
            std::string::npos);
  EXPECT_EQ(contents(folder / "README.md").find("# p40: Warp sums, twice\n"), 0u);
  EXPECT_TRUE(fs::exists(folder / "wrong/no_guard.hip"));
  EXPECT_NE(contents(tree.path() / "tests/puzzles/p40.refusals").find("no_guard"),
            std::string::npos);
  EXPECT_EQ(contents(below / "CMakeLists.txt"), "");
  EXPECT_EQ(contents(folder / "kernel.hip").find('@'), std::string::npos) << "a placeholder";
}

TEST_F(WorkspaceCommands, NewTakesNoIdThatIsTaken) {
  const CommandResult r = run_here({"new", "p02", "--title", "Again"});
  EXPECT_EQ(r.code, 2);
  EXPECT_NE(r.err.find("'p02' already"), std::string::npos) << r.err;
}

TEST_F(WorkspaceCommands, AnotherEditionsIdStartsTheSamePuzzle) {
  EXPECT_EQ(run_here({"--edition", "classic", "start", "p02"}).code, 0);
  EXPECT_TRUE(fs::exists(workspace() / "p02_pool/kernel.hip"));
  save(workspace() / "p02_pool/kernel.hip", contents(puzzle_folder("p03_pool") / "solution.hip"));
  const CommandResult r = run_here({"--edition", "classic", "p02", "--backend", "cpu"});
  EXPECT_EQ(r.code, 0) << r.err;
  EXPECT_NE(r.out.find("out: HostBuffer([1.0, 3.0, 6.0, 9.0])"), std::string::npos) << r.out;
  EXPECT_NE(run_here({"--edition", "classic", "progress"}).out.find("p02  Pool  passed"),
            std::string::npos);
}

TEST_F(WorkspaceCommands, AParameterOfAnotherTypeIsRefusedByName) {
  start_p01();
  const auto verdict = [&](const std::string& parameters) {
    save(p01(), "__global__ void add_10(" + parameters +
                    ") {\n  output[threadIdx.x] = a[threadIdx.x] + 10;\n}\n");
    return run_here({"p01", "--backend", "cpu"});
  };
  const CommandResult wrong = verdict("float* output, const int* a");
  EXPECT_EQ(wrong.code, 3) << wrong.out;
  EXPECT_NE((wrong.out + wrong.err)
                .find("p01_add/kernel.hip:1: add_10 takes 'const int* a', the stub's takes 'const "
                      "float* a'; give it the stub's parameters again"),
            std::string::npos)
      << wrong.out << wrong.err;
  for (const char* same :
       {"float *output, float const *a", "float* __restrict__ output, const float* a"}) {
    EXPECT_EQ(verdict(same).code, 0) << same;
  }
}

// The program that compiles a learner's kernels: the first word of "compile" in cpu.toml.
std::string learners_compiler() {
  const std::string toolchain = contents(shipped() / "toolchains" / "cpu.toml");
  const size_t begin = toolchain.find("\ncompile = [\"") + std::string("\ncompile = [\"").size();
  return toolchain.substr(begin, toolchain.find('"', begin) - begin);
}

// An assembler that finds no room stands in for a full disk.
TEST_F(WorkspaceCommands, AFullDiskIsNotBlamedOnTheKernels) {
  start_p01();
  const TemporaryDirectory tools;
  const fs::path assembler =
      tools.write("as", "#!/bin/sh\necho 'as: /tmp/x.o: No space left on device' >&2\nexit 1\n");
  fs::permissions(assembler, fs::perms::owner_all);
  const std::string path = "COMPILER_PATH=" + tools.path().string();
  if (run({"/usr/bin/env", path, learners_compiler(), "-print-prog-name=as"}).out !=
      assembler.string() + "\n")
    GTEST_SKIP() << "this compiler knows its assembler by its path";
  const CommandResult r = run({"/usr/bin/env", "-C", workspace().string(), "NO_COLOR=1", path,
                               binary().string(), "p01", "--backend", "cpu"});
  EXPECT_EQ(r.code, 3) << r.out << r.err;
  EXPECT_NE((r.out + r.err).find("no space left for the compiler's files"), std::string::npos)
      << r.out << r.err;
  EXPECT_EQ((r.out + r.err).find("names and parameters"), std::string::npos) << r.out << r.err;
}

TEST_F(WorkspaceCommands, ALadderHasNoHintsAndSaysWhatItHas) {
  const CommandResult r = run_here({"hint", "ladder"});
  EXPECT_EQ(r.code, 2) << r.out;
  EXPECT_NE(r.err.find("ladder has nothing to fill in; `hippuzzle show ladder` is its lesson"),
            std::string::npos)
      << r.err;
}

TEST_F(WorkspaceCommands, ASecondPuzzleOfAnIdIsRefused) {
  ASSERT_EQ(run_here({"new", "p40", "--title", "Double it"}).code, 0);
  const CommandResult again = run_here({"new", "p40", "--title", "Something else"});
  EXPECT_EQ(again.code, 2) << again.out;
  EXPECT_NE(again.err.find("there is a puzzle 'p40' already"), std::string::npos) << again.err;
  EXPECT_FALSE(fs::exists(workspace() / "p40_something_else"));
}

TEST_F(WorkspaceCommands, AMisspeltPuzzleIsTold) {
  const CommandResult r = run_here({"start", "p1"});
  EXPECT_EQ(r.code, 2);
  EXPECT_NE(r.err.find("did you mean 'p01'?"), std::string::npos) << r.err;
}

}  // namespace
}  // namespace hippuzzle::testing
