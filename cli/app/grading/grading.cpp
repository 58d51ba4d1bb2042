#include "cli/app/grading/grading.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "cli/app/batch/worker_pool.hpp"
#include "cli/app/grading/similarity.hpp"
#include "cli/report/grades/feedback.hpp"
#include "cli/report/results/recorded_durations.hpp"
#include "cli/terminal/screen/logging.hpp"
#include "cli/terminal/screen/output_file.hpp"
#include "lessons/puzzle_source.hpp"
#include "support/files/text_file.hpp"
#include "support/outcome.hpp"
#include "support/system_error.hpp"

namespace hippuzzle {
namespace fs = std::filesystem;
namespace {

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

// Results that somebody else can write would be kept as if they had been graded.
void require_own(const FileDescriptor& folder, const fs::path& path) {
  struct stat about = {};
  if (fstat(folder.get(), &about) != 0) throw cannot_write(path.string(), errno);
  if (about.st_uid == geteuid() && (about.st_mode & S_IWOTH) == 0) return;
  throw Error(
      Outcome::usage,
      fmt::format("the results folder '{}' {}; name a folder of your own with --results",
                  path.string(),
                  about.st_uid == geteuid() ? "can be written by everybody" : "is another user's"));
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
  require_own(descriptor, folder);
  return descriptor;
}

constexpr const char* work_prefix = ".grading-";

// Removes the files of a grading that was killed.
void remove_leftovers(const fs::path& results) {
  std::vector<fs::path> left;
  for (const auto& entry : fs::directory_iterator(results)) {
    if (entry.path().filename().string().starts_with(work_prefix)) left.push_back(entry.path());
  }
  for (const fs::path& folder : left) fs::remove_all(folder);
}

}  // namespace

Grading::Grading(const GradeSettings& settings, const SearchPath& search_path,
                 const Catalog& catalog)
    : settings_(settings),
      platform_(settings.emulate, search_path),
      isolation_(Isolation::choose(settings.isolation, search_path,
                                   "run without confinement with --without-isolation")),
      puzzles_(settings.puzzles, search_path, catalog),
      platform_name_(platform_.name(puzzles_.lessons().front().id())),
      installation_(search_path, platform_.toolchain()) {
  if (!isolation_.passed_over().empty()) logging::info("{}", isolation_.passed_over());
  if (!settings.no_check && !platform_.checks_what_runs() && !platform_.disassembler()) {
    logging::info(
        "the machine code of checked kernels is not verified, because objdump is not on PATH or "
        "the processor is not an x86-64; install the package binutils");
  }
  require_class(settings.folder);  // before anything is made for it
  if (settings.marks) marks_.emplace(*settings.marks, puzzles_);
  if (is_one_students(settings.folder, puzzles_.lessons())) {
    logging::info("'{}' holds kernels itself, so it is graded as one student's folder",
                  settings.folder.filename().string());
  }
  fs::create_directories(settings.results);
  results_ = locked(settings.results);
  remove_leftovers(settings.results);
  work_.emplace(work_prefix, settings.results);
  puzzles_.copy_to(work() / "puzzles");
  submissions_ = take_submissions(settings.folder, puzzles_.lessons(), work() / "submissions");
  cut_shard();
  grades_.resize(submissions_.size());
  seed_ = settings.secret ? read_secret(*settings.secret) : seed_of_the_system();
  go_on();
  judge_.emplace(settings, puzzles_, platform_, isolation_, work());
  judge_->prepare(to_compile(), seed_,
                  [&](double fraction) { progress_.show("compiling headers", fraction); });
}

// The number of submissions of each puzzle.
std::map<std::string, size_t> Grading::to_compile() const {
  std::map<std::string, size_t> counts;
  for (size_t i = 0; i < submissions_.size(); ++i) {
    const bool is_graded = !grades_[i].puzzle.empty();
    if (!is_graded && !submissions_[i].kernels.empty()) ++counts[submissions_[i].puzzle];
  }
  return counts;
}

// Every shard takes all submissions, and keeps its part.
void Grading::cut_shard() {
  const RecordedDurations durations(settings_.durations);
  std::vector<double> seconds;
  for (const Submission& submission : submissions_) {
    const std::string name = fmt::format("{}: {}", submission.student, submission.puzzle);
    plan_.planned.push_back(name);
    seconds.push_back(submission.kernels.empty() ? 0
                                                 : durations.seconds({name, submission.puzzle}));
  }
  plan_.shard = settings_.shard.index;
  plan_.shards = settings_.shard.count;
  if (settings_.shard.count > 1) keep_pieces(submissions_, pieces_of(settings_.shard, seconds));
}

// The submissions that are not graded yet. Equal files for one puzzle are graded once: the later
// ones are `twins` of the first.
std::vector<size_t> Grading::to_do(Twins& twins) const {
  std::map<std::pair<std::string, std::string>, size_t> by_hash;
  std::vector<size_t> first_ones;
  for (size_t i = 0; i < submissions_.size(); ++i) {
    const Submission& submission = submissions_[i];
    if (!grades_[i].puzzle.empty()) continue;
    if (!submission.kernels.empty()) {
      const auto [first, is_new] = by_hash.try_emplace({submission.puzzle, submission.hash}, i);
      if (!is_new) {
        twins[first->second].push_back(i);
        continue;
      }
    }
    first_ones.push_back(i);
  }
  return first_ones;
}

void Grading::run() {
  Twins twins;
  std::vector<size_t> to_do = this->to_do(twins);
  WorkerPool pool(static_cast<size_t>(settings_.jobs), WorkerPool::Where::in_workers,
                  [&](size_t task) {
                    // The lock is the parent's alone: a copy in a worker, or in a process that it
                    // started, would hold the folder after the parent was killed.
                    results_.reset();
                    return grade_line(judge_->grade(submissions_[task]));
                  });
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
    if (!submission.kernels.empty()) stop_if_replaced();  // else nothing was compiled
    // Kernels and compilers are confined, so only the machine ends a worker: the submission is
    // tried again.
    if (!finished.died.empty() && died_before[finished.task] == 0) {
      died_before[finished.task] = 1;
      to_do.push_back(finished.task);
      continue;
    }
    Grade result = finished.died.empty() ? grade_of_line(finished.message)
                                         : judge_->unjudged(submission, "twice " + finished.died);
    result.student = submission.student;
    result.puzzle = submission.puzzle;
    keep(result, finished.task);
    ++done;
    const auto alike = twins.extract(finished.task);
    for (const size_t twin : alike ? alike.mapped() : std::vector<size_t>()) {
      if (is_unjudged(result)) {
        to_do.push_back(twin);
        continue;
      }
      result.student = submissions_[twin].student;
      result.folder = submissions_[twin].folder;  // its prints are the same
      result.seconds = 0;
      keep(result, twin);
      ++done;
    }
    show_progress();
  }
  progress_.clear();
  name_same_texts();
  compare_sources();
  for (size_t i = 0; marks_ && i < grades_.size(); ++i) marks_->mark(grades_[i], submissions_[i]);
  write_feedback();
  replace_file(settings_.results / "grades.json", grades_json(grades_, facts(), worst_outcome()));
  replace_file(settings_.results / "grades.csv", grades_csv(grades_));
  append_to_journal("{\"kind\":\"end\"}");
}

// A hint and no judgement: of short kernels many right ones are the same.
void Grading::name_same_texts() {
  constexpr size_t most_named = 100;  // of a large class that has one text
  std::map<std::pair<std::string, std::string>, std::vector<size_t>> alike;  // by puzzle and text
  for (size_t i = 0; i < submissions_.size(); ++i) {
    const Submission& submission = submissions_[i];
    if (submission.kernels.empty()) continue;
    alike[{submission.puzzle, code_alone(submission.text)}].push_back(i);
  }
  for (const Lesson& lesson : puzzles_.lessons())
    alike.erase({lesson.id(), code_alone(lesson.stub())});
  for (const auto& [text, places] : alike) {
    for (const size_t place : places) {
      Grade& grade = grades_[place];
      for (const size_t other : places) {
        if (grade.same_text.size() == most_named) break;
        if (other != place) grade.same_text.push_back(grades_[other].student);
      }
      grade.more_of_same_text = places.size() - 1 - grade.same_text.size();
    }
  }
}

// A submission that was not preprocessed has the prints of its text.
void Grading::compare_sources() {
  for (size_t i = 0; i < grades_.size(); ++i) {
    const Submission& submission = submissions_[i];
    if (grades_[i].prints.empty() && !submission.kernels.empty()) {
      grades_[i].prints =
          prints_of_source(submission.text, puzzles_.lesson(submission.puzzle).stub());
    }
  }
  name_similar(grades_, submissions_);
}

// Replaces the files of an earlier grading one by one, so that a student who left keeps the last.
void Grading::write_feedback() const {
  const fs::path folder = settings_.results / "feedback";
  fs::create_directories(folder);
  for (const auto own : by_student(grades_)) {  // from the journal, which is on the disk
    replace_derived_file(folder / feedback_name(own.front()), feedback_text(own));
  }
}

GradingFacts Grading::facts() const { return {plan_, isolation_.name(), platform_name_, seed_}; }

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
              fmt::format("there is no space left in '{}', and grades from now on might fail for "
                          "that; make room and repeat the command: it keeps the grades so far",
                          settings_.results.string()));
}

// The same holds if an update or a build replaced hippuzzle meanwhile.
void Grading::stop_if_replaced() const {
  const auto file = installation_.replaced();
  if (!file) return;
  throw Error(Outcome::usage,
              fmt::format("'{}' was replaced while this graded, and grades from now on might fail "
                          "for that; repeat the command: it keeps the grades so far",
                          file->string()));
}

}  // namespace hippuzzle
