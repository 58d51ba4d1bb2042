// The studio's page in a headless Chromium: a learner's way through a puzzle, and its mishaps.
#include <signal.h>

#include <fstream>

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
