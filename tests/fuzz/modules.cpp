// A module that was compiled from a submission, read as a file.
#include <algorithm>
#include <array>
#include <stdexcept>

#include "engine/debug_info/kernel_variables.hpp"
#include "engine/debug_info/source_lines.hpp"
#include "engine/modules/module_note.hpp"
#include "engine/modules/module_rules.hpp"
#include "engine/modules/watched_code/watched_code.hpp"
#include "support/outcome.hpp"
#include "tests/fuzz/targets.hpp"

namespace hippuzzle::fuzz {

void read_module(std::string_view bytes) {
  const FileOf file(bytes);
  try {
    read_note(file.path());
  } catch (const Error& error) {
    require(error.outcome() == Outcome::load_failed, "a module without a note cannot be loaded");
  }
  for (const ModuleOf of : {ModuleOf::cpu, ModuleOf::checked_cpu, ModuleOf::amd}) {
    try {
      module_fault(file.path(), of, {"hip_cpu_checker"}, {"memcpy"});
      needless_function(file.path(), of, {"memcpy"});
      functions_used_by(file.path());
    } catch (const Error&) {
    }
  }
}

// A listing of machine code, and after a zero byte the module that it is of.
void read_listing(std::string_view bytes) {
  const std::string_view listing = bytes.substr(0, bytes.find('\0'));
  const std::string_view module = bytes.substr(std::min(listing.size() + 1, bytes.size()));
  try {
    const auto faults = unwatched_code(module, listing);
    for (const UnwatchedCode& code : faults)
      require(!code.why.empty() && !in_words(code).empty(), "a fault has a reason");
    const auto other = TrustedCode(faults).other_fault(faults);
    require(!other || other->code.empty(), "code is trusted where it is the same");
  } catch (const std::runtime_error&) {  // no ELF object
  }
}

// The first two bytes are an offset in the module, the rest is the module.
void read_debug_info(std::string_view bytes) {
  if (bytes.size() < 2) return;
  const uint64_t offset =
      static_cast<unsigned char>(bytes[0]) << 8 | static_cast<unsigned char>(bytes[1]);
  const FileOf file(bytes.substr(2));
  SourceLines lines;
  const std::array frames = {CodeAddress{.module = file.path(), .offset = offset}};
  require(lines.find(frames).line >= 0, "a place has a line from 1, or 0");
  read_kernel_variables(file.path(), offset);
}

}  // namespace hippuzzle::fuzz
