// `hippuzzle cc prog.hip -o prog`: HIP programs for the CPU. The command line is a compiler's, so
// that it can replace hipcc; its own options come before, among or after the
// compiler's.

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <tuple>

#include "cli/app/cc/report_program.hpp"
#include "cli/args/check_options.hpp"
#include "cli/args/option_values.hpp"
#include "cli/commands/commands.hpp"
#include "cli/report/output.hpp"
#include "cli/terminal/screen/terminal.hpp"
#include "engine/platforms/platforms.hpp"
#include "hip_cc/driver/command_line.hpp"
#include "hip_cc/driver/hip_function_list.hpp"
#include "hip_cc/driver/program_build.hpp"
#include "hip_cc/driver/response_files.hpp"
#include "hip_cc/driver/run_cache.hpp"
#include "hip_cc/findings/suppressions.hpp"
#include "support/files/cache_folder.hpp"
#include "support/system_error.hpp"
#include "toolchain/toolchain.hpp"

namespace hippuzzle::commands {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

bool take(Words& words, const std::string& option) { return std::erase(words, option) != 0; }

// Messages of a compiler go where it writes them.
void print_messages(const std::string& text) { fmt::print(stderr, "{}", text); }

// The words up to the source, and the program's words after it.
std::pair<Words, Words> at_source(const Words& words) {
  for (size_t count = 1; count <= words.size(); ++count) {
    const Words front(words.begin(), words.begin() + static_cast<ptrdiff_t>(count));
    try {
      if (!cc::read_command_line(front).sources.empty()) {
        return {front, Words(words.begin() + static_cast<ptrdiff_t>(count), words.end())};
      }
    } catch (const Error&) {  // an option's value comes next
    }
  }
  throw Error(Outcome::usage,
              "`hippuzzle cc --run` has no source to run; write `hippuzzle cc --run prog.hip`");
}

[[noreturn]] void become(const fs::path& program, const Words& arguments) {
  std::string name = program.string();
  std::vector<char*> argv = {name.data()};
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  execv(name.c_str(), argv.data());
  throw_system_error("cannot run", program);
}

Outcome run_program(const Words& words, const Toolchain& toolchain,
                    const cc::ProgramSettings& settings) {
  const auto [compiler, arguments] = at_source(words);
  if (compiler.back() == "-") {
    throw Error(Outcome::usage,
                "`hippuzzle cc --run` keeps standard input for the program; write the source into "
                "a file");
  }
  const fs::path folder = cache_folder("cc");
  if (folder.empty()) {
    throw Error(Outcome::usage,
                "`hippuzzle cc --run` keeps programs in a cache and there is no home for one; set "
                "HOME or XDG_CACHE_HOME");
  }
  const auto [program, text, lacks_part] =
      cc::cached_program(toolchain, cc::read_command_line(compiler), settings, folder);
  print_messages(text);
  if (program.empty()) return lacks_part ? Outcome::unsupported : Outcome::load_failed;
  become(program, arguments);
}

Outcome print_hip_functions(const Toolchain& toolchain, const fs::path& list) {
  const std::vector<cc::CoveredFunction> functions = cc::hip_function_list(toolchain, list);
  const auto there = std::ranges::count(functions, true, &cc::CoveredFunction::is_there);
  std::string text = fmt::format("{} of {} functions of HIP are there\n", there, functions.size());
  for (const bool is_there : {true, false}) {
    text += is_there ? "\nthere:\n" : "\nnot there:\n";
    for (const cc::CoveredFunction& function : functions) {
      if (function.is_there == is_there) text += "  " + function.name + "\n";
    }
  }
  write_text(text);
  return Outcome::passed;
}

void refuse_words_behind(const Words& words, std::string_view option) {
  if (words.front() != option || words.size() == 1) return;
  throw Error(Outcome::usage, fmt::format("`hippuzzle cc {}` takes no other words; leave out '{}'",
                                          option, words[1]));
}

Error nothing_to_compile() {
  return {Outcome::usage,
          "`hippuzzle cc` has nothing to compile; write `hippuzzle cc prog.hip -o prog`"};
}

// Reports a file that cannot be read before it makes the program.
CheckOptions check_options(Words& words) {
  CheckOptions options = take_check_options(words);
  if (!options.suppressions.empty()) cc::Suppressions(options.suppressions);
  return options;
}

// A cached program is the same whatever is asked of its check.
void add_to_environment(const std::string& options) {
  if (options.empty()) return;
  const char* const before = getenv("HIPPUZZLE_CHECK");
  setenv("HIPPUZZLE_CHECK", fmt::format("{}:{}", before ? before : "", options).c_str(), 1);
}

Outcome run_cc(Words words, const GlobalOptions& globals) {
  // If the program runs, all words after its source are the program's.
  const bool runs = std::ranges::find(words, "--run") != words.end();
  refuse_words_behind(words, "--bin");
  refuse_words_behind(words, "--coverage");
  if (words.front() == "--bin") {
    write_text((globals.search_path().shared_data() / "cc/bin").string() + "\n");
    return Outcome::passed;
  }
  if (words.front() == "--report" && words.size() > 1)
    return report_program(Words(words.begin() + 1, words.end()));
  if (words.front() == "--frame-layout" && words.size() == 4)
    return write_frame_layout(Words(words.begin() + 1, words.end()));
  const Toolchain toolchain = Toolchain::read(globals.search_path().prefix(), cpu_platform().name);
  if (words.front() == "--coverage") {
    return print_hip_functions(toolchain,
                               globals.search_path().shared_data() / "cc/hip_functions.txt");
  }
  cc::ProgramSettings settings;
  settings.colours = wants_colour(stderr);
  if (runs) {
    auto [compiler, arguments] = at_source(words);
    refuse_empty_words("cc", compiler);
    take(compiler, "--run");
    const CheckOptions options = check_options(compiler);
    settings.checked = options.checked;
    add_to_environment(options.defaults);
    compiler.insert(compiler.end(), arguments.begin(), arguments.end());
    return run_program(compiler, toolchain, settings);
  }
  refuse_empty_words("cc", words);
  const CheckOptions options = check_options(words);
  settings.checked = options.checked;
  settings.check_defaults = options.defaults;
  const cc::CommandLine line = cc::read_command_line(cc::with_response_files(words));
  if (!line.has_input() && line.asks_compiler) become(toolchain.compile.front(), line.options);
  if (!line.has_input()) throw nothing_to_compile();
  const cc::BuildMessages built = cc::ProgramBuild(toolchain, line, settings).run();
  write_text(built.output);
  print_messages(built.text);
  if (built.lacks_part) return Outcome::unsupported;
  return built.succeeded ? Outcome::passed : Outcome::load_failed;
}

}  // namespace

void add_cc(Command command, const GlobalOptions& globals) {
  auto words = std::make_shared<Words>();
  auto flags = std::make_shared<std::array<bool, 6>>();
  command.option("words", *words, "sources, objects, libraries and options of g++ or hipcc")
      .type_name("WORD")
      .repeatable();
  command.flag("--check", (*flags)[0], "compile the program so that its kernels are checked");
  for (const auto& [option, type, what] :
       {std::tuple("--blocks", "N", "check at most N blocks of each launch, spread over its grid"),
        {"--schedules", "N",
         "how many orders of blocks and threads to try where the result may depend on it [3]"},
        {"--seed", "N", "of orders that are shuffled [1]"},
        {"--max-findings", "N", "show at most N [20]"},
        {"--max-steps", "N", "basic blocks that a thread may run through [67108864]"},
        {"--format", "FORMAT", "text, json or sarif [text]"},
        {"--log-path", "FILE", "where to write findings [standard error]"},
        {"--suppressions", "FILE", "findings to let pass, a line each: KIND:NAME"},
        {"--trace", "KERNEL[:N]",
         "show what a block does in the kernel's Nth launch [the first], as `hippuzzle trace` "
         "does"},
        {"--block", "X,Y,Z", "with --trace: the block [0,0,0]"},
        {"--thread", "X,Y,Z", "with --trace: list every access of this thread"},
        {"--html", "FILE", "with --trace: write it as a page with a slider over the phases"}}) {
    command.option(option, fmt::format("with --check: {}", what)).type_name(type);
  }
  command.flag("--counts", (*flags)[4],
               "with --check: show each kernel's memory accesses, as `hippuzzle check` does");
  command.flag(
      "--leaks", (*flags)[5],
      "with --check: list the arrays that are never freed, by the line of their allocation");
  command.flag("--run", (*flags)[1],
               "run the source that follows, with the words after it as arguments");
  command.flag("--bin", (*flags)[2], "print a folder for PATH that has a hipcc and a hipconfig");
  command.flag("--coverage", (*flags)[3], "list HIP's functions, supported and unsupported ones");
  command.footer(
      "hippuzzle cc prog.hip -o prog && ./prog\n"
      "hippuzzle cc --run prog.hip its arguments\n"
      "PATH=$(hippuzzle cc --bin):$PATH make\n"
      "Options for GPUs are left out; -O2 and -std=gnu++17 where the command says nothing else.");
  command.act([command, words, flags, &globals]() -> Outcome {
    if (command.words_as_typed().empty()) throw nothing_to_compile();
    return run_cc(command.words_as_typed(), globals);
  });
}

}  // namespace hippuzzle::commands
