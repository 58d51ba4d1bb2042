// The studio's answers about puzzles: the course, lessons, kernels, hints and solutions.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/app/book/book_source.hpp"
#include "cli/app/reentry/isolation.hpp"
#include "cli/app/studio/kernel_files.hpp"
#include "cli/app/studio/language_server.hpp"
#include "cli/app/studio/studio_answers.hpp"
#include "cli/app/studio/studio_runner.hpp"
#include "support/files/temporary_folder.hpp"

namespace hippuzzle {

class PuzzleDesk {
 public:
  // globals and runner are kept. first: the puzzle to begin with. isolation: of programs that read
  // kernels; nothing where these are the user's own.
  PuzzleDesk(const GlobalOptions& globals, Workspace workspace, const std::string& first,
             bool is_read_only, std::optional<Isolation> isolation, StudioRunner& runner);
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
  WebResponse complete(const WebRequest& request);
  std::vector<std::string> clangd_for(const CatalogEntry& entry) const;
  WebResponse hint(const WebRequest& request);
  WebResponse solution(const WebRequest& request);
  BookLesson told(const std::string& id) const;
  std::optional<BookPage> page_of(const std::string& name);

  const GlobalOptions& globals_;
  Workspace workspace_;
  std::string first_;
  bool is_read_only_;
  std::optional<Isolation> isolation_;
  StudioRunner& runner_;
  KernelFiles kernels_;
  BookSource book_;
  std::vector<std::filesystem::path> guides_;
  BookPages pages_;
  bool has_all_lessons_ = false;  // made by pages_
  std::vector<CourseLesson> lessons_;
  std::vector<std::string> devices_;  // with a data sheet
  const std::optional<std::vector<std::string>> clangd_;
  TemporaryFolder scratch_;                          // of a confined clangd
  std::shared_ptr<LanguageServer> language_server_;  // of the kernel that was completed last
};

}  // namespace hippuzzle
