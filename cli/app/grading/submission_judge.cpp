#include "cli/app/grading/submission_judge.hpp"

#include <fmt/format.h>
#include <signal.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "cli/app/run/run_settings.hpp"
#include "cli/report/advice_text.hpp"
#include "engine/judge/cases/size.hpp"
#include "engine/judge/judge.hpp"
#include "engine/results/finding_kinds.hpp"
#include "support/outcome.hpp"
#include "toolchain/kernel_build.hpp"
#include "toolchain/source_rules.hpp"

namespace hippuzzle {
namespace fs = std::filesystem;
namespace {

constexpr int checks_take = 30;  // of checked kernels; and the most that all of a submission's take
constexpr uint32_t unforeseen_cases = 2;         // of a variant
constexpr uint64_t most_checked_threads = 1024;  // of a checked case except the example

// "2 findings (race, out-of-bounds)". Their places are unknown: the module is not read.
void name_kinds(VariantResult& result) {
  if (result.outcome != Outcome::findings) return;
  std::set<std::string_view> kinds;
  for (const Finding& finding : result.findings) {
    if (is_error(finding)) kinds.insert(rule_of(finding.kind).id);
  }
  result.reason += fmt::format(" ({})", fmt::join(kinds, ", "));
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

}  // namespace

SubmissionJudge::SubmissionJudge(const GradeSettings& settings, const GradedPuzzles& puzzles,
                                 const GradingPlatform& platform, const Isolation& isolation,
                                 fs::path work)
    : settings_(settings),
      puzzles_(puzzles),
      platform_(platform),
      isolation_(isolation),
      compiler_(settings, puzzles, platform, isolation, std::move(work)) {}

Grade SubmissionJudge::blank(const Submission& submission) const {
  Grade grade;
  grade.folder = submission.folder;
  grade.hash = submission.hash;
  grade.isolation = isolation_.name();
  grade.seed = compiler_.seed();
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
  compiler_.begin();
  try {
    if (submission.kernels.empty()) throw Error(Outcome::not_submitted, submission.why_not);
    submission.write();
    grade_variants(grade, submission);
  } catch (const Error& error) {
    grade.outcome = error.outcome();
    grade.reason = shortened(in_words(error));
    if (grade.outcome == Outcome::not_checked) grade.variants.clear();
  } catch (const std::exception& error) {
    grade = unjudged(submission, error.what());
  }
  if (!submission.kernels.empty()) {  // hundreds of students' would fill a disk
    std::error_code ignored;
    fs::remove_all(submission.kernels.parent_path(), ignored);
  }
  grade.prints = compiler_.prints();
  grade.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  return grade;
}

void SubmissionJudge::grade_variants(Grade& grade, const Submission& submission) const {
  // An emulator sees each access of the machine code, so that its source is not preprocessed.
  const auto in_source = fault_of_text(submission.text, !platform_.checks_what_runs());
  std::string fault = in_source ? "it is refused: " + in_words(*in_source) : "";
  if (fault.empty()) fault = compiler_.build(submission, 0, compiler_.module_of(submission));
  if (fault.empty() && !platform_.checks_what_runs()) fault = compiler_.fault_of_tokens(submission);
  if (!fault.empty()) throw Error(Outcome::load_failed, fault);
  std::optional<std::string> unverified_code;
  std::vector<Outcome> outcomes;
  for (const VariantRef& ref : puzzles_.variants(submission.puzzle)) {
    const VariantResult result = judge_variant(ref, submission, false);
    GradedVariant variant{ref.flag, result.outcome, reason_in_words(result), false};
    for (const hippuzzle_extents& size :
         unforeseen_sizes(*ref.variant, compiler_.seed(), unforeseen_cases))
      variant.unforeseen.push_back(size_text(size, *ref.variant));
    if (result.outcome == Outcome::passed && !settings_.no_check) {
      const VariantResult check = judge_variant(ref, submission, true);
      variant.checked = check.outcome != Outcome::not_checked;
      variant.outcome = check.outcome;
      variant.reason = reason_in_words(check);
      if (ended_early(check.outcome)) variant.reason = "in the check: " + variant.reason;
      const bool needs_verification = check.outcome == Outcome::passed && compiler_.is_of_check();
      if (needs_verification && !unverified_code)
        unverified_code = compiler_.unverified(submission);
      if (needs_verification && !unverified_code->empty()) {
        variant.checked = false;
        variant.outcome = Outcome::not_checked;
        variant.reason = *unverified_code;
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

// Judged once. A module that cannot be opened, a runner that ends before its first event, and a
// runner that somebody kills, may be the machine's fault.
SubmissionJudge::Judged SubmissionJudge::judge_once(const VariantRef& ref,
                                                    const Submission& submission,
                                                    bool checked) const {
  const fs::path module = compiler_.module_of(submission);
  const Candidate candidate = platform_.candidate(ref.puzzle->id(), module, compiler_.seed());
  bool is_explained = true;
  RunOptions options;
  options.asks_gpu_compilers = false;  // a submission is not read in this process
  options.seed = compiler_.seed();
  options.quiet = true;
  options.explains = false;  // nor is its module: its debug information is a stranger's
  options.unforeseen = unforeseen_cases;
  options.prepare_tiles = [&](const Candidate&, const std::set<uint64_t>& tiles) {
    for (const uint64_t tile : tiles) {
      const fs::path of_tile = module_of_tile(module, tile);
      if (fs::exists(of_tile)) continue;  // another variant's
      const std::string fault = compiler_.build(submission, tile, of_tile);
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
      isolation_.runner(module, platform_.module_of(compiler_.is_of_check()),
                        {.most_memory = settings_.megabytes << 20,
                         .stranger = submission.student.empty() ? "the stub" : submission.student});
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
  // is in the kernel's process, so that this is a claim as well: a wrong kernel may make it.
  if (result.outcome == Outcome::unsupported) {
    result.outcome = Outcome::crashed;
    result.reason =
        platform_.is_emulated()
            ? fmt::format(
                  "its process reported a gap of the emulator, which nobody can verify: "
                  "{}; an honest kernel may be right: grade it without --emulate",
                  result.reason)
            : fmt::format("its process reported that it cannot run here: {}", result.reason);
  }
  return {std::move(result), is_explained};
}

// Throws std::exception for faults of the machine.
VariantResult SubmissionJudge::judge_variant(const VariantRef& ref, const Submission& submission,
                                             bool checked) const {
  Judged judged = judge_once(ref, submission, checked);
  if (!judged.is_explained) judged = judge_once(ref, submission, checked);
  if (judged.is_explained) return judged.result;
  const Submission stub = compiler_.stub_of(submission.puzzle);
  std::string fault = compiler_.compile(stub, 0, compiler_.module_of(stub)).fault;
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
