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
std::string read_regular(int folder, const char* name, std::string& contents) {
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

}  // namespace

void Submission::write() const {
  std::error_code ignored;
  fs::remove_all(kernels.parent_path(), ignored);  // of a judge that was killed
  create_file(kernels, text);
}

void require_class(const fs::path& folder) { static_cast<void>(opened_class(folder)); }

std::vector<Submission> take_submissions(const fs::path& folder, const std::vector<Lesson>& lessons,
                                         const fs::path& into) {
  const FileDescriptor all = opened_class(folder);
  const auto students = folders_in(all);
  if (students.empty()) {
    throw Error(Outcome::usage, fmt::format("there is no folder in '{}'; it must have one for each "
                                            "student",
                                            folder.string()));
  }
  std::vector<Submission> submissions;
  for (size_t i = 0; i < students.size(); ++i) {
    std::string why_not;
    const FileDescriptor own =
        folder_of_puzzles(open_folder(all.get(), students[i]), lessons, why_not);
    const std::string student = escaped_name(students[i]), folder_hash = sha256(students[i]);
    for (const Lesson& lesson : lessons) {
      Submission submission{student, folder_hash, lesson.id(), {}, why_not, "", ""};
      const FileDescriptor of_puzzle = open_folder(own.get(), lesson.name());
      if (submission.why_not.empty() && of_puzzle.get() < 0) {
        submission.why_not = fmt::format("there is no folder {}", lesson.name());
      }
      if (submission.why_not.empty()) {
        submission.why_not = read_regular(of_puzzle.get(), "kernel.hip", submission.text);
      }
      if (submission.why_not.empty()) {
        // Folders have numbers: a student's may have a name that compilers or make cannot take.
        submission.kernels = into / std::to_string(i) / lesson.name() / "kernel.hip";
        submission.hash = sha256(submission.text);
      }
      submissions.push_back(std::move(submission));
    }
  }
  return submissions;
}

}  // namespace hippuzzle
