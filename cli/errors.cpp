#include "errors.hpp"

#include <filesystem>

#include "engine/outcome.hpp"
#include "logging.hpp"

namespace hippuzzle {

int report_error(const std::exception& error) {
  if (const auto* ours = dynamic_cast<const Error*>(&error)) {
    logging::error("{}", ours->what());
    return exit_code(ours->outcome());
  }
  if (const auto* file = dynamic_cast<const std::filesystem::filesystem_error*>(&error)) {
    logging::error("{}: {}; it must be readable and writable, or choose another place",
                   file->path1().string(), file->code().message());
    return exit_code(Outcome::usage);
  }
  logging::error("{}", error.what());
  return exit_code(Outcome::crashed);
}

}  // namespace hippuzzle
