// `hippuzzle lint`: a puzzle as the templates make it has no fault, and each fault its own
// sentence.
#include <fmt/format.h>

#include "lessons/authoring/puzzle_shape.hpp"
#include "lessons/authoring/scaffold.hpp"
#include "support/files/text_file.hpp"
#include "support/outcome.hpp"
#include "tests/support/hippuzzle_command.hpp"
#include "tests/support/temporary_directory.hpp"

namespace hippuzzle::testing {
namespace lint_test {

namespace fs = std::filesystem;

const std::string order =
    "its headings are # p40: Twice as much, ## Why, ## The task, ## Variants, ## The idea, ## The "
    "picture, ## Worked example, ## Run it, ## On each platform, ## Hints, ## Mistakes people "
    "make, ## Questions, ## Summary, ## Next, in this order\n";

class Lint : public ::testing::Test {
 protected:
  Lint() { puzzle_ = make("p40", "Twice as much"); }

  fs::path make(const std::string& id, const std::string& title) const {
    const fs::path templates =
        fs::path(HIPPUZZLE_SOURCE_DIR) / "common/lessons/authoring/templates";
    return make_puzzle(templates, directory_.path(), id, title).folder;
  }

  const fs::path& home() const { return directory_.path(); }
  const fs::path& puzzle() const { return puzzle_; }

  void write(const std::string& file, const std::string& text) const {
    directory_.write(puzzle_ / file, text);
  }

  void replace(const std::string& file, const std::string& from, const std::string& to) const {
    std::string text = read_file(puzzle_ / file).value_or("");
    const size_t at = text.find(from);
    ASSERT_NE(at, text.npos) << from << " in " << file;
    write(file, text.replace(at, from.size(), to));
  }

  // "README.md:12" of the first line that has the text.
  std::string at(const std::string& file, const std::string& text) const {
    const auto all = lines(read_file(puzzle_ / file).value_or(""));
    for (size_t i = 0; i < all.size(); ++i) {
      if (all[i].find(text) != text.npos) return fmt::format("{}:{}", file, i + 1);
    }
    ADD_FAILURE() << "no '" << text << "' in " << file;
    return file;
  }

  // "README.md:12: …", a line each.
  std::string faults() const {
    std::string text;
    const auto all = puzzle_folders(home());
    for (const ShapeFault& fault : shape_faults({puzzle_}, all)) {
      text += fault.file.lexically_relative(puzzle_).string();
      if (fault.line > 0) text += fmt::format(":{}", fault.line);
      text += ": " + fault.sentence + '\n';
    }
    return text;
  }

  // The same where an edition has p40 and p03 under other ids.
  std::string faults_with_edition() const {
    directory_.write("old.toml", edition_of("p40") + edition_of("p03"));
    std::string text;
    for (const ShapeFault& fault :
         shape_faults({puzzle_}, puzzle_folders(home()), {Edition(home() / "old.toml")})) {
      text += fault.file.filename().string() + ": " + fault.sentence + '\n';
    }
    return text;
  }

  static std::string edition_of(const std::string& id) {
    return fmt::format(
        "{}[[variant]]\nid = \"p0{}\"\nflag = \"\"\ntitle = \"T\"\nruns = {{id = "
        "\"{}\", flag = \"\"}}\nextents = [1]\ngrid = [1, 1]\nblock = [1, 1]\n"
        "inputs.a = [1]\nexpected = [2]\n",
        id == "p40" ? "edition = \"old\"\n" : "", id.back(), id);
  }

  CommandResult lint(std::vector<std::string> names = {}) const {
    names.insert(names.begin(), {"/usr/bin/env", "-C", home().string(), binary().string(), "lint"});
    return run(names);
  }

 private:
  TemporaryDirectory directory_;
  fs::path puzzle_;
};

TEST_F(Lint, FindsTheCheckoutFromItsTopAndFromItsPluginsWhateverItsName) {
  for (const char* name : {"hippuzzle", "plugins"}) {
    const fs::path top = fs::weakly_canonical(home()) / name;
    write((top / "plugins/CMakeLists.txt").string(), "");
    write((top / "common/cmake/HippuzzleAddPuzzle.cmake").string(), "");
    EXPECT_EQ(source_tree(top), top);
    EXPECT_EQ(source_tree(top / "plugins"), top);
    EXPECT_EQ(source_tree(top / "common"), std::nullopt);
  }
}

TEST_F(Lint, TilesTakeTheirSideFromTheBuild) {
  write("config.hpp", "#define HIPPUZZLE_TILES 16\nconstexpr unsigned TPB = 3;\n");
  EXPECT_NE(faults().find("config.hpp: it names tiles that kernels are compiled for, but gives "
                          "HIPPUZZLE_TILE no usual side"),
            std::string::npos)
      << faults();
  write("config.hpp",
        "#define HIPPUZZLE_TILES 16\n#ifndef HIPPUZZLE_TILE\n#define HIPPUZZLE_TILE 3\n#endif\n"
        "constexpr unsigned TPB = HIPPUZZLE_TILE;\n");
  EXPECT_EQ(faults(), "");
}

TEST_F(Lint, FindsNothingInANewPuzzle) {
  EXPECT_EQ(faults(), "");
  const CommandResult r = lint();
  EXPECT_EQ(r.code, 0) << r.err;
  EXPECT_EQ(r.out, "1 puzzle checked, nothing missing\n");
}

TEST_F(Lint, NamesFileAndLineAndExitsWithFour) {
  replace("README.md", "## Variants", "## Kinds");
  const CommandResult r = lint({"p40"});
  EXPECT_EQ(r.code, 4) << r.err;
  EXPECT_EQ(r.out, "p40_twice_as_much/" + at("README.md", "## Kinds") +
                       ": the heading is '## Kinds', expected '## Variants'; " + order +
                       "1 problem in 1 puzzle\n");
}

TEST_F(Lint, AnIdInATextMustBeOneThatEveryEditionCanShow) {
  EXPECT_EQ(faults_with_edition(), "");
  replace("README.md", "## The idea\n", "## The idea\n\nAs in p03, and unlike p07.\n");
  const std::string sentence =
      "README.md: it names p07, which the edition 'old' does not have; write it below '## "
      "Questions', "
      "or between '<!-- edition current -->' and '<!-- edition any -->'\n";
  EXPECT_EQ(faults_with_edition(), sentence);
  replace("README.md", "As in p03, and unlike p07.\n",
          "<!-- edition current -->\nAs in p07.\n<!-- edition any -->\n");
  EXPECT_EQ(faults_with_edition(), "");
  replace("README.md", "## Questions\n", "## Questions\n\np07 is another one.\n");
  EXPECT_EQ(faults_with_edition(), "");
  replace("README.md", "<!-- edition any -->", "<!-- edition ani -->");
  EXPECT_NE(faults_with_edition().find("there is no edition 'ani'; a passage is of current, any or "
                                       "old"),
            std::string::npos);
}

TEST_F(Lint, ReadsThePuzzlesThatAreNamedAlone) {
  make("p41", "Thrice");
  write("kernel.hip", "");
  EXPECT_EQ(lint({"p41"}).out, "1 puzzle checked, nothing missing\n");
  EXPECT_EQ(lint({"p41_thrice", "p40"}).code, 4);
  EXPECT_EQ(lint().code, 4);
}

TEST_F(Lint, TakesThePathOfAFolder) {
  make("p41", "Thrice");
  EXPECT_EQ(lint({(puzzle().parent_path() / "p41_thrice").string()}).code, 0);
  EXPECT_EQ(lint({"./p41_thrice"}).out, "1 puzzle checked, nothing missing\n");
  for (const char* path : {"/etc", "/nonexistent"}) {
    const CommandResult r = lint({path});
    EXPECT_EQ(r.code, 2);
    EXPECT_NE(r.err.find(std::string(path) + " has no puzzle.cpp"), std::string::npos) << r.err;
  }
}

TEST_F(Lint, OfNoSuchPuzzleIsAUsageError) {
  const CommandResult r = lint({"p16"});
  EXPECT_EQ(r.code, 2);
  EXPECT_NE(r.err.find("there is no folder of a puzzle 'p16' in "), std::string::npos) << r.err;
  fs::remove_all(puzzle());
  EXPECT_EQ(lint().code, 2) << "no puzzles at all";
}

TEST_F(Lint, MissesEachFile) {
  for (const char* file : {"README.md", "answers.md", "bindings.hip", "hints.md", "kernel.hip",
                           "puzzle.cpp", "solution.hip", "solution.md", "threads.svg"}) {
    const std::string text = read_file(puzzle() / file).value_or("");
    fs::remove(puzzle() / file);
    EXPECT_EQ(faults(), fmt::format("{}: it is missing; every puzzle has one, add it\n", file));
    write(file, text);
  }
}

TEST_F(Lint, WantsEveryHeadingOfTheLesson) {
  replace("README.md", "## Next\n\n", "");
  EXPECT_EQ(faults(), "README.md: it ends without '## Next'; " + order);
  replace("README.md", "This is the last", "## Next\n\n## Thanks\n\nThis is the last");
  EXPECT_EQ(faults(),
            at("README.md", "## Thanks") + ": '## Thanks' is one heading too many; " + order);
}

TEST_F(Lint, WantsTheStubInTheTask) {
  const std::string fault =
      "README.md: it does not show the stub; write [kernel.hip](kernel.hip) on a line of its own "
      "below '## The task'\n";
  replace("README.md", "[kernel.hip](kernel.hip)\n\n", "");
  EXPECT_EQ(faults(), fault);
  replace("README.md", "## The idea\n", "## The idea\n\n[kernel.hip](kernel.hip)\n");
  EXPECT_EQ(faults(), fault);
}

TEST_F(Lint, WantsThePagesThatALessonLeadsTo) {
  replace("README.md", "## The idea\n", "## The idea\n\n[Tiles](tiles.md)\n");
  EXPECT_EQ(faults(), "README.md: it leads to tiles.md, which does not exist; write it\n");
}

TEST_F(Lint, WantsAnAnswerToEachQuestion) {
  replace("README.md", "1. What changes", "1. And why?\n1. What changes");
  EXPECT_EQ(faults(),
            "answers.md: it has 1 answers below '## answers' for 2 questions; answer each, as a "
            "list, 1., 2. and so on\n");
  replace("README.md", "1. And why?\n1. What changes", "What changes");
  EXPECT_EQ(
      faults(),
      "README.md: there is no question below '## Questions'; write them as a list, 1., 2. and "
      "so on\n");
}

TEST_F(Lint, WantsASummaryOfThreePoints) {
  replace("README.md", "- One thread doubles one element.\n", "");
  EXPECT_EQ(faults(), "README.md: the summary has 2 points, expected 3; write each as '- ...'\n");
}

TEST_F(Lint, SeesNoHeadingInCode) {
  replace("README.md", "```sh\n", "```sh\n# a comment\n");
  EXPECT_EQ(faults(), "");
}

TEST_F(Lint, WantsThePictureWithAText) {
  replace("README.md", "![Two blocks of four threads over six elements; two threads have none]",
          "![]");
  EXPECT_EQ(
      faults(),
      "README.md: it does not show threads.svg with a text for readers who cannot see it; write "
      "![the text](threads.svg) on a line below '## The picture'\n");
}

TEST_F(Lint, WantsFiguresThatTheBookCanShowDarkAndOnAPhone) {
  replace("threads.svg", "</svg>",
          "<style>@media (prefers-color-scheme: dark) { text { fill: #fff } }\n"
          ".small { font-size: 9.5px }</style></svg>");
  EXPECT_EQ(faults(),
            "threads.svg: it has dark colours of its own, and the book inverts light ones; leave "
            "them out\n"
            "threads.svg: it has text of 9.5 px; 12 px is the least that a phone can show\n");
}

TEST_F(Lint, WantsHintsForEachVariantAndNoOthers) {
  replace("hints.md", "## hints", "## tiled");
  EXPECT_EQ(faults(),
            "hints.md: there is no hint below '## hints'; write them as a list, 1., 2. and so on\n"
            "hints.md:3: the section '## tiled' is of no variant; its sections are ## hints\n");
}

TEST_F(Lint, WantsTheSolutionsExplanationInItsSections) {
  replace("solution.md", "## What it costs\n", "## Costs\n");
  EXPECT_EQ(faults(), at("solution.md", "## Costs") +
                          ": the heading is '## Costs', expected '## What it costs'; its headings "
                          "are # p40: The solution, ## Why it is right, ## What it costs, ## What "
                          "to try, in this order\n");
}

TEST_F(Lint, WantsTheStubsKernelsToBeTheSolutions) {
  replace("kernel.hip", "unsigned size", "int size");
  EXPECT_EQ(faults(),
            "kernel.hip:8: double_elements takes (float* output, const float* a, int size), in "
            "solution.hip (float* output, const float* a, unsigned size); give both the same "
            "parameters\n");
  replace("kernel.hip", "double_elements", "twice");
  EXPECT_EQ(faults(),
            "kernel.hip:8: solution.hip has no kernel twice; give both the same kernels\n"
            "solution.hip:3: kernel.hip has no kernel double_elements, which bindings.hip binds; "
            "add its stub there\n");
}

TEST_F(Lint, WantsAnIdAndATitleOfItsOwn) {
  make("p41", "Twice as much");
  EXPECT_EQ(faults(), at("puzzle.cpp", "HIPPUZZLE_PUZZLE") +
                          ": 'Twice as much' is the title of p41_twice_as_much as well; choose "
                          "another\n");
  replace("puzzle.cpp", "\"p40\"", "\"p42\"");
  EXPECT_EQ(faults(),
            at("puzzle.cpp", "HIPPUZZLE_PUZZLE") +
                ": it does not register 'p40' with a title; write "
                "HIPPUZZLE_PUZZLE(\"p40\", \"its title\", variants), or rename the folder\n");
}

TEST_F(Lint, WantsEachVariantBoundOnce) {
  replace(
      "bindings.hip", "{\"\", hippuzzle::launch<double_elements>}",
      "{\"\", hippuzzle::launch<double_elements>},\n  {\"\", hippuzzle::launch<double_elements>}");
  EXPECT_EQ(faults(), "bindings.hip:8: the variant '' is bound twice; remove one\n");
  replace("bindings.hip", "\"p40\"", "\"p4\"");
  EXPECT_NE(faults().find("bindings.hip:7: it does not bind kernels of 'p40'; write "
                          "HIPPUZZLE_BINDINGS(\"p40\", …)\n"),
            std::string::npos)
      << faults();
}

TEST_F(Lint, WantsThreeWrongKernelsThatSayWhatIsWrong) {
  fs::remove(puzzle() / "wrong/not_doubled.hip");
  EXPECT_EQ(
      faults(),
      "wrong: it has 2 wrong kernels, expected at least 3; add mistakes that learners make\n");
  write("wrong/Half.hip", "int x;\n");
  EXPECT_EQ(faults(),
            "wrong/Half.hip: its name is not in snake case; rename it\n"
            "wrong/Half.hip:1: the first line is not a comment that names the mistake in a "
            "sentence; begin with one, hippuzzle shows it to learners who make it\n"
            "README.md: '## Mistakes people make' does not name Half; describe its effect there\n");
}

TEST_F(Lint, WantsAPuzzlesNameForItsFolder) {
  fs::rename(puzzle(), home() / "p40-twice");
  const auto folders = puzzle_folders(home());
  const auto faults = shape_faults(folders, folders);
  ASSERT_EQ(faults.size(), 1u);
  EXPECT_EQ(faults[0].sentence, "the folder's name is not like p16_matmul or gemm; rename it");
}

TEST_F(Lint, WantsAHeadingForEachRungOfALadder) {
  fs::create_directory(puzzle() / "rungs");
  for (const char* file : {"hints.md", "kernel.hip", "threads.svg"}) fs::remove(puzzle() / file);
  replace("bindings.hip", "{\"\", hippuzzle::launch<double_elements>}",
          "{\"naive\", hippuzzle::launch<double_elements>},\n  {\"fast\", "
          "hippuzzle::launch<double_elements>}");
  write("README.md",
        "# p40: Twice as much\n## Why\n## The task\n## The rungs\n### naive\n### faster\n"
        "## Run it\n## On each platform\n## Mistakes people make\n`no_guard`, `local_index`, "
        "`not_doubled`\n## Questions\n1. Why?\n## Summary\n- a\n- b\n- c\n## Next\n");
  EXPECT_EQ(faults(),
            "README.md:6: the heading is '### faster', expected '### fast'; its rungs are "
            "### naive, ### fast, in this order\n");
  replace("README.md", "### faster", "### fast");
  EXPECT_EQ(faults(), "");
  replace("README.md", "### fast\n", "## Further rungs\n### fast\n");
  EXPECT_EQ(faults(), "") << "rungs that a first reader can skip";
}

TEST_F(Lint, WantsChangedLinesOfALadderToBeInItsSources) {
  fs::create_directory(puzzle() / "rungs");
  write("rungs/01_naive.hip", "void naive() {\n  step(1);\n}\n");
  for (const char* file : {"hints.md", "kernel.hip", "threads.svg"}) fs::remove(puzzle() / file);
  write("README.md",
        "# p40: Twice as much\n## Why\n## The task\n## The rungs\n"
        "```diff\n-step(2);\n+    step(1);\n```\n"
        "## Run it\n## On each platform\n## Mistakes people make\n`no_guard`, `local_index`, "
        "`not_doubled`\n## Questions\n1. Why?\n## Summary\n- a\n- b\n- c\n## Next\n");
  const std::string found = faults();
  EXPECT_NE(found.find("README.md:6: no rung and no part has the line 'step(2);'"), found.npos)
      << found;
  EXPECT_EQ(found.find("step(1)"), found.npos) << found;
}

}  // namespace lint_test
}  // namespace hippuzzle::testing
