#include "cli/app/learner/learner_modules.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <utility>
#include <vector>

#include "cli/app/learner/grading_warnings.hpp"
#include "cli/report/advice_text.hpp"
#include "cli/terminal/screen/logging.hpp"
#include "cli/terminal/screen/progress_bar.hpp"
#include "cli/terminal/screen/terminal.hpp"
#include "engine/modules/module_rules.hpp"
#include "engine/platforms/platforms.hpp"
#include "lessons/puzzle_source.hpp"
#include "support/files/cache_folder.hpp"
#include "support/files/source_file.hpp"
#include "support/text/colour.hpp"
#include "toolchain/included_files.hpp"

namespace hippuzzle {
namespace fs = std::filesystem;
namespace {

std::string shown(const fs::path& path) { return fs::proximate(path).string(); }

void say_what_runs(const Workspace& workspace, const Lesson& lesson, const std::string& platform,
                   const BuildResult& build) {
  const bool untouched = workspace.state_of(lesson) == Workspace::Kernels::untouched;
  const auto how = build.compiled
                       ? fmt::format("compiled for {} in {:.2f} s", platform, build.seconds)
                       : fmt::format("not changed since compiled for {}", platform);
  logging::info("running {}, {}{}", shown(workspace.kernels(lesson)), how,
                !untouched         ? ""
                : lesson.has_gap() ? "; it is still the stub"
                                   : "; it is not changed yet");
}

// A kernel whose pointers have other types compiles, and reads the bytes as something else.
void require_parameters(const fs::path& file, const Lesson& lesson) {
  const auto contents = read_source_file(file);
  if (!contents) return;
  const auto kernels = kernel_signatures(*contents);
  for (const KernelSignature& stub : kernel_signatures(lesson.stub())) {
    const auto kernel = std::ranges::find(kernels, stub.name, &KernelSignature::name);
    const std::string change = kernel == kernels.end() ? "" : changed_parameters(stub, *kernel);
    if (change.empty()) continue;
    throw Error(Outcome::load_failed, fmt::format("{}:{}: {}; give it the stub's parameters again",
                                                  shown(file), kernel->line, change));
  }
}

void print(const Diagnostics& diagnostics) {
  const std::string& text = diagnostics.text;
  if (!text.empty()) ProgressBar::clear_shown();
  std::fputs((wants_colour(stderr) ? text : without_colour(text)).c_str(), stderr);
}

// The first compilation for a platform precompiles headers and takes half a minute.
std::string compiling(const fs::path& kernels, const std::string& platform) {
  return fmt::format("compiling {} for {}", shown(kernels), platform);
}

bool is_checked(const Candidate& candidate) {
  return candidate.module.stem().extension() == ".check";
}

[[noreturn]] void refuse(const fs::path& kernels, const std::string& id,
                         const std::string& platform, const BuildResult& built) {
  const Diagnostics& diagnostics = built.diagnostics;
  if (!built.missing.empty()) {
    throw Error(Outcome::unsupported, fmt::format("no kernel compiles for {} on this machine: {}",
                                                  platform, built.missing));
  }
  if (diagnostics.text.find("No space left on device") != std::string::npos) {
    const char* folder = std::getenv("TMPDIR");
    throw Error(Outcome::load_failed,
                fmt::format("{} was not compiled for {}: there is no space left for the compiler's "
                            "files in {} or the workspace; make room there",
                            shown(kernels), platform, folder == nullptr ? "/tmp" : folder));
  }
  const std::string advice = diagnostics.at_a_line
                                 ? ""
                                 : fmt::format(
                                       "; the kernels must keep the names and parameters that "
                                       "the stub gives them (`hippuzzle reset {}` brings it "
                                       "back and keeps yours)",
                                       id);
  throw Error(Outcome::load_failed,
              fmt::format("{} does not compile for {}{}", shown(kernels), platform, advice));
}

}  // namespace

std::string LearnerModules::name_of(const std::string& puzzle) const {
  return catalog_.id_of(puzzle).value_or(puzzle);
}

void LearnerModules::take_part(Choice& choice, const std::string& puzzle) {
  if (!choice.candidate) return;
  if (isolation_ && !is_simulated(choice.platform) && choice.candidate->emulator.empty()) {
    choice.candidate.reset();
    choice.why_not = "confined kernels reach no GPU; they run on the CPU or on an emulated GPU";
    return;
  }
  try {
    choice.candidate->module = module_for(choice.platform, puzzle);
  } catch (const Error& error) {
    if (error.outcome() != Outcome::unsupported) throw;
    choice.candidate.reset();
    choice.why_not = in_words(error);
  }
}

fs::path LearnerModules::module_for(const std::string& platform, const std::string& puzzle) {
  fs::path& module = built_[platform + "/" + puzzle];
  if (module.empty()) module = build(platform, puzzle);
  return module;
}

// A GPU's compiler always optimises and writes lines; for the CPU both would slow each save.
fs::path LearnerModules::module_with_lines(const std::string& platform, const std::string& puzzle) {
  if (!is_simulated(platform)) return module_for(platform, puzzle);
  const Lesson lesson(catalog_, puzzle);
  const fs::path kernels = workspace_.kernels(lesson);
  const fs::path module = workspace_.module(platform, puzzle + ".lines");
  require_parameters(kernels, lesson);
  ProgressBar bar;
  bar.show(compiling(kernels, platform));
  Toolchain toolchain = Toolchain::read(catalog_.search_path().prefix(), platform);
  toolchain.compile.insert(toolchain.compile.end(), {"-O3", "-g1"});
  toolchain.precompile.clear();  // its headers are compiled without lines
  const BuildResult result =
      start({toolchain, leading_includes(lesson.folder()), {}}, lesson, module).finish();
  if (result.missing.empty()) print(result.diagnostics);
  if (!result.succeeded) refuse(kernels, name_of(puzzle), platform, result);
  say_what_runs(workspace_, lesson, platform, result);
  return module;
}

std::string LearnerModules::check_part(Candidate& candidate, const std::string& puzzle) {
  fs::path& module = built_["check/" + puzzle];
  try {
    if (module.empty()) module = build_checked(puzzle);
  } catch (const Error& error) {
    if (error.outcome() != Outcome::unsupported) throw;
    return in_words(error);
  }
  candidate.module = module;
  return "";
}

void LearnerModules::warn_of_grading(const std::string& puzzle) {
  if (!warned_of_.insert(puzzle).second) return;
  const SearchPath& shipped = catalog_.search_path();
  warn_of_checked_module(workspace_.kernels(Lesson(catalog_, puzzle)), checked_module(puzzle),
                         shipped.checked_module(puzzle),
                         functions_used_by(shipped.reference_module(cpu_platform().name, puzzle)));
}

void LearnerModules::begin_tiles(const Candidate& candidate, const std::string& puzzle,
                                 const std::set<uint64_t>& tiles) {
  const Lesson lesson(catalog_, puzzle);
  for (const uint64_t tile : tiles) {
    const std::string module = module_of_tile(candidate.module, tile);
    if (tile == 0 || !built_[module].empty() || begun_.contains(module)) continue;
    begun_.emplace(module, start(headers(candidate.platform, is_checked(candidate), lesson), lesson,
                                 module, tile));
  }
}

void LearnerModules::compile_tiles(const Candidate& candidate, const std::string& puzzle,
                                   const std::set<uint64_t>& tiles) {
  begin_tiles(candidate, puzzle, tiles);
  std::vector<uint64_t> sides;
  for (const uint64_t tile : tiles) {
    if (begun_.contains(module_of_tile(candidate.module, tile))) sides.push_back(tile);
  }
  // Only a run announces it: a check waits for its own module, while tiles are compiled.
  if (!sides.empty() && !is_checked(candidate)) {
    logging::info("compiling for tiles of {} as well", fmt::join(sides, " and "));
  }
  // The checked module began earlier: it is linked while compilers are at work on the tiles.
  const fs::path checked = checked_module(puzzle);
  if (!sides.empty() && begun_.contains(checked)) done_.emplace(checked, finish(checked));
  for (const uint64_t tile : sides) {
    const std::string module = module_of_tile(candidate.module, tile);
    const BuildResult result = finish(module);
    built_[module] = module;
    if (result.succeeded) continue;
    print(result.diagnostics);
    refuse(workspace_.kernels(Lesson(catalog_, puzzle)), name_of(puzzle),
           fmt::format("{} with tiles of {}", candidate.platform, tile), result);
  }
}

// Precompiled headers serve all workspaces of this user.
PrecompiledHeaders LearnerModules::headers(const std::string& platform, bool checked,
                                           const Lesson& lesson) const {
  Toolchain toolchain = Toolchain::read(catalog_.search_path().prefix(), platform);
  toolchain.patience = std::chrono::minutes(2);
  if (expects_debugger_) toolchain = toolchain.for_debugger();
  return {checked ? toolchain.checked() : toolchain, leading_includes(lesson.folder()),
          cache_folder("headers")};
}

KernelBuild LearnerModules::start(PrecompiledHeaders headers, const Lesson& lesson,
                                  const std::string& module, uint64_t tile) const {
  const KernelSources sources{workspace_.kernels(lesson), lesson.folder(), module, tile};
  if (const auto fault = fault_of_included(sources.kernels))
    throw Error(Outcome::load_failed, *fault);
  return {confined(headers.finish(), sources), sources, fs::current_path()};
}

Toolchain LearnerModules::confined(Toolchain toolchain, const KernelSources& sources) const {
  if (!isolation_) return toolchain;
  const fs::path folder = sources.module.parent_path();
  fs::create_directories(folder);
  return isolation_->confined(
      std::move(toolchain), folder,
      {sources.kernels.parent_path(), sources.puzzle, cache_folder("headers")});
}

fs::path LearnerModules::build(const std::string& platform, const std::string& puzzle) {
  const Lesson lesson(catalog_, puzzle);
  const fs::path kernels = workspace_.kernels(lesson), module = workspace_.module(platform, puzzle);
  require_parameters(kernels, lesson);
  ProgressBar bar;
  bar.show(compiling(kernels, platform));
  PrecompiledHeaders own = headers(platform, false, lesson);
  std::optional<PrecompiledHeaders> of_check;
  try {
    if (expects_checks_ && is_simulated(platform)) {
      of_check.emplace(headers(platform, true, lesson));
    }
  } catch (const Error& error) {
    logging::debug("{}", in_words(error));  // said again where a check is asked for
  }
  KernelBuild build = start(std::move(own), lesson, module);
  if (of_check) {
    const fs::path checked = checked_module(puzzle);
    begun_.emplace(checked, start(*std::move(of_check), lesson, checked));
  }
  const BuildResult result = build.finish();
  if (result.missing.empty()) print(result.diagnostics);
  if (!result.succeeded) {
    begun_.clear();
    refuse(kernels, name_of(puzzle), platform, result);
  }
  if (warn_of_refusals(
          kernels, module, platform,
          functions_used_by(catalog_.search_path().reference_module(platform, puzzle)))) {
    warned_of_.insert(puzzle);
  }
  say_what_runs(workspace_, lesson, platform, result);
  return module;
}

fs::path LearnerModules::checked_module(const std::string& puzzle) const {
  return workspace_.module(cpu_platform().name, puzzle + ".check");
}

// The build of a module that was begun or is done.
BuildResult LearnerModules::finish(const fs::path& module) {
  if (auto done = done_.extract(module)) return std::move(done.mapped());
  return begun_.extract(module).mapped().finish();
}

fs::path LearnerModules::build_checked(const std::string& puzzle) {
  const Lesson lesson(catalog_, puzzle);
  const fs::path module = checked_module(puzzle);
  ProgressBar bar;
  bar.show(compiling(workspace_.kernels(lesson), cpu_platform().name) + ", to be checked");
  if (!begun_.contains(module) && !done_.contains(module)) {
    begun_.emplace(module, start(headers(cpu_platform().name, true, lesson), lesson, module));
  }
  const BuildResult result = finish(module);
  if (result.succeeded) return module;
  if (result.missing.empty()) print(result.diagnostics);
  refuse(workspace_.kernels(lesson), name_of(puzzle), cpu_platform().name, result);
}

}  // namespace hippuzzle
