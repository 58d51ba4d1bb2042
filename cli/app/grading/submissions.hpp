// Files that students handed in: one regular file a puzzle of a fixed list, read into memory before
// anything runs.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "lessons/lesson.hpp"

namespace hippuzzle {

struct Submission {
  std::string student;            // the folder's name, escaped: plain text, another for each name
  std::string folder;             // SHA-256 of the bytes of the folder's name
  std::string puzzle;             // id
  std::filesystem::path kernels;  // the file to be compiled; "" where nothing was handed in
  std::string why_not;            // one sentence, then
  std::string text;               // the contents, as they were when the grading began
  std::string hash;               // SHA-256 of the contents

  // Writes the text to `kernels`. A submission has a file only while it is judged, so that no other
  // student's kernel finds one.
  void write() const;
};

// Throws Error(usage) when the folder cannot be read.
void require_class(const std::filesystem::path& folder);

// The folder's folders are the students, in the order of their names; nothing follows links. For
// each student, <puzzle's folder>/kernel.hip is read, to be compiled below `into`. Throws
// Error(usage) when there is no such folder or none in it.
std::vector<Submission> take_submissions(const std::filesystem::path& folder,
                                         const std::vector<Lesson>& lessons,
                                         const std::filesystem::path& into);

}  // namespace hippuzzle
