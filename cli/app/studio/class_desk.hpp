// The studio's answers about a class: the page of its results.
#pragma once

#include <string>
#include <vector>

#include "cli/app/studio/studio_answers.hpp"

namespace hippuzzle {

class ClassDesk {
 public:
  // files: results as `hippuzzle grade` or `hippuzzle run` writes them. They are read at each
  // request. Throws Error(usage) for a file that holds no results.
  explicit ClassDesk(std::vector<std::string> files);
  ClassDesk(const ClassDesk&) = delete;

  // They keep this object.
  StudioAnswers answers();

 private:
  std::string page() const;

  std::vector<std::string> files_;
};

}  // namespace hippuzzle
