// `hippuzzle grade` on a machine that fails: a compiler that breaks, an installation that is
// replaced meanwhile. No honest student gets a mark for that.
#include <chrono>
#include <filesystem>
#include <fstream>
#include <map>

#include "tests/support/json.hpp"
#include "tests/workspace/learner.hpp"

namespace hippuzzle::testing {
namespace machine_faults_test {

namespace fs = std::filesystem;
using json = nlohmann::json;

// A prefix of its own with a compiler that runs some lines of the shell first.
class MachineFaults : public ::testing::Test {
 protected:
  MachineFaults() {
    fs::create_directories(home() / "bin");
    fs::create_hard_link(learners_binary(), home() / "bin/hippuzzle");
    fs::create_directory_symlink(curriculum() / "share", home() / "share");
    fs::create_directories(home() / "lib/hippuzzle/toolchains");
    for (const auto& part : fs::directory_iterator(curriculum() / "lib/hippuzzle")) {
      const std::string name = part.path().filename();
      if (name != "toolchains") fs::create_symlink(part.path(), home() / "lib/hippuzzle" / name);
    }
    std::string toolchain = contents(curriculum() / "lib/hippuzzle/toolchains/cpu.toml");
    const std::string start = "compile = [\"";
    const size_t begin = toolchain.find(start) + start.size();
    const size_t end = toolchain.find('"', begin);
    real_compiler_ = toolchain.substr(begin, end - begin);
    toolchain.replace(begin, end - begin, compiler().string());
    std::ofstream(home() / "lib/hippuzzle/toolchains/cpu.toml") << toolchain;
  }

  fs::path here() const { return directory_.path(); }
  fs::path home() const { return here() / "home"; }
  fs::path compiler() const { return here() / "compiler"; }

  void let_compiler_begin_with(const std::string& lines) const {
    std::ofstream(compiler()) << "#!/bin/sh\n"
                              << lines << "\nexec " << real_compiler_ << " \"$@\"\n";
    fs::permissions(compiler(), fs::perms::owner_all);
  }

  void hand_in(const std::string& student, const std::string& text) const {
    const fs::path folder = here() / "class" / student / "p01_add";
    fs::create_directories(folder);
    std::ofstream(folder / "kernel.hip") << text;
  }

  void replace_in_toolchain(const std::string& from, const std::string& to) const {
    const fs::path file = home() / "lib/hippuzzle/toolchains/cpu.toml";
    std::string text = contents(file);
    for (size_t at = 0; (at = text.find(from, at)) != text.npos; at += to.size())
      text.replace(at, from.size(), to);
    std::ofstream(file) << text;
  }

  CommandResult grade(const std::vector<std::string>& how = {"--without-isolation"}) const {
    std::vector<std::string> words = {"/usr/bin/env",
                                      "-C",
                                      here().string(),
                                      "-u",
                                      "HIPPUZZLE_PLUGIN_PATH",
                                      (home() / "bin/hippuzzle").string(),
                                      "grade",
                                      "class",
                                      "--results",
                                      "results",
                                      "--puzzle",
                                      "p01",
                                      "--no-check"};
    words.insert(words.end(), how.begin(), how.end());
    return run(words, {}, std::chrono::minutes(2));
  }

  std::map<std::string, json> grades() const {
    std::map<std::string, json> by_student;
    const json all = parse_json(contents(here() / "results/grades.json"));
    for (const json& grade : all["results"]) by_student[grade["student"]] = grade;
    return by_student;
  }

 private:
  TemporaryDirectory directory_{build_tree()};  // hard links stay on one disk
  std::string real_compiler_;
};

TEST_F(MachineFaults, ACompilerThatBreaksOnceCostsNobodyAnything) {
  hand_in("ann", right_p01);
  let_compiler_begin_with("if mkdir '" + (here() / "broke").string() +
                          "' 2>/dev/null; then kill -9 $$; fi");
  const CommandResult r = grade();
  EXPECT_EQ(r.code, 0) << r.out << r.err;
  EXPECT_TRUE(fs::exists(here() / "broke"));
}

TEST_F(MachineFaults, WhatFailsForTheStubAsWellIsNotCheckedAndGradedWhenItIsCalledAgain) {
  for (const char* student : {"ann", "bob"}) hand_in(student, right_p01 + "// " + student);
  let_compiler_begin_with("echo 'c++: cannot execute cc1plus'; exit 1");
  CommandResult r = grade();
  EXPECT_EQ(r.code, 7) << r.out << r.err;
  for (const auto& [student, grade] : grades()) {
    EXPECT_EQ(grade["outcome"], "not-checked") << student;
    EXPECT_NE(grade["reason"].get<std::string>().find("this machine's fault"), std::string::npos)
        << grade["reason"];
    EXPECT_NE(grade["reason"].get<std::string>().find("cc1plus is missing; install the package g++"), std::string::npos)
        << grade["reason"];
  }
  let_compiler_begin_with("");
  r = grade();
  EXPECT_EQ(r.code, 0) << r.out << r.err;
  EXPECT_EQ(grades()["ann"]["outcome"], "passed");
}

TEST_F(MachineFaults, WhatFailsForOneStudentAloneIsThatStudents) {
  hand_in("ann", right_p01);
  hand_in("bob", right_p01 + "// bomb\n");
  let_compiler_begin_with(
      "for word; do case $word in -DHIPPUZZLE_KERNELS=*)\n"
      "  file=${word#*\\\"}; grep -q bomb \"${file%\\\"}\" && kill -9 $$;; esac; done");
  const CommandResult r = grade();
  EXPECT_EQ(r.code, 3) << r.out << r.err;
  auto all = grades();
  EXPECT_EQ(all["ann"]["outcome"], "passed");
  EXPECT_EQ(all["bob"]["outcome"], "could-not-load") << all["bob"];
}

TEST_F(MachineFaults, WhereHippuzzleIsReplacedMeanwhileItStopsAndGoesOnWhenItIsCalledAgain) {
  for (const char* student : {"ann", "bob"}) hand_in(student, right_p01 + "// " + student);
  for (const char* part : {"lib/hippuzzle/libhippuzzle_device_cpu.so", "bin/hippuzzle"}) {
    fs::remove_all(here() / "results");
    const std::string file = (home() / part).string(), once = (here() / "replaced").string();
    fs::remove_all(once);
    let_compiler_begin_with("if mkdir '" + once + "' 2>/dev/null; then cp '" + file + "' '" + file +
                            ".new'; mv '" + file + ".new' '" + file + "'; fi");
    CommandResult r = grade();
    EXPECT_EQ(r.code, 2) << r.out << r.err;
    EXPECT_NE(r.err.find("was replaced while this graded"), std::string::npos) << r.err;
    EXPECT_NE(r.err.find(file), std::string::npos) << r.err;
    EXPECT_FALSE(fs::exists(here() / "results/grades.json"));
    EXPECT_EQ(contents(here() / "results/journal.jsonl").find("\"kind\":\"grade\""),
              std::string::npos)
        << "a result of the first one is kept";
    r = grade();
    EXPECT_EQ(r.code, 0) << r.out << r.err;
  }
}

// As where hippuzzle is installed in /usr: the compiler's libraries are in folders around its own.
TEST_F(MachineFaults, ShippedKernelsAndJudgesAreHiddenInACompilersFolders) {
  const fs::path libraries = home() / "lib/hippuzzle";
  for (const char* name : {"cpu", "judge"}) {
    const fs::path real = fs::canonical(libraries / name);
    fs::remove(libraries / name);
    fs::copy(real, libraries / name, fs::copy_options::recursive);
  }
  fs::create_directories(home() / "lib/others");
  std::ofstream(home() / "lib/others/of_the_compiler.h") << "#define TEN 10\n";
  fs::create_symlink("/usr/bin/c++", home() / "bin/c++");
  replace_in_toolchain(compiler().string(), (home() / "bin/c++").string());
  std::string text = "#include \"" + (home() / "lib/others/of_the_compiler.h").string() + "\"\n";
  for (const char* name : {"cpu/p01.so", "judge/p01.so"}) {
    ASSERT_TRUE(fs::exists(libraries / name)) << name;
    text += "#if __has_include(\"" + (libraries / name).string() + "\")\n#error read\n#endif\n";
  }
  hand_in("ann", text +
                     "__global__ void add_10(float* output, const float* a) {\n"
                     "  output[threadIdx.x] = a[threadIdx.x] + TEN;\n"
                     "}\n");
  for (const std::string isolation : {"bubblewrap", "landlock"}) {
    fs::remove_all(here() / "results");
    const CommandResult r = grade({"--isolation", isolation});
    if (r.code == 77 || (r.code == 2 && geteuid() == 0)) continue;  // not to be had here
    EXPECT_EQ(r.code, 0) << isolation << r.out << r.err << contents(here() / "results/grades.json");
  }
}

}  // namespace machine_faults_test
}  // namespace hippuzzle::testing
