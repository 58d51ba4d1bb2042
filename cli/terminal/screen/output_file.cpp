#include "cli/terminal/screen/output_file.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <fstream>
#include <system_error>

namespace hippuzzle {

namespace {

// Advice about a file that cannot be used, for the reason that the system gave, an errno.
std::string advice_for(int reason) {
  switch (reason) {
    case ENOSPC:
    case EDQUOT:
      return "make room, or choose another place";
    case ENOENT:
    case ENOTDIR:
      return "choose a place in an existing folder";
    case EROFS:
      return "choose a place that can be written";
    default:
      return "make it readable and writable, or choose another place";
  }
}

}  // namespace

std::string sentence_of(const std::filesystem::filesystem_error& error) {
  std::error_code gone;
  const auto here = std::filesystem::current_path(gone);
  if (here.empty() && gone == std::errc::no_such_file_or_directory && error.path1().is_relative()) {
    return "the current folder does not exist any more; change to another one";
  }
  return fmt::format("{}: {}; {}", error.path1().string(), error.code().message(),
                     advice_for(error.code().value()));
}

Error cannot_write(const std::string& file, int reason) {
  return Error(Outcome::usage,
               fmt::format("cannot write '{}': {}; {}", file,
                           std::generic_category().message(reason), advice_for(reason)));
}

void write_output_file(const std::string& file, const std::string& text) {
  errno = 0;
  std::ofstream out(file, std::ios::binary);
  out << text;
  if (!out.flush()) throw cannot_write(file, errno);
}

}  // namespace hippuzzle
