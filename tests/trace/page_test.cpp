// The page that `hippuzzle trace --html` writes, opened in a headless Chromium.
#include <fstream>

#include "tests/support/browser.hpp"
#include "tests/support/json.hpp"
#include "tests/support/temporary_directory.hpp"
#include "tests/support/whole_file.hpp"
#include "tests/trace/traced.hpp"

namespace hippuzzle::testing {
namespace page_test {
namespace fs = std::filesystem;

class TracePage : public TracedPuzzle {
 protected:
  std::string page(std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), {"--html", (folder_.path() / "page.html").string()});
    const CommandResult r = run_traced(arguments);
    EXPECT_EQ(r.code, 0) << r.err;
    EXPECT_EQ(r.out, "");
    return contents(folder_.path() / "page.html");
  }

  // The result of a script that runs in the page once it is shown. It may use the functions below.
  json run_in(const std::string& page, const std::string& script, const std::string& size,
              const std::string& hash = "") {
    static const std::string tools = R"(
      const key = (name, target) => (target ?? document.activeElement).dispatchEvent(
        new KeyboardEvent('keydown', {key: name, bubbles: true, cancelable: true}));
      const table = (name) => document.querySelector(`table[data-array="${name}"]`);
      const texts = (cells) => [...cells].map((cell) => cell.lastChild.textContent);
      const column = (name) => texts(table(name).querySelectorAll('td'));
      const labels = (name) =>
        [...table(name).querySelectorAll('td small')].map((s) => s.textContent);
      const phaseText = () => document.getElementById('phase').textContent;
    )";
    return run_in_browser(page, tools + script, size, hash, folder_.path());
  }

 private:
  TemporaryDirectory folder_;
};

TEST_F(TracePage, NeedsNothingBesideIt) {
  const std::string text = page({"--tiled"});
  EXPECT_TRUE(text.starts_with("<!doctype html>"));
  EXPECT_NE(text.find("default-src 'none'"), std::string::npos);
  for (const char* outside : {"http://", "https://", " src=", " href=", "@import", "url("})
    EXPECT_EQ(text.find(outside), std::string::npos) << outside;
  for (const char* mark : {"/*style*/", "/*model*/", "/*script*/", "/*sources*/", "/*trace*/"})
    EXPECT_EQ(text.find(mark), std::string::npos) << mark;
}

// The trace of an explained race opens at the first access, and a press leads to the second.
TEST_F(TracePage, PointsAtTheAccessesOfARace) {
  REQUIRE_BROWSER();
  const TemporaryDirectory folder;
  const std::string file = (folder.path() / "race.html").string();
  const CommandResult r =
      hippuzzle({"check", "p14", "--simple", "--explain", "--html", file, "--plugin-path",
                 (build_tree() / "tests/plugins/wrong/one_barrier_a_step").string()});
  ASSERT_NE(r.out.find("phase 2 of 5"), std::string::npos) << r.out << r.err;
  const json shown = run_in(contents(file), R"(
      const all = [...document.querySelectorAll('#marks-list button')];
      const opened = phaseText();
      all[1].click();
      const marked = [...document.querySelectorAll('.marked')];
      return {opened, count: all.length, cells: marked.length,
              cell: marked[0].closest('table').dataset.array,
              thread: document.querySelector('[data-thread][aria-selected="true"]').dataset.thread,
              current: document.querySelector('#marks-list [aria-current]').textContent};
  )",
                            "1366,900");
  EXPECT_TRUE(fmt(shown["opened"]).starts_with("Phase 2 of 5"));
  EXPECT_EQ(shown["count"], 2);
  EXPECT_EQ(shown["cells"], 1);
  EXPECT_EQ(shown["cell"], "shared");
  EXPECT_EQ(shown["thread"], "2");
  EXPECT_TRUE(fmt(shown["current"]).starts_with("thread (2, 0, 0) reads shared[1]"));
}

TEST_F(TracePage, ShowsTheWalkThroughPhaseByPhase) {
  REQUIRE_BROWSER();
  const json shown = run_in(page({"--tiled"}), R"(
      const steps = [];
      for (let i = 0; i < 5; ++i) {
        steps.push({phase: phaseText(), sum: column('sum'), a_shared: column('a_shared'),
                    labels: labels('a_shared'), slider: document.getElementById('slider').value});
        key('ArrowRight', document.body);
      }
      return steps;)",
                            "1600,1000");
  ASSERT_EQ(shown.size(), 5u);
  EXPECT_EQ(shown[0]["a_shared"][15], "16");
  EXPECT_EQ(shown[0]["labels"][6], "w6");  // without colour, too
  EXPECT_EQ(shown[1]["labels"][6], "r×4");
  EXPECT_EQ(shown[4]["labels"][6], "6");  // who wrote it before
  EXPECT_EQ(shown[1]["sum"], (json{"30", "70", "110", "150", "70", "174", "278", "382",  //
                                   "110", "278", "446", "614", "150", "382", "614", "846"}));
  EXPECT_EQ(shown[3]["sum"],
            (json{"1404", "1740", "2076", "2412", "1740", "2204", "2668", "3132",  //
                  "2076", "2668", "3260", "3852", "2412", "3132", "3852", "4572"}));
  EXPECT_EQ(shown[3]["slider"], "4");
  EXPECT_TRUE(fmt(shown[4]["phase"]).starts_with("Phase 5 of 5, until the kernel"));
}

TEST_F(TracePage, IsUsableByKeyboard) {
  REQUIRE_BROWSER();
  const json shown = run_in(page({"--tiled"}), R"(
      const log = {};
      key('End', document.body);
      log.end = phaseText();
      key('Home', document.body);
      log.home = phaseText();
      const slider = document.getElementById('slider');
      slider.value = 3;
      slider.dispatchEvent(new Event('input'));
      log.slider = phaseText();
      document.querySelector('[data-thread="0"]').focus();
      key('ArrowRight');
      key('ArrowDown');
      log.focused = document.activeElement.dataset.thread;
      log.chosen = document.activeElement.getAttribute('aria-selected');
      log.actions = texts(document.querySelectorAll('#actions li'));
      log.phase = phaseText();
      key('Escape');
      log.none = document.querySelectorAll('[aria-selected=true]:not([data-block])').length;
      document.querySelector('[data-request="0"]').focus();
      key('Enter');
      log.hits = table('a').querySelectorAll('.hit').length;
      log.names = [...document.querySelectorAll('button, input, select')]
        .map((e) => e.getAttribute('aria-label') ?? e.closest('label')?.textContent);
      log.reachable = [...document.querySelectorAll('[data-thread]')]
        .filter((e) => e.tabIndex === 0).length;
      return log;)",
                            "1280,800");
  EXPECT_TRUE(fmt(shown["end"]).starts_with("Phase 5 of 5"));
  EXPECT_TRUE(fmt(shown["home"]).starts_with("Phase 1 of 5"));
  EXPECT_TRUE(fmt(shown["slider"]).starts_with("Phase 3 of 5"));
  EXPECT_EQ(shown["focused"], "5");
  EXPECT_EQ(shown["chosen"], "true");
  EXPECT_EQ(shown["actions"],
            (json{"a[1, 5] = 22", "a_shared[1, 1] = 22", "b[5, 1] = 22", "b_shared[1, 1] = 22"}));
  EXPECT_EQ(shown["phase"], shown["slider"]);  // arrows among threads leave the phase alone
  EXPECT_EQ(shown["none"], 0);
  EXPECT_EQ(shown["hits"], 16);
  EXPECT_EQ(shown["reachable"], 1);
  for (const json& name : shown["names"]) EXPECT_FALSE(name.is_null());
}

TEST_F(TracePage, MarksBankConflictsAndScatteredRequests) {
  REQUIRE_BROWSER();
  const json shown = run_in(page({"--conflicts"}), R"(
      return {conflict: texts(document.querySelectorAll('.conflict')),
              scattered: texts(document.querySelectorAll('.scattered'))};)",
                            "1280,800");
  EXPECT_EQ(shown["conflict"], (json{"⚠ bank conflict: 32 wavefronts, 1 would do"}));
  EXPECT_EQ(shown["scattered"], (json{"32 sectors, 4 would do"}));
}

TEST_F(TracePage, ShowsEachLaunch) {
  REQUIRE_BROWSER();
  const json shown = run_in(page({"--launches", "--block", "1"}), R"(
      const log = {first: document.getElementById('subtitle').textContent};
      const select = document.getElementById('launch');
      select.value = 1;
      select.dispatchEvent(new Event('change'));
      return {...log, second: phaseText(), hidden: select.closest('label').hidden};)",
                            "1280,800");
  EXPECT_TRUE(fmt(shown["first"]).starts_with("first_of_two, block (1, 0, 0) of 3"));
  EXPECT_EQ(shown["second"], "The grid of this launch has no such block.");
  EXPECT_EQ(shown["hidden"], false);
}

TEST_F(TracePage, HasTheBlocksOfASmallGridToChooseFrom) {
  REQUIRE_BROWSER();
  const json shown = run_in(page({"--tiled"}), R"(
      const names = () => [...document.querySelectorAll('[data-block]')].map((e) => e.dataset.block);
      const subtitle = () => document.getElementById('subtitle').textContent;
      const log = {blocks: names(), first: subtitle(), a: labels('a')[4]};
      document.querySelector('[data-block="0,0,0"]').focus();
      key('ArrowRight');
      log.right = subtitle();
      log.focused = document.activeElement.dataset.block;
      log.b = labels('b')[4];
      document.querySelector('[data-block="0,1,0"]').click();
      return {...log, down: subtitle(), hidden: document.getElementById('launch-choice').hidden};)",
                            "1280,800");
  EXPECT_EQ(shown["blocks"], (json{"0,0,0", "1,0,0", "0,1,0", "1,1,0"}));
  EXPECT_TRUE(fmt(shown["first"]).starts_with("tiled_matmul, block (0, 0, 0) of 2"));
  EXPECT_EQ(shown["a"], "");  // column 4 of a belongs to no tile of phase 1
  EXPECT_TRUE(fmt(shown["right"]).starts_with("tiled_matmul, block (1, 0, 0) of 2"));
  EXPECT_EQ(shown["focused"], "1,0,0");
  EXPECT_EQ(shown["b"], "r0");  // but of b it does, in the block to the right
  EXPECT_TRUE(fmt(shown["down"]).starts_with("tiled_matmul, block (0, 1, 0) of 2"));
  EXPECT_EQ(shown["hidden"], true);
}

TEST_F(TracePage, OffersOfNamedBlocksThoseAlone) {
  REQUIRE_BROWSER();
  const json shown = run_in(page({"--tiled", "--block", "0,0", "--block", "1,0"}), R"(
      return {here: [...document.querySelectorAll('[data-block]')].map((e) => e.dataset.block),
              away: document.querySelectorAll('#blocks [aria-disabled=true]').length,
              says: document.querySelector('#blocks h2').textContent};)",
                            "1280,800");
  EXPECT_EQ(shown["here"], (json{"0,0,0", "1,0,0"}));
  EXPECT_EQ(shown["away"], 2);
  EXPECT_EQ(shown["says"], "blocks 2 of 4 are here");
}

TEST_F(TracePage, MarksTheLinesOfThePhaseInTheSource) {
  REQUIRE_BROWSER();
  const json shown = run_in(page({"--tiled"}), R"(
      const lines = (kind) => [...document.querySelectorAll(`#source .${kind}`)]
        .map((e) => e.lastChild.textContent.trim().split(' = ')[0]);
      const log = {first: lines('now'), end: lines('end')};
      key('ArrowRight', document.body);
      log.second = lines('now');
      document.querySelector('[data-request="0"]').click();
      log.hit = lines('hit').length;
      log.whole = document.getElementById('source').textContent;
      return log;)",
                            "1280,800");
  ASSERT_EQ(shown["first"].size(), 3u) << shown["first"];
  EXPECT_EQ(shown["first"][0], "a_shared[local_row][local_col]");
  EXPECT_EQ(shown["first"][1], "b_shared[local_row][local_col]");
  EXPECT_TRUE(fmt(shown["end"][0]).starts_with("__syncthreads();"));
  EXPECT_TRUE(fmt(shown["second"][0]).starts_with("for (unsigned k"));
  EXPECT_EQ(shown["hit"], 1);
  EXPECT_NE(fmt(shown["whole"]).find("__global__ void tiled_matmul("), std::string::npos);
  EXPECT_EQ(fmt(shown["whole"]).find("__global__ void naive_matmul("), std::string::npos);
}

TEST_F(TracePage, TakesAVariableOutOfScopeForNoneThatWasWritten) {
  REQUIRE_BROWSER();
  const json shown = run_in(page({"--tiled"}), R"(
      key('End', document.body);
      return {empty: texts([...document.querySelectorAll('#others td.write')])
                .filter((text) => text === '·').length,
              cells: document.querySelectorAll('#others td').length};)",
                            "1280,800");
  EXPECT_EQ(shown["empty"], 0);
  EXPECT_GT(shown["cells"], 0);
}

TEST_F(TracePage, PutsTheOutputBesideItsInputsWhereThereIsRoom) {
  REQUIRE_BROWSER();
  const std::string text = page({"--tiled"});
  for (const char* size : {"1366,900", "1600,1000"}) {
    const json tops = run_in(text, R"(
        return ['a', 'b', 'output'].map((name) =>
          Math.round(table(name).closest('.card').getBoundingClientRect().top));)",
                             size);
    EXPECT_EQ(tops[0], tops[1]) << size;
    EXPECT_EQ(tops[0], tops[2]) << size;
  }
}

TEST_F(TracePage, SaysWhatSectorsAndWavefrontsAre) {
  const std::string text = page({"--tiled"});
  EXPECT_NE(text.find("32 bytes of global memory"), std::string::npos);
  EXPECT_NE(text.find("one pass over the 32 banks of shared memory"), std::string::npos);
}

TEST_F(TracePage, FitsNarrowAndWideWindows) {
  REQUIRE_BROWSER();
  const std::string text = page({"--tiled"});
  for (const char* size : {"420,800", "1024,768", "1920,1080"}) {
    const json shown = run_in(text, R"(
        return {wide: document.documentElement.scrollWidth, window: innerWidth};)",
                              size, "#phase=4&thread=3");
    EXPECT_LE(shown["wide"], shown["window"]) << size;
  }
}

// What is computed is seen without scrolling in the last phase, and cards keep their places.
TEST_F(TracePage, ShowsTheOutputFirstAndMovesNoCard) {
  REQUIRE_BROWSER();
  const json shown = run_in(page({"--tiled"}), R"(
      const places = () => [...document.querySelectorAll('table[data-array]')].map((t) => {
        const box = t.getBoundingClientRect();
        return [t.dataset.array, Math.round(box.left), Math.round(box.width)];
      });
      key('Home', document.body);
      const first = places();
      let moved = 0;
      for (let i = 0; i < 6; ++i) {
        key('ArrowRight', document.body);
        moved += JSON.stringify(places()) !== JSON.stringify(first);
      }
      key('End', document.body);
      const output = table('output').getBoundingClientRect();
      return {moved, order: [...document.querySelectorAll('#memory table')].map((t) => t.dataset.array),
              below: output.bottom > window.innerHeight};)",
                            "1366,768");
  EXPECT_EQ(shown["order"][0], "output");
  EXPECT_EQ(shown["below"], false);
  EXPECT_EQ(shown["moved"], 0);
}

}  // namespace page_test
}  // namespace hippuzzle::testing
