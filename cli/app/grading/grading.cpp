#include "cli/app/grading/grading.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/random.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <set>

#include "cli/app/batch/worker_pool.hpp"
#include "cli/app/grading/module_rules.hpp"
#include "cli/app/run/run_options.hpp"
#include "cli/app/run/selection.hpp"
#include "cli/args/global_options.hpp"
#include "cli/report/words/advice.hpp"
#include "cli/results/recorded_durations.hpp"
#include "cli/terminal/screen/logging.hpp"
#include "cli/terminal/screen/output_file.hpp"
#include "cli/terminal/text/plain_text.hpp"
#include "engine/judge/judge.hpp"
#include "engine/support/colour.hpp"
#include "engine/support/system_error.hpp"
#include "engine/support/text_file.hpp"
#include "workspace/kernel_build.hpp"
#include "workspace/precompiled_headers.hpp"
#include "workspace/puzzle_source.hpp"

namespace hippuzzle {
namespace fs = std::filesystem;
namespace {

constexpr int checks_take = 30;                  // of checked kernels
constexpr uint64_t most_checked_threads = 1024;  // of a checked case but the example

// What a checked source begins with, behind the puzzle's headers: these are the checker's, and the
// source cannot tell by a macro that it is checked, nor have a function left out by one, not even
// by a name that it pastes together. A header of ours that asks whether it is checked belongs in
// front.
constexpr const char* checked_head =
    "#include <hippuzzle/bindings.hpp>\n"
    "#include <hippuzzle/portable.hpp>\n"
    "#undef __SANITIZE_THREAD__\n"
    "#pragma GCC poison HIP_CPU_CHECKED\n"
    "#undef HIP_CPU_UNCHECKED\n"
    "#define HIP_CPU_UNCHECKED\n"
    "#undef HIPPUZZLE_HD\n"
    "#define HIPPUZZLE_HD\n"
    "enum { hidden_shared_alignment = HIP_CPU_SHARED_ALIGNMENT };\n"
    "#undef HIP_CPU_SHARED_ALIGNMENT\n"
    "#define HIP_CPU_SHARED_ALIGNMENT sizeof(char[hidden_shared_alignment])\n";

uint64_t read_secret(const std::string& file) {
  const auto text = read_file(file);
  const auto end = text ? text->find_last_not_of(" \n\r\t") : std::string::npos;
  const std::string digits = text && end != text->npos ? text->substr(0, end + 1) : "";
  if (digits.empty() || digits.size() > 19 ||
      digits.find_first_not_of("0123456789") != digits.npos) {
    throw Error(Outcome::usage,
                fmt::format("'{}' holds no seed; it must be a file with a whole number of at most "
                            "19 digits",
                            file));
  }
  return std::stoull(digits);
}

uint64_t seed_of_the_system() {
  uint64_t seed = 0;
  if (getrandom(&seed, sizeof seed, 0) != sizeof seed) throw_system_error("no random seed");
  return seed % 1'000'000'000'000'000'000;
}

// One grading at a time writes into a folder. The lock ends with this process.
FileDescriptor locked(const fs::path& folder) {
  FileDescriptor descriptor(open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (descriptor.get() < 0) throw cannot_write(folder.string(), errno);
  if (flock(descriptor.get(), LOCK_EX | LOCK_NB) != 0) {
    throw Error(Outcome::usage,
                fmt::format("another grading writes to '{}'; wait for it, or name another folder "
                            "with --results",
                            folder.string()));
  }
  return descriptor;
}

constexpr const char* work_prefix = ".grading-";

// Of a grading that was killed.
void remove_leftovers(const fs::path& results) {
  std::vector<fs::path> left;
  for (const auto& entry : fs::directory_iterator(results)) {
    if (entry.path().filename().string().starts_with(work_prefix)) left.push_back(entry.path());
  }
  for (const fs::path& folder : left) fs::remove_all(folder);
}

// What compilers and kernels made a judge say: plain text of a few lines.
std::string shortened(std::string text) {
  constexpr size_t most = 2000;
  if (text.size() > most) text = text.substr(0, most) + " …";
  return without_control_bytes(text);
}

// A function that the checker leaves out could do there what it likes.
std::string text_fault(const fs::path& kernels) {
  const std::string text = read_file(kernels).value_or("");
  for (const char* word : {"no_sanitize", "no_instrument_function", "HIPPUZZLE_HD",
                           "HIP_CPU_UNCHECKED", "__SANITIZE_"}) {
    if (text.find(word) == text.npos) continue;
    return fmt::format("it is refused: its text names `{}`, which is not for kernels to use", word);
  }
  return "";
}

}  // namespace

Grading::Grading(const GradeSettings& settings, const SearchPath& search_path,
                 const Catalog& catalog)
    : settings_(settings),
      search_path_(search_path),
      platform_(settings.emulate, search_path),
      isolation_(Isolation::choose(settings.isolation, search_path)) {
  if (!isolation_.passed_over().empty()) logging::info("{}", isolation_.passed_over());
  choose_puzzles(catalog);
  platform_name_ = platform_.name(lessons_.front().id());
  require_class(settings.folder);  // before anything is made for it
  fs::create_directories(settings.results);
  results_ = locked(settings.results);
  remove_leftovers(settings.results);
  work_.emplace(work_prefix, settings.results);
  copy_puzzles();
  submissions_ = take_submissions(settings.folder, lessons_, work() / "submissions");
  cut_shard();
  grades_.resize(submissions_.size());
  seed_ = settings.secret ? read_secret(*settings.secret) : seed_of_the_system();
  go_on();
  prepare_compilers();
}

void Grading::choose_puzzles(const Catalog& catalog) {
  const auto patterns =
      settings_.puzzles.empty() ? std::vector<std::string>{"*"} : settings_.puzzles;
  for (const SelectedPuzzle& selected : select_puzzles(patterns, catalog, search_path_)) {
    if (!selected.built && !selected.by_name) continue;
    CatalogEntry entry = catalog.open(selected.id);
    Lesson lesson(catalog, entry.refs.front().puzzle->id());
    if (!lesson.has_stub()) continue;  // a ladder
    entries_.push_back(std::move(entry));
    lessons_.push_back(std::move(lesson));
  }
  if (lessons_.empty()) {
    throw Error(Outcome::usage,
                "none of these puzzles has anything to fill in; see `hippuzzle "
                "list`");
  }
}

// The submissions of a puzzle share what a compiler has read of its headers.
void Grading::prepare_compilers() {
  constexpr size_t worth_it = 3;  // precompiling takes as long as it saves at so many
  const Toolchain toolchain = platform_.toolchain();
  size_t prepared = 0;
  for (const Lesson& lesson : lessons_) {
    progress_.show("compiling headers",
                   static_cast<double>(prepared++) / static_cast<double>(lessons_.size()));
    size_t to_compile = 0;
    for (size_t i = 0; i < submissions_.size(); ++i) {
      const bool is_graded = !grades_[i].puzzle.empty();
      const bool is_there =
          submissions_[i].puzzle == lesson.id() && !submissions_[i].kernels.empty();
      if (is_there && !is_graded) ++to_compile;
    }
    if (to_compile == 0) continue;
    Toolchain run = toolchain;
    if (to_compile < worth_it) run.precompile.clear();
    const std::string text = leading_includes(lesson.folder());
    PrecompiledHeaders plain(run, text, headers());
    if (!settings_.no_check && !platform_.checks_what_runs()) {
      PrecompiledHeaders checked(run.checked(), text + checked_head, headers());
      checked_compilers_[lesson.id()] = checked.finish();
    }
    run_compilers_[lesson.id()] = plain.finish();
  }
}

// Every shard takes all submissions, and keeps its part.
void Grading::cut_shard() {
  const RecordedDurations durations(settings_.durations);
  std::vector<double> seconds;
  for (const Submission& submission : submissions_) {
    const std::string name = fmt::format("{}: {}", submission.student, submission.puzzle);
    plan_.planned.push_back(in_one_line(name));
    seconds.push_back(submission.kernels.empty() ? 0
                                                 : durations.seconds({name, submission.puzzle}));
  }
  plan_.shard = settings_.shard.index;
  plan_.shards = settings_.shard.count;
  if (settings_.shard.count > 1) keep_pieces(submissions_, pieces_of(settings_.shard, seconds));
}

// What a student's file is compiled with: not the solution, nor anything that tells it.
void Grading::copy_puzzles() const {
  for (const Lesson& lesson : lessons_) {
    const fs::path folder = work() / "puzzles" / lesson.name();
    fs::create_directories(folder);
    for (const auto& file : fs::directory_iterator(lesson.folder())) {
      const fs::path name = file.path().filename();
      const bool wanted = name == "bindings.hip" || name.extension() == ".hpp";
      if (wanted && file.is_regular_file()) fs::copy_file(file.path(), folder / name);
    }
  }
}

// Those that are not graded yet, but of files that are the same for a puzzle the first alone; the
// others are `twins` of it. Contents are compared: two texts of one hash can be made.
std::vector<size_t> Grading::to_do(std::map<size_t, std::vector<size_t>>& twins) const {
  std::map<std::pair<std::string, std::string>, std::vector<size_t>> by_hash;
  std::vector<size_t> first_ones;
  for (size_t i = 0; i < submissions_.size(); ++i) {
    const Submission& submission = submissions_[i];
    if (!grades_[i].puzzle.empty()) continue;
    if (!submission.kernels.empty()) {
      std::vector<size_t>& alike = by_hash[{submission.puzzle, submission.hash}];
      const auto same = std::ranges::find_if(alike, [&](size_t other) {
        return read_file(submissions_[other].kernels) == read_file(submission.kernels);
      });
      if (same != alike.end()) {
        twins[*same].push_back(i);
        continue;
      }
      alike.push_back(i);
    }
    first_ones.push_back(i);
  }
  return first_ones;
}

void Grading::run() {
  std::map<size_t, std::vector<size_t>> twins;
  std::vector<size_t> to_do = this->to_do(twins);
  WorkerPool pool(static_cast<size_t>(settings_.jobs), WorkerPool::Where::in_workers,
                  [&](size_t task) { return grade_line(grade(submissions_[task])); });
  std::vector<char> died_before(submissions_.size());
  size_t done = submissions_.size() - to_do.size();
  const auto show_progress = [&] {
    progress_.show(fmt::format("{} of {}", done, submissions_.size()),
                   static_cast<double>(done) / static_cast<double>(submissions_.size()));
  };
  if (!submissions_.empty()) show_progress();
  for (size_t next = 0; next < to_do.size() || pool.is_busy();) {
    while (next < to_do.size() && pool.has_idle()) pool.start(to_do[next++]);
    const WorkerPool::Finished finished = pool.wait();
    const Submission& submission = submissions_[finished.task];
    stop_if_full();
    // Kernels and compilers are confined: what ends a worker is the machine's, and is tried again.
    if (!finished.died.empty() && died_before[finished.task] == 0) {
      died_before[finished.task] = 1;
      to_do.push_back(finished.task);
      continue;
    }
    Grade result = finished.died.empty() ? grade_of_line(finished.message)
                                         : unjudged(submission, "twice " + finished.died);
    result.student = submission.student;
    result.puzzle = submission.puzzle;
    keep(result, finished.task);
    ++done;
    const auto alike = twins.extract(finished.task);
    for (const size_t twin : alike ? alike.mapped() : std::vector<size_t>()) {
      if (result.outcome == Outcome::not_checked) {  // the machine's fault, perhaps
        to_do.push_back(twin);
        continue;
      }
      result.student = submissions_[twin].student;
      result.seconds = 0;
      keep(result, twin);
      ++done;
    }
    show_progress();
  }
  progress_.clear();
  for (Grade& grade : grades_) grade.student = in_one_line(grade.student);
  name_same_texts();
  replace_file(settings_.results / "grades.json", document());
  replace_file(settings_.results / "grades.csv", grades_csv(grades_));
  append_to_journal("{\"kind\":\"end\"}");
}

// A hint and no judgement: of short kernels many right ones are the same.
void Grading::name_same_texts() {
  std::map<std::pair<std::string, std::string>, std::vector<size_t>> alike;  // by puzzle and text
  for (size_t i = 0; i < submissions_.size(); ++i) {
    const Submission& submission = submissions_[i];
    if (submission.kernels.empty()) continue;
    alike[{submission.puzzle, code_alone(read_file(submission.kernels).value_or(""))}].push_back(i);
  }
  for (const Lesson& lesson : lessons_) alike.erase({lesson.id(), code_alone(lesson.stub())});
  for (const auto& [text, places] : alike) {
    for (const size_t place : places) {
      for (const size_t other : places) {
        if (other != place) grades_[place].same_text.push_back(grades_[other].student);
      }
    }
  }
}

std::string Grading::document() const {
  return grades_json(grades_, {plan_, isolation_.name(), platform_name_, seed_}, worst_outcome());
}

Outcome Grading::worst_outcome() const {
  std::vector<Outcome> outcomes;
  for (const Grade& grade : grades_) outcomes.push_back(grade.outcome);
  return worst(outcomes);
}

// A disk without room makes an honest student's compiler fail: nothing that came about so is kept.
void Grading::stop_if_full() const {
  constexpr uintmax_t least = 4 << 20;
  std::error_code unknown;
  const fs::space_info space = fs::space(settings_.results, unknown);
  if (unknown || space.available >= least) return;
  throw Error(Outcome::usage,
              fmt::format("there is no space left in '{}', and what is graded now might fail for "
                          "that; make room and call the same again: it goes on with what it has",
                          settings_.results.string()));
}

Grade Grading::unjudged(const Submission& submission, const std::string& why) const {
  Grade grade;
  grade.outcome = Outcome::not_checked;
  grade.reason = shortened(fmt::format("it could not be judged: {}", why));
  grade.hash = submission.hash;
  grade.isolation = isolation_.name();
  grade.seed = seed_;
  return grade;
}

// In a worker.
Grade Grading::grade(const Submission& submission) const {
  const auto began = std::chrono::steady_clock::now();
  Grade grade;
  grade.hash = submission.hash;
  grade.isolation = isolation_.name();
  grade.seed = seed_;
  try {
    if (submission.kernels.empty()) throw Error(Outcome::not_submitted, submission.why_not);
    grade_variants(grade, submission);
  } catch (const Error& error) {
    grade.outcome = error.outcome();
    grade.reason = shortened(in_words(error));
  } catch (const std::exception& error) {
    grade = unjudged(submission, error.what());
  }
  for (const char* built : {"run", "checked"}) {  // hundreds of students' would fill a disk
    std::error_code ignored;
    if (!submission.kernels.empty()) {
      fs::remove_all(submission.kernels.parent_path() / built, ignored);
    }
  }
  grade.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  return grade;
}

void Grading::grade_variants(Grade& grade, const Submission& submission) const {
  const fs::path source = submission.kernels.parent_path(), name = submission.puzzle + ".so";
  const fs::path module = source / "run" / name;
  const fs::path checked = platform_.checks_what_runs() ? module : source / "checked" / name;
  std::string fault = text_fault(submission.kernels);
  if (!fault.empty()) throw Error(Outcome::load_failed, fault);
  fault = build(submission, false, 0, module);
  if (fault.empty() && !settings_.no_check && checked != module)
    fault = build(submission, true, 0, checked);
  if (!fault.empty()) throw Error(Outcome::load_failed, fault);
  const auto lesson = std::ranges::find(lessons_, submission.puzzle, &Lesson::id);
  const CatalogEntry& entry = entries_[static_cast<size_t>(lesson - lessons_.begin())];
  std::vector<Outcome> outcomes;
  for (const VariantRef& ref : entry.refs) {
    VariantResult result = judge_one(ref, submission, module, false);
    // What a platform lacks is not for a kernel to say; what an interpreter lacks is not its fault.
    if (result.outcome == Outcome::unsupported)
      result.outcome = platform_.is_emulated() ? Outcome::not_checked : Outcome::crashed;
    GradedVariant variant{ref.flag, result.outcome, reason_in_words(result), false, ""};
    if (result.outcome == Outcome::passed && !settings_.no_check) {
      const VariantResult check = judge_one(ref, submission, checked, true);
      variant.checked = check.outcome == Outcome::passed || check.outcome == Outcome::findings;
      variant.outcome = variant.checked ? check.outcome : Outcome::not_checked;
      variant.reason = reason_in_words(check);
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

// Compiles and links, confined. Returns what is wrong, for the student; "" when the module may run.
std::string Grading::build(const Submission& submission, bool checked, uint64_t tile,
                           const fs::path& module) const {
  const fs::path source = submission.kernels.parent_path();
  const fs::path puzzle = work() / "puzzles" / source.filename();
  const fs::path folder = module.parent_path();
  fs::create_directories(folder);
  const auto& compilers = checked ? checked_compilers_ : run_compilers_;
  const Toolchain toolchain = isolation_.confined(compilers.at(submission.puzzle), folder,
                                                  {submission.kernels, puzzle, headers()});
  KernelBuild build(toolchain, {submission.kernels, puzzle, module, tile}, source);
  const BuildResult result = build.finish();
  if (!result.succeeded) {
    const std::string text = without_colour(result.diagnostics.text);
    return "it does not compile: " + shortened(text.empty() ? "the compiler was ended" : text);
  }
  const std::string fault = module_fault(module, platform_.module_of(checked));
  return fault.empty() ? "" : fmt::format("it is refused: {}", fault);
}

VariantResult Grading::judge_one(const VariantRef& ref, const Submission& submission,
                                 const fs::path& module, bool checked) const {
  const Candidate candidate = platform_.candidate(ref.puzzle->id(), module, seed_);
  RunOptions options;
  options.asks_gpu_compilers = false;  // a submission is not read in this process
  options.seed = seed_;
  options.timeout = in_milliseconds(settings_.timeout_seconds);
  options.quiet = true;
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
    options.timeout *= checks_take;
    options.most_threads = most_checked_threads;
  }
  return judge(*ref.puzzle, *ref.variant, candidate, options,
               isolation_.runner(module, platform_.module_of(checked), settings_.megabytes << 20));
}

}  // namespace hippuzzle
