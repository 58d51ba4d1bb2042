#include "cc/driver/run_cache.hpp"

#include <fmt/format.h>
#include <unistd.h>

namespace hippuzzle::cc {
namespace fs = std::filesystem;

CachedProgram cached_program(const Toolchain& toolchain, const CommandLine& line,
                             const ProgramSettings& settings, const fs::path& folder) {
  CommandLine to_link = line;
  to_link.last_step = LastStep::link;
  const fs::path program = folder / ProgramBuild(toolchain, to_link, settings).fingerprint();
  if (fs::exists(program)) return {program, ""};
  fs::create_directories(folder);
  const fs::path being_made = program.string() + fmt::format(".{}", getpid());
  to_link.output = being_made;
  const BuildMessages built = ProgramBuild(toolchain, to_link, settings).run();
  if (!built.succeeded) {
    fs::remove(being_made);
    return {"", built.text};
  }
  fs::rename(being_made, program);
  return {program, built.text};
}

}  // namespace hippuzzle::cc
