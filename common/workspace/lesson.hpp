// What a learner gets of a puzzle: its shipped folder with the lesson, the hints, the stub and the
// solution.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "engine/modules/search_path.hpp"

namespace hippuzzle {

class Lesson {
 public:
  // Throws Error(usage) when there are no sources of such a puzzle.
  Lesson(const SearchPath& search_path, const std::string& id);

  const std::string& id() const { return id_; }
  const std::filesystem::path& folder() const { return folder_; }
  std::string name() const { return folder_.filename(); }  // "p14_prefix_sum"

  // Whether there is something to fill in; a ladder of kernels is read and run.
  bool has_stub() const;

  // Whether the stub has a gap ("FILL ME IN"); otherwise it has a planted mistake.
  bool has_gap() const;

  // Contents of files. Throw Error(load_failed) when the folder does not have them; stub() throws
  // Error(usage) when there is none.
  std::string readme() const { return text("README.md"); }
  std::string stub() const;
  std::string solution() const { return text("solution.hip"); }

  // The hints for a variant ("" for a puzzle's only one), from a nudge to nearly the answer; none
  // when hints.md has no section for it.
  std::vector<std::string> hints(const std::string& variant) const;

 private:
  std::string text(const char* file) const;

  std::string id_;
  std::filesystem::path folder_;
};

// The hints for a variant in the text of a hints.md: the list below "## <variant>", "## hints" for
// a puzzle's only one.
std::vector<std::string> hints_in(const std::string& text, const std::string& variant);

}  // namespace hippuzzle
