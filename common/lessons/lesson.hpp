// A puzzle as a learner gets it: its shipped folder with the lesson, the hints, the stub and the
// solution, with the ids, titles and printed lines of the reader's edition (edition_text.hpp).
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "engine/judge/catalog/catalog.hpp"

namespace hippuzzle {

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
  // Error(usage) when there is none.
  std::string readme() const;
  std::string stub() const;
  std::string solution() const;

  // The explanation of the solution: why it is right, what it costs and what to try with it, in
  // Markdown; nullopt where the puzzle has none.
  std::optional<std::string> explanation() const;

  // The hints for a variant ("" for a puzzle's only one), from a nudge to nearly the answer; none
  // when hints.md has no section for it.
  std::vector<std::string> hints(const std::string& variant) const;

 private:
  std::string text(const char* file) const;

  const Catalog& catalog_;
  std::string puzzle_;
  std::string id_;
  std::filesystem::path folder_;
};

// The hints for a variant in the text of a hints.md: the list below "## <variant>", "## hints" for
// a puzzle's only one.
std::vector<std::string> hints_in(const std::string& text, const std::string& variant);

}  // namespace hippuzzle
