// The studio's page for people: narrow windows, contrast, the keyboard.
#include <algorithm>

#include "tests/studio/page_fixture.hpp"

namespace hippuzzle::testing {
namespace page_look_test {

TEST_F(StudioPage, HasTabsInANarrowWindow) {
  StudioProcess studio;
  const std::string page = open(studio, 420);
  EXPECT_LE(browser().value(page, "document.documentElement.scrollWidth"), 420);
  for (const std::string pane : {"lesson", "results", "editor"}) {
    browser().value(page, "document.querySelector('[data-pane=" + pane + "]').click()");
    EXPECT_EQ(browser().value(page,
                              "[...document.querySelectorAll('.pane')].filter((pane) => "
                              "pane.offsetWidth > 0).map((pane) => pane.id).join()"),
              pane);
  }
}

// Texts whose contrast is below 4.5 to 1, one a line.
const std::string faint = R"((() => {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = 1;
    const pixel = canvas.getContext('2d', {willReadFrequently: true});
    const over = (colours) => {
      for (const colour of colours) {
        pixel.fillStyle = colour;
        pixel.fillRect(0, 0, 1, 1);
      }
      const [r, g, b] = [...pixel.getImageData(0, 0, 1, 1).data].map((v) => v / 255)
        .map((v) => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const bad = [];
    for (const e of document.querySelectorAll('body *')) {
      if (![...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim())) continue;
      if (!e.checkVisibility({visibilityProperty: true, opacityProperty: true})) continue;
      if (e.closest(':disabled, iframe')) continue;
      const papers = ['#fff'];
      for (let n = e; n; n = n.parentElement) papers.splice(1, 0, getComputedStyle(n).backgroundColor);
      const style = getComputedStyle(e);
      const paper = over(papers), ink = over([...papers, e.closest('svg') ? style.fill : style.color]);
      const ratio = (Math.max(paper, ink) + 0.05) / (Math.min(paper, ink) + 0.05);
      if (ratio < 4.5) bad.push(`${ratio.toFixed(2)} ${e.tagName} ${e.id} ${e.className} ${e.textContent.slice(0, 40)}`);
    }
    return bad.join('\n');
  })())";

TEST_F(StudioPage, ReadsWellInLightAndDark) {
  StudioProcess studio;
  const std::string page = open(studio);
  browser().value(page, type(with("output[threadIdx.x] = a[threadIdx.x + 1] + 9; // Füllt 配列")));
  browser().press(page, "Enter", true);
  browser().until(page, "document.querySelector('.finding') !== null");
  browser().value(page, "document.getElementById('compare').click()");
  for (const std::string shade : {"light", "dark"}) {
    browser().prefer(page, shade);
    EXPECT_EQ(browser().value(page, faint), "") << shade;
    browser().value(page, "document.getElementById('puzzles').click()");
    EXPECT_EQ(browser().value(page, faint), "") << shade << ", puzzles";
    browser().value(page, "document.getElementById('puzzles').click()");
  }
}

TEST_F(StudioPage, IsUsableByKeyboard) {
  StudioProcess studio;
  const std::string page = open(studio);
  std::vector<std::string> panes;
  for (int i = 0; i < 3; ++i) {
    browser().press(page, "F6");
    panes.push_back(browser().value(page, "document.activeElement.closest('.pane').id"));
  }
  std::ranges::sort(panes);
  EXPECT_EQ(panes, (std::vector<std::string>{"editor", "lesson", "results"}));
  EXPECT_EQ(browser().value(page, "document.getElementById('verdict').getAttribute('role')"),
            "status");
  browser().value(page, "document.querySelector('[data-view=verdict]').focus()");
  browser().press(page, "ArrowRight");
  EXPECT_EQ(browser().value(page, "document.activeElement.dataset.view"), "trace");
  EXPECT_TRUE(browser().value(page, "!document.getElementById('view-trace').hidden"));
  EXPECT_EQ(
      browser().value(page,
                      "[...document.querySelectorAll('button, select, input, [role=separator]')]"
                      ".filter((e) => !(e.getAttribute('aria-label') ?? "
                      "e.closest('label')?.textContent ?? e.textContent).trim()).length"),
      0);
}

}  // namespace page_look_test
}  // namespace hippuzzle::testing
