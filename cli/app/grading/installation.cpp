#include "cli/app/grading/installation.hpp"

#include <sys/stat.h>

namespace hippuzzle {
namespace fs = std::filesystem;

Installation::Installation(const SearchPath& search_path, const Toolchain& toolchain) {
  add(fs::read_symlink("/proc/self/exe"));
  add(toolchain.compile.front());
  add(toolchain.link.front());
  const fs::path libraries = search_path.prefix() / "lib/hippuzzle";
  for (const fs::path& folder : {libraries, libraries / "judge"}) {
    std::error_code missing;
    for (const auto& file : fs::directory_iterator(folder, missing)) {
      if (file.is_regular_file() && file.path().extension() == ".so") add(file.path());
    }
  }
  for (const std::string& folder : toolchain.include) {
    std::error_code missing;
    for (const auto& file : fs::recursive_directory_iterator(folder, missing)) {
      if (file.is_regular_file()) add(file.path());
    }
  }
}

Installation::Stamp Installation::stamp_of(const fs::path& file) {
  struct stat about = {};
  if (stat(file.c_str(), &about) != 0) return {};
  return {about.st_dev, about.st_ino, about.st_size, about.st_mtim.tv_sec, about.st_mtim.tv_nsec};
}

void Installation::add(const fs::path& file) { files_.emplace_back(file, stamp_of(file)); }

std::optional<fs::path> Installation::replaced() const {
  for (const auto& [file, stamp] : files_) {
    if (stamp_of(file) != stamp) return file;
  }
  return std::nullopt;
}

}  // namespace hippuzzle
