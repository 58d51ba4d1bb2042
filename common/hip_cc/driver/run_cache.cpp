#include "hip_cc/driver/run_cache.hpp"

namespace hippuzzle::cc {
namespace fs = std::filesystem;

CachedProgram cached_program(const Toolchain& toolchain, const CommandLine& line,
                             const ProgramSettings& settings, const fs::path& folder) {
  CommandLine to_link = line;
  to_link.last_step = LastStep::link;
  const fs::path program = folder / ProgramBuild(toolchain, to_link, settings).fingerprint();
  if (fs::exists(program)) return {program, ""};
  fs::create_directories(folder);
  to_link.output = program;
  const BuildMessages built = ProgramBuild(toolchain, to_link, settings).run();
  if (!built.succeeded) return {"", built.text, built.lacks_part};
  return {program, built.text};
}

}  // namespace hippuzzle::cc
