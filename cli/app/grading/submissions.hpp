// Files that students handed in: one regular file a puzzle of a fixed list, copied before anything
// runs.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "lessons/lesson.hpp"

namespace hippuzzle {

struct Submission {
  std::string student;            // the folder's name, as it is
  std::string puzzle;             // id
  std::filesystem::path kernels;  // the copy; "" where there is none
  std::string why_not;            // one sentence, then
  std::string hash;               // of the contents
};

// Throws Error(usage) when the folder cannot be read.
void require_class(const std::filesystem::path& folder);

// The folder's folders are the students, in the order of their names; nothing follows links. Of
// each, <puzzle's folder>/kernel.hip is copied below `into`. Throws Error(usage) when there is no
// such folder or none in it, std::system_error when a copy cannot be written.
std::vector<Submission> take_submissions(const std::filesystem::path& folder,
                                         const std::vector<Lesson>& lessons,
                                         const std::filesystem::path& into);

}  // namespace hippuzzle
