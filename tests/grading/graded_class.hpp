// A class's submissions, graded by `hippuzzle grade` from outside.
#pragma once

#include <unistd.h>

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

  // Landlock is refused to root, so a test that runs as root grades with Landlock as the user
  // `nobody`.
  static User grader(const std::string& isolation) {
    return isolation == "landlock" && geteuid() == 0 ? User::nobody : User::oneself;
  }

  // Gives a folder and all below it to whom the isolation is graded by.
  static void hand_over(const std::filesystem::path& folder, const std::string& isolation) {
    if (grader(isolation) != User::nobody) return;
    EXPECT_EQ(lchown(folder.c_str(), nobodys_id, nobodys_id), 0);
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
      EXPECT_EQ(lchown(entry.path().c_str(), nobodys_id, nobodys_id), 0);
    }
  }

  CommandResult grade_by(const std::string& isolation, std::vector<std::string> more,
                         const std::map<std::string, std::string>& environment = {}) const {
    more.insert(more.end(), {"--isolation", isolation});
    hand_over(here(), isolation);
    return grade(more, grader(isolation), environment);
  }

  CommandResult grade(std::vector<std::string> more, User user = User::oneself,
                      const std::map<std::string, std::string>& environment = {}) const {
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
    return run(words, environment, std::chrono::minutes(9),
               user);  // a loaded machine's; a test has ten
  }

  // The grades by student; each has one puzzle.
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
    hand_over(empty.path(), isolation);
    if (grader(isolation) == User::nobody && !why_not_nobody().empty()) return why_not_nobody();
    const CommandResult r =
        run({learners_binary().string(), "grade", (empty.path() / "class").string(), "--results",
             (empty.path() / "results").string(), "--isolation", isolation},
            {}, std::chrono::seconds(60), grader(isolation));
    return r.code == 77 ? r.err : "";
  }

 private:
  TemporaryDirectory directory_;
};

}  // namespace hippuzzle::testing
