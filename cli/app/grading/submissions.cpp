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

#include "support/files/file_descriptor.hpp"
#include "support/files/text_file.hpp"
#include "support/outcome.hpp"
#include "toolchain/content_hash.hpp"

namespace hippuzzle {
namespace fs = std::filesystem;
namespace {

constexpr off_t largest = 1 << 20;  // of a kernel file, in bytes

FileDescriptor open_folder(int parent, const std::string& name) {
  return FileDescriptor(
      openat(parent, name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
}

std::vector<std::string> folders_in(const FileDescriptor& folder) {
  const std::unique_ptr<DIR, int (*)(DIR*)> entries(fdopendir(dup(folder.get())), closedir);
  std::vector<std::string> names;
  while (const dirent* entry = entries ? readdir(entries.get()) : nullptr) {
    const std::string name = entry->d_name;
    if (!name.starts_with('.') && open_folder(folder.get(), name).get() >= 0) names.push_back(name);
  }
  std::ranges::sort(names);
  return names;
}

// The contents, or why there are none. A FIFO is not waited for.
std::string read_regular(int folder, const char* name, std::string& contents) {
  const FileDescriptor file(
      openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
  if (file.get() < 0) {
    if (errno == ELOOP) return fmt::format("{} is a link; hand in the file itself", name);
    if (errno == ENOENT) return fmt::format("there is no {}", name);
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
  return size > static_cast<size_t>(largest) ? fmt::format("{} is larger than 1 MiB", name) : "";
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
    const FileDescriptor own = open_folder(all.get(), students[i]);
    for (const Lesson& lesson : lessons) {
      Submission submission{students[i], lesson.id(), {}, "", ""};
      const FileDescriptor of_puzzle = open_folder(own.get(), lesson.name());
      std::string contents;
      submission.why_not = of_puzzle.get() < 0
                               ? fmt::format("there is no folder {}", lesson.name())
                               : read_regular(of_puzzle.get(), "kernel.hip", contents);
      if (submission.why_not.empty()) {
        // Folders have numbers: a student's may have a name that compilers or make cannot take.
        submission.kernels = into / std::to_string(i) / lesson.name() / "kernel.hip";
        create_file(submission.kernels, contents);
        ContentHash hash;
        hash.add(contents);
        submission.hash = hash.text();
      }
      submissions.push_back(std::move(submission));
    }
  }
  return submissions;
}

}  // namespace hippuzzle
