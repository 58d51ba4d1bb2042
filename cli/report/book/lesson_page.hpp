// A puzzle's page, and a guide's.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "cli/report/book/book.hpp"
#include "cli/report/book/lesson_words.hpp"
#include "lessons/lesson.hpp"

namespace hippuzzle {

struct BookHints {
  std::string variant;             // "" for a puzzle's only one
  std::vector<std::string> hints;  // Markdown
};

// A variant's example: told, and as a page of its trace.
struct BookWalk {
  std::string variant;
  std::string steps;    // Markdown
  std::string page;     // HTML, shown in a frame
  std::string why_not;  // in place of both
};

struct BookLesson {
  std::string id, title;
  std::filesystem::path folder;  // that pictures are relative to
  std::string readme;            // with links to the pages
  std::vector<LessonPage> pages;
  std::vector<BookWalk> walks;
  bool walks_of_stub = false;  // which has a planted mistake; else they are of the solution
  std::string
      wrong_kernels;  // as cli/report/verdict/findings/wrong_kernels.hpp writes it; "" for none
  std::vector<BookHints> hints;
  std::vector<std::string>
      answers;  // to the lesson's questions, in Markdown, where they may be shown
  std::optional<std::string> explanation;  // of the solution, where it may be shown
  std::string solution;                    // the kernels, where it may be shown
};

struct BookGuide {
  std::filesystem::path file;  // links and pictures are relative to its folder
  std::string markdown;
};

// Makes pages, and knows the pictures that these show. A lesson's first use of a word leads to the
// guide that explains it, and that guide, if it is made after the lessons, leads back to them.
class BookPages {
 public:
  // Links lead to these puzzles' lessons and these guides, and to no other file of the source tree.
  BookPages(const std::vector<std::string>& puzzles,
            const std::vector<std::filesystem::path>& guides);

  // The lesson's page, and then its further pages.
  std::vector<BookPage> of(const BookLesson& lesson);
  BookPage of(const BookGuide& guide);
  BookPage front(const std::vector<BookPart>& parts);

  // Pages of traces that the pages made so far refer to, by their names below the site's folder.
  const std::map<std::string, std::string>& traces() const { return traces_; }

  // Pictures of the pages made so far: where each belongs below the site's folder.
  const std::map<std::string, std::filesystem::path>& pictures() const { return pictures_; }

 private:
  BookPage first_page(const BookLesson& lesson);
  void add_walks(BookPage& page, const BookLesson& lesson, const LinkTo& link_to);
  std::string mentioned(const std::string& words) const;
  LinkTo links_from(const std::filesystem::path& folder, const std::string& pictures);

  std::set<std::string> puzzles_;
  std::set<std::filesystem::path> guides_;
  std::map<std::filesystem::path, std::string> lesson_pages_;  // files of the site
  std::map<std::string, std::filesystem::path> pictures_;
  std::map<std::string, std::string> traces_;
  LessonWords words_;
};

}  // namespace hippuzzle
