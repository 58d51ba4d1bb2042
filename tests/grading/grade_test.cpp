// `hippuzzle grade`, from outside: what comes of submissions, honest and hostile, and that nothing
// of them is left behind or reaches anything else.
#include <sys/stat.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <map>
#include <tuple>

#include "tests/support/json.hpp"
#include "tests/workspace/learner.hpp"

namespace hippuzzle::testing {
namespace {

namespace fs = std::filesystem;
using json = nlohmann::json;

// What hostile kernels ask the system with: no function of a library stands between.
const std::string prelude =
    "inline long ask(long call, long a = 0, long b = 0, long c = 0, long d = 0, long e = 0,\n"
    "                long f = 0) {\n"
    "  register long r10 asm(\"r10\") = d;\n"
    "  register long r8 asm(\"r8\") = e;\n"
    "  register long r9 asm(\"r9\") = f;\n"
    "  long result;\n"
    "  asm volatile(\"syscall\" : \"=a\"(result) : \"a\"(call), \"D\"(a), \"S\"(b), \"d\"(c),\n"
    "               \"r\"(r10), \"r\"(r8), \"r\"(r9) : \"rcx\", \"r11\", \"memory\");\n"
    "  return result;\n"
    "}\n";

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (size_t at = 0; (at = text.find(from, at)) != text.npos; at += to.size()) {
    text.replace(at, from.size(), to);
  }
  return text;
}

class Grade : public ::testing::Test {
 protected:
  fs::path here() const { return directory_.path(); }
  fs::path class_folder() const { return here() / "class"; }
  fs::path results() const { return here() / "results"; }

  void hand_in(const std::string& student, const std::string& text) const {
    const fs::path folder = class_folder() / student / "p01_add";
    fs::create_directories(folder);
    std::ofstream(folder / "kernel.hip", std::ios::binary) << text;
  }

  CommandResult grade(std::vector<std::string> more) const {
    std::vector<std::string> words = {"/usr/bin/env",
                                      "-C",
                                      here().string(),
                                      "-u",
                                      "HIPPUZZLE_PLUGIN_PATH",
                                      learners_binary().string(),
                                      "grade",
                                      "class",
                                      "--results",
                                      "results"};
    words.insert(words.end(), more.begin(), more.end());
    return run(words, {}, std::chrono::minutes(9));  // a loaded machine's; a test has ten
  }

  // By student; each has one puzzle.
  std::map<std::string, json> grades() const {
    std::map<std::string, json> by_student;
    const json all = parse_json(contents(results() / "grades.json"));
    for (const json& grade : all["results"]) by_student[grade["student"]] = grade;
    return by_student;
  }

  // Whether strangers' kernels can be confined like this here; a skip says why not.
  static std::string why_not(const std::string& isolation) {
    const TemporaryDirectory empty;
    fs::create_directories(empty.path() / "class/nobody");
    const CommandResult r =
        run({learners_binary().string(), "grade", (empty.path() / "class").string(), "--results",
             (empty.path() / "results").string(), "--isolation", isolation});
    return r.code == 77 ? r.err : "";
  }

 private:
  TemporaryDirectory directory_;
};

TEST_F(Grade, AStudentWithoutAFileIsNotSubmittedAndNeverTheReference) {
  hand_in("ann", right_p01);
  fs::create_directories(class_folder() / "eve");
  const CommandResult r = grade({"--puzzle", "p01", "--without-isolation"});
  EXPECT_EQ(r.code, 8) << r.out << r.err;
  EXPECT_NE(r.out.find("ann: 1 of 1 passed\n"), std::string::npos) << r.out;
  EXPECT_NE(r.out.find("eve: 0 of 1 passed; not submitted: p01\n"), std::string::npos) << r.out;
  EXPECT_EQ(grades()["eve"]["outcome"], "not_submitted");
  EXPECT_EQ(contents(results() / "grades.csv"),
            "student,passed,p01,isolation\nann,1,passed,none\neve,0,not_submitted,none\n");
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
    EXPECT_EQ(all[student]["outcome"], "not_submitted") << student;
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
  // As it was after the second result, in the middle of writing the third.
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

// The first line's word behind "expect: ".
std::string expectation(const std::string& text) {
  const std::string start = "// expect: ";
  EXPECT_EQ(text.find(start), 0u) << text.substr(0, 80);
  return text.substr(start.size(), text.find(": ", start.size()) - start.size());
}

// A part of them each time: a class of all takes a minute.
constexpr int parts = 10;

class HostileSubmissions : public Grade,
                           public ::testing::WithParamInterface<std::tuple<const char*, int>> {};

TEST_P(HostileSubmissions, GetNoMarkForWhatTheyDoNotDoAndReachNothing) {
  if (!can_check()) GTEST_SKIP() << "kernels cannot be checked in this build";
  const auto [isolation, part] = GetParam();
  if (const std::string why = why_not(isolation); !why.empty()) GTEST_SKIP() << why;
  std::map<std::string, std::string> expected;
  const fs::path hostile = fs::path(HIPPUZZLE_SOURCE_DIR) / "tests/grading/hostile";
  std::vector<fs::path> files;
  for (const auto& file : fs::directory_iterator(hostile)) files.push_back(file.path());
  std::ranges::sort(files);
  for (size_t i = 0; i < files.size(); ++i) {
    const std::string name = files[i].stem().stem();
    if (static_cast<int>(i % parts) != part && name != "honest") continue;
    std::string text = contents(files[i]);
    expected[name] = expectation(text);
    text = replaced(text, "@PUZZLES@", (curriculum() / "share/hippuzzle/puzzles").string());
    text = replaced(text, "@LIBRARY@", (curriculum() / "lib/hippuzzle").string());
    text = replaced(text, "@CLASS@", class_folder().string());
    hand_in(name, text.find("ask(") == text.npos ? text : prelude + text);
  }
  const CommandResult r = grade({"--puzzle", "p01", "--isolation", isolation, "--timeout", "2",
                                 "--memory", "256", "--jobs", "2"});
  EXPECT_TRUE(r.code == 3 || r.code == 5 || r.code == 6) << r.code << r.err;  // the worst
  for (const char* reaches : {"\x1b", "\u202e"})
    EXPECT_EQ((r.out + r.err).find(reaches), std::string::npos) << r.out;
  EXPECT_EQ(r.left_behind, std::vector<std::string>());
  EXPECT_FALSE(fs::exists(class_folder() / "was-here"));
  for (const auto& entry : fs::directory_iterator(results()))
    EXPECT_TRUE(entry.is_regular_file()) << entry.path() << " is left behind";
  auto all = grades();
  ASSERT_EQ(all.size(), expected.size());
  for (const auto& [name, outcome] : expected) {
    EXPECT_EQ(all[name]["outcome"], outcome) << name << ": " << all[name]["reason"];
    EXPECT_EQ(all[name]["isolation"], isolation) << name;
    EXPECT_EQ(all[name]["reason"] == "", outcome == "passed") << name;
  }
}

INSTANTIATE_TEST_SUITE_P(ConfinedBy, HostileSubmissions,
                         ::testing::Combine(::testing::Values("bubblewrap", "landlock"),
                                            ::testing::Range(0, parts)),
                         [](const auto& info) {
                           return std::get<0>(info.param) +
                                  ("_" + std::to_string(std::get<1>(info.param)));
                         });

}  // namespace
}  // namespace hippuzzle::testing
