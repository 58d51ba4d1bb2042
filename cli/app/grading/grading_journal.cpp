// A grading's journal: a line a result, in a file that is whole at any moment, from which a later
// grading continues an interrupted one.
#include <fcntl.h>
#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>

#include "cli/app/grading/grading.hpp"
#include "cli/args/global_options.hpp"
#include "cli/terminal/screen/logging.hpp"
#include "cli/terminal/screen/output_file.hpp"
#include "support/files/text_file.hpp"

namespace hippuzzle {
namespace fs = std::filesystem;

std::string Grading::options_text() const {
  const bool verifies = !settings_.no_check && platform_.disassembler();
  return fmt::format("{} timeout {:g} memory {} {}{}{}{}", version_text(),
                     settings_.timeout_seconds, settings_.megabytes, isolation_.name(),
                     settings_.no_check ? " unchecked"
                     : settings_.counts ? " counts"
                                        : "",
                     verifies ? " verified" : "",
                     platform_name_.empty() ? "" : " on " + platform_name_);
}

// Grades from an earlier grading with the same options. An interrupted one also gives its seed.
// Students may know the seed of a finished one by now, so later submissions get another.
Grading::Before Grading::read_journal() {
  Before before;
  std::error_code missing;
  const bool is_file = fs::is_regular_file(fs::symlink_status(journal(), missing));
  const auto text = settings_.again || !is_file ? std::nullopt : read_file(journal());
  if (!text) return before;
  before.finished = text->find("\"kind\":\"end\"") != text->npos;
  const std::string start =
      "{\"kind\":\"grading\",\"options\":\"" + options_text() + "\",\"seed\":";
  for (size_t begin = 0, end = 0; (end = text->find('\n', begin)) != text->npos; begin = end + 1) {
    const std::string line = text->substr(begin, end - begin);
    if (begin == 0) {
      if (!line.starts_with(start)) break;
      const uint64_t seed = std::strtoull(line.c_str() + start.size(), nullptr, 10);
      if (!settings_.secret && !before.finished) seed_ = seed;
      continue;
    }
    try {
      before.grades.push_back(grade_of_line(line));
    } catch (const std::exception&) {  // torn: graded again
    }
  }
  return before;
}

// Keeps the results of an earlier grading of the same files.
void Grading::go_on() {
  const Before before = read_journal();
  const auto holds = [&](const Grade& grade) {
    if (settings_.secret && grade.seed != seed_) return false;
    return !is_unjudged(grade);
  };
  std::vector<Grade> kept;
  size_t handed_in = 0;
  for (size_t i = 0; i < submissions_.size(); ++i) {
    const Submission& submission = submissions_[i];
    if (submission.kernels.empty()) continue;
    ++handed_in;
    const auto same = std::ranges::find_if(before.grades, [&](const Grade& grade) {
      return grade.folder == submission.folder && grade.puzzle == submission.puzzle &&
             grade.hash == submission.hash && holds(grade);
    });
    if (same == before.grades.end()) continue;
    kept.push_back(*same);
    grades_[i] = *same;
  }
  begin_journal(kept);
  if (kept.empty()) return;
  if (before.finished) {
    logging::info(
        "{} of {} submissions are as they were when they were graded, and keep their results; "
        "--again grades all",
        kept.size(), handed_in);
  } else {
    logging::info("going on with an interrupted grading: {} results are kept", kept.size());
  }
}

// Written next to the old one and renamed, so that a kill at any moment loses no result.
void Grading::begin_journal(const std::vector<Grade>& kept) {
  std::string text = fmt::format("{{\"kind\":\"grading\",\"options\":\"{}\",\"seed\":{}}}\n",
                                 options_text(), seed_);
  for (const Grade& grade : kept) text += grade_line(grade) + '\n';
  replace_file(journal(), text);
  journal_file_ = FileDescriptor(open(journal().c_str(), O_WRONLY | O_APPEND | O_CLOEXEC));
  if (journal_file_.get() < 0) throw cannot_write(journal().string(), errno);
}

void Grading::append_to_journal(const std::string& line) const {
  write_all(journal_file_.get(), line + '\n', journal());
}

void Grading::keep(Grade grade, size_t place) {
  append_to_journal(grade_line(grade));
  grades_[place] = std::move(grade);
}

}  // namespace hippuzzle
