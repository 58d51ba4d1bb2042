// The studio's answers about a HIP program of the user's: one file, by its name.
#pragma once

#include <filesystem>
#include <string>

#include "cli/app/studio/studio_answers.hpp"
#include "cli/app/studio/studio_runner.hpp"
#include "cli/report/studio/studio_json.hpp"

namespace hippuzzle {

class ProgramDesk {
 public:
  // runner is kept. file: the source, an absolute path without links.
  ProgramDesk(std::filesystem::path file, bool is_read_only, StudioRunner& runner);
  ProgramDesk(const ProgramDesk&) = delete;

  // They keep this object.
  StudioAnswers answers();

 private:
  WebResponse course(const WebRequest& request);
  WebResponse open(const WebRequest& request);
  WebResponse kernel(const WebRequest& request);
  WebResponse save(const WebRequest& request);
  WebResponse run(const WebRequest& request);
  void require_name(const WebRequest& request) const;
  StudioKernel read() const;

  std::filesystem::path file_;
  std::string name_;
  bool is_read_only_;
  StudioRunner& runner_;
};

}  // namespace hippuzzle
