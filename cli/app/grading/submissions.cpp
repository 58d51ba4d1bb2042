#include "cli/app/grading/submissions.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>
#include <utility>

#include "cli/terminal/screen/logging.hpp"
#include "support/files/file_descriptor.hpp"
#include "support/files/text_file.hpp"
#include "support/outcome.hpp"
#include "support/text/plain_text.hpp"
#include "support/text/sha256.hpp"

namespace hippuzzle {
namespace fs = std::filesystem;
namespace {

constexpr off_t largest = 1 << 20;  // of a kernel file, in bytes

FileDescriptor open_folder(int parent, const std::string& name) {
  return FileDescriptor(
      openat(parent, name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
}

// The entries of a folder, without hidden files.
std::vector<std::string> entries_of(int folder) {
  const std::unique_ptr<DIR, int (*)(DIR*)> entries(
      fdopendir(openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)), closedir);
  std::vector<std::string> names;
  while (const dirent* entry = entries ? readdir(entries.get()) : nullptr) {
    if (entry->d_name[0] != '.') names.emplace_back(entry->d_name);
  }
  std::ranges::sort(names);
  return names;
}

std::vector<std::string> folders_in(const FileDescriptor& folder) {
  auto names = entries_of(folder.get());
  std::erase_if(names,
                [&](const std::string& name) { return open_folder(folder.get(), name).get() < 0; });
  return names;
}

bool has_a_puzzle(const FileDescriptor& folder, const std::vector<Lesson>& lessons) {
  return std::ranges::any_of(lessons, [&](const Lesson& lesson) {
    return open_folder(folder.get(), lesson.name()).get() >= 0;
  });
}

// The results of an earlier grading, as of one student, which stand beside the students' folders.
bool holds_results(const FileDescriptor& folder, const std::vector<Lesson>& lessons) {
  const auto has = [&](const char* name) {
    struct stat about = {};
    return fstatat(folder.get(), name, &about, AT_SYMLINK_NOFOLLOW) == 0 && S_ISREG(about.st_mode);
  };
  return has("grades.csv") && has("journal.jsonl") && !has_a_puzzle(folder, lessons);
}

// The folder that holds a student's puzzles: the student's own, or one in it, as an archive
// unpacks. `why_not`: where more than one holds puzzles.
FileDescriptor folder_of_puzzles(FileDescriptor student, const std::vector<Lesson>& lessons,
                                 std::string& why_not) {
  if (has_a_puzzle(student, lessons)) return student;
  std::vector<std::string> inner = folders_in(student);
  std::erase_if(inner, [&](const std::string& name) {
    // An archive's program may add __MACOSX, which repeats the names of folders.
    return name == "__MACOSX" || !has_a_puzzle(open_folder(student.get(), name), lessons);
  });
  if (inner.size() == 1) return open_folder(student.get(), inner.front());
  if (inner.size() > 1) {
    why_not = fmt::format("'{}' and '{}' both have puzzles; hand in one folder",
                          escaped_name(inner[0]), escaped_name(inner[1]));
  }
  return student;
}

// A sentence about a missing file, and about a file that may be meant.
std::string why_missing(int folder, const std::string& name) {
  const std::string stem = name.substr(0, name.find('.'));
  std::vector<std::string> similar;
  for (const std::string& other : entries_of(folder)) {
    const bool starts = other.size() >= stem.size() &&
                        std::equal(stem.begin(), stem.end(), other.begin(), [](char a, char b) {
                          return a == (b >= 'A' && b <= 'Z' ? b - 'A' + 'a' : b);
                        });
    if (starts) similar.push_back(other);
  }
  std::ranges::sort(similar);
  if (similar.empty()) return fmt::format("there is no {}", name);
  return fmt::format("there is no {0}, but '{1}'; hand it in as {0}", name,
                     escaped_name(similar.front()));
}

// The contents, or why there are none. A FIFO is not waited for.
std::string read_regular(int folder, const char* name, std::string& contents,
                         std::time_t& changed) {
  const FileDescriptor file(
      openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
  if (file.get() < 0) {
    if (errno == ELOOP) return fmt::format("{} is a link; hand in the file itself", name);
    if (errno == ENOENT) return why_missing(folder, name);
    return fmt::format("{} cannot be read: {}", name, std::strerror(errno));
  }
  struct stat about = {};
  if (fstat(file.get(), &about) != 0 || !S_ISREG(about.st_mode)) {
    return fmt::format("{} is no regular file", name);
  }
  changed = about.st_mtime;
  if (about.st_size > largest) return fmt::format("{} is larger than 1 MiB", name);
  contents.resize(static_cast<size_t>(largest) + 1);
  size_t size = 0;
  for (ssize_t n = 1; n > 0 && size < contents.size();
       size += static_cast<size_t>(std::max<ssize_t>(n, 0))) {
    n = read(file.get(), &contents[size], contents.size() - size);
    if (n < 0 && errno == EINTR) n = 1, size -= 1;
  }
  contents.resize(size);
  contents.shrink_to_fit();
  const bool is_wide = contents.starts_with("\xff\xfe") || contents.starts_with("\xfe\xff");
  if (size <= static_cast<size_t>(largest) && !is_wide) return "";
  contents.clear();
  return is_wide ? fmt::format("{} is in UTF-16; save it as UTF-8", name)
                 : fmt::format("{} is larger than 1 MiB", name);
}

FileDescriptor opened_class(const fs::path& folder) {
  FileDescriptor all(open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (all.get() < 0) {
    throw Error(Outcome::usage, fmt::format("cannot read the folder '{}': {}; name a folder with a "
                                            "folder for each student",
                                            folder.string(), std::strerror(errno)));
  }
  return all;
}

// The names of folders that hold puzzles, themselves or a folder deeper.
std::vector<std::string> students_with_puzzles(const FileDescriptor& folder,
                                               const std::vector<Lesson>& lessons) {
  std::vector<std::string> names = folders_in(folder);
  std::erase_if(names, [&](const std::string& name) {
    std::string ignored;
    return !has_a_puzzle(folder_of_puzzles(open_folder(folder.get(), name), lessons, ignored),
                         lessons);
  });
  return names;
}

// A puzzle's folder that was put among the students' by mistake must not hide them.
void refuse_a_class_beside(const fs::path& folder, const FileDescriptor& all,
                           const std::vector<Lesson>& lessons) {
  const auto students = students_with_puzzles(all, lessons);
  if (students.empty()) return;
  const auto own = std::ranges::find_if(lessons, [&](const Lesson& lesson) {
    return open_folder(all.get(), lesson.name()).get() >= 0;
  });
  throw Error(Outcome::usage,
              fmt::format("'{}' holds the puzzle {} itself and the student's folder '{}'; name one "
                          "student's folder, or a folder that holds students' folders alone",
                          folder.string(), own == lessons.end() ? "" : own->name(),
                          escaped_name(students.front())));
}

// Adds a submission for each puzzle. own: holds the student's puzzles.
void take_student(const std::string& name, const FileDescriptor& own, const std::string& why_not,
                  const fs::path& into, const std::vector<Lesson>& lessons,
                  std::vector<Submission>& submissions) {
  for (const Lesson& lesson : lessons) {
    Submission submission{escaped_name(name), sha256(name), lesson.id(), {}, why_not, "", ""};
    const FileDescriptor of_puzzle = open_folder(own.get(), lesson.name());
    if (submission.why_not.empty() && of_puzzle.get() < 0) {
      submission.why_not = fmt::format("there is no folder {}", lesson.name());
    }
    if (submission.why_not.empty()) {
      submission.why_not =
          read_regular(of_puzzle.get(), "kernel.hip", submission.text, submission.handed_in);
    }
    if (submission.why_not.empty()) {
      submission.kernels = into / lesson.name() / "kernel.hip";
      submission.hash = sha256(submission.text);
    }
    submissions.push_back(std::move(submission));
  }
}

}  // namespace

void Submission::write() const {
  std::error_code ignored;
  fs::remove_all(kernels.parent_path(), ignored);  // of a judge that was killed
  create_file(kernels, text);
}

void require_class(const fs::path& folder) { static_cast<void>(opened_class(folder)); }

bool is_one_students(const fs::path& folder, const std::vector<Lesson>& lessons) {
  const FileDescriptor all = opened_class(folder);
  struct stat about = {};
  return has_a_puzzle(all, lessons) ||
         (fstatat(all.get(), "hippuzzle.toml", &about, AT_SYMLINK_NOFOLLOW) == 0 &&
          S_ISREG(about.st_mode) && students_with_puzzles(all, lessons).empty());
}

std::vector<Submission> take_submissions(const fs::path& folder, const std::vector<Lesson>& lessons,
                                         const fs::path& into) {
  const FileDescriptor all = opened_class(folder);
  std::vector<Submission> submissions;
  if (is_one_students(folder, lessons)) {
    refuse_a_class_beside(folder, all, lessons);
    const std::string name = fs::canonical(folder).filename().string();
    take_student(name, all, "", into / "0", lessons, submissions);
    return submissions;
  }
  auto students = folders_in(all);
  std::erase_if(students, [&](const std::string& name) {
    if (!holds_results(open_folder(all.get(), name), lessons)) return false;
    logging::info("'{}' has the results of an earlier grading and is nobody's; it is left out",
                  escaped_name(name));
    return true;
  });
  if (students.empty()) {
    throw Error(Outcome::usage, fmt::format("there is no folder in '{}'; it must have one for each "
                                            "student",
                                            folder.string()));
  }
  for (size_t i = 0; i < students.size(); ++i) {
    std::string why_not;
    const FileDescriptor own =
        folder_of_puzzles(open_folder(all.get(), students[i]), lessons, why_not);
    // Folders have numbers: a student's may have a name that compilers or make cannot take.
    take_student(students[i], own, why_not, into / std::to_string(i), lessons, submissions);
  }
  return submissions;
}

}  // namespace hippuzzle
