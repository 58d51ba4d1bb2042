// Links between lessons and the guide that explains their words: docs/learn/words.md.
#pragma once

#include <map>
#include <set>
#include <string>

#include "cli/report/book/markdown_page.hpp"

namespace hippuzzle {

class LessonWords {
 public:
  LessonWords() = default;  // no word is linked

  // guide: Markdown with a heading of the third level for each word. page: the guide's, of the
  // site.
  LessonWords(const std::string& guide, std::string page);

  // link_to, with the guide's place for the first use of each word: of a lesson's page. Keeps this
  // object.
  LinkTo linked(LinkTo link_to, const std::string& lesson);

  // The guide with the first lessons that use each word so far, after its explanation.
  std::string with_lessons(const std::string& guide) const;

 private:
  std::string page_;
  std::map<std::string, std::string> anchors_;                 // by words
  std::map<std::string, std::set<std::string>> lessons_with_;  // ids, by the words in them
};

}  // namespace hippuzzle
