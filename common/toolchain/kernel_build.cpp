#include "toolchain/kernel_build.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <iomanip>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <utility>

#include "hip_cc/rewrite/launches.hpp"
#include "support/files/source_file.hpp"
#include "support/files/text_file.hpp"
#include "support/outcome.hpp"
#include "support/text/json.hpp"
#include "support/text/rounded_seconds.hpp"
#include "toolchain/content_hash.hpp"
#include "toolchain/dynamic_shared_memory.hpp"
#include "toolchain/missing_part.hpp"
#include "toolchain/prerequisites.hpp"

namespace hippuzzle {
namespace fs = std::filesystem;
using json = nlohmann::ordered_json;
namespace {

void append(std::vector<std::string>& list, const std::vector<std::string>& more) {
  list.insert(list.end(), more.begin(), more.end());
}

// The file that binds a puzzle's variants to kernels.
fs::path bindings_of(const fs::path& puzzle) {
  const fs::path bindings = puzzle / "bindings.hip";
  const fs::path name_of_abi_1 = puzzle / "kernels.hip";
  if (!fs::exists(bindings) && fs::exists(name_of_abi_1)) {
    throw Error(Outcome::load_failed,
                fmt::format("{} has the name that ABI 1 gave to a puzzle's binding; rename it to "
                            "bindings.hip",
                            name_of_abi_1.string()));
  }
  return bindings;
}

// Whether the kernels' file has this text.
bool contains(const fs::path& kernels, std::string_view text) {
  return read_source_file(kernels).value_or("").find(text) != std::string::npos;
}

}  // namespace

bool can_be_included(const fs::path& file) {
  return file.string().find_first_of("\"\n\r") == std::string::npos;
}

KernelBuild::KernelBuild(Toolchain toolchain, KernelSources sources, fs::path shown_from)
    : KernelBuild(std::move(toolchain), std::move(sources), std::move(shown_from),
                  Start::compiler) {}

KernelBuild::KernelBuild(Toolchain toolchain, KernelSources sources, fs::path shown_from,
                         Start start)
    : toolchain_(std::move(toolchain)),
      sources_(std::move(sources)),
      shown_from_(std::move(shown_from)),
      lock_(locked()),
      kept_(toolchain_.of_strangers ? std::nullopt : up_to_date()),
      began_(fs::file_time_type::clock::now()) {
  if (kept_) return;
  if (compiled_file() != sources_.kernels) write_without_launches();
  if (start == Start::nothing) return;
  auto command = compile_command();
  append(command, toolchain_.colour);
  compiler_.emplace(command, toolchain_.environment, Process::Errors::kept,
                    toolchain_.of_strangers ? Process::Output::socket : Process::Output::pipe);
}

BuildResult KernelBuild::finish() {
  if (kept_) return *kept_;
  std::string output;
  const int status = wait_for(*compiler_, "compiler", output);
  BuildResult result;
  result.diagnostics = learner_diagnostics(output, sources_.kernels, shown_from_);
  if (status != 0) result.missing = missing_in(output);
  if (status == 0) {
    const Diagnostics warnings = result.diagnostics;
    result = link();
    result.diagnostics.text = warnings.text + result.diagnostics.text;
    // A stranger's source may have named files that nobody should open: reading a file in /proc may
    // wait.
    if (result.succeeded && !toolchain_.of_strangers) remember(warnings);
  } else if (result.diagnostics.errors == 0) {
    result.diagnostics.text += output;  // no shorter form exists
  }
  result.compiled = true;
  result.seconds = std::chrono::duration<double>(fs::file_time_type::clock::now() - began_).count();
  return result;
}

// A stranger's source can make a compiler say anything.
std::string KernelBuild::missing_in(const std::string& output) const {
  if (toolchain_.of_strangers) return "";
  return missing_part(output, sources_.kernels).value_or("");
}

// Returns its exit status.
int KernelBuild::wait_for(Process& program, const char* what, std::string& output) const {
  constexpr size_t most_of_strangers = 1 << 20;
  const size_t most = toolchain_.of_strangers ? most_of_strangers : ~size_t{0};
  if (const auto status = program.wait_for(toolchain_.patience, output, most)) return *status;
  const std::string file = fs::proximate(sources_.kernels, shown_from_).string();
  if (output.size() > most) {
    throw Error(Outcome::load_failed,
                fmt::format("the {} of {} printed more than {} MiB, so it was ended; look at its "
                            "first error",
                            what, file, most >> 20));
  }
  throw Error(Outcome::load_failed,
              fmt::format("{} was still being compiled after {} s, so its {} was ended; look for "
                          "templates or constants that need each other without end",
                          file, rounded_seconds(toolchain_.patience), what));
}

FileLock KernelBuild::locked() const {
  for (const char* extension : {".json", ".so", ".new", ".o", ".d", ".s", ".ii"})
    remove_unless_regular(beside(extension));
  return FileLock(beside(".lock"));
}

fs::path KernelBuild::beside(const char* extension) const {
  return fs::path(sources_.module).replace_extension(extension);
}

fs::path KernelBuild::compiled_file() const {
  const bool reads_launches = toolchain_.launch_headers.empty();
  if (reads_launches || !contains(sources_.kernels, "<<<")) return sources_.kernels;
  return beside(".hip");
}

// The line marker has the compiler and debuggers name the learner's file.
void KernelBuild::write_without_launches() const {
  std::ostringstream text;
  for (const std::string& header : toolchain_.launch_headers)
    text << "#include <" << header << ">\n";
  text << "# 1 " << std::quoted(sources_.kernels.string()) << "\n";
  const std::string shown = fs::proximate(sources_.kernels, shown_from_).string();
  text << cc::rewrite_launches(read_source_file(sources_.kernels).value_or(""), shown).source;
  replace_file(beside(".hip"), text.str());
}

// The compiler with all that decides what a source means, and what it is to make of it.
std::vector<std::string> KernelBuild::command_to(const std::vector<std::string>& end) const {
  if (!can_be_included(sources_.kernels)) {
    throw Error(Outcome::load_failed,
                fmt::format("the path {} has a quotation mark or a line break, and no compiler "
                            "opens it; rename the folder",
                            sources_.kernels.string()));
  }
  std::vector<std::string> command = toolchain_.compile;
  if (!contains(sources_.kernels, gap_marker)) append(command, toolchain_.finished);
  const fs::path file = compiled_file();
  command.push_back(fmt::format("-DHIPPUZZLE_KERNELS=\"{}\"", file.string()));
  if (file != sources_.kernels)
    append(command, {"-iquote", sources_.kernels.parent_path().string()});
  if (sources_.tile != 0) command.push_back(fmt::format("-DHIPPUZZLE_TILE={}", sources_.tile));
  command.push_back("-I" + sources_.puzzle.string());
  for (const std::string& directory : toolchain_.include) command.push_back("-I" + directory);
  append(command, end);
  return command;
}

std::vector<std::string> KernelBuild::compile_command() const {
  return command_to(
      {"-MMD", "-MF", beside(".d"), "-c", bindings_of(sources_.puzzle), "-o", beside(".o")});
}

std::optional<std::string> KernelBuild::preprocessed(Toolchain toolchain, KernelSources sources,
                                                     fs::path shown_from) {
  const KernelBuild build(std::move(toolchain), std::move(sources), std::move(shown_from),
                          Start::nothing);
  const Toolchain& by = build.toolchain_;
  const fs::path text = build.beside(".ii");
  auto command = build.command_to({"-E", bindings_of(build.sources_.puzzle), "-o", text});
  // Macros come from the precompiled header, and its text is left out. Without a rule for make g++
  // 12 fails on the option that lists the files of that header.
  std::erase(command, "-fpch-deps");
  if (!by.precompile.empty()) command.emplace_back("-fpch-preprocess");
  Process preprocessor(command, by.environment, Process::Errors::dropped,
                       by.of_strangers ? Process::Output::socket : Process::Output::pipe);
  std::string ignored;
  if (preprocessor.wait_for(by.patience, ignored) != 0) return std::nullopt;
  return fs::is_regular_file(text) ? read_file(text) : std::nullopt;
}

std::vector<std::string> KernelBuild::link_command() const {
  std::vector<std::string> command = toolchain_.link;
  append(command, {beside(".o"), "-o", beside(".new"),
                   fmt::format("-Wl,-soname,{}", sources_.module.filename().string())});
  append(command, toolchain_.libraries);
  return command;
}

// A hash of the commands and of the contents of files; a missing file differs from an empty one.
std::string KernelBuild::key(const std::vector<std::string>& files) const {
  ContentHash hash;
  for (const auto& command : {compile_command(), link_command(), toolchain_.environment}) {
    for (const std::string& word : command) hash.add(word);
  }
  for (const std::string& file : files) {
    const bool is_file = fs::is_regular_file(file);  // a FIFO would wait
    const auto contents = is_file ? read_file(file) : std::nullopt;
    hash.add(file);
    hash.add(contents ? *contents : "no such file");
  }
  return hash.text();
}

std::optional<BuildResult> KernelBuild::up_to_date() const {
  const auto text = read_file(beside(".json"));
  if (!text || !fs::exists(sources_.module)) return std::nullopt;
  try {
    const json record = parse_json(*text);
    if (record.at("key") != key(record.at("files"))) return std::nullopt;
    return BuildResult{true, false, 0, {record.at("warnings"), 0}, ""};
  } catch (const json::exception&) {  // not written by this hippuzzle: build again
    return std::nullopt;
  }
}

BuildResult KernelBuild::link() {
  auto command = link_command();
  auto undefined = undefined_thread_locals(beside(".o"));
  for (const std::string& library : toolchain_.libraries) {
    if (undefined.empty() || !library.ends_with(".so")) continue;
    const auto provided = exported_thread_locals(library);
    std::erase_if(undefined, [&](const std::string& name) { return provided.contains(name); });
  }
  if (!undefined.empty()) {
    replace_file(beside(".s"), define_dynamic_shared(undefined));
    command.push_back(beside(".s"));
  }
  std::string output;
  Process linker(command, toolchain_.environment);
  BuildResult result;
  result.succeeded = wait_for(linker, "linker", output) == 0;
  if (!result.succeeded) {
    result.diagnostics = linker_diagnostics(output, sources_.kernels, shown_from_);
    result.missing = missing_in(output);
    return result;
  }
  // Without its record a module is built again, so at no moment does a record describe another one.
  fs::remove(beside(".json"));
  fs::rename(beside(".new"), sources_.module);
  return result;
}

void KernelBuild::remember(const Diagnostics& warnings) const {
  auto files = prerequisites(read_file(beside(".d")).value_or(""));
  std::ranges::replace(files, beside(".hip").string(), sources_.kernels.string());
  for (const std::string& file : files) {
    std::error_code gone;
    // Saved while the compiler ran: nobody knows which contents it saw.
    if (fs::last_write_time(file, gone) >= began_ || gone) return;
  }
  const json record = {{"key", key(files)}, {"files", files}, {"warnings", warnings.text}};
  replace_file(beside(".json"), to_line(record));
}

}  // namespace hippuzzle
