// The files of the book: their contents, the targets of their links, and texts that never appear in
// them.
#include <algorithm>
#include <iterator>
#include <map>
#include <regex>
#include <set>

#include "cli/report/book/html.hpp"
#include "cli/report/book/markdown_page.hpp"
#include "tests/book/written_book.hpp"

namespace hippuzzle::testing {
namespace files_test {
namespace fs = std::filesystem;

// The values that a page has after a text such as ` id="`. Regular expressions take seconds for a
// whole book.
std::vector<std::string> values_after(const std::string& html, const std::string& begin) {
  std::vector<std::string> all;
  for (size_t at = html.find(begin); at != html.npos; at = html.find(begin, at)) {
    at += begin.size();
    all.push_back(html.substr(at, html.find('"', at) - at));
  }
  return all;
}

// The values of the attributes href, src and data-src of a page.
std::vector<std::string> targets(const std::string& html) {
  std::vector<std::string> all = values_after(html, "href=\"");
  std::ranges::move(values_after(html, "src=\""), std::back_inserter(all));
  return all;
}

// Checks one page after the other. Returns how many there were.
size_t expect_links_to_hold(const WrittenSite& site) {
  size_t links = 0;
  std::map<fs::path, std::set<std::string>> places;  // of the pages that links lead to
  const auto has_place = [&](const fs::path& file, const std::string& place) {
    if (!places.contains(file)) {
      const std::vector<std::string> ids = values_after(site.text(file), "id=\"");
      places[file].insert(ids.begin(), ids.end());
    }
    return places[file].contains(place);
  };
  for (const std::string& page : site.files(".html")) {
    for (const std::string& target : targets(site.text(page))) {
      if (target.starts_with("https://")) continue;
      ++links;
      const size_t hash = target.find('#');
      const fs::path file =
          hash == 0 ? fs::path(page) : fs::path(page).parent_path() / target.substr(0, hash);
      if (!fs::is_regular_file(site.folder() / file)) {
        ADD_FAILURE() << page << " leads to " << target;
      } else if (hash != target.npos) {
        EXPECT_TRUE(has_place(file, target.substr(hash + 1))) << page << " leads to " << target;
      }
    }
  }
  return links;
}

TEST(BookFiles, OfAllThatThereCanBeAreSmallAndTheirLinksHold) {
  EXPECT_LT(whole_site().bytes(), 10'000'000u);
  EXPECT_GT(expect_links_to_hold(whole_site()), 1000u);
}

TEST(BookFiles, OfABookWithoutTracesAndSolutionsHoldTheirLinks) {
  EXPECT_GT(expect_links_to_hold(WrittenSite({"--traces", "none"})), 1000u);
}

TEST(BookFiles, NameEachPlaceOnce) {
  for (const std::string& page : quick_site().files(".html")) {
    std::set<std::string> met;
    for (const std::string& id : values_after(quick_site().text(page), " id=\"")) {
      EXPECT_TRUE(met.insert(id).second) << page << " has two of " << id;
    }
  }
}

TEST(BookFiles, LoadNothingFromElsewhere) {
  const auto expect_own = [](const std::string& file, std::string_view target) {
    if (target.starts_with('"')) target.remove_prefix(1);
    for (const char* begin : {"http:", "https:", "//"})
      EXPECT_FALSE(target.starts_with(begin)) << file << " loads " << target.substr(0, 60);
  };
  for (const char* kind : {".html", ".css", ".js", ".svg"}) {
    for (const std::string& file : quick_site().files(kind)) {
      const std::string text = quick_site().text(file);
      for (const std::string begin : {"src=", "@import", "url("}) {
        for (size_t at = text.find(begin); at != text.npos; at = text.find(begin, at + 1))
          expect_own(file, std::string_view(text).substr(at + begin.size()));
      }
      for (size_t at = text.find("<link"); at != text.npos; at = text.find("<link", at + 1)) {
        const std::string link = text.substr(at, text.find('>', at) - at);
        const size_t href = link.find("href=");
        if (href != link.npos) expect_own(file, std::string_view(link).substr(href + 5));
      }
    }
  }
}

TEST(BookFiles, HaveAPageForEachPuzzleAndGuideInOneWay) {
  const WrittenSite& site = quick_site();
  for (const char* page :
       {"p01.html", "p16.html", "p16-naive.html", "p16-layouts.html", "gemm.html", "roofline.html",
        "guide-roofline.html", "guide-check.html"}) {
    EXPECT_TRUE(fs::exists(site.folder() / page)) << page;
  }
  // From page to page by "next" all of them are met, each once.
  static const std::regex next(R"re(<a rel="next" href="([^"]*)")re");
  std::set<std::string> met;
  std::smatch found;
  for (std::string page = "index.html"; met.insert(page).second;) {
    const std::string text = site.text(page);
    if (!std::regex_search(text, found, next)) break;
    page = found[1];
  }
  std::set<std::string> pages = site.files(".html");
  std::erase_if(pages, [](const std::string& name) { return name.starts_with("trace-"); });
  EXPECT_EQ(met, pages);
}

TEST(BookFiles, HaveTheFiguresOfALessonBesideTheirText) {
  const auto shows = [](const char* page, const char* figure) {
    return quick_site().text(page).find(std::string("pictures/p16/") + figure) != std::string::npos;
  };
  EXPECT_TRUE(shows("p16-naive.html", "naive.svg"));
  EXPECT_TRUE(shows("p16-tiled.html", "threads.svg"));
  EXPECT_FALSE(shows("p16.html", "naive.svg"));
  EXPECT_NE(quick_site().text("p16.html").find("<a href=\"p16-tiled.html\">Tiles</a>"),
            std::string::npos);
}

// The first use of a word in a lesson leads to its explanation, which leads back.
TEST(BookFiles, LinkLessonsAndTheWordsThatTheyUse) {
  const std::string lesson = quick_site().text("p12.html"),
                    words = quick_site().text("guide-words.html");
  const std::string link = R"(<a class="term" href="guide-words.html#shared-memory">)";
  EXPECT_NE(lesson.find(link), lesson.npos);
  EXPECT_EQ(lesson.find(link), lesson.rfind(link)) << "its first use";
  EXPECT_EQ(lesson.find("guide-words.html#time"), lesson.npos) << "a word of reports";
  EXPECT_NE(quick_site().text("bank_conflicts.html").find("guide-words.html#bank-conflict"),
            std::string::npos);
  const size_t begin = words.find("id=\"shared-memory\"");
  ASSERT_NE(begin, words.npos);
  const std::string shared = words.substr(begin, words.find("<h3>", begin) - begin);
  EXPECT_NE(shared.find("In lessons: "), shared.npos) << shared;
  EXPECT_NE(shared.find("href=\"p08.html\""), shared.npos) << shared;
}

TEST(BookFiles, ShowASolutionOnlyWhereItMayBeShown) {
  EXPECT_NE(quick_site().text("p12.html").find("id=\"the-solution\""), std::string::npos);
  const WrittenSite site({"--traces", "p12"});
  EXPECT_NE(site.text("p12.html").find("id=\"the-example-step-by-step\""), std::string::npos);
  EXPECT_EQ(site.text("trace-p12-raw.html").find("stride > 0"), std::string::npos);
  EXPECT_NE(quick_site().text("trace-p12-raw.html").find("stride > 0"), std::string::npos);
  EXPECT_EQ(site.text("p12.html").find("id=\"the-solution\""), std::string::npos);
  EXPECT_EQ(site.text("p12.html").find("<summary>The kernels</summary>"), std::string::npos);
  EXPECT_NE(quick_site().text("p12.html").find("<summary>The kernels</summary>"),
            std::string::npos);
  EXPECT_NE(site.text("gemm.html").find("id=\"the-solution\""), std::string::npos)
      << "there is nothing to solve";
}

TEST(BookFiles, ShowTheSolutionsOfAWorkspacesPuzzlesThatHavePassed) {
  const TemporaryDirectory workspace;
  const std::string script =
      "cd \"$1\" && \"$2\" init && \"$2\" start p01 && cp \"$3\" p01_map/kernel.hip && "
      "\"$2\" p01 --backend cpu --no-check && \"$2\" book --traces none -o book";
  const CommandResult r =
      run({"/bin/sh", "-c", script, "sh", workspace.path().string(), binary().string(),
           std::string(HIPPUZZLE_SOURCE_DIR) + "/plugins/p01_map/solution.hip"},
          {{"HIPPUZZLE_PLUGIN_PATH", ""}});
  ASSERT_EQ(r.code, 0) << r.out << r.err;
  const std::string kernels = "<summary>The kernels</summary>";
  EXPECT_NE(contents(workspace.path() / "book/p01.html").find(kernels), std::string::npos);
  EXPECT_EQ(contents(workspace.path() / "book/p02.html").find(kernels), std::string::npos);
  // The contents have a part for each unit, and a mark for p01 alone.
  const std::string contents_of_p02 = contents(workspace.path() / "book/p02.html");
  const std::string mark = "aria-label=\"passed\"";
  const size_t at = contents_of_p02.find(mark);
  EXPECT_EQ(at, contents_of_p02.rfind(mark));
  EXPECT_GT(at, contents_of_p02.find("href=\"p01.html\""));
  EXPECT_LT(at, contents_of_p02.find("href=\"p02.html\""));
  EXPECT_NE(contents_of_p02.find("<h2>Threads</h2>"), std::string::npos);
}

TEST(BookFiles, AreWrittenOverABookAndOverNothingElse) {
  const TemporaryDirectory other;
  other.write("thesis.txt", "years of work");
  const CommandResult refused = hippuzzle({"book", "-o", other.path().string()});
  EXPECT_EQ(refused.code, 2);
  EXPECT_NE(refused.err.find("holds something else than a book; name a new folder"),
            std::string::npos)
      << refused.err;
  EXPECT_FALSE(fs::exists(other.path() / "index.html"));
  const std::string folder = (other.path() / "book").string();
  EXPECT_EQ(hippuzzle({"book", "--traces", "none", "-o", folder}).code, 0);
  EXPECT_EQ(hippuzzle({"book", "--traces", "none", "-o", folder}).code, 0)
      << "a book may be made anew";
}

TEST(BookFiles, TraceAGivenKernelWithItsMistake) {
  const WrittenSite site({"--traces", "p09,p12"});
  const std::string page = site.text("p09.html");
  EXPECT_NE(page.find("a run of the kernels as they are given, with their mistakes"),
            std::string::npos);
  EXPECT_NE(page.find("<code>output[2]</code> = 3"), std::string::npos) << "the wrong sum's trace";
  EXPECT_NE(site.text("p12.html").find("a run of the solution"), std::string::npos);
}

TEST(BookFiles, WalkThroughAnExampleAsItsTraceHasIt) {
  const std::string page = quick_site().text("p12.html");
  EXPECT_NE(page.find("<li>The block ends. It has written <code>output[0]</code> = 140.</li>"),
            std::string::npos);
  EXPECT_NE(page.find("<ol start=\"3\">"), std::string::npos) << "numbers go on";
  EXPECT_NE(page.find("src=\"trace-p12-layout-tensor.html\""), std::string::npos);
  EXPECT_EQ(quick_site().text("p11.html").find("<iframe"), std::string::npos);
  const CommandResult unknown = hippuzzle({"book", "--traces", "p12,p77", "-o", "nowhere"});
  EXPECT_EQ(unknown.code, 2);
  EXPECT_NE(unknown.err.find("p77"), std::string::npos) << unknown.err;
}

TEST(BookMarkdown, HasAnchorsAsLinksInPagesSpellThem) {
  const MarkdownPage page = markdown_page(
      "# A `check`, twice\n\nOne\ntwo\n\n## Why\n\n| a | b |\n|---|---|\n| c | `d` |\n\n## Why\n",
      [](const std::string& target, LinkKind) { return target; });
  ASSERT_EQ(page.sections.size(), 3u);
  EXPECT_EQ(page.sections[0].anchor, "a-check-twice");
  EXPECT_EQ(page.sections[0].heading, "A check, twice");
  EXPECT_EQ(page.sections[0].text, "One two ");
  EXPECT_EQ(page.sections[1].text, "a b c d ");
  EXPECT_EQ(page.sections[2].anchor, "why-1");
  EXPECT_NE(page.html.find("<table>"), std::string::npos);
}

TEST(BookMarkdown, MakesTextOfALinkThatTheBookDoesNotHave) {
  const MarkdownPage page =
      markdown_page("See [the *plan*](plan.md) and ![a map](map.svg).",
                    [](const std::string&, LinkKind) { return std::string(); });
  EXPECT_EQ(page.html, "<p>See the <em>plan</em> and a map.</p>\n");
}

TEST(BookMarkdown, ReadsTheRowsOfATable) {
  const auto rows = table_rows("| page | for |\n|---|---|\n| [a.md](a.md) | users |\n");
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[1][0].target, "a.md");
  EXPECT_EQ(rows[1][1].text, "users");
}

TEST(BookHtml, TellsTextFromMarkUp) {
  EXPECT_EQ(in_html("a < b && \"c\""), "a &lt; b &amp;&amp; &quot;c&quot;");
  EXPECT_EQ(filled("<{{a}}{{b}}>", {{"a", "{{b}}"}, {"b", "2"}}), "<{{b}}2>");
  EXPECT_THROW(filled("{{c}}", {}), std::logic_error);
}

}  // namespace files_test
}  // namespace hippuzzle::testing
