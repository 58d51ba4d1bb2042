// Points, deadlines, feedback, similar files, and one student's folder.
#include <sys/stat.h>

#include "tests/grading/graded_class.hpp"

namespace hippuzzle::testing {
namespace marks_test {

namespace fs = std::filesystem;
using json = nlohmann::json;

const std::string wrong_p01 = replaced(right_p01, "+ 10", "+ 11");

class Marks : public Grade {
 protected:
  CommandResult graded(std::vector<std::string> more) const {
    more.insert(more.end(), {"--puzzle", "p01", "--without-isolation", "--no-check"});
    return grade(more);
  }
  void marks(const std::string& text) const { std::ofstream(here() / "marks.toml") << text; }
  void handed_in(const std::string& student, const std::string& time) const {
    EXPECT_EQ(run({"/usr/bin/env", "touch", "-d", time,
                   (class_folder() / student / "p01_add/kernel.hip").string()})
                  .code,
              0);
  }
  std::string feedback(const std::string& student) const {
    return contents(results() / "feedback" / (student + ".md"));
  }
};

TEST_F(Marks, PointsPartMarksAndDeadlinesAreGiven) {
  hand_in("ann", right_p01);
  hand_in("bob", right_p01);
  hand_in("cem", wrong_p01);
  hand_in("dee", right_p01);
  handed_in("ann", "2026-11-01 12:00");
  handed_in("bob", "2026-11-03 00:30");
  handed_in("cem", "2026-11-01 12:00");
  handed_in("dee", "2026-11-03 00:30");
  marks(
      "points = 2\nlate = 20\ndeadline = \"2026-11-02 23:59\"\n"
      "[variants]\np01 = 5\n[part]\nwrong-answer = 40\n[extensions]\ndee = \"2026-11-04 12:00\"\n");
  const CommandResult r = graded({"--marks", "marks.toml"});
  EXPECT_EQ(r.code, 1) << r.err;
  EXPECT_NE(r.out.find("ann: 1 of 1 passed; 5 of 5 points;"), std::string::npos) << r.out;
  EXPECT_NE(r.out.find("bob: 1 of 1 passed; 4 of 5 points; late: p01 (1 h)"), std::string::npos)
      << r.out;
  auto all = grades();
  EXPECT_EQ(all["cem"]["points"], 2);
  EXPECT_EQ(all["cem"]["variants"][0]["points"], 2);
  EXPECT_EQ(all["dee"]["points"], 5) << "the extension is the later time";
  EXPECT_FALSE(all["dee"].contains("late_hours"));
  EXPECT_NE(contents(results() / "grades.csv")
                .find("student,passed,p01,isolation,points,most_points,p01 points\n"),
            std::string::npos);

  marks("points = 1\n");  // another file grades nothing again
  const CommandResult again = graded({"--marks", "marks.toml"});
  EXPECT_NE(again.err.find("keep their results"), std::string::npos) << again.err;
  EXPECT_EQ(grades()["bob"]["points"], 1);
}

TEST_F(Marks, AFileThatSaysSomethingElseIsRefused) {
  hand_in("ann", right_p01);
  for (const auto& [text, said] : std::map<std::string, std::string>{
           {"deadlin = \"2026-11-02 23:59\"\n", "only the keys points"},
           {"deadline = \"tomorrow\"\n", "a time such as"},
           {"late = 120\n", "a percentage from 0 to 100"},
           {"[variants]\np99 = 3\n", "p99"},
           {"[part]\npassed = 3\n", "only the keys findings"},
           {"points = -1\n", "points from 0"}}) {
    marks(text);
    const CommandResult r = graded({"--marks", "marks.toml"});
    EXPECT_EQ(r.code, 2) << text << r.out;
    EXPECT_NE(r.err.find(said), std::string::npos) << r.err;
  }
}

TEST_F(Marks, EachStudentHasAFileOfFeedbackAboutNobodyElse) {
  hand_in("ann", right_p01);
  hand_in("bob", wrong_p01);
  hand_in("<b>cy", "no kernel");
  EXPECT_EQ(graded({}).code, 3);
  EXPECT_EQ(feedback("ann").find("# ann\n\n1 of 1 puzzle passed.\n"), 0u) << feedback("ann");
  const std::string bob = feedback("bob");
  EXPECT_NE(bob.find("wrong answer"), std::string::npos) << bob;
  EXPECT_NE(bob.find("`hippuzzle p01` shows more."), std::string::npos) << bob;
  EXPECT_EQ(bob.find("ann"), std::string::npos) << bob;
  EXPECT_EQ(feedback("<b>cy").find("# \\<b\\>cy\n"), 0u) << "a name is no HTML";
  EXPECT_NE(feedback("<b>cy").find("\n        1 | no kernel\n          | ^~"), std::string::npos)
      << "the compiler's caret stays at its column: " << feedback("<b>cy");
}

TEST_F(Marks, AnXmlFileIsJUnits) {
  hand_in("ann", right_p01);
  hand_in("bob", wrong_p01);
  fs::create_directories(class_folder() / "a&b");
  EXPECT_EQ(graded({"--output", "grades.xml"}).code, 1);
  const std::string xml = contents(here() / "grades.xml");
  EXPECT_NE(
      xml.find("<testsuites name=\"hippuzzle grade\" tests=\"3\" failures=\"1\" errors=\"1\""),
      std::string::npos)
      << xml;
  EXPECT_NE(xml.find("<testsuite name=\"a&amp;b\""), std::string::npos) << xml;
  EXPECT_NE(xml.find("<failure type=\"wrong-answer\""), std::string::npos) << xml;
  EXPECT_EQ(run({"/usr/bin/env", "python3", "-c",
                 "import sys, xml.dom.minidom; xml.dom.minidom.parse(sys.argv[1])",
                 (here() / "grades.xml").string()})
                .code,
            0);
  const CommandResult merged =
      run({learners_binary().string(), "merge", (here() / "results/grades.json").string(), "-o",
           (here() / "merged.xml").string()});
  EXPECT_EQ(merged.code, 1) << merged.err;
  EXPECT_EQ(contents(here() / "merged.xml"), xml);
}

TEST_F(Marks, OneStudentsFolderIsAClassOfOne) {
  fs::create_directories(here() / "class/p01_add");
  std::ofstream(here() / "class/p01_add/kernel.hip") << right_p01;
  const CommandResult r = graded({});
  EXPECT_EQ(r.code, 0) << r.err;
  EXPECT_NE(r.err.find("'class' holds kernels itself, so it is graded as one student's folder"),
            std::string::npos)
      << r.err;
  EXPECT_EQ(grades()["class"]["outcome"], "passed");

  hand_in("ann", right_p01);
  const CommandResult both = graded({});
  EXPECT_EQ(both.code, 2) << both.out;
  EXPECT_NE(both.err.find("holds the puzzle p01_add itself and the student's folder 'ann'"),
            std::string::npos)
      << both.err;
}

TEST_F(Marks, ResultsBesideTheStudentsAreNobodys) {
  hand_in("ann", right_p01);
  fs::create_directories(class_folder() / "grades-ann");
  for (const char* file : {"grades.csv", "journal.jsonl"}) {
    std::ofstream(class_folder() / "grades-ann" / file) << "";
  }
  const CommandResult r = graded({});
  EXPECT_EQ(r.code, 0) << r.err;
  EXPECT_NE(r.err.find("'grades-ann' has the results of an earlier grading"), std::string::npos)
      << r.err;
  EXPECT_EQ(grades().size(), 1u);
  const CommandResult word = graded({"p01"});
  EXPECT_EQ(word.code, 2);
  EXPECT_NE(word.err.find("choose a puzzle by --puzzle p01"), std::string::npos) << word.err;
}

TEST_F(Marks, AWorkspaceWithoutAPuzzleIsOneStudents) {
  fs::create_directories(class_folder());
  std::ofstream(class_folder() / "hippuzzle.toml") << "";
  EXPECT_EQ(graded({}).code, 8);
  EXPECT_EQ(grades()["class"]["outcome"], "not-submitted");
}

// The same steps under other names; each kernel has some tokens of its own.
std::string kernel(const std::string& i, const std::string& sum, const std::string& first) {
  return "__global__ void add_10(float* output, const float* a) {\n"
         "  const unsigned " +
         i + " = threadIdx.x;\n" + first + "  float " + sum +
         " = 0;\n"
         "  for (unsigned k = 0; k < 5; ++k) {\n"
         "    if (k % 2 == 0) " +
         sum +
         " += 2.5f * (k < 3 ? 1 : 0);\n"
         "    else " +
         sum + " = " + sum +
         " + (k == 1 ? 2.5f : 0.0f);\n"
         "  }\n"
         "  output[" +
         i + "] = a[" + i + "] + 10 + 0 * " + sum +
         ";\n"
         "}\n";
}

TEST_F(Marks, FilesThatAreAlikeUnderOtherNamesAreNamedWithTheirLines) {
  hand_in("ann", kernel("i", "sum", ""));
  hand_in("bob",
          kernel("thread", "total", "  unsigned unused = 3 * thread; unused = unused + 1;\n"));
  hand_in("cem", right_p01);
  const CommandResult r = graded({});
  auto all = grades();
  ASSERT_EQ(all["ann"]["similar"].size(), 1u) << r.out << r.err;
  const json& similar = all["ann"]["similar"][0];
  EXPECT_EQ(similar["student"], "bob");
  EXPECT_GT(similar["percent"], 80);
  EXPECT_GE(similar["lines"][0][0], 2);
  EXPECT_LE(similar["lines"][0][1], 9);
  EXPECT_NE(r.out.find("similar: p01 as bob ("), std::string::npos) << r.out;
  EXPECT_FALSE(all["cem"].contains("similar"));
  EXPECT_FALSE(all["ann"].contains("prints")) << "the journal's alone";
}

}  // namespace marks_test
}  // namespace hippuzzle::testing
