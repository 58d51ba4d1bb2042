// `hippuzzle grade DIR`: a class's submissions, one folder a student, compiled and run confined.
#include <fmt/format.h>

#include <filesystem>
#include <memory>

#include "cli/app/batch/shard_options.hpp"
#include "cli/app/grading/grading.hpp"
#include "cli/args/option_groups.hpp"
#include "cli/args/option_values.hpp"
#include "cli/args/output_options.hpp"
#include "cli/commands/commands.hpp"
#include "cli/terminal/screen/logging.hpp"

namespace hippuzzle::commands {
namespace {

struct GradeState {
  std::string folder;
  std::optional<std::string> results, isolation, shard;
  bool without_isolation = false;
  OutputSettings output;
  GradeSettings settings;
};

// "grades-class" for "…/class/": in the teacher's current directory, outside of the graded folder.
// Each shard has its own.
std::filesystem::path usual_results(const std::string& folder, const Shard& shard) {
  auto path = std::filesystem::weakly_canonical(folder);
  std::string name = "grades-" + path.filename().string();
  if (shard.count > 1) name += fmt::format("-{}-of-{}", shard.index, shard.count);
  return std::filesystem::current_path() / name;
}

Outcome run_grade(GradeState& state, const GlobalOptions& globals) {
  GradeSettings& settings = state.settings;
  settings.folder = std::filesystem::absolute(state.folder);
  settings.shard = Shard::choose(state.shard);
  settings.results =
      std::filesystem::absolute(state.results ? std::filesystem::path(*state.results)
                                              : usual_results(state.folder, settings.shard));
  const auto inside = std::filesystem::weakly_canonical(settings.results)
                          .lexically_relative(std::filesystem::weakly_canonical(settings.folder));
  if (!inside.empty() && *inside.begin() != "..") {
    throw Error(Outcome::usage,
                "results must not lie in the folder that is graded; name another "
                "one with --results");
  }
  settings.isolation = state.without_isolation ? "none" : state.isolation.value_or("auto");
  const std::vector<Output> outputs =
      open_outputs(choose_outputs(state.output, names_of(grade_formats())));
  Grading grading(settings, globals.search_path(), globals.catalog());
  grading.run();
  write_result(outputs, grade_formats(),
               ShownGrades{grading.grades(), grading.facts(), grading.worst_outcome(),
                           settings.results.string()});
  return grading.worst_outcome();
}

}  // namespace

void add_grade(Command command, const GlobalOptions& globals) {
  auto state = std::make_shared<GradeState>();
  GradeSettings& settings = state->settings;
  command
      .option("folder", state->folder,
              "a folder with one folder for each student, or one student's folder")
      .required();
  command
      .option("--puzzle", settings.puzzles,
              "only these puzzles, by name or pattern; all by default")
      .type_name("NAME")
      .repeatable();
  command.option("--results", state->results, "folder for results [./grades-FOLDER]")
      .type_name("DIR");
  command
      .option("--marks", settings.marks,
              "file of points, part marks and deadlines; docs/teach/grading.md describes it")
      .type_name("FILE");
  command.option("--jobs", settings.jobs, "submissions at a time [1]")
      .type_name("N")
      .check(at_least_one);
  command
      .option("--secret", settings.secret,
              "file with the seed of the random cases; the system's by default, and recorded")
      .type_name("FILE");
  command.option("--timeout", settings.timeout_seconds, "seconds that a variant may take [10]")
      .type_name("SECONDS")
      .check(seconds);
  command.option("--memory", settings.megabytes, "MiB that a kernel's process may use [2048]")
      .type_name("MIB")
      .check(positive_number);
  add_shard(command, state->shard, settings.durations);
  command.flag("--no-check", settings.no_check, "do not check kernels that passed");
  add_emulate(command, settings.emulate);
  command.flag("--counts", settings.counts,
               "record the memory accesses of checked kernels in grades.json");
  command.flag("--again", settings.again, "grade all, also files that this folder has results of");
  command
      .option("--isolation", state->isolation,
              "auto, bubblewrap or landlock: the tool that confines compilers and kernels [auto]")
      .type_name("NAME")
      .one_of({"auto", "bubblewrap", "landlock"});
  command.flag("--without-isolation", state->without_isolation,
               "run strangers' kernels with all of your rights");
  command.named("--without-isolation")
      .excludes(command.named("--isolation"),
                "--isolation and --without-isolation contradict each other; choose one");
  command.named("--counts")
      .excludes(command.named("--no-check"),
                "counts are the check's; leave out --no-check or --counts")
      .excludes(command.named("--emulate"),
                "--counts works on the CPU platform only; leave it or --emulate out");
  add_outputs(command, state->output, names_of(grade_formats()));
  command.act([state, &globals] { return run_grade(*state, globals); });
}

}  // namespace hippuzzle::commands
