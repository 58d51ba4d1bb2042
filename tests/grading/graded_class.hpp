// A class's submissions, graded by `hippuzzle grade` from outside.
#pragma once

#include <chrono>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "tests/support/json.hpp"
#include "tests/workspace/learner.hpp"

namespace hippuzzle::testing {

inline std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (size_t at = 0; (at = text.find(from, at)) != text.npos; at += to.size()) {
    text.replace(at, from.size(), to);
  }
  return text;
}

class Grade : public ::testing::Test {
 protected:
  std::filesystem::path here() const { return directory_.path(); }
  std::filesystem::path class_folder() const { return here() / "class"; }
  std::filesystem::path results() const { return here() / "results"; }

  void hand_in(const std::string& student, const std::string& text) const {
    const std::filesystem::path folder = class_folder() / student / "p01_add";
    std::filesystem::create_directories(folder);
    std::ofstream(folder / "kernel.hip", std::ios::binary) << text;
  }

  CommandResult grade(std::vector<std::string> more) const {
    std::vector<std::string> words = {"/usr/bin/env",
                                      "-C",
                                      here().string(),
                                      "-u",
                                      "HIPPUZZLE_PLUGIN_PATH",
                                      learners_binary().string(),
                                      "grade",
                                      "class",
                                      "--results",
                                      "results"};
    words.insert(words.end(), more.begin(), more.end());
    return run(words, {}, std::chrono::minutes(9));  // a loaded machine's; a test has ten
  }

  // By student; each has one puzzle.
  std::map<std::string, nlohmann::json> grades() const {
    std::map<std::string, nlohmann::json> by_student;
    const nlohmann::json all = parse_json(contents(results() / "grades.json"));
    for (const nlohmann::json& grade : all["results"]) by_student[grade["student"]] = grade;
    return by_student;
  }

  // Whether strangers' kernels can be confined like this here; a skip says why not.
  static std::string why_not(const std::string& isolation) {
    const TemporaryDirectory empty;
    std::filesystem::create_directories(empty.path() / "class/nobody");
    const CommandResult r =
        run({learners_binary().string(), "grade", (empty.path() / "class").string(), "--results",
             (empty.path() / "results").string(), "--isolation", isolation});
    return r.code == 77 ? r.err : "";
  }

 private:
  TemporaryDirectory directory_;
};

}  // namespace hippuzzle::testing
