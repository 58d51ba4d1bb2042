// The guidance of a learner: the begun puzzles, the next one, the command that shows a failure, and
// the files for editors.
#include "tests/support/json.hpp"
#include "tests/workspace/learner.hpp"

namespace hippuzzle::testing {
namespace guidance_test {

using Guidance = LearnerTest;

TEST_F(Guidance, AStartedPuzzleIsAStateOfItsOwn) {
  EXPECT_EQ(run_here({"start", "p02"}).code, 0);
  const std::string text = run_here({"progress"}).out;
  EXPECT_NE(text.find("p02  Subtract  started\n"), std::string::npos) << text;
  EXPECT_NE(text.find("p01  Add       not started\n"), std::string::npos) << text;
  EXPECT_NE(text.find("started: a file, and no verdict on all of it"), std::string::npos) << text;
}

TEST_F(Guidance, ResetAndADeletedFolderTakeTheMarkBack) {
  ASSERT_EQ(run_here({"start", "p01"}).code, 0);
  save(workspace() / "p01_add/kernel.hip", right_p01);
  ASSERT_EQ(run_here({"p01", "--backend", "cpu"}).code, 0);
  ASSERT_NE(run_here({"progress"}).out.find("1 of 3"), std::string::npos);
  ASSERT_EQ(run_here({"reset", "p01"}).code, 0);
  EXPECT_NE(run_here({"progress"}).out.find("0 of 3"), std::string::npos);
  save(workspace() / "p01_add/kernel.hip", right_p01);
  ASSERT_EQ(run_here({"p01", "--backend", "cpu"}).code, 0);
  std::filesystem::remove_all(workspace() / "p01_add");
  EXPECT_NE(run_here({"progress"}).out.find("p01  Add       not started"), std::string::npos);
  ASSERT_EQ(run_here({"start", "p01"}).code, 0);
  save(workspace() / "p01_add/kernel.hip", right_p01);
  EXPECT_NE(run_here({"progress"}).out.find("p01  Add       started"), std::string::npos)
      << "a file that nothing has judged";
  EXPECT_EQ(run_here({"solution", "p01"}).code, 0) << "it has passed once";
}

TEST_F(Guidance, ProgressIsThereForPrograms) {
  ASSERT_EQ(run_here({"start", "p03"}).code, 0);
  const auto progress = parse_json(run_here({"progress", "--json"}).out);
  EXPECT_EQ(progress["kind"], "progress");
  EXPECT_EQ(progress["passed"], 0);
  EXPECT_EQ(progress["puzzles"][2]["id"], "p03");
  EXPECT_EQ(progress["puzzles"][2]["standing"], "started");
  EXPECT_EQ(progress["puzzles"][2]["variants"][1]["variant"], "staged");
}

TEST_F(Guidance, AFailureEndsWithTheCommandThatShowsIt) {
  ASSERT_EQ(run_here({"start", "p01"}).code, 0);
  const CommandResult failed = run_here({"p01", "--backend", "cpu", "--seed", "7"});
  EXPECT_EQ(failed.code, 1);
  const std::string last = lines(failed.out).back();
  EXPECT_EQ(last, "`hippuzzle trace p01 --seed 7 --case 1` shows each step of it.");
  EXPECT_NE(failed.out.find("  a: HostBuffer([0.0, 1.0, 2.0, 3.0])"), std::string::npos)
      << failed.out;
  if (!can_check()) GTEST_SKIP() << "this build cannot record traces";
  const CommandResult shown = run_here({"trace", "p01", "--seed", "7", "--case", "1"});
  EXPECT_EQ(shown.code, 0) << shown.err;
}

TEST_F(Guidance, WithoutANameTheNextPuzzleIsMeant) {
  ASSERT_EQ(run_here({"start"}).code, 0);
  save(workspace() / "p01_add/kernel.hip", right_p01);
  ASSERT_EQ(run_here({"p01", "--backend", "cpu"}).code, 0);
  for (const char* command : {"start", "show", "hint", "reset"}) {
    const CommandResult r = run_here({command});
    EXPECT_EQ(r.code, 0) << command << r.err;
    EXPECT_NE(r.err.find("p02 is the next that has not passed"), std::string::npos) << r.err;
  }
  EXPECT_TRUE(std::filesystem::exists(workspace() / "p02_subtract/kernel.hip"));
}

TEST_F(Guidance, QuietLeavesOutRemarksAndWhatPassed) {
  ASSERT_EQ(run_here({"start", "p01"}).code, 0);
  EXPECT_NE(run_here({"p01", "-q", "--backend", "cpu"}).out.find("expected:"), std::string::npos);
  save(workspace() / "p01_add/kernel.hip", right_p01);
  const CommandResult r = run_here({"p01", "--quiet", "--backend", "cpu"});
  EXPECT_EQ(lines(r.out).size(), 1u) << r.out;
  EXPECT_EQ(r.err, "");
}

TEST_F(Guidance, ColourIsAsAsked) {
  ASSERT_EQ(run_here({"start", "p01"}).code, 0);
  EXPECT_NE(run_here({"p01", "--color", "always"}).out.find("\x1b[31m"), std::string::npos);
  EXPECT_EQ(run_here({"p01", "--color=never"}).out.find('\x1b'), std::string::npos);
  EXPECT_EQ(run_here({"p01", "--color", "blue"}).code, 2);
}

TEST_F(Guidance, EditorsAreToldHowKernelsAreCompiled) {
  EXPECT_TRUE(std::filesystem::exists(workspace() / ".editorconfig"));
  EXPECT_NE(contents(workspace() / ".vscode/settings.json").find("\"*.hip\": \"cpp\""),
            std::string::npos);
  ASSERT_EQ(run_here({"start", "p03"}).code, 0);
  const std::string flags = contents(workspace() / "p03_pool/compile_flags.txt");
  EXPECT_NE(flags.find("-xc++\n"), std::string::npos) << flags;
  EXPECT_NE(flags.find("-include\nconfig.hpp\n"), std::string::npos) << flags;
  save(workspace() / "p03_pool/compile_flags.txt", "-DMINE\n");
  ASSERT_EQ(run_here({"start", "p03"}).code, 0);
  EXPECT_EQ(contents(workspace() / "p03_pool/compile_flags.txt"), "-DMINE\n");
}

TEST_F(Guidance, HelpExplainsACommandAndAPuzzle) {
  for (const char* name : {"watch", "p03"}) {
    const CommandResult help = run_here({"help", name});
    EXPECT_EQ(help.code, 0) << help.err;
    EXPECT_EQ(help.out, run_here({name, "--help"}).out);
    EXPECT_NE(help.out.find("--plugin-path"), std::string::npos) << "options of every command";
  }
  EXPECT_EQ(run_here({"help"}).out, run_here({"--help"}).out);
  const CommandResult misspelt = run_here({"help", "wtach"});
  EXPECT_EQ(misspelt.code, 2);
  EXPECT_NE(misspelt.err.find("did you mean 'watch'?"), std::string::npos) << misspelt.err;
}

TEST_F(Guidance, TheManualHasAPageForEveryCommand) {
  const std::string folder = (workspace() / "manual").string();
  ASSERT_EQ(run_here({"man-pages", folder}).code, 0);
  const std::string all = contents(folder + "/hippuzzle.1");
  const std::string watch = contents(folder + "/hippuzzle-watch.1");
  EXPECT_NE(all.find("hippuzzle\\-watch"), std::string::npos) << all;
  EXPECT_NE(watch.find("\\-\\-next\\-after"), std::string::npos) << watch;
  EXPECT_FALSE(std::filesystem::exists(folder + "/hippuzzle-man-pages.1")) << "a hidden command";
}

}  // namespace guidance_test
}  // namespace hippuzzle::testing
