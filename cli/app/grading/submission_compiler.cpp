#include "cli/app/grading/submission_compiler.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <iterator>
#include <stdexcept>
#include <utility>

#include "cli/app/grading/checked_source.hpp"
#include "engine/modules/watched_code/watched_code.hpp"
#include "lessons/puzzle_source.hpp"
#include "support/files/path_below.hpp"
#include "support/files/text_file.hpp"
#include "support/process/process.hpp"
#include "support/text/colour.hpp"
#include "support/text/plain_text.hpp"
#include "toolchain/content_hash.hpp"
#include "toolchain/kernel_build.hpp"
#include "toolchain/missing_part.hpp"
#include "toolchain/precompiled_headers.hpp"
#include "toolchain/source_rules.hpp"

namespace hippuzzle {
namespace fs = std::filesystem;
namespace {

constexpr std::chrono::minutes compilers_take{2};  // all of a submission's

// Whether a compiler went beyond a limit of its confinement, which honest kernels are far below.
bool is_beyond_a_limit(const std::string& output) {
  constexpr const char* words[] = {"CPU time limit exceeded", "File size limit exceeded",
                                   "out of memory allocating", "virtual memory exhausted"};
  return std::ranges::any_of(words,
                             [&](const char* word) { return output.find(word) != output.npos; });
}

}  // namespace

std::string shortened(std::string text) {
  constexpr size_t most = 2000;
  if (text.size() > most) text = text.substr(0, most) + " …";
  return without_control_bytes(text);
}

std::runtime_error fault_of_machine(const std::string& what, const std::string& puzzle,
                                    const std::string& text) {
  return std::runtime_error(fmt::format(
      "{}; the shipped stub of {} fails in the same way, so it is this machine's fault ({}); fix "
      "it, and give the same command again",
      what, puzzle, text));
}

SubmissionCompiler::SubmissionCompiler(const GradeSettings& settings, const GradedPuzzles& puzzles,
                                       const GradingPlatform& platform, const Isolation& isolation,
                                       fs::path work)
    : settings_(settings),
      puzzles_(puzzles),
      platform_(platform),
      isolation_(isolation),
      work_(std::move(work)) {}

void SubmissionCompiler::begin() const {
  time_left_ = TimeLeft(compilers_take);
  prints_.clear();
}

void SubmissionCompiler::prepare(const std::map<std::string, size_t>& to_compile, uint64_t seed,
                                 const std::function<void(double fraction)>& show) {
  constexpr size_t worth_it = 3;  // from here on precompiling saves more than it takes
  seed_ = seed;
  Toolchain toolchain = platform_.toolchain();
  toolchain.include.insert(toolchain.include.begin(), write_headers_for_strangers(headers()));
  const auto includes = [&](const std::string& id) {
    return leading_includes(puzzles_.lesson(id).folder());
  };
  std::map<std::string, size_t> with_headers;  // submissions, by the headers that they share
  for (const auto& [id, count] : to_compile) with_headers[includes(id)] += count;
  size_t prepared = 0;
  for (const auto& [id, count] : to_compile) {
    show(static_cast<double>(prepared++) / static_cast<double>(to_compile.size()));
    Toolchain run = toolchain;
    const std::string text = includes(id);
    if (with_headers.at(text) < worth_it) run.precompile.clear();
    std::string head = text;
    if (is_of_check()) {
      run = run.checked();
      std::ranges::copy(options_of_checked_source, std::back_inserter(run.compile));
      head += head_of_checked_source;
      trusted_code_[id] = platform_.trusted_code(id);
    }
    compilers_[id] = PrecompiledHeaders(run, head, headers()).finish();
  }
}

bool SubmissionCompiler::is_of_check() const {
  return !settings_.no_check && !platform_.checks_what_runs();
}

// The module lies in a folder that a source cannot name: by `__has_include` it would know that it
// was compiled before.
fs::path SubmissionCompiler::module_of(const Submission& submission) const {
  ContentHash hash;
  hash.add(std::to_string(seed_));
  return submission.kernels.parent_path() / hash.text() / (submission.puzzle + ".so");
}

// The compiler of a submission, which writes only to the folder.
Toolchain SubmissionCompiler::confined_compiler(const Submission& submission,
                                                const fs::path& folder) const {
  const fs::path puzzle = work_ / "puzzles" / submission.kernels.parent_path().filename();
  fs::create_directories(folder);
  Toolchain toolchain = isolation_.confined(compilers_.at(submission.puzzle), folder,
                                            {submission.kernels, puzzle, headers()});
  toolchain.patience = time_left_.at_most(toolchain.patience);
  if (toolchain.patience.count() == 0) {
    throw Error(Outcome::load_failed,
                fmt::format("its compilers have computed for {} s, so no other was started; look "
                            "for templates or constants that need each other without end",
                            std::chrono::seconds(compilers_take).count()));
  }
  return toolchain;
}

SubmissionCompiler::Built SubmissionCompiler::compile(const Submission& submission, uint64_t tile,
                                                      const fs::path& module) const {
  const fs::path source = submission.kernels.parent_path();
  const fs::path puzzle = work_ / "puzzles" / source.filename();
  const Toolchain toolchain = confined_compiler(submission, module.parent_path());
  const TimeLeft::Use use(time_left_);
  KernelBuild build(toolchain, {submission.kernels, puzzle, module, tile}, source);
  const BuildResult result = build.finish();
  if (!result.succeeded) {
    const std::string text = without_colour(result.diagnostics.text);
    const bool has_line = result.diagnostics.errors > 0 && result.diagnostics.at_a_line;
    return {"it does not compile: " + shortened(text.empty() ? "the compiler was ended" : text),
            has_line || is_beyond_a_limit(text)};
  }
  const std::string fault = platform_.fault_of(module, submission.puzzle, is_of_check());
  return {fault.empty() ? "" : fmt::format("it is refused: {}", fault), true};
}

// The student's tokens are all that the compiler reads, except the files of the system, of
// hippuzzle and of the puzzle. A path may lead to the student's file by another name.
std::string SubmissionCompiler::fault_of_tokens(const Submission& submission) const {
  const fs::path module = module_of(submission);
  const fs::path source = submission.kernels.parent_path(), folder = module.parent_path();
  const Toolchain toolchain = confined_compiler(submission, folder);
  const KernelSources sources{submission.kernels, work_ / "puzzles" / source.filename(), module};
  const auto preprocessed = [&] {
    const TimeLeft::Use use(time_left_);
    return KernelBuild::preprocessed(toolchain, sources, source);
  };
  auto text = preprocessed();
  if (!text) {  // its compiler says why, unless the machine is at fault
    const std::string fault = build(submission, 0, module);
    if (!fault.empty()) return fault;
    text = preprocessed();
  }
  if (!text) return "it is refused: it cannot be preprocessed, or is longer than 64 MiB then";
  prints_ = prints_of_preprocessed(*text, submission.kernels, submission.text,
                                   puzzles_.lesson(submission.puzzle).stub());
  std::vector<fs::path> trusted = {"/usr", work_ / "puzzles", headers()};
  const fs::path compiler = platform_.toolchain().compile.front();
  for (const fs::path& program : {compiler, fs::canonical(compiler)})
    trusted.push_back(program.parent_path().parent_path());
  trusted.insert(trusted.end(), toolchain.include.begin(), toolchain.include.end());
  const auto fault = fault_of_preprocessed(*text, [&](const fs::path& file) {
    if (file.string().starts_with('<')) return true;
    if (is_below(file, source) || is_below(file, folder)) return false;
    return std::ranges::any_of(trusted,
                               [&](const fs::path& folder) { return is_below(file, folder); });
  });
  return fault ? "it is refused: " + in_words(*fault) : "";
}

std::string SubmissionCompiler::unverified(const Submission& submission) const {
  const fs::path module = module_of(submission);
  const auto program = platform_.disassembler();
  if (!program) return "";
  constexpr std::chrono::milliseconds limit = std::chrono::seconds(30);
  constexpr size_t most_bytes = size_t{64} << 20;
  auto command = isolation_.confined_command(module.parent_path(), {});
  std::ranges::copy(disassembly_command(*program, module), std::back_inserter(command));
  std::string listing;
  {
    const TimeLeft::Use use(time_left_);
    Process disassembler(command, {}, Process::Errors::dropped, Process::Output::socket);
    const auto status = disassembler.wait_for(time_left_.at_most(limit), listing, most_bytes);
    if (status != 0) return "its check cannot be verified: it cannot be disassembled";
  }
  const auto fault = trusted_code_.at(submission.puzzle)
                         .other_fault(unwatched_code(read_file(module).value_or(""), listing));
  return fault ? in_words(*fault) : "";
}

std::string SubmissionCompiler::build(const Submission& submission, uint64_t tile,
                                      const fs::path& module) const {
  Built built = compile(submission, tile, module);
  if (built.is_explained) return built.fault;
  built = compile(submission, tile, module);
  if (built.is_explained) return built.fault;
  const Submission stub = stub_of(submission.puzzle);
  const Built of_stub = compile(stub, tile, module_of(stub));
  std::error_code ignored;
  fs::remove_all(stub.kernels.parent_path().parent_path(), ignored);
  if (of_stub.fault.empty()) return built.fault;
  // The stub is nobody's but ours, so its compiler's words may be read.
  throw fault_of_machine("it did not compile twice", submission.puzzle,
                         missing_part(of_stub.fault, stub.kernels).value_or(of_stub.fault));
}

Submission SubmissionCompiler::stub_of(const std::string& puzzle) const {
  const Lesson& lesson = puzzles_.lesson(puzzle);
  const fs::path folder = work_ / fmt::format("stub-{}", getpid());
  fs::remove_all(folder);
  Submission stub{"", "", puzzle, folder / lesson.name() / "kernel.hip", "", lesson.stub(), ""};
  stub.write();
  return stub;
}

}  // namespace hippuzzle
