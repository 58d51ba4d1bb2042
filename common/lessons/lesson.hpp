// A puzzle as a learner gets it: its shipped folder with the lesson, the hints, the stub and the
// solution, with the ids, titles and printed lines of the reader's edition (edition_text.hpp).
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/judge/catalog/catalog.hpp"
#include "lessons/course_place.hpp"

namespace hippuzzle {

// The line of a README.md where readme() shows the stub. A viewer of Markdown shows a link to it.
inline constexpr std::string_view stub_line = "[kernel.hip](kernel.hip)";

// A page of a lesson that is cut in several. README.md has a link to it on a line of its own.
struct LessonPage {
  std::string file;      // "tiled.md"
  std::string title;     // its heading of the first level
  std::string markdown;  // with that heading
};

// The files that lines of a README.md lead to, in their order.
std::vector<std::string> page_files_in(const std::string& readme);

class Lesson {
 public:
  // puzzle: the id of its modules. The catalog is kept. Throws Error(usage) when there are no
  // sources of such a puzzle.
  Lesson(const Catalog& catalog, const std::string& puzzle);

  const std::string& id() const { return id_; }          // as the edition calls it
  const std::string& puzzle() const { return puzzle_; }  // of its modules
  const std::filesystem::path& folder() const { return folder_; }

  // Its folder's, "p14_prefix_sum", with the edition's id.
  std::string name() const;

  // Whether there is something to fill in; a ladder of kernels is read and run.
  bool has_stub() const;

  // Throws Error(usage) when there is nothing to fill in.
  void require_stub() const;

  // Whether the stub has a gap ("FILL ME IN"); otherwise it has a planted mistake.
  bool has_gap() const;

  // Contents of files. Throw Error(load_failed) when the folder does not have them; stub() throws
  // Error(usage) when there is none. readme() contains the stub, the lesson's pages and a ladder's
  // rungs, front() the stub and links to the pages and rungs, and solution() the rungs that it
  // includes.
  std::string readme() const;
  std::string front() const;
  std::vector<LessonPage> pages() const;
  std::string stub() const;
  std::string solution() const;

  // The id of the puzzle that the section "## Next" links to; nullopt for a course's last lesson.
  std::optional<std::string> next() const;

  // Where it stands in the course; nullopt for a puzzle that belongs to none.
  std::optional<CoursePlace> place() const;

  // The explanation of the solution: why it is right, what it costs and what to try with it, in
  // Markdown; nullopt where the puzzle has none.
  std::optional<std::string> explanation() const;

  // The hints for a variant ("" for a puzzle's only one), from a nudge to nearly the answer; none
  // when hints.md has no section for it.
  std::vector<std::string> hints(const std::string& variant) const;

  // The answers to the questions of the lesson, in their order; none when there is no answers.md.
  std::vector<std::string> answers() const;

 private:
  std::string text(const std::string& file) const;
  std::string readme_with_ids() const;  // "" where the folder has none
  std::string with_included_kernels(const std::string& source) const;

  const Catalog& catalog_;
  std::string puzzle_;
  std::string id_;
  std::filesystem::path folder_;
};

// The hints for a variant in the text of a hints.md: the list below "## <variant>", "## hints" for
// a puzzle's only one.
std::vector<std::string> hints_in(const std::string& text, const std::string& variant);

// The answers in the text of an answers.md, and the questions in the text of a README.md: the lists
// below "## answers" and "## Questions".
std::vector<std::string> answers_in(const std::string& text);
std::vector<std::string> questions_in(const std::string& text);

// "p16" of a folder p16_matmul, "gemm" of gemm.
std::string id_of_folder(const std::string& name);

}  // namespace hippuzzle
