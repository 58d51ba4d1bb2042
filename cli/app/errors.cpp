#include "cli/app/errors.hpp"

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <system_error>

#include "cli/report/advice_text.hpp"
#include "cli/terminal/screen/logging.hpp"
#include "cli/terminal/screen/output_file.hpp"
#include "support/outcome.hpp"

namespace hippuzzle {

int report_error(const std::exception& error) {
  if (const auto* ours = dynamic_cast<const Error*>(&error)) {
    logging::error("{}", in_words(*ours));
    return exit_code(ours->outcome());
  }
  if (const auto* file = dynamic_cast<const std::filesystem::filesystem_error*>(&error)) {
    logging::error("{}", sentence_of(*file));
    return exit_code(Outcome::usage);
  }
  logging::error("{}", error.what());
  return exit_code(Outcome::crashed);
}

int after_output(int code) {
  errno = 0;
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return code;
  // A write that failed earlier has left its mark, but not its reason.
  const std::string reason = errno == 0 ? "" : " (" + std::generic_category().message(errno) + ")";
  logging::error(
      "standard output could not be written to its end{}, so results are missing there; make room "
      "or write them elsewhere",
      reason);
  return exit_code(Outcome::usage);
}

}  // namespace hippuzzle
