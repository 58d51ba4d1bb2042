// The studio's page in a headless Chromium: a learner's way through a puzzle, and its mishaps.
#include <signal.h>

#include <fstream>

#include "support/process/external_tool.hpp"
#include "tests/studio/page_fixture.hpp"

namespace hippuzzle::testing {
namespace page_test {

TEST_F(StudioPage, LeadsFromNothingToASolvedPuzzle) {
  StudioProcess studio;
  const std::string page = open(studio);
  EXPECT_TRUE(browser().value(page,
                              "document.getElementById('lesson-text').innerText"
                              ".includes('Write a kernel that adds 10')"));
  EXPECT_FALSE(browser().value(page, "location.href.includes('token')"));

  browser().value(page, type(with("output[threadIdx.x] = a[threadIdx.x] + 10")));
  browser().press(page, "s", true);
  browser().until(page, verdict_has("does not compile"));
  browser().until(page, "document.getElementById('problems').innerText.startsWith('Line 3: ')");

  browser().value(page,
                  type(with("output[threadIdx.x] = a[threadIdx.x] + 10 + (threadIdx.x == 2);")));
  browser().press(page, "s", true);
  browser().until(page, verdict_has("1 of 4 elements is wrong"));
  EXPECT_EQ(browser().value(page, "document.querySelectorAll('td.wrong').length"), 1);
  EXPECT_EQ(browser().value(page, "document.getElementById('problems').children.length"), 0);
  browser().value(page, "document.querySelector('td.wrong button').click()");
  browser().until(page, "document.querySelector('#trace iframe')?.src.endsWith('#write=output,2')");

  browser().press(page, "F1");
  browser().until(page, "document.querySelectorAll('#hints-list details').length === 1");

  browser().value(page, type(right_map()));
  browser().press(page, "s", true);
  browser().until(page, verdict_has("p01: passed"));
  EXPECT_EQ(contents(studio.p01()), right_map());
  browser().until(page,
                  "document.querySelector('[data-puzzle=p01] .mark').title.startsWith('passed')");
  // The lesson shows its solution now.
  browser().until(page,
                  "document.getElementById('lesson-text').innerText.includes('The solution')");

  browser().value(page, "document.getElementById('compare').click()");
  browser().value(page, "document.querySelectorAll('#choice button')[2].click()");
  browser().until(page,
                  "document.querySelector('#choice h2').textContent === "
                  "'Compared with the solution'");
  browser().value(page, "document.querySelector('#choice button').click()");

  // A stub of the lesson leads to its kernel in the editor.
  browser().value(page, "document.querySelector('[data-kernel=add_10]').click()");
  EXPECT_TRUE(browser().value(page, "document.activeElement.closest('#editor') !== null"));

  browser().value(page, "document.querySelector('[data-view=counts]').click()");
  browser().until(page, "document.querySelectorAll('#counts-result tbody tr').length === 2");
  browser().value(page, "document.querySelector('[data-view=roofline]').click()");
  browser().until(page, "document.querySelector('#roofline-result circle') !== null");
  EXPECT_TRUE(browser().value(page,
                              "(() => { document.querySelector('#roofline-result circle').focus();"
                              "return document.querySelector('#roofline-result .point-words')"
                              ".textContent.includes('FLOP/B'); })()"));
  EXPECT_TRUE(browser().value(page, verdict_has("p01: passed")));
}

TEST_F(StudioPage, ChecksAProgramAndShowsALaunch) {
  StudioProcess studio(past_the_end(), {"--port", "0"});
  const std::string page = open(studio);
  EXPECT_EQ(browser().value(page, "document.getElementById('lesson').offsetWidth"), 0);
  browser().press(page, "s", true);
  browser().until(page, verdict_has("prog.hip: 1 finding"));
  EXPECT_TRUE(browser().value(
      page, "document.getElementById('problems').innerText.startsWith('Line 2: out-of-bounds')"));
  browser().value(page, "document.querySelector('[data-view=trace]').click()");
  EXPECT_EQ(browser().value(page, "document.getElementById('launch').value"), "fill");
  browser().value(page, "document.getElementById('launch-trace').click()");
  browser().until(page, "document.querySelector('#trace iframe') !== null");
  browser().value(page, "document.querySelector('[data-view=counts]').click()");
  EXPECT_EQ(browser().value(page, "document.querySelectorAll('#counts-result tbody tr').length"),
            1);
  std::string mended = past_the_end();
  mended.replace(mended.find("1, 9"), 4, "1, 8");
  browser().value(page, type(mended));
  browser().press(page, "s", true);
  browser().until(page, verdict_has("prog.hip: no findings"));
  EXPECT_EQ(contents(studio.program()), mended);
}

// A class's results, which the page shows in a frame without rights.
std::string grades(const std::string& outcome) {
  const auto grade = [](const std::string& student, const std::string& reached) {
    return json{{"kind", "grade"},
                {"student", student},
                {"puzzle", "p01"},
                {"outcome", reached},
                {"reason", reached == "passed" ? "" : "2 findings (race)"},
                {"isolation", "bubblewrap"},
                {"seconds", 1.0},
                {"variants", json::array()}};
  };
  return json{{"version", 1},
              {"planned", json::array()},
              {"results", {grade("ann", "passed"), grade("<b>bob</b>", outcome)}},
              {"summary", json::object()}}
      .dump();
}

TEST_F(StudioPage, ShowsAClassAndNothingElse) {
  StudioProcess studio("grades.json", grades("findings"), {"--class"}, {"--port", "0"});
  const std::string page = open(studio);
  EXPECT_EQ(browser().value(page, "document.title"), "Results of the class");
  EXPECT_EQ(browser().value(page,
                            "[...document.querySelectorAll('button')].filter((b) => "
                            "b.checkVisibility()).length"),
            0);
  // The parts that it does not use stay in the page, because its clock ticks in one of them.
  EXPECT_EQ(browser().value(
                page, "new Promise((done) => { onerror = done; setTimeout(done, 1200, 'none'); })"),
            "none");
  const auto frame = [&] { return studio.request("GET", "/api/class"); };
  EXPECT_NE(frame().header("Content-Security-Policy").find("sandbox allow-scripts"),
            std::string::npos);
  EXPECT_NE(frame().body.find("2 findings (race)"), std::string::npos);
  EXPECT_EQ(frame().body.find("<b>bob"), std::string::npos) << "a name is no mark-up";
  std::ofstream(studio.workspace() / "grades.json") << grades("crashed");
  EXPECT_NE(frame().body.find("crashed"), std::string::npos) << "it is read at each request";
  for (const char* target : {"/api/run?puzzle=p01&task=run", "/api/open?puzzle=p01"})
    EXPECT_EQ(studio.request("POST", target).status, 404) << target;
  EXPECT_EQ(studio.request("GET", "/api/kernel?puzzle=p01").status, 404);
}

TEST_F(StudioPage, EditsAMebibyteThatIsNotAscii) {
  StudioProcess studio;
  const std::string page = open(studio);
  std::string large = right_map();
  while (large.size() < 1 << 20) large += "// Füllt ein Feld: 配列 🙂\n";
  browser().value(page, type(large));
  browser().press(page, "s", true);
  browser().until(page, "document.getElementById('state').textContent === 'saved'");
  EXPECT_EQ(contents(studio.p01()), large);
  browser().until(page, verdict_has("p01: passed"));
  std::ofstream(studio.p01(), std::ios::app) << "// 続き\n";
  browser().until(page, text + ".endsWith('// 続き\\n')");
  EXPECT_EQ(browser().value(page, text + ".length"),
            json(browser().value(page, "(" + json(contents(studio.p01())).dump() + ").length")));
}

TEST_F(StudioPage, SavesWhatWasTypedJustBefore) {
  StudioProcess studio;
  const std::string page = open(studio);
  if (browser().value(page, editor + " === undefined")) GTEST_SKIP() << "no CodeMirror is found";
  browser().value(page, editor + ".focus(), " + editor + ".setCursor(0, 0)");
  browser().value(page,
                  "document.execCommand('insertText', false, '// typed last '), "
                  "document.getElementById('run').click()");
  browser().until(page, "document.getElementById('state').textContent === 'saved'");
  EXPECT_TRUE(contents(studio.p01()).starts_with("// typed last ")) << contents(studio.p01());

  // Two saves before the first one's answer are no conflict.
  browser().value(page,
                  "document.execCommand('insertText', false, 'of '), "
                  "document.getElementById('run').click(), "
                  "document.execCommand('insertText', false, 'all '), "
                  "document.getElementById('run').click()");
  browser().until(page, "document.getElementById('state').textContent === 'saved'");
  EXPECT_EQ(browser().value(page, "document.getElementById('choice').hidden"), true);
  EXPECT_TRUE(contents(studio.p01()).starts_with("// typed last of all "));
}

TEST_F(StudioPage, TakesTheWordsOfAnInputMethod) {
  StudioProcess studio;
  const std::string page = open(studio);
  if (browser().value(page, editor + " === undefined")) GTEST_SKIP() << "no CodeMirror is found";
  browser().value(page, type(std::string(400, '\n')));  // longer than the window
  browser().value(page, editor + ".focus()");
  browser().press(page, "a", true);
  browser().compose(page, "", "// 🙂\n");  // as from a list of emoji, without a composition
  browser().compose(page, "ni", "日");
  browser().compose(page, "hon", "本");  // sooner than the editor reads its lines
  browser().until(page, text + " === '// 🙂\\n日本'");
  browser().press(page, "a", true);
  browser().compose(page, "go", "語");
  browser().press(page, "s", true);
  browser().until(page, "document.getElementById('state').textContent === 'saved'");
  EXPECT_EQ(contents(studio.p01()), "語");
}

TEST_F(StudioPage, CompletesWords) {
  if (!find_program("clangd")) GTEST_SKIP() << "no clangd is found; Debian has it in that package";
  StudioProcess studio;
  const std::string page = open(studio);
  if (browser().value(page, editor + " === undefined")) GTEST_SKIP() << "no CodeMirror is found";
  browser().value(page, type(with("output[threadIdx.x] = a[threadI")));
  browser().value(page, editor + ".focus(), " + editor + ".setCursor(2, 33)");
  browser().press(page, " ", true);
  const std::string choice = "document.querySelector('.CodeMirror-hint-active')";
  browser().until(page, choice + "?.textContent.startsWith('threadIdx') === true");
  EXPECT_EQ(browser().value(page, choice + ".getAttribute('role')"), "option");
  browser().press(page, "Enter");
  browser().until(page, text + ".includes('= a[threadIdx\\n')");
}

TEST_F(StudioPage, ChecksAndPointsAtAFinding) {
  StudioProcess studio;
  const std::string page = open(studio);
  browser().value(page, type(with("output[threadIdx.x] = a[threadIdx.x + 1] + 9;")));
  browser().press(page, "Enter", true);
  browser().until(page, "document.querySelector('.finding') !== null");
  EXPECT_TRUE(
      browser().value(page, "document.getElementById('problems').innerText.includes('Line 3: ')"));
}

TEST_F(StudioPage, EndsAnEndlessKernel) {
  StudioProcess studio;
  const std::string page = open(studio);
  browser().value(page, type(with("for (volatile int i = 0; i >= 0;) output[0] = a[0];")));
  browser().press(page, "s", true);
  browser().until(page, verdict_has("running") + " && !document.getElementById('stop').disabled");

  // Another puzzle waits meanwhile, and can be stopped before it begins.
  browser().value(page, "document.querySelector('[data-puzzle=p02]').click()");
  browser().until(page, "document.getElementById('title').textContent.startsWith('p02')");
  browser().press(page, "s", true);
  browser().until(page, verdict_has("p02: waits for another run"));
  browser().value(page, "document.getElementById('stop').click()");
  browser().until(page, verdict_has("p02: stopped"));
  browser().value(page, "document.querySelector('[data-puzzle=p01]').click()");
  browser().until(page, verdict_has("p01: running"));
  browser().value(page, "document.getElementById('stop').click()");
  browser().until(page, verdict_has("stopped"));
}

TEST_F(StudioPage, FollowsTheFileInAllItsTabs) {
  StudioProcess studio;
  const std::string one = open(studio), other = open(studio);
  browser().value(one, type(right_map()));
  browser().press(one, "s", true);
  browser().until(other, text + " === " + json(right_map()).dump());
  std::ofstream(studio.p01()) << right_map() + "// from elsewhere\n";
  for (const std::string& page : {one, other})
    browser().until(page, text + ".includes('// from elsewhere')");
}

TEST_F(StudioPage, OffersBothVersionsAfterAConflict) {
  StudioProcess studio;
  const std::string page = open(studio);
  browser().value(page, type(right_map() + "// mine\n"));
  std::ofstream(studio.p01()) << right_map() + "// theirs\n";
  browser().until(page, "document.getElementById('choice').dataset.kind === 'conflict'");
  EXPECT_TRUE(
      browser().value(page, "document.getElementById('choice').innerText.includes('- // theirs')"));
  EXPECT_TRUE(
      browser().value(page, "document.getElementById('choice').innerText.includes('+ // mine')"));
  browser().value(page, "document.querySelector('#choice button').click()");
  browser().press(page, "s", true);
  browser().until(page, "document.getElementById('state').textContent === 'saved'");
  EXPECT_EQ(contents(studio.p01()), right_map() + "// mine\n");
  EXPECT_TRUE(browser().value(page, "localStorage['hippuzzle-history-p01'].includes('// theirs')"));
}

TEST_F(StudioPage, KeepsATextThatAKilledServerNeverGot) {
  StudioProcess studio(std::vector<std::string>{});
  const std::string page = open(studio);
  const std::string before = contents(studio.p01());
  studio.end(SIGKILL);
  browser().value(page, type(right_map() + "// typed afterwards\n"));
  browser().until(page, "!document.getElementById('trouble').hidden");
  browser().until(page, "localStorage['hippuzzle-draft-p01']?.includes('typed afterwards')");
  studio.start(std::vector<std::string>{});
  const std::string again = open(studio);
  EXPECT_TRUE(browser().value(again, text + ".includes('// typed afterwards')"));
  EXPECT_EQ(browser().value(again, "document.getElementById('state').textContent"),
            "not saved yet");
  EXPECT_EQ(contents(studio.p01()), before);
}

}  // namespace page_test
}  // namespace hippuzzle::testing
