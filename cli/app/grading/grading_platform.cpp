#include "cli/app/grading/grading_platform.hpp"

#include <fmt/format.h>

#include <vector>

#include "engine/judge/catalog/backend.hpp"
#include "engine/modules/watched_code/watched_code.hpp"
#include "engine/platforms/platforms.hpp"
#include "support/outcome.hpp"

namespace hippuzzle {
namespace {

constexpr const char* quickly = "-Og";  // for --no-check: a third less than -O1 for p16's

}  // namespace

Toolchain GradingPlatform::toolchain() const {
  const Platform& platform = is_emulated() ? emulated_platform() : cpu_platform();
  Toolchain toolchain = Toolchain::read(search_path_->prefix(), platform.name);
  // The judge reads the machine code that a GPU would run, so it is compiled as usual.
  if (!is_emulated()) toolchain.compile.emplace_back(quickly);
  // A kernel that changes the addresses of the checker's functions ends.
  toolchain.link.emplace_back("-Wl,-z,relro,-z,now");
  return toolchain;
}

ModuleOf GradingPlatform::module_of(bool checked) const {
  return is_emulated() ? ModuleOf::amd : checked ? ModuleOf::checked_cpu : ModuleOf::cpu;
}

std::string GradingPlatform::fault_of(const std::filesystem::path& module,
                                      const std::string& puzzle, bool checked) const {
  const Platform& platform = is_emulated() ? emulated_platform() : cpu_platform();
  const auto reference = search_path_->reference_module(platform.name, puzzle);
  return module_fault(module, module_of(checked), taken_, functions_used_by(reference));
}

// Names of HIP for the CPU and its checker: a module's own function would be called instead.
std::set<std::string> GradingPlatform::names_taken() const {
  if (is_emulated()) return {};
  const std::filesystem::path libraries = search_path_->prefix() / "lib/hippuzzle";
  return names_handed_out_by(
      {libraries / "libhippuzzle_hip_cpu.so", libraries / "libhippuzzle_hip_cpu_check.so"});
}

std::optional<std::filesystem::path> GradingPlatform::disassembler() const {
  return checks_what_runs() ? std::nullopt : verifying_disassembler();
}

TrustedCode GradingPlatform::trusted_code(const std::string& puzzle) const {
  const auto program = disassembler();
  const auto module = search_path_->checked_module(puzzle);
  if (!program || !module) return {};
  return TrustedCode(unwatched_code_of(*program, *module).value_or(std::vector<UnwatchedCode>()));
}

Candidate GradingPlatform::candidate(const std::string& puzzle, const std::filesystem::path& module,
                                     uint64_t seed) const {
  Candidate candidate;
  if (is_emulated()) {
    const Choice choice = choices(emulated_platform().name, *search_path_, puzzle,
                                  {.emulated = emulate_, .seed = seed})
                              .front();
    if (!choice.candidate) throw Error(Outcome::unsupported, choice.why_not);
    candidate = *choice.candidate;
  } else {
    const auto runtime = search_path_->device_runtime(cpu_platform().name);
    if (!runtime) {
      throw Error(Outcome::not_checked, "this hippuzzle has no device runtime for the CPU");
    }
    candidate.platform = cpu_platform().name;
    candidate.runtime = *runtime;
  }
  candidate.module = module;
  return candidate;
}

std::string GradingPlatform::name(const std::string& puzzle) const {
  if (!is_emulated()) return "";
  return fmt::format("{} (emulated {})", emulated_platform().name, candidate(puzzle, "", 0).target);
}

}  // namespace hippuzzle
