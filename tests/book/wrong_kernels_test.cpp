// Wrong kernels in the book: the page shows each finding of their check at its line.
#include "cli/report/book/wrong_kernels_page.hpp"
#include "support/outcome.hpp"
#include "tests/book/written_book.hpp"

namespace hippuzzle::testing {
namespace wrong_kernels_test {
namespace fs = std::filesystem;

// The findings of the checks of two of p12's wrong kernels, in a root of modules.
class WrongKernels : public ::testing::Test {
 protected:
  void SetUp() override {
    const fs::path modules = build_tree() / "tests/plugins/wrong";
    if (!fs::exists(modules / "halves_of_size/cpu/p12.check.so"))
      GTEST_SKIP() << "kernels cannot be checked in this build";
    const fs::path wrong = fs::path(HIPPUZZLE_SOURCE_DIR) / "plugins/p12_dot_product/wrong";
    fs::create_directories(root_.path() / "mistakes");
    const CommandResult r =
        hippuzzle({"record-findings", "p12", "--modules", modules.string(), "--output",
                   (root_.path() / "mistakes/p12.findings.json").string(), "--kernels",
                   (wrong / "missing_barrier_in_tree.hip").string(),
                   (wrong / "halves_of_size.hip").string()});
    ASSERT_EQ(r.code, 0) << r.err;
  }

  // The part about them.
  std::string page(std::vector<std::string> options) const {
    for (const char* option : {"--traces", "none", "--plugin-path"}) options.emplace_back(option);
    options.push_back(root_.path().string());
    const std::string text = WrittenSite(options).text("p12.html");
    const size_t begin = text.find("id=\"wrong-kernels\"");
    EXPECT_NE(begin, text.npos);
    return text.substr(begin, text.find("id=\"hints\"") - begin);
  }

 private:
  TemporaryDirectory root_;
};

TEST_F(WrongKernels, StandWithTheFindingBelowItsLine) {
  const std::string text = page({"--solutions"});
  const size_t kernel = text.find("id=\"wrong-missing_barrier_in_tree\"");
  ASSERT_NE(kernel, text.npos);
  const size_t marked = text.find("<span class=\"found\">", kernel);
  ASSERT_NE(marked, text.npos);
  const std::string line = text.substr(marked, text.find("</span>", marked) - marked);
  EXPECT_NE(line.find("if (local_i &lt; stride) shared[local_i] += shared[local_i + stride];"),
            line.npos)
      << line;
  const size_t aside = text.find("<aside", marked);
  const size_t barrier = text.find("if (local_i == 0) output[0] = shared[0];", kernel);
  EXPECT_LT(marked, aside);
  EXPECT_LT(aside, barrier) << "and in front of the lines that follow";
  const std::string finding = text.substr(aside, text.find("</aside>", aside) - aside);
  EXPECT_NE(finding.find("race: "), finding.npos) << finding;
  EXPECT_NE(finding.find("of block (0, 0, 0), line "), finding.npos) << finding;
  EXPECT_NE(text.find("wrong answer: in the case 'random 3 elements in one block'"), text.npos)
      << "a kernel in which nothing is found has its verdict";
}

TEST_F(WrongKernels, ShowTheLinesOfFindingsAloneWhereTheSolutionMayNotBeSeen) {
  const std::string text = page({});
  EXPECT_NE(text.find("shared[local_i] += shared[local_i + stride];"), text.npos);
  EXPECT_EQ(text.find("for (unsigned stride"), text.npos);
  EXPECT_EQ(text.find("__global__ void raw_dot_product"), text.npos);
  EXPECT_NE(text.find("id=\"wrong-halves_of_size\""), text.npos);
}

TEST(WrongKernelsPage, RefusesAnotherDocument) {
  EXPECT_THROW(wrong_kernels_part("[1, 2]", ShownSource::functions), Error);
  EXPECT_THROW(wrong_kernels_part("{\"version\": 2}", ShownSource::functions), Error);
  EXPECT_EQ(wrong_kernels_part(R"({"version": 1, "kernels": []})", ShownSource::functions).html,
            "");
}

// In a browser of the test's own, and without one.
TEST(PageOfALesson, IsOpenedInABrowser) {
  const TemporaryDirectory home;
  const fs::path opened = home.path() / "opened";
  const fs::path browser =
      home.write("browser", "#!/bin/sh\necho \"$1\" > " + opened.string() + "\n");
  fs::permissions(browser, fs::perms::owner_all);
  const std::string page = (home.path() / "hippuzzle/book/p08.html").string();
  const CommandResult shown =
      hippuzzle({"show", "p08", "--web"},
                {{"BROWSER", browser.string()}, {"XDG_CACHE_HOME", home.path().string()}});
  EXPECT_EQ(shown.code, 0) << shown.err;
  EXPECT_EQ(shown.out, "");
  EXPECT_EQ(contents(opened), "file://" + page + "\n");
  EXPECT_TRUE(fs::exists(page));
  const CommandResult told =
      hippuzzle({"show", "p08", "--web"}, {{"BROWSER", "no-such-browser"},
                                           {"DISPLAY", ""},
                                           {"WAYLAND_DISPLAY", ""},
                                           {"XDG_CACHE_HOME", home.path().string()}});
  EXPECT_EQ(told.code, 0);
  EXPECT_EQ(told.out, page + "\n");
  EXPECT_NE(told.err.find("BROWSER names one"), told.err.npos) << told.err;
}

}  // namespace wrong_kernels_test
}  // namespace hippuzzle::testing
