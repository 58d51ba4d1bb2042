// The documents of the studio's API and of its events, each on one line. Results of runs are the
// objects of docs/results.schema.json, unchanged.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "lessons/curriculum.hpp"

namespace hippuzzle {

struct StudioFacts {
  std::string first;                 // the puzzle to begin with, or the program
  std::string workspace;             // its folder
  std::vector<std::string> devices;  // with a data sheet
  bool is_read_only = false;
  bool has_editor = false;  // CodeMirror
  bool has_completion = false;
  bool is_class = false;  // the page shows a class's results
};

// lessons: in the course's order.
std::string course_json(const Curriculum& curriculum, const std::vector<CourseLesson>& lessons,
                        const StudioFacts& facts);
// The same for a program or a class, which have no course: `units` is null.
std::string course_without_puzzles_json(const StudioFacts& facts);
std::string lesson_json(const std::string& title, const std::string& html);

struct StudioKernel {
  std::string puzzle, title;
  std::vector<std::string> variants;  // flags; "" of a puzzle's only one
  std::string file;                   // from the workspace's folder on; "" for nothing to fill in
  std::optional<std::string> text;    // nullopt where there is no file yet
  std::string version;                // of the text
  std::string stub;
};
// Says in addition whether the text is UTF-8, which alone a page can edit.
std::string kernel_json(const StudioKernel& kernel);

// hints: HTML, from the first one on; count: of all.
std::string hints_json(const std::vector<std::string>& hints, size_t count);

// The words that fit at a place in a kernel.
struct StudioCompletions {
  struct Word {
    std::string text, label, detail;
  };
  int from = 0;  // the column from which on they replace the line's text
  std::vector<Word> items;
};
std::string completions_json(const StudioCompletions& words);

std::string solution_json(const std::string& text);
std::string taken_json(int run);
std::string error_json(const std::string& sentence);

// The events' data.
std::string queued_json(int run, const std::string& puzzle, const std::string& variant,
                        const std::string& task);
std::string text_json(int run, const std::string& text);
std::string result_json(int run, const std::string& line);  // line: an object of the schema
// The document without line breaks; an empty object for a text that is no JSON.
std::string on_one_line(const std::string& document);
std::string end_json(int run, const std::string& puzzle, std::optional<int> exit_code,
                     bool is_cancelled, double seconds, bool has_page);
std::string file_json(const std::string& puzzle, const std::string& version);

}  // namespace hippuzzle
