// `hippuzzle show-asm p16 --tiled`: the machine code of compiled kernels beside their source lines.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>

#include "cli/app/learner/learner.hpp"
#include "cli/app/run/session.hpp"
#include "cli/args/option_groups.hpp"
#include "cli/args/option_values.hpp"
#include "cli/args/output_options.hpp"
#include "cli/args/puzzle_argument.hpp"
#include "cli/commands/commands.hpp"
#include "cli/report/machine_code/machine_code_report.hpp"
#include "cli/terminal/screen/pager.hpp"
#include "engine/platforms/platforms.hpp"

namespace hippuzzle::commands {
namespace {

struct ShowAsmState {
  PuzzleArgument puzzle;
  RunSettings run;
  std::string backend = cpu_platform().name;
  std::string target;
  OutputSettings output;
};

std::filesystem::path module_of(const std::string& puzzle, const Platform& platform,
                                Learner* learner, const SearchPath& search_path) {
  if (learner != nullptr) return learner->modules().module_with_lines(platform.name, puzzle);
  if (const auto module = search_path.reference_module(platform.name, puzzle)) return *module;
  throw Error(
      Outcome::unsupported,
      fmt::format("there is no {} module of {}, and machine code is read from compiled ones; "
                  "`./dev build` makes one where {} is found",
                  platform.name, puzzle, platform.compiler));
}

// The variant that the command line names, or a puzzle's only one.
VariantRef one_variant(const PuzzleArgument& argument, const CatalogEntry& entry) {
  std::vector<std::string> flags;
  for (const VariantRef& ref : entry.refs) {
    if (entry.refs.size() == 1 || argument.flags == std::vector<std::string>{ref.flag}) return ref;
    flags.push_back("--" + ref.flag);
  }
  throw Error(Outcome::usage,
              fmt::format("name one variant of {}: {}", entry.id, fmt::join(flags, ", ")));
}

Outcome run_show_asm(ShowAsmState& state, const GlobalOptions& globals) {
  const auto formats = machine_code_formats();
  const auto choices = choose_outputs(state.output, names_of(formats));
  const Platform& platform = *find_platform(state.backend);
  if (platform.is_simulated && !state.target.empty()) {
    throw Error(Outcome::usage,
                fmt::format("--target names a GPU's code, found '{}' with --backend {}; choose the "
                            "--backend of that GPU",
                            state.target, platform.name));
  }
  const VariantRef ref = one_variant(state.puzzle, state.puzzle.entry(globals));
  const std::string puzzle = ref.puzzle->id();
  auto learner = Learner::of(puzzle, globals.catalog(), state.run);
  say_whose_kernels_run(globals.catalog(), state.run);
  const auto module =
      module_of(puzzle, platform, learner ? &*learner : nullptr, globals.search_path());
  const ShownMachineCode shown{ref.id, ref.flag, platform.name,
                               learner ? Kernels::yours : Kernels::reference,
                               machine_code(module, platform, ref.variant->name, state.target)};
  if (choices.size() == 1 && !choices[0].file && choices[0].format == "text") {
    print_paged(machine_code_text(shown, standard_look()));
  } else {
    write_result(open_outputs(choices), formats, shown);
  }
  return Outcome::passed;
}

}  // namespace

void add_show_asm(Command command, const GlobalOptions& globals) {
  auto state = std::make_shared<ShowAsmState>();
  add_puzzle_argument(command, state->puzzle, globals, Variants::as_flags).required();
  std::vector<std::string> names;
  for (const Platform& platform : platforms()) names.emplace_back(platform.name);
  command.option("--backend", state->backend, "the platform whose code is shown [cpu]")
      .type_name("NAME")
      .one_of(names);
  command
      .option("--target", state->target,
              "of a GPU's module with code for several: sm_90, gfx90a, … [the first]")
      .type_name("NAME");
  add_solution(command, state->run, "show");
  add_workspace(command, state->run, "show");
  add_outputs(command, state->output, names_of(machine_code_formats()));
  command.act([state, &globals] { return run_show_asm(*state, globals); });
}

}  // namespace hippuzzle::commands
