// The pages of the book in a headless Chromium.
#include "tests/book/written_book.hpp"
#include "tests/support/browser.hpp"

namespace hippuzzle::testing {
namespace pages_test {

using json = nlohmann::json;

// Runs a script in a page of the book and returns its value, or the value that it promises.
// `open(page, width)` opens another in a frame of that width.
json run_in_book(const std::string& page, const std::string& script, BrowserRun run = {},
                 const WrittenSite& site = quick_site()) {
  static const std::string tools = R"(
    const key = (name, target) => (target ?? document.activeElement).dispatchEvent(
      new KeyboardEvent('keydown', {key: name, bubbles: true, cancelable: true}));
    const open = (page, width) => new Promise((resolve) => {
      const frame = document.createElement('iframe');
      frame.style = `width: ${width}px; height: 800px; border: 0`;
      frame.onload = () => resolve(frame.contentDocument);
      frame.src = page;
      document.body.append(frame);
    });
    const luminance = (colour) => {
      const [r, g, b] = colour.match(/[\d.]+/g).slice(0, 3).map((x) => x / 255)
        .map((x) => x <= .04045 ? x / 12.92 : ((x + .055) / 1.055) ** 2.4);
      return .2126 * r + .7152 * g + .0722 * b;
    };
    const ground = (node) => {
      for (; node; node = node.parentElement) {
        const colour = getComputedStyle(node).backgroundColor;
        if (!/^rgba\(.*, 0\)$/.test(colour)) return colour;
      }
      return 'rgb(255, 255, 255)';
    };
    const contrast = (node) => {
      const both = [getComputedStyle(node).color, ground(node)].map(luminance);
      return (Math.max(...both) + .05) / (Math.min(...both) + .05);
    };
  )";
  run.waits = true;
  run.flags.push_back("--allow-file-access-from-files");
  return run_in_browser(site.text(page), tools + script, run, site.folder());
}

// The pages of a site that are wider than their window.
json wide_pages(const WrittenSite& site, const std::set<std::string>& names) {
  return run_in_book("index.html", "const pages = " + json(names).dump() + R"(;
      const wide = [];
      for (const page of pages) {
        const root = (await open(page, 1366)).documentElement;
        for (const width of [1366, 420]) {
          document.body.lastChild.style.width = `${width}px`;
          if (root.scrollWidth > width) wide.push(`${page} at ${width}: ${root.scrollWidth}`);
        }
        document.body.lastChild.remove();
      }
      return wide;)",
                     {}, site);
}

TEST(BookPages, NeverScrollSideways) {
  REQUIRE_BROWSER();
  const std::set<std::string> pages = quick_site().files(".html");
  EXPECT_GT(pages.size(), 40u);
  EXPECT_EQ(wide_pages(quick_site(), pages), json::array());
}

// Each page has a trace of its example, and some have another one in a frame.
TEST(BookPages, NeverScrollSidewaysWithTheirTraces) {
  REQUIRE_BROWSER();
  EXPECT_EQ(wide_pages(whole_site(), {"p14.html", "p16.html", "fusion.html", "gemm.html",
                                      "trace-p14-complete.html", "trace-p16-tiled.html",
                                      "trace-fusion-fused.html", "trace-gemm-naive.html",
                                      "trace-bank_conflicts-padded.html"}),
            json::array());
}

// Options never break after a hyphen, and code may use the page's full width.
TEST(BookPages, KeepWordsOfCodeWhole) {
  REQUIRE_BROWSER();
  const json shown = run_in_book("p16.html", R"(
      const log = {broken: [], words: 0};
      for (const name of ['p08.html', 'p16.html', 'guide-commands.html']) {
        const page = await open(name, 420);
        for (const word of page.querySelectorAll('main .word')) {
          ++log.words;
          if (word.getClientRects().length > 1) log.broken.push(word.textContent);
        }
        document.body.lastChild.remove();
      }
      const page = await open('guide-check.html', 1366);
      const code = [...page.querySelectorAll('main > pre')];
      log.blocks = code.length;
      const room = page.querySelector('main'), style = page.defaultView.getComputedStyle(room);
      const wide = room.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
      log.cut = code.filter((pre) => pre.scrollWidth > pre.clientWidth && pre.offsetWidth < wide - 1)
        .map((pre) => pre.textContent);
      log.wider = code.filter((pre) => pre.offsetWidth > 800).length;
      return log;)");
  ASSERT_TRUE(shown.is_object()) << shown;
  EXPECT_GT(shown["words"], 20);
  EXPECT_EQ(shown["broken"], json::array());
  EXPECT_GT(shown["blocks"], 2);
  EXPECT_GT(shown["wider"], 0) << "than the text";
  EXPECT_EQ(shown["cut"], json::array());
}

TEST(BookPages, HaveTheTraceInAFrame) {
  REQUIRE_BROWSER();
  const json shown = run_in_book("p12.html", R"(
      const page = await open('p12.html', 1366);
      const frames = [...page.querySelectorAll('iframe')];
      frames.forEach((f) => { f.loading = 'eager'; });
      const frame = frames[0];
      const log = {frames: frames.length, open: frames.map((f) => f.closest('details').open)};
      for (let i = 0; i < 100 && !frame.contentDocument?.getElementById('phase'); ++i)
        await new Promise((resolve) => setTimeout(resolve, 50));
      const trace = frame.contentDocument;
      for (let i = 0; i < 200 && frame.style.height === ''; ++i)  // told by the trace
        await new Promise((resolve) => setTimeout(resolve, 50));
      log.phase = trace.getElementById('phase').textContent;
      trace.body.dispatchEvent(new trace.defaultView.KeyboardEvent('keydown',
        {key: 'ArrowRight', bubbles: true}));
      log.next = trace.getElementById('phase').textContent;
      log.lines = [...trace.querySelectorAll('#source .now')].map((e) => e.dataset.line.split('/').pop());
      log.height = frame.getBoundingClientRect().height;
      log.wide = trace.documentElement.scrollWidth <= frame.clientWidth;
      return log;)");
  ASSERT_TRUE(shown.is_object()) << shown;
  EXPECT_EQ(shown["frames"], 4) << "one for each variant";
  EXPECT_EQ(shown["open"], (json{true, false, false, false}));
  EXPECT_EQ(shown["phase"], "Phase 1 of 5, until the barrier at solution.hip:11");
  EXPECT_EQ(shown["next"], "Phase 2 of 5, until the barrier at solution.hip:15");
  EXPECT_EQ(shown["lines"], (json{"solution.hip:14", "solution.hip:15"}));
  EXPECT_EQ(shown["height"], 680) << "of a window of 800, 85 %";
  EXPECT_EQ(shown["wide"], true);
}

TEST(BookPages, AreSearchedByWords) {
  REQUIRE_BROWSER();
  const json shown = run_in_book("p01.html", R"(
      key('/', document.body);
      const log = {focused: document.activeElement.id};
      const type = async (words) => {
        find.value = words;
        await search();
        return [...found.querySelectorAll('a')].map((a) => a.getAttribute('href'));
      };
      log.tree = await type('tree reduction');
      log.marks = [...found.querySelectorAll('a mark')].length;
      log.none = await type('xylophone');
      log.says = found.textContent;
      log.forms = await type('coalescing');
      log.conflict = await type('bank conflicts');
      key('ArrowDown', find);
      log.second = [...found.querySelectorAll('a')].map((a) => a.getAttribute('aria-selected'));
      key('Escape', find);
      log.hidden = found.hidden;
      return log;)");
  EXPECT_EQ(shown["focused"], "find");
  ASSERT_FALSE(shown["tree"].empty());
  const auto has = [](const json& hrefs, const std::string& page) {
    return std::ranges::any_of(
        hrefs, [&](const json& href) { return href.get<std::string>().starts_with(page); });
  };
  EXPECT_TRUE(has(shown["tree"], "p12.html")) << shown["tree"];
  EXPECT_GT(shown["marks"], 0);
  EXPECT_TRUE(has(shown["forms"], "p02.html")) << "it says coalesced: " << shown["forms"];
  EXPECT_EQ(shown["none"], json::array());
  EXPECT_EQ(shown["says"], "Nothing in the book has “xylophone”.");
  EXPECT_TRUE(shown["conflict"][0].get<std::string>().starts_with("bank_conflicts.html"));
  EXPECT_EQ(shown["second"][1], "true");
  EXPECT_EQ(shown["hidden"], true);
}

TEST(BookPages, ColourTheirCodeAndCopyIt) {
  REQUIRE_BROWSER();
  const json shown = run_in_book("p01.html", R"(
      const code = document.querySelector('code.language-c\\+\\+');
      const folded = document.querySelector('main details:not([open])');
      dispatchEvent(new Event('beforeprint'));
      const log = {printed: folded.open};
      dispatchEvent(new Event('afterprint'));
      return {...log, folded: !folded.open,
              device: code.querySelector('.code-device').textContent,
              comment: code.querySelector('.code-comment') !== null,
              copy: code.closest('.code').querySelector('button').textContent,
              nameless: [...document.querySelectorAll('main a')].filter((a) =>
                !a.textContent.trim() && a.getAttribute('aria-hidden') !== 'true').length};)");
  EXPECT_EQ(shown["device"], "__global__");
  EXPECT_EQ(shown["comment"], true);
  EXPECT_EQ(shown["copy"], "Copy");
  EXPECT_EQ(shown["nameless"], 0);
  EXPECT_EQ(shown["printed"], true) << "paper has no folds";
  EXPECT_EQ(shown["folded"], true);
}

// WCAG asks for 4.5 of normal text.
constexpr const char* weakest_contrast = R"(
    const kinds = 'main p, main li, main a, main code, main pre, main th, main td, summary, ' +
      '#contents a, #contents h2, .ways small, #menu, #find';
    const all = [];
    for (const page of ['p12.html', 'guide-check.html', 'index.html']) {
      for (const node of (await open(page, 1366)).querySelectorAll(kinds)) {
        all.push([contrast(node), `${page} ${node.tagName} ${node.textContent.slice(0, 20)}`]);
      }
    }
    all.sort((a, b) => a[0] - b[0]);
    return {weakest: all[0], ground: luminance(ground(document.body)), count: all.length};)";

TEST(BookPages, AreLightOrDarkAsTheReaderHasIt) {
  REQUIRE_BROWSER();
  const json light = run_in_book("p12.html", weakest_contrast);
  const json dark = run_in_book("p12.html", weakest_contrast,
                                {.flags = {"--blink-settings=preferredColorScheme=0"}});
  EXPECT_GT(light["count"], 100);
  EXPECT_GT(light["ground"], 0.8);
  EXPECT_LT(dark["ground"], 0.05);
  EXPECT_GE(light["weakest"][0], 4.5) << light["weakest"];
  EXPECT_GE(dark["weakest"][0], 4.5) << dark["weakest"];
}

TEST(BookPages, AreLightOrDarkByHandWithTheirTraces) {
  REQUIRE_BROWSER();
  const json shown = run_in_book("p12.html", R"(
      const frame = document.querySelector('iframe');
      frame.loading = 'eager';
      const inside = () => frame.contentDocument.getElementById('phase');
      for (let i = 0; i < 200 && !inside(); ++i) await new Promise((r) => setTimeout(r, 50));
      const isDark = (page) => luminance(ground(page.body)) < .05;
      const look = async () => {  // the trace is told by a message
        for (let i = 0; i < 200 && isDark(frame.contentDocument) !== isDark(document); ++i)
          await new Promise((resolve) => setTimeout(resolve, 50));
        return [shade.textContent, isDark(document), isDark(frame.contentDocument)];
      };
      const log = {looks: [await look()]};
      shade.click();
      key('d', document.body);
      log.looks.push(await look());
      log.kept = getComputedStyle((await open('p01.html', 1366)).body).backgroundColor;
      log.here = getComputedStyle(document.body).backgroundColor;
      key('d', document.body);
      log.looks.push(await look());
      find.focus();
      key('d', find);
      log.typed = shade.textContent;
      return log;)");
  EXPECT_EQ(shown["looks"], (json{{"Theme: auto", false, false},
                                  {"Theme: dark", true, true},
                                  {"Theme: auto", false, false}}));
  EXPECT_EQ(shown["kept"], shown["here"]) << "by the next page that is opened";
  EXPECT_EQ(shown["typed"], "Theme: auto") << "a letter for the search";
}

// Some browsers store nothing for pages from files, or for private windows.
TEST(BookPages, CanBeMadeDarkWhereNothingMayBeKept) {
  REQUIRE_BROWSER();
  std::string page = quick_site().text("p01.html");
  page.insert(page.find("<head>") + 6, R"(<script>
      window.errors = [];
      window.addEventListener('error', (event) => errors.push(event.message));
      Object.defineProperty(window, 'localStorage',
        {get() { throw new DOMException('refused', 'SecurityError'); }});
      </script>)");
  const json shown = run_in_browser(page, R"(
      shade.click();
      shade.click();
      return {errors, dark: getComputedStyle(document.documentElement).colorScheme};)",
                                    {}, quick_site().folder());
  EXPECT_EQ(shown["errors"], json::array());
  EXPECT_EQ(shown["dark"], "dark");
}

TEST(BookPages, AreTurnedByKeysAndHaveContentsOnAPhone) {
  REQUIRE_BROWSER();
  const json shown = run_in_book("p02.html", R"(
      const log = {hidden: getComputedStyle(contents).display};
      menu.click();
      log.open = getComputedStyle(contents).display;
      log.expanded = menu.getAttribute('aria-expanded');
      log.headings = [...contents.querySelectorAll('[aria-current] + ul a')].map((a) => a.textContent);
      key('Escape', document.body);
      log.closed = getComputedStyle(contents).display;
      log.went = [];
      document.addEventListener('click', (event) => {
        log.went.push(event.target.closest('a').getAttribute('href'));
        event.preventDefault();
      });
      key('ArrowRight', document.body);
      key('ArrowLeft', document.body);
      find.focus();
      key('ArrowLeft', find);
      return log;)",
                                 {.size = "500,800"});
  EXPECT_EQ(shown["hidden"], "none");
  EXPECT_EQ(shown["open"], "block");
  EXPECT_EQ(shown["expanded"], "true");
  EXPECT_EQ(shown["headings"][0], "Why");
  EXPECT_EQ(shown["closed"], "none");
  EXPECT_EQ(shown["went"], (json{"p03.html", "p01.html"})) << "and not from the search";
}

}  // namespace pages_test
}  // namespace hippuzzle::testing
