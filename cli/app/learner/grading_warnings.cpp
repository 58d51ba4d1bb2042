#include "cli/app/learner/grading_warnings.hpp"

#include "cli/terminal/screen/logging.hpp"
#include "engine/modules/module_rules.hpp"
#include "engine/modules/watched_code/watched_code.hpp"
#include "engine/platforms/platforms.hpp"
#include "support/files/source_file.hpp"
#include "support/files/text_file.hpp"
#include "toolchain/content_hash.hpp"
#include "toolchain/source_rules.hpp"

namespace hippuzzle {
namespace fs = std::filesystem;
namespace {

std::string nearby(const fs::path& path) { return fs::proximate(path).string(); }

// Returns whether the module uses a function for which `grade` refuses it; the reader is told.
bool warn_of_function(const fs::path& kernels, const std::string& text, const fs::path& module,
                      const std::set<std::string>& needed) {
  const std::string name = needless_function(module, ModuleOf::cpu, needed);
  if (name.empty()) return false;
  const size_t line = line_of_name(text, name);
  if (line == 0) {
    logging::warning(
        "{}: a header that it includes brings in `{}`, which no kernel needs; "
        "`hippuzzle grade` refuses it",
        nearby(kernels), name);
  } else {
    logging::warning("{}:{}: `{}`, which no kernel needs; `hippuzzle grade` refuses it",
                     nearby(kernels), line, name);
  }
  return true;
}

// The sentence about a module's machine code; "" where it is verified, or where nothing verifies
// it. It is kept in a file next to the module, because two modules are disassembled for it.
std::string unverified(const fs::path& module, const fs::path& shipped) {
  const auto objdump = verifying_disassembler();
  if (!objdump) return "";
  ContentHash hash;
  for (const fs::path& file : {module, shipped}) hash.add(read_file(file).value_or(""));
  const std::string key = hash.text() + '\n';
  const fs::path known = fs::path(module).replace_extension(".verified");
  std::string text = read_file(known).value_or("");
  if (!text.starts_with(key)) {
    const auto trusted = unwatched_code_of(*objdump, shipped);
    const auto faults = unwatched_code_of(*objdump, module);
    if (!trusted || !faults) return "";
    const auto fault = TrustedCode(*trusted).other_fault(*faults);
    text = key + (fault ? in_words(*fault) : "");
    replace_derived_file(known, text);
  }
  return text.substr(key.size());
}

}  // namespace

bool warn_of_refusals(const fs::path& kernels, const fs::path& module, const std::string& platform,
                      const std::set<std::string>& needed) {
  const std::string text = read_source_file(kernels).value_or("");
  const auto fault = fault_of_text(text);
  if (fault) {
    logging::warning("{}:{}: `{}`, {}; `hippuzzle grade` refuses it", nearby(kernels), fault->line,
                     fault->token, fault->why);
  }
  const bool is_cpu = platform == cpu_platform().name;
  return (is_cpu && warn_of_function(kernels, text, module, needed)) || fault;
}

void warn_of_checked_module(const fs::path& kernels, const fs::path& module,
                            const std::optional<fs::path>& shipped,
                            const std::set<std::string>& needed) {
  const std::string text = read_source_file(kernels).value_or("");
  if (warn_of_function(kernels, text, module, needed) || !shipped) return;
  const std::string why = unverified(module, *shipped);
  if (why.empty()) return;
  logging::warning("{}: {}; `hippuzzle grade` says `not-checked`", nearby(kernels), why);
}

}  // namespace hippuzzle
