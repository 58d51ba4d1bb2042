// The page that `hippuzzle report` writes, opened in a headless Chromium.
#include <filesystem>
#include <fstream>

#include "tests/support/browser.hpp"
#include "tests/support/hippuzzle_command.hpp"
#include "tests/support/temporary_directory.hpp"
#include "tests/support/whole_file.hpp"

namespace hippuzzle::testing {
namespace page_test {

using json = nlohmann::json;

class ResultsPage : public ::testing::Test {
 protected:
  std::string file(const std::string& name) const { return (folder_.path() / name).string(); }

  static json grade(const std::string& student, const std::string& puzzle,
                    const std::string& outcome, double seconds) {
    return {{"kind", "grade"},
            {"student", student},
            {"puzzle", puzzle},
            {"outcome", outcome},
            {"reason", outcome == "passed" ? "" : "why it " + outcome},
            {"isolation", "bubblewrap"},
            {"seconds", seconds},
            {"variants", json::array()}};
  }

  std::string page_of(const json& results, const json& planned = json::array()) const {
    std::ofstream(file("results.json")) << json{
        {"version", 1}, {"planned", planned}, {"results", results}, {"summary", json::object()}};
    const CommandResult r = hippuzzle(
        {"report", file("results.json"), "-o", file("page.html"), "--title", "A </script> class"});
    EXPECT_EQ(r.code, 0) << r.err;
    return contents(file("page.html"));
  }

  json run_in(const std::string& page, const std::string& script) const {
    static const std::string tools = R"(
      const text = (id) => document.getElementById(id).textContent;
      const key = (name, target) => (target ?? document.activeElement).dispatchEvent(
        new KeyboardEvent('keydown', {key: name, bubbles: true, cancelable: true}));
      const cells = () => [...document.querySelectorAll('#matrix td[data-cell]')];
      const type = (words) => {
        const find = document.getElementById('find');
        find.value = words;
        find.dispatchEvent(new Event('input'));
      };
    )";
    return run_in_browser(page, tools + script, "1400,1000", "", folder_.path());
  }

  const json class_of_two = {grade("ann", "p01", "passed", 1), grade("ann", "p02", "crashed", 2),
                             grade("bob", "p01", "not-submitted", 0),
                             grade("bob", "p02", "passed", 4)};

 private:
  TemporaryDirectory folder_;
};

TEST_F(ResultsPage, NeedsNothingBesideIt) {
  const std::string text = page_of(class_of_two);
  EXPECT_TRUE(text.starts_with("<!doctype html>"));
  EXPECT_NE(text.find("default-src 'none'"), std::string::npos);
  for (const char* outside : {"https://", " src=", " href=", "@import", "url("})
    EXPECT_EQ(text.find(outside), std::string::npos) << outside;
  for (const char* mark : {"/*style*/", "/*plots*/", "/*script*/", "/*results*/"})
    EXPECT_EQ(text.find(mark), std::string::npos) << mark;
  EXPECT_EQ(text.find("A </script>"), std::string::npos) << "a title must not end the script";
}

TEST_F(ResultsPage, ShowsStudentsByPuzzles) {
  REQUIRE_BROWSER();
  const json shown = run_in(page_of(class_of_two, {"ann: p01", "eve: p01"}), R"(
      return {title: text('title'), subtitle: text('subtitle'), remarks: text('remarks'),
              heads: [...document.querySelectorAll('#matrix thead th')].map((e) => e.textContent),
              cells: cells().map((e) => e.title), failures: text('failures-title'),
              plots: document.querySelectorAll('#plot circle').length};)");
  EXPECT_EQ(shown["title"], "A </script> class");
  EXPECT_EQ(shown["subtitle"], "4 results, 2 students, 2 puzzles");
  EXPECT_NE(shown["remarks"].get<std::string>().find("eve: p01"), std::string::npos);
  EXPECT_EQ(shown["heads"], (json{"p01", "p02"}));
  EXPECT_EQ(shown["cells"], (json{"ann, p01: passed", "ann, p02: crashed",
                                  "bob, p01: not submitted", "bob, p02: passed"}));
  EXPECT_EQ(shown["failures"], "1 failure");
  EXPECT_EQ(shown["plots"], 3) << "what was not run took no time";
}

TEST_F(ResultsPage, CountsWhatRanAloneAndShowsPartsAndFilesThatAreAlike) {
  REQUIRE_BROWSER();
  json part = grade("ann", "p04", "wrong-answer", 2);
  part["variants"] = {{{"variant", "raw"}, {"outcome", "passed"}, {"reason", ""}},
                      {{"variant", "layout-tensor"}, {"outcome", "wrong-answer"}, {"reason", "x"}}};
  part["same_text"] = {"bob"};
  part["same_text_count"] = 3;
  part["similar"] = {{{"student", "cem"},
                      {"percent", 86},
                      {"their_percent", 60},
                      {"lines", {{5, 18}}},
                      {"their_lines", {{7, 7}}}}};
  const json shown = run_in(page_of({part, grade("bob", "p04", "not-submitted", 0.0005)}), R"(
      const cell = cells()[0];
      cell.click();
      return {cells: cells().map((e) => e.textContent), title: cell.title, detail: text('detail'),
              failures: text('failures-title'),
              plots: document.querySelectorAll('#plot circle').length};)");
  EXPECT_EQ(shown["cells"], (json{"✗ 1/2", "–"}));
  EXPECT_EQ(shown["title"], "ann, p04: wrong answer, 1 of 2 variants passed");
  EXPECT_EQ(shown["failures"], "1 failure") << "what was not handed in has not failed";
  EXPECT_EQ(shown["plots"], 1) << "what did not run took no time";
  const std::string detail = shown["detail"];
  EXPECT_NE(detail.find("The same text as bob and 2 more."), std::string::npos) << detail;
  EXPECT_NE(detail.find("86 % alike with cem: lines 5–18 here, 7 there."), std::string::npos)
      << detail;
}

TEST_F(ResultsPage, FiltersByOutcomeAndWords) {
  REQUIRE_BROWSER();
  const json shown = run_in(page_of(class_of_two), R"(
      const seen = () => cells().map((e) => e.title.split(':')[0]);
      const steps = [];
      const crashed = document.querySelector('[data-outcome=crashed]');
      crashed.click();
      steps.push(seen(), crashed.getAttribute('aria-pressed'));
      crashed.click();
      type('BOB p02');
      steps.push(seen(), text('shown'));
      key('Escape', document.body);
      steps.push(seen().length);
      return steps;)");
  EXPECT_EQ(shown, (json{json{"ann, p02"}, "true", json{"bob, p02"}, "1 of 4 results shown", 4}));
}

TEST_F(ResultsPage, IsUsedByTheKeyboard) {
  REQUIRE_BROWSER();
  const json shown = run_in(page_of(class_of_two), R"(
      const reachable = cells().filter((e) => e.tabIndex === 0);
      reachable[0].focus();
      key('ArrowRight');
      key('ArrowDown');
      key('ArrowUp');
      key('Enter');
      const steps = [reachable.length, text('detail-title'), text('detail')];
      key('/', document.body);
      steps.push(document.activeElement.id);
      return steps;)");
  EXPECT_EQ(shown[0], 1) << "the matrix is one stop of Tab";
  EXPECT_EQ(shown[1], "ann, p02");
  EXPECT_NE(shown[2].get<std::string>().find("why it crashed"), std::string::npos);
  EXPECT_EQ(shown[3], "find");
}

TEST_F(ResultsPage, ShowsRunsByBackendWithFindingsAndTheirLines) {
  REQUIRE_BROWSER();
  const json finding = {{"level", "error"},
                        {"message", "data race on shared[3]"},
                        {"why", "no barrier"},
                        {"sides", {{{"file", "kernel.hip"}, {"line", 14}, {"source", "a<b;"}}}}};
  json results = json::array();
  for (const char* platform : {"cpu", "nvidia"}) {
    results.push_back({{"kind", "variant"},
                       {"puzzle", "p16"},
                       {"variant", "tiled"},
                       {"platform", platform},
                       {"device", "d"},
                       {"outcome", "findings"},
                       {"reason", "a finding"},
                       {"seconds", .5},
                       {"kernel_milliseconds", 2},
                       {"command", "hippuzzle p16 --tiled"},
                       {"findings", {finding}}});
  }
  const json shown = run_in(page_of(results), R"(
      const first = document.querySelector('#failures details');
      first.open = true;
      first.ontoggle();
      document.querySelector('input[value=kernels]').click();
      return {heads: [...document.querySelectorAll('#matrix thead th')].map((e) => e.textContent),
              failure: first.textContent, figures: text('figures')};)");
  EXPECT_EQ(shown["heads"], (json{"cpu", "nvidia"}));
  const std::string failure = shown["failure"];
  for (const char* part : {"p16 --tiled on cpu", "data race on shared[3]", "no barrier",
                           "kernel.hip:14  a<b;", "hippuzzle p16 --tiled"}) {
    EXPECT_NE(failure.find(part), std::string::npos) << part << " in " << failure;
  }
  EXPECT_NE(shown["figures"].get<std::string>().find("2 ms"), std::string::npos);
}

TEST_F(ResultsPage, OfTenThousandResultsDrawsWhatIsComeTo) {
  REQUIRE_BROWSER();
  json results = json::array();
  for (int student = 0; student < 625; ++student) {
    for (int puzzle = 0; puzzle < 16; ++puzzle) {
      results.push_back(grade("student" + std::to_string(student), "p" + std::to_string(puzzle),
                              (student + puzzle) % 5 == 0 ? "crashed" : "passed", 1 + student % 7));
    }
  }
  const json shown = run_in(page_of(results), R"(
      type('student62 crashed');
      const log = {cells: cells().length};
      type('');
      log.first = document.querySelectorAll('#matrix tbody tr').length;
      cells()[99 * 16].focus();
      cells()[99 * 16].click();
      key('ArrowDown');
      log.below = document.activeElement.dataset.cell;
      window.dispatchEvent(new Event('beforeprint'));
      log.printed = document.querySelectorAll('#matrix tbody tr').length;
      return log;)");
  EXPECT_EQ(shown["first"], 100) << "the others are drawn once they are come to";
  EXPECT_EQ(shown["below"], "100 0");
  EXPECT_EQ(shown["printed"], 625);
  EXPECT_GT(shown["cells"], 10);
  EXPECT_LT(shown["cells"], 100);
}

}  // namespace page_test
}  // namespace hippuzzle::testing
