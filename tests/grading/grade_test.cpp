// `hippuzzle grade`, from outside: the results of honest submissions, called once and again.
#include <sys/stat.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <map>
#include <tuple>

#include "tests/grading/graded_class.hpp"
#include "tests/support/json.hpp"

namespace hippuzzle::testing {
namespace grade_test {

namespace fs = std::filesystem;
using json = nlohmann::json;

TEST_F(Grade, AStudentWithoutAFileIsNotSubmittedAndNeverTheReference) {
  hand_in("ann", right_p01);
  fs::create_directories(class_folder() / "eve");
  const CommandResult r = grade({"--puzzle", "p01", "--without-isolation"});
  EXPECT_EQ(r.code, 8) << r.out << r.err;
  EXPECT_NE(r.out.find("ann: 1 of 1 passed\n"), std::string::npos) << r.out;
  EXPECT_NE(r.out.find("eve: 0 of 1 passed; not submitted: p01\n"), std::string::npos) << r.out;
  EXPECT_EQ(grades()["eve"]["outcome"], "not-submitted");
  EXPECT_EQ(contents(results() / "grades.csv"),
            "student,passed,p01,isolation\nann,1,passed,none\neve,0,not-submitted,none\n");
}

TEST_F(Grade, OnlyARegularFileOfItsPlaceIsTaken) {
  hand_in("honest", right_p01);
  const auto folder = [&](const char* student) { return class_folder() / student / "p01_add"; };
  for (const char* student : {"link", "fifo", "folder", "large"}) {
    fs::create_directories(folder(student));
  }
  fs::create_symlink("../../honest/p01_add/kernel.hip", folder("link") / "kernel.hip");
  ASSERT_EQ(mkfifo((folder("fifo") / "kernel.hip").c_str(), 0600), 0);
  fs::create_directories(folder("folder") / "kernel.hip");
  std::ofstream(folder("large") / "kernel.hip") << std::string((1 << 20) + 1, '\n') << right_p01;
  fs::create_directories(class_folder() / "linked");
  fs::create_directory_symlink("../honest/p01_add", class_folder() / "linked/p01_add");
  fs::create_directory_symlink("honest", class_folder() / "whole");
  EXPECT_EQ(grade({"--puzzle", "p01", "--without-isolation"}).code, 8);
  auto all = grades();
  EXPECT_EQ(all.size(), 6u) << "a link is no student";
  EXPECT_EQ(all["honest"]["outcome"], "passed");
  for (const char* student : {"link", "fifo", "folder", "large", "linked"}) {
    EXPECT_EQ(all[student]["outcome"], "not-submitted") << student;
    EXPECT_NE(all[student]["reason"], "") << student;
  }
}

TEST_F(Grade, NamesOfFoldersReachNeitherTheTerminalNorAnotherStudent) {
  const std::vector<std::string> names = {"a\x1b[31mred", "line\nbreak", "quote\"s", "'",
                                          "$(true)",      "with blank",  "\xff\xfe", "-rf",
                                          "=1+1",         "\u202edessap"};
  for (const std::string& name : names) hand_in(name, right_p01);
  const CommandResult r = grade({"--puzzle", "p01", "--without-isolation", "--no-check"});
  EXPECT_EQ(r.code, 0) << r.out << r.err;
  const std::string table = contents(results() / "grades.csv");
  for (const char* reaches : {"\x1b", "\u202e"})
    EXPECT_EQ((r.out + r.err + table).find(reaches), std::string::npos) << r.out << table;
  for (const char* formula : {"\n=", "\n-"})
    EXPECT_EQ(table.find(formula), std::string::npos) << table;
  EXPECT_NE(table.find("\n'=1+1,1,passed"), std::string::npos) << table;
  EXPECT_EQ(grades().size(), names.size());
  for (const auto& [student, grade] : grades()) EXPECT_EQ(grade["outcome"], "passed") << student;
}

// Names as an archive of Latin-1 names unpacks: text cannot hold them, and no student takes
// another's mark.
TEST_F(Grade, StudentsWhoseNamesAreNoTextKeepTheirOwnResults) {
  const std::vector<std::string> names = {"M\374ller", "M\366ller", "M\\xfcller"};
  hand_in(names[0], replaced(right_p01, "+ 10", "+ 11"));
  hand_in(names[1], right_p01);
  hand_in(names[2], right_p01 + "// mine\n");
  const std::vector<std::string> quick = {"--puzzle", "p01", "--without-isolation", "--no-check"};
  EXPECT_EQ(grade(quick).code, 1);
  const auto all = grades();
  ASSERT_EQ(all.size(), 3u);
  EXPECT_EQ(all.at("M\\xfcller")["outcome"], "wrong-answer");
  EXPECT_EQ(all.at("M\\xf6ller")["outcome"], "passed");
  EXPECT_EQ(all.at("M\\\\xfcller")["outcome"], "passed");
  EXPECT_EQ(all.at("M\\xfcller")["folder"].get<std::string>().size(), 64u);
  EXPECT_NE(all.at("M\\xfcller")["folder"], all.at("M\\xf6ller")["folder"]);

  const CommandResult again = grade(quick);
  EXPECT_NE(again.err.find("3 of 3 submissions are as they were"), std::string::npos) << again.err;
  const std::string merged = (here() / "merged.csv").string();
  const std::string document = (results() / "grades.json").string();
  EXPECT_EQ(run({learners_binary().string(), "merge", document, "-o", merged}).code, 1);
  EXPECT_EQ(lines(contents(merged)).size(), 4u) << contents(merged);
}

TEST_F(Grade, AFileIsKnownByItsSha256) {
  hand_in("ann", right_p01);
  EXPECT_EQ(grade({"--puzzle", "p01", "--without-isolation", "--no-check"}).code, 0);
  const CommandResult sum =
      run({"/usr/bin/sha256sum", (class_folder() / "ann/p01_add/kernel.hip").string()});
  EXPECT_EQ(grades()["ann"]["hash"], sum.out.substr(0, 64));
}

TEST_F(Grade, ResultsThatSomebodyElseCanWriteAreRefused) {
  hand_in("ann", right_p01);
  fs::create_directories(results());
  fs::permissions(results(), fs::perms::all);
  const std::vector<std::string> quick = {"--puzzle", "p01", "--without-isolation", "--no-check"};
  CommandResult r = grade(quick);
  EXPECT_EQ(r.code, 2) << r.err;
  EXPECT_NE(r.err.find("can be written by everybody"), std::string::npos) << r.err;
  if (geteuid() != 0) return;
  fs::permissions(results(), fs::perms::owner_all);
  hand_over(results(), "landlock");
  r = grade(quick);
  EXPECT_EQ(r.code, 2) << r.err;
  EXPECT_NE(r.err.find("is another user's"), std::string::npos) << r.err;
}

TEST_F(Grade, FilesAreFoundAFolderDeeperAndOtherwiseNamed) {
  const auto folder = [&](const std::string& path) {
    fs::create_directories(class_folder() / path);
    return class_folder() / path;
  };
  std::ofstream(folder("deeper/homework/p01_add") / "kernel.hip") << right_p01;
  folder("deeper/__MACOSX/p01_add");
  for (const char* path : {"twice/a/p01_add", "twice/b/p01_add"})
    std::ofstream(folder(path) / "kernel.hip") << right_p01;
  std::ofstream(folder("cuda/p01_add") / "kernel.cu") << right_p01;
  std::ofstream(folder("typed/p01_add") / "Kernel.hip.txt") << right_p01;
  std::ofstream(folder("wide/p01_add") / "kernel.hip", std::ios::binary) << "\xff\xfe_";
  EXPECT_EQ(grade({"--puzzle", "p01", "--without-isolation", "--no-check"}).code, 8);
  auto all = grades();
  EXPECT_EQ(all["deeper"]["outcome"], "passed") << all["deeper"];
  const auto reason = [&](const char* student) {
    return all[student]["reason"].get<std::string>();
  };
  EXPECT_EQ(reason("twice"), "'a' and 'b' both have puzzles; hand in one folder");
  EXPECT_EQ(reason("cuda"), "there is no kernel.hip, but 'kernel.cu'; hand it in as kernel.hip");
  EXPECT_EQ(reason("typed"),
            "there is no kernel.hip, but 'Kernel.hip.txt'; hand it in as kernel.hip");
  EXPECT_EQ(reason("wide"), "kernel.hip is in UTF-16; save it as UTF-8");
}

TEST_F(Grade, ASecretRepeatsTheCasesAndOtherwiseTheyAreNew) {
  hand_in("ann", right_p01);
  std::ofstream(here() / "secret") << "42\n";
  const std::vector<std::string> quick = {"--puzzle", "p01", "--without-isolation", "--no-check"};
  auto with_secret = quick;
  with_secret.insert(with_secret.end(), {"--secret", "secret"});
  EXPECT_EQ(grade(with_secret).code, 0);
  EXPECT_EQ(grades()["ann"]["seed"], 42);
  auto anew = quick;
  anew.emplace_back("--again");
  EXPECT_EQ(grade(anew).code, 0);
  const json first = grades()["ann"]["seed"];
  EXPECT_NE(first, 42);
  EXPECT_EQ(grade(anew).code, 0);
  EXPECT_NE(grades()["ann"]["seed"], first);
}

TEST_F(Grade, GoesOnWhereItWasInterruptedAndRepeatsNothing) {
  for (const char* student : {"a", "b", "c"}) hand_in(student, right_p01);
  const std::vector<std::string> quick = {"--puzzle", "p01", "--without-isolation", "--no-check"};
  EXPECT_EQ(grade(quick).code, 0);
  // The journal as it was after the second result, in the middle of writing the third.
  const std::string journal = contents(results() / "journal.jsonl");
  std::vector<std::string> kept = lines(journal);
  ASSERT_EQ(kept.size(), 5u) << journal;
  const json first = parse_json(kept[1]);
  kept[1] = replaced(kept[1], "\"seconds\":", "\"seconds\":1000");
  std::ofstream(results() / "journal.jsonl") << kept[0] << '\n'
                                             << kept[1] << '\n'
                                             << kept[2] << '\n'
                                             << kept[3].substr(0, 40);
  const CommandResult r = grade(quick);
  EXPECT_EQ(r.code, 0) << r.err;
  EXPECT_NE(r.err.find("2 results are kept"), std::string::npos) << r.err;
  auto all = grades();
  EXPECT_GE(all["a"]["seconds"], 1000) << "not run again";
  EXPECT_LT(all["c"]["seconds"], 1000);
  EXPECT_EQ(all["c"]["seed"], first["seed"]) << "and with the same seed";
}

TEST_F(Grade, CalledAgainItGradesWhatIsNewAndKeepsTheRest) {
  for (const char* student : {"a", "b"}) hand_in(student, right_p01);
  const std::vector<std::string> quick = {"--puzzle", "p01", "--without-isolation", "--no-check"};
  EXPECT_EQ(grade(quick).code, 0);
  const auto first = grades();

  CommandResult r = grade(quick);
  EXPECT_EQ(r.code, 0) << r.err;
  EXPECT_NE(r.err.find("2 of 2 submissions are as they were"), std::string::npos) << r.err;
  EXPECT_NE(r.out.find("b: 1 of 1 passed"), std::string::npos) << r.out;
  EXPECT_EQ(grades(), first);

  // Whoever reads the document knows the seed; another file is not judged by it.
  hand_in("b", right_p01 + "// better\n");
  hand_in("c", right_p01);
  r = grade(quick);
  EXPECT_EQ(r.code, 0) << r.err;
  EXPECT_NE(r.err.find("1 of 3 submissions are as they were"), std::string::npos) << r.err;
  auto all = grades();
  for (const char* kept : {"hash", "seed", "seconds", "variants"})
    EXPECT_EQ(all["a"][kept], first.at("a").at(kept)) << kept;
  EXPECT_EQ(all["a"]["same_text"], (json{"b", "c"})) << "of the class as it is now";
  EXPECT_NE(all["b"]["hash"], first.at("b").at("hash"));
  for (const char* student : {"b", "c"}) {
    EXPECT_EQ(all[student]["outcome"], "passed") << student;
    EXPECT_NE(all[student]["seed"], first.at("a").at("seed")) << student;
  }

  auto anew = quick;
  anew.emplace_back("--again");
  EXPECT_EQ(grade(anew).code, 0);
  EXPECT_NE(grades()["a"]["seed"], first.at("a").at("seed"));
}

// Its result is the submission's own, so it is kept, and a teacher may give points for it.
TEST_F(Grade, CodeThatCannotBeVerifiedIsNotJudgedAgain) {
  if (!can_check()) GTEST_SKIP() << "kernels cannot be checked in this build";
  hand_in("eve",
          "#include <cstring>\n"
          "__global__ void add_10(float* output, const float* a) {\n"
          "  volatile unsigned long bytes = 4;\n"
          "  const int order = memcmp(a, output, bytes);\n"
          "  output[threadIdx.x] = a[threadIdx.x] + 10 + 0 * (order > 0);\n"
          "}\n");
  std::ofstream(here() / "marks.toml") << "[part]\nnot-checked = 50\n";
  const std::vector<std::string> words = {"--puzzle", "p01", "--without-isolation", "--marks",
                                          (here() / "marks.toml").string()};
  CommandResult r = grade(words);
  EXPECT_EQ(r.code, 7) << r.out << r.err;
  const json first = grades()["eve"];
  EXPECT_EQ(first["variants"].size(), 1u) << first;
  EXPECT_NE(first["reason"].get<std::string>().find("in `add_10`, it calls `memcmp`"),
            std::string::npos)
      << first["reason"];
  EXPECT_EQ(first["points"], 0.5) << first;
  r = grade(words);
  EXPECT_EQ(r.code, 7) << r.out << r.err;
  EXPECT_NE(r.err.find("keep their results"), std::string::npos) << r.err;
  EXPECT_EQ(grades()["eve"]["seconds"], first["seconds"]);
}

TEST_F(Grade, FilesThatAreTheSameAreJudgedOnceAndEachHasTheResult) {
  for (const char* student : {"a", "b", "c"}) hand_in(student, right_p01);
  hand_in("d", right_p01 + "\n");
  hand_in("e", "\n");
  hand_in("f", "\n");
  EXPECT_EQ(grade({"--puzzle", "p01", "--without-isolation", "--no-check"}).code, 3);
  auto all = grades();
  EXPECT_GT(all["a"]["seconds"], 0);
  EXPECT_GT(all["d"]["seconds"], 0) << "another file";
  for (const char* twin : {"b", "c", "f"}) EXPECT_EQ(all[twin]["seconds"], 0) << twin;
  for (const char* student : {"a", "b", "c", "d"}) {
    EXPECT_EQ(all[student]["outcome"], "passed") << student;
    EXPECT_EQ(all[student]["variants"].size(), 1u) << student;
  }
  EXPECT_EQ(all["f"]["outcome"], "could-not-load");
  EXPECT_EQ(all["f"]["reason"], all["e"]["reason"]);
  EXPECT_EQ(lines(contents(results() / "journal.jsonl")).size(), 8u) << "each has a line";
}

TEST_F(Grade, TheSameTextButForRemarksAndBlanksIsNamedAndAStubIsNot) {
  std::string other = "// mine /* really */\n" + right_p01;
  other.insert(other.find("output[") - 1, "/* add */\n\t");
  hand_in("a", right_p01);
  hand_in("b", other);
  hand_in("c", replaced(right_p01, "+ 10", "- -10"));
  const std::string stub = contents(curriculum() / "share/hippuzzle/puzzles/p01_add/kernel.hip");
  for (const char* student : {"d", "e"}) hand_in(student, stub);
  const CommandResult r = grade({"--puzzle", "p01", "--without-isolation", "--no-check"});
  EXPECT_NE(r.out.find("a: 1 of 1 passed; the same text: p01 as b\n"), std::string::npos) << r.out;
  auto all = grades();
  EXPECT_EQ(all["b"]["same_text"], json{"a"});
  EXPECT_EQ(all["b"]["same_text_count"], 1);
  for (const char* student : {"c", "d", "e"}) {
    EXPECT_FALSE(all[student].contains("same_text")) << student;
  }
}

TEST_F(Grade, ItsDocumentHoldsTheSchemaAlsoMerged) {
  if (run({"/usr/bin/env", "python3", "-c", "import jsonschema"}).code != 0) {
    GTEST_SKIP() << "python3 has no jsonschema";
  }
  for (const char* student : {"ann", "bob"}) hand_in(student, right_p01);
  hand_in("cy", "no kernel");
  fs::create_directories(class_folder() / "dee");
  const bool checks = can_check();
  EXPECT_EQ(
      grade({"--puzzle", "p01", "--without-isolation", checks ? "--counts" : "--no-check"}).code,
      3);
  const std::string document = (results() / "grades.json").string();
  const std::string merged = (here() / "merged.json").string();
  EXPECT_EQ(run({learners_binary().string(), "merge", document, "-o", merged}).code, 3);
  for (const std::string& file : {document, merged}) {
    const CommandResult valid = run({"/usr/bin/env", "python3", "-c",
                                     "import json, sys, jsonschema\n"
                                     "schema = json.load(open(sys.argv[1]))\n"
                                     "jsonschema.validate(json.load(open(sys.argv[2])), schema)\n",
                                     HIPPUZZLE_SOURCE_DIR "/docs/grades.schema.json", file});
    EXPECT_EQ(valid.code, 0) << valid.err;
  }
}

TEST_F(Grade, WithoutAnyIsolationItRefusesUnlessItIsTold) {
  hand_in("ann", right_p01);
  const CommandResult r = run({"/usr/bin/env", "PATH=/nonexistent", learners_binary().string(),
                               "grade", class_folder().string(), "--results", results().string(),
                               "--isolation", "bubblewrap", "--puzzle", "p01"});
  EXPECT_EQ(r.code, 77) << r.err;
  EXPECT_NE(r.err.find("--without-isolation"), std::string::npos) << r.err;
}

TEST_F(Grade, LandlockIsRefusedToRoot) {
  if (geteuid() != 0) GTEST_SKIP() << "only root can be refused";
  hand_in("ann", right_p01);
  const CommandResult r = grade({"--isolation", "landlock", "--puzzle", "p01"});
  if (r.code == 77) GTEST_SKIP() << r.err;
  EXPECT_EQ(r.code, 2) << r.err;
  EXPECT_NE(r.err.find("install the package bubblewrap"), std::string::npos) << r.err;
}

TEST_F(Grade, IsolationIsEitherChosenOrLeftOut) {
  hand_in("ann", right_p01);
  const CommandResult r = grade({"--isolation", "landlock", "--without-isolation"});
  EXPECT_EQ(r.code, 2) << r.err;
  EXPECT_NE(r.err.find("choose one"), std::string::npos) << r.err;
}

TEST_F(Grade, FilesThatAreNotItsOwnStayWhatTheyAre) {
  hand_in("ann", right_p01);
  fs::create_directories(results() / "work");
  std::ofstream(results() / "work/precious.txt") << "mine\n";
  const CommandResult r = grade({"--puzzle", "p01", "--secret", "/nonexistent"});
  EXPECT_EQ(r.code, 2) << r.err;
  EXPECT_EQ(contents(results() / "work/precious.txt"), "mine\n");
  for (const auto& entry : fs::directory_iterator(results()))
    EXPECT_EQ(entry.path().filename(), "work") << "left behind by a command that failed";
}

TEST_F(Grade, ResultsOutsideOfTheSubmissionsOnly) {
  hand_in("ann", right_p01);
  const CommandResult r = run({learners_binary().string(), "grade", class_folder().string(),
                               "--results", (class_folder() / "ann").string()});
  EXPECT_EQ(r.code, 2) << r.err;
}

}  // namespace grade_test
}  // namespace hippuzzle::testing
