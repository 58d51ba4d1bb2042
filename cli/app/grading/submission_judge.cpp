#include "cli/app/grading/submission_judge.hpp"

#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <iterator>
#include <set>
#include <string_view>
#include <utility>

#include "cli/app/grading/checked_source.hpp"
#include "cli/app/run/run_settings.hpp"
#include "cli/report/advice_text.hpp"
#include "engine/judge/cases/size.hpp"
#include "engine/judge/judge.hpp"
#include "engine/modules/watched_code/watched_code.hpp"
#include "engine/results/finding_kinds.hpp"
#include "lessons/puzzle_source.hpp"
#include "support/files/path_below.hpp"
#include "support/files/text_file.hpp"
#include "support/outcome.hpp"
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

constexpr int checks_take = 30;  // of checked kernels; and the most that all of a submission's take
constexpr std::chrono::minutes compilers_take{2};  // all of a submission's
constexpr uint32_t unforeseen_cases = 2;           // of a variant
constexpr uint64_t most_checked_threads = 1024;    // of a checked case except the example

// Reduces the words of compilers and kernels to plain text of a few lines.
std::string shortened(std::string text) {
  constexpr size_t most = 2000;
  if (text.size() > most) text = text.substr(0, most) + " …";
  return without_control_bytes(text);
}

// "2 findings (race, out-of-bounds)". Their places are unknown: the module is not read.
void name_kinds(VariantResult& result) {
  if (result.outcome != Outcome::findings) return;
  std::set<std::string_view> kinds;
  for (const Finding& finding : result.findings) {
    if (is_error(finding)) kinds.insert(rule_of(finding.kind).id);
  }
  result.reason += fmt::format(" ({})", fmt::join(kinds, ", "));
}

std::runtime_error fault_of_machine(const std::string& what, const std::string& puzzle,
                                    const std::string& text) {
  return std::runtime_error(fmt::format(
      "{}; the shipped stub of {} fails in the same way, so it is this machine's fault ({}); fix "
      "it, and give the same command again",
      what, puzzle, text));
}

// Whether a kernel's process did not come to its end, or did not begin.
bool ended_early(Outcome outcome) {
  return outcome == Outcome::timed_out || outcome == Outcome::crashed ||
         outcome == Outcome::load_failed;
}

// Whether the runner says that the machine, not the kernel, is why it does not run.
bool blames_machine(const Event& event, bool is_emulated) {
  const auto* failed = std::get_if<Failed>(&event);
  if (failed == nullptr) return false;
  return failed->failure == Failure::load_failed ||
         (failed->failure == Failure::unsupported && !is_emulated);
}

// Whether a compiler went beyond a limit of its confinement, which honest kernels are far below.
bool is_beyond_a_limit(const std::string& output) {
  constexpr const char* words[] = {"CPU time limit exceeded", "File size limit exceeded",
                                   "out of memory allocating", "virtual memory exhausted"};
  return std::ranges::any_of(words,
                             [&](const char* word) { return output.find(word) != output.npos; });
}

}  // namespace

SubmissionJudge::SubmissionJudge(const GradeSettings& settings, const GradedPuzzles& puzzles,
                                 const GradingPlatform& platform, const Isolation& isolation,
                                 fs::path work)
    : settings_(settings),
      puzzles_(puzzles),
      platform_(platform),
      isolation_(isolation),
      work_(std::move(work)) {}

void SubmissionJudge::prepare(const std::map<std::string, size_t>& to_compile, uint64_t seed,
                              const std::function<void(double fraction)>& show) {
  constexpr size_t worth_it = 3;  // from here on precompiling saves more than it takes
  seed_ = seed;
  Toolchain toolchain = platform_.toolchain();
  toolchain.include.insert(toolchain.include.begin(), write_headers_for_strangers(headers()));
  size_t prepared = 0;
  for (const auto& [id, count] : to_compile) {
    show(static_cast<double>(prepared++) / static_cast<double>(to_compile.size()));
    Toolchain run = toolchain;
    if (count < worth_it) run.precompile.clear();
    const std::string text = leading_includes(puzzles_.lesson(id).folder());
    PrecompiledHeaders plain(run, text, headers());
    if (!settings_.no_check && !platform_.checks_what_runs()) {
      Toolchain checking = run.checked();
      std::ranges::copy(options_of_checked_source, std::back_inserter(checking.compile));
      PrecompiledHeaders checked(checking, text + head_of_checked_source, headers());
      checked_compilers_[id] = checked.finish();
      unwatched_by_design_[id] = platform_.unwatched_by_design(id);
    }
    run_compilers_[id] = plain.finish();
  }
}

Grade SubmissionJudge::blank(const Submission& submission) const {
  Grade grade;
  grade.folder = submission.folder;
  grade.hash = submission.hash;
  grade.isolation = isolation_.name();
  grade.seed = seed_;
  return grade;
}

Grade SubmissionJudge::unjudged(const Submission& submission, const std::string& why) const {
  Grade grade = blank(submission);
  grade.outcome = Outcome::not_checked;
  grade.reason = shortened(fmt::format("it could not be judged: {}", why));
  return grade;
}

Grade SubmissionJudge::grade(const Submission& submission) const {
  const auto began = std::chrono::steady_clock::now();
  Grade grade = blank(submission);
  for_kernels_ = TimeLeft(in_milliseconds(settings_.timeout_seconds) * checks_take);
  for_compilers_ = TimeLeft(compilers_take);
  prints_.clear();
  try {
    if (submission.kernels.empty()) throw Error(Outcome::not_submitted, submission.why_not);
    submission.write();
    grade_variants(grade, submission);
  } catch (const Error& error) {
    grade.outcome = error.outcome();
    grade.reason = shortened(in_words(error));
  } catch (const std::exception& error) {
    grade = unjudged(submission, error.what());
  }
  if (!submission.kernels.empty()) {  // hundreds of students' would fill a disk
    std::error_code ignored;
    fs::remove_all(submission.kernels.parent_path(), ignored);
  }
  grade.prints = prints_;
  grade.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  return grade;
}

// Modules lie in folders that a source cannot name: by `__has_include` it would know whether it is
// checked.
SubmissionJudge::Modules SubmissionJudge::modules_of(const Submission& submission) const {
  const fs::path source = submission.kernels.parent_path(), name = submission.puzzle + ".so";
  const auto folder = [&](const char* purpose) {
    ContentHash hash;
    hash.add(purpose);
    hash.add(std::to_string(seed_));
    return source / hash.text();
  };
  const fs::path run = folder("run") / name;
  return {run, platform_.checks_what_runs() ? run : folder("checked") / name};
}

void SubmissionJudge::grade_variants(Grade& grade, const Submission& submission) const {
  const auto [run, checked] = modules_of(submission);
  // An emulator sees each access of the machine code, so that its source is not preprocessed.
  const auto in_source = fault_of_text(submission.text, !platform_.checks_what_runs());
  std::string fault = in_source ? "it is refused: " + in_words(*in_source) : "";
  if (fault.empty()) fault = build(submission, false, 0, run);
  if (fault.empty() && !platform_.checks_what_runs()) fault = fault_of_tokens(submission, checked);
  if (!fault.empty()) throw Error(Outcome::load_failed, fault);
  bool is_checked_built = checked == run;
  std::string unverified_code;
  std::vector<Outcome> outcomes;
  for (const VariantRef& ref : puzzles_.variants(submission.puzzle)) {
    const VariantResult result = judge_variant(ref, submission, false);
    GradedVariant variant{ref.flag, result.outcome, reason_in_words(result), false};
    for (const hippuzzle_extents& size : unforeseen_sizes(*ref.variant, seed_, unforeseen_cases))
      variant.unforeseen.push_back(size_text(size, *ref.variant));
    if (result.outcome == Outcome::passed && !settings_.no_check) {
      // Most wrong submissions end before, so that they are compiled once.
      if (!is_checked_built) fault = build(submission, true, 0, checked);
      if (!fault.empty()) {
        grade.variants.clear();
        throw Error(Outcome::load_failed, fault);
      }
      if (!is_checked_built) unverified_code = unverified(submission, checked);
      is_checked_built = true;
      const VariantResult check = judge_variant(ref, submission, true);
      variant.checked = check.outcome != Outcome::not_checked;
      variant.outcome = check.outcome;
      variant.reason = reason_in_words(check);
      if (ended_early(check.outcome)) variant.reason = "in the check: " + variant.reason;
      if (check.outcome == Outcome::passed && !unverified_code.empty()) {
        variant.checked = false;
        variant.outcome = Outcome::not_checked;
        variant.reason = unverified_code;
      }
      if (settings_.counts) variant.counts = counts_in_line(check);
    }
    variant.reason = shortened(variant.reason);
    outcomes.push_back(variant.outcome);
    grade.variants.push_back(std::move(variant));
  }
  grade.outcome = worst(outcomes);
  const auto first = std::ranges::find(grade.variants, grade.outcome, &GradedVariant::outcome);
  if (grade.outcome != Outcome::passed && first != grade.variants.end()) {
    grade.reason = first->name.empty() ? first->reason : first->name + ": " + first->reason;
  }
}

// The compiler of a submission, which writes only to the folder.
Toolchain SubmissionJudge::confined_compiler(const Submission& submission, bool checked,
                                             const fs::path& folder) const {
  const fs::path puzzle = work_ / "puzzles" / submission.kernels.parent_path().filename();
  const auto& compilers = checked ? checked_compilers_ : run_compilers_;
  fs::create_directories(folder);
  Toolchain toolchain = isolation_.confined(compilers.at(submission.puzzle), folder,
                                            {submission.kernels, puzzle, headers()});
  toolchain.patience = for_compilers_.at_most(toolchain.patience);
  if (toolchain.patience.count() == 0) {
    throw Error(Outcome::load_failed,
                fmt::format("its compilers have computed for {} s, so no other was started; look "
                            "for templates or constants that need each other without end",
                            std::chrono::seconds(compilers_take).count()));
  }
  return toolchain;
}

// Compiles and links once, confined.
SubmissionJudge::Built SubmissionJudge::compile(const Submission& submission, bool checked,
                                                uint64_t tile, const fs::path& module) const {
  const fs::path source = submission.kernels.parent_path();
  const fs::path puzzle = work_ / "puzzles" / source.filename();
  const Toolchain toolchain = confined_compiler(submission, checked, module.parent_path());
  const TimeLeft::Use use(for_compilers_);
  KernelBuild build(toolchain, {submission.kernels, puzzle, module, tile}, source);
  const BuildResult result = build.finish();
  if (!result.succeeded) {
    const std::string text = without_colour(result.diagnostics.text);
    const bool has_line = result.diagnostics.errors > 0 && result.diagnostics.at_a_line;
    return {"it does not compile: " + shortened(text.empty() ? "the compiler was ended" : text),
            has_line || is_beyond_a_limit(text)};
  }
  const std::string fault = platform_.fault_of(module, submission.puzzle, checked);
  return {fault.empty() ? "" : fmt::format("it is refused: {}", fault), true};
}

// The student's tokens, in the module that is judged as checked, are all that its compiler reads,
// except the files of the system, of hippuzzle and of the puzzle. A path may lead to the student's
// file by another name.
std::string SubmissionJudge::fault_of_tokens(const Submission& submission,
                                             const fs::path& module) const {
  const fs::path source = submission.kernels.parent_path(), folder = module.parent_path();
  const bool is_checked = !settings_.no_check;
  const Toolchain toolchain = confined_compiler(submission, is_checked, folder);
  const KernelSources sources{submission.kernels, work_ / "puzzles" / source.filename(), module};
  const auto preprocessed = [&] {
    const TimeLeft::Use use(for_compilers_);
    return KernelBuild::preprocessed(toolchain, sources, source);
  };
  auto text = preprocessed();
  if (!text) {  // its compiler says why, unless the machine is at fault
    const std::string fault = build(submission, is_checked, 0, module);
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

// Why the machine code of the checked module is not known to call the checker for each access; ""
// where it is, or where nothing disassembles it here.
std::string SubmissionJudge::unverified(const Submission& submission,
                                        const fs::path& module) const {
  const auto program = platform_.disassembler();
  if (!program) return "";
  constexpr const char* because = "what its check saw cannot be verified in its machine code: ";
  constexpr std::chrono::milliseconds limit = std::chrono::seconds(30);
  constexpr size_t most_bytes = size_t{64} << 20;
  auto command = isolation_.confined_command(module.parent_path(), {});
  std::ranges::copy(disassembly_command(*program, module), std::back_inserter(command));
  std::string listing;
  {
    const TimeLeft::Use use(for_compilers_);
    Process disassembler(command, {}, Process::Errors::dropped, Process::Output::socket);
    const auto status = disassembler.wait_for(for_compilers_.at_most(limit), listing, most_bytes);
    if (status != 0) return std::string(because) + "it cannot be disassembled";
  }
  const auto& by_design = unwatched_by_design_.at(submission.puzzle);
  for (const UnwatchedCode& code : unwatched_code(read_file(module).value_or(""), listing)) {
    if (is_of_hippuzzle(code.function) || by_design.contains(code.function)) continue;
    return because + in_words(code);
  }
  return "";
}

// Returns the error, for the student; "" when the module may run. Throws std::exception for faults
// of the machine.
std::string SubmissionJudge::build(const Submission& submission, bool checked, uint64_t tile,
                                   const fs::path& module) const {
  Built built = compile(submission, checked, tile, module);
  if (built.is_explained) return built.fault;
  built = compile(submission, checked, tile, module);
  if (built.is_explained) return built.fault;
  const Submission stub = stub_of(submission.puzzle);
  const Built of_stub = compile(stub, checked, tile, modules_of(stub).run);
  std::error_code ignored;
  fs::remove_all(stub.kernels.parent_path().parent_path(), ignored);
  if (of_stub.fault.empty()) return built.fault;
  // The stub is nobody's but ours, so that what its compiler says may be read.
  throw fault_of_machine("it did not compile twice", submission.puzzle,
                         missing_part(of_stub.fault, stub.kernels).value_or(of_stub.fault));
}

// The stub as a submission, of this process.
Submission SubmissionJudge::stub_of(const std::string& puzzle) const {
  const Lesson& lesson = puzzles_.lesson(puzzle);
  const fs::path folder = work_ / fmt::format("stub-{}", getpid());
  fs::remove_all(folder);
  Submission stub{"", "", puzzle, folder / lesson.name() / "kernel.hip", "", lesson.stub(), ""};
  stub.write();
  return stub;
}

// Judged once. A module that cannot be opened, a runner that ends before its first event, and a
// runner that somebody kills, may be the machine's fault.
SubmissionJudge::Judged SubmissionJudge::judge_once(const VariantRef& ref,
                                                    const Submission& submission,
                                                    bool checked) const {
  const auto modules = modules_of(submission);
  const fs::path module = checked ? modules.checked : modules.run;
  const Candidate candidate = platform_.candidate(ref.puzzle->id(), module, seed_);
  bool is_explained = true;
  RunOptions options;
  options.asks_gpu_compilers = false;  // a submission is not read in this process
  options.seed = seed_;
  options.quiet = true;
  options.explains = false;  // nor is its module: its debug information is a stranger's
  options.unforeseen = unforeseen_cases;
  options.prepare_tiles = [&](const Candidate&, const std::set<uint64_t>& tiles) {
    for (const uint64_t tile : tiles) {
      const fs::path of_tile = module_of_tile(module, tile);
      if (fs::exists(of_tile)) continue;  // another variant's
      const std::string fault = build(submission, false, tile, of_tile);
      if (fault.empty()) continue;
      fs::remove(of_tile);
      throw Error(Outcome::load_failed, fmt::format("with tiles of {} {}", tile, fault));
    }
  };
  options.example = ref.example;
  if (checked) {
    options.mode = Checked{.count_accesses = settings_.counts};
    options.only_usual_tiles = true;  // others would have to be compiled for it
    options.most_threads = most_checked_threads;
  }
  const std::chrono::milliseconds limit = in_milliseconds(settings_.timeout_seconds);
  options.timeout = for_kernels_.at_most(checked ? limit * checks_take : limit);
  if (options.timeout.count() == 0) {
    VariantResult result;
    result.fail({Outcome::timed_out,
                 fmt::format("not begun, since earlier runs and checks took {:g} s together",
                             settings_.timeout_seconds * checks_take)});
    return {std::move(result), true};
  }
  TimeLeft::Use use(for_kernels_);
  const RunJob run_job =
      isolation_.runner(module, platform_.module_of(checked), settings_.megabytes << 20,
                        submission.student.empty() ? "the stub" : submission.student);
  const RunJob watched = [&](const Job& job, const SharedMemory& memory,
                             std::chrono::milliseconds timeout, const EventSink& sink) {
    bool has_spoken = false, cannot_run = false;
    const RunnerEnd end = run_job(job, memory, timeout, [&](const Event& event) {
      has_spoken = true;
      cannot_run = cannot_run || blames_machine(event, platform_.is_emulated());
      sink(event);
    });
    const bool was_killed = end.how == RunnerEnd::How::signalled && end.code == SIGKILL;
    const bool ended_at_once = end.how == RunnerEnd::How::exited && !has_spoken;
    is_explained = !was_killed && !ended_at_once && !cannot_run;
    return end;
  };
  VariantResult result = judge(*ref.puzzle, *ref.variant, candidate, options, watched);
  name_kinds(result);
  if (result.outcome == Outcome::timed_out) use.add_timeout(options.timeout);
  // Gaps of a platform are not for a kernel to report. An emulator may lack an instruction, but it
  // is in the kernel's process, so that this is a claim as well.
  if (result.outcome == Outcome::unsupported) {
    result.outcome = Outcome::crashed;
    result.reason = "its process reported that it cannot run here: " + result.reason;
    if (platform_.is_emulated()) result.reason += "; grade it without --emulate as well";
  }
  return {std::move(result), is_explained};
}

// Throws std::exception for faults of the machine.
VariantResult SubmissionJudge::judge_variant(const VariantRef& ref, const Submission& submission,
                                             bool checked) const {
  Judged judged = judge_once(ref, submission, checked);
  if (!judged.is_explained) judged = judge_once(ref, submission, checked);
  if (judged.is_explained) return judged.result;
  const Submission stub = stub_of(submission.puzzle);
  const auto modules = modules_of(stub);
  const bool apart = checked && modules.checked != modules.run;
  std::string fault = compile(stub, apart, 0, apart ? modules.checked : modules.run).fault;
  if (fault.empty()) {
    const Judged of_stub = judge_once(ref, stub, checked);
    if (!of_stub.is_explained) fault = reason_in_words(of_stub.result);
  }
  std::error_code ignored;
  fs::remove_all(stub.kernels.parent_path().parent_path(), ignored);
  if (fault.empty()) return judged.result;
  throw fault_of_machine(reason_in_words(judged.result), submission.puzzle, fault);
}

}  // namespace hippuzzle
