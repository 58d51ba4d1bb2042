// The studio's answers about puzzles: the course, lessons, kernels, hints and solutions.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "cli/app/book/book_source.hpp"
#include "cli/app/studio/kernel_files.hpp"
#include "cli/app/studio/studio_answers.hpp"
#include "cli/app/studio/studio_runner.hpp"

namespace hippuzzle {

class PuzzleDesk {
 public:
  // globals and runner are kept. first: the puzzle to begin with.
  PuzzleDesk(const GlobalOptions& globals, Workspace workspace, const std::string& first,
             bool is_read_only, StudioRunner& runner);
  PuzzleDesk(const PuzzleDesk&) = delete;

  // They keep this object.
  StudioAnswers answers();

  // The pictures of lessons and guides, by their paths.
  const std::map<std::string, std::filesystem::path>& pictures() const { return pages_.pictures(); }

 private:
  WebResponse course(const WebRequest& request);
  WebResponse lesson(const WebRequest& request);
  WebResponse open(const WebRequest& request);
  WebResponse kernel(const WebRequest& request);
  WebResponse save(const WebRequest& request);
  WebResponse reset(const WebRequest& request);
  WebResponse run(const WebRequest& request);
  WebResponse hint(const WebRequest& request);
  WebResponse solution(const WebRequest& request);
  std::optional<BookPage> page_of(const std::string& name);

  const GlobalOptions& globals_;
  Workspace workspace_;
  std::string first_;
  bool is_read_only_;
  StudioRunner& runner_;
  KernelFiles kernels_;
  BookSource book_;
  std::vector<std::filesystem::path> guides_;
  BookPages pages_;
  std::vector<CourseLesson> lessons_;
  std::vector<std::string> devices_;  // with a data sheet
};

}  // namespace hippuzzle
