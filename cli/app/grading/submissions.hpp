// Files that students handed in: one regular file a puzzle of a fixed list, read into memory before
// anything runs.
#pragma once

#include <ctime>
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
  std::time_t handed_in = 0;      // when the file was changed last

  // Writes the text to `kernels`. A submission has a file only while it is judged, so that no other
  // student's kernel finds one.
  void write() const;
};

// Throws Error(usage) when the folder cannot be read.
void require_class(const std::filesystem::path& folder);

// Whether the folder is one student's: it holds puzzles or a workspace's file itself.
bool is_one_students(const std::filesystem::path& folder, const std::vector<Lesson>& lessons);

// The folder's folders are the students, in the order of their names; nothing follows links. A
// folder of one student is a class of one. For each student, <puzzle's folder>/kernel.hip is read,
// to be compiled below `into`. Throws Error(usage) when there is no such folder or none in it, and
// where one student's puzzles lie beside other students' folders.
std::vector<Submission> take_submissions(const std::filesystem::path& folder,
                                         const std::vector<Lesson>& lessons,
                                         const std::filesystem::path& into);

}  // namespace hippuzzle
