#include "cli/app/grading/isolation.hpp"

#include <fmt/format.h>

#include <chrono>

#include "cli/reentry/confined_entry.hpp"
#include "engine/process/child_runner.hpp"
#include "engine/support/confinement.hpp"
#include "engine/support/external_tool.hpp"
#include "engine/support/outcome.hpp"
#include "engine/support/process.hpp"

namespace hippuzzle {
namespace fs = std::filesystem;
namespace {

constexpr const char* scratch_bytes = "16777216";  // of the only folder a runner can write to
constexpr const char* compiler_scratch_bytes = "268435456";

void append(std::vector<std::string>& words, const std::vector<std::string>& more) {
  words.insert(words.end(), more.begin(), more.end());
}

void bind_read_only(std::vector<std::string>& words, const fs::path& path) {
  append(words, {"--ro-bind-try", path.string(), path.string()});
}

// /lib and its like, which are links on most systems.
void bind_system_links(std::vector<std::string>& words) {
  for (const char* path : {"/lib", "/lib64", "/bin"}) {
    if (fs::is_symlink(path)) {
      append(words, {"--symlink", fs::read_symlink(path).string(), path});
    } else {
      bind_read_only(words, path);
    }
  }
}

fs::path own_program() { return fs::read_symlink("/proc/self/exe"); }

// Why the program does not work here; "" when it does.
std::string why_not(const std::vector<std::string>& command) {
  try {
    Process process(command);
    std::string output;
    const auto status = process.wait_for(std::chrono::seconds(10), output);
    if (status == 0) return "";
    const std::string line = output.substr(0, output.find('\n'));
    return line.empty() ? "it does not come to an end here" : line;
  } catch (const std::exception& error) {
    return error.what();
  }
}

std::string landlock_missing() {
  const int version = landlock_version();
  if (version >= signals_version) return "";
  return version == 0 ? "this system has no Landlock"
                      : fmt::format("this system's Landlock has version {}, {} is needed", version,
                                    signals_version);
}

// What a compiler outside the system's folders, such as /opt/gcc/bin/g++, reads of its own. Only
// these folders: the one that they are in may be somebody's home.
std::vector<fs::path> own_paths(const fs::path& compiler) {
  std::vector<fs::path> paths;
  std::error_code unknown;
  for (const fs::path& program : {compiler, fs::canonical(compiler, unknown)}) {
    const fs::path prefix = program.parent_path().parent_path();
    if (!program.is_absolute() || prefix == "/usr" || prefix == "/") continue;
    for (const char* name : {"bin", "lib", "lib64", "libexec", "include"}) {
      if (fs::is_directory(prefix / name, unknown)) paths.push_back(prefix / name);
    }
  }
  return paths;
}

}  // namespace

// The scratch folder comes first: what is bound below it afterwards is seen.
std::vector<std::string> Isolation::bubblewrap(const char* scratch) const {
  return {program_,
          "--unshare-all",
          "--unshare-user",
          "--disable-userns",
          "--die-with-parent",
          "--new-session",
          "--clearenv",
          "--cap-drop",
          "ALL",
          "--proc",
          "/proc",
          "--dev",
          "/dev",
          "--size",
          scratch,
          "--tmpfs",
          "/tmp"};
}

Isolation Isolation::choose(const std::string& wanted, const SearchPath& search_path) {
  if (wanted == "none") return {Kind::none, search_path};
  std::string reasons;
  if (wanted == "auto" || wanted == "bubblewrap") {
    Isolation isolation(Kind::bubblewrap, search_path);
    const auto program = find_program("bwrap");
    std::string why = "bwrap is not on PATH";
    if (program) {
      isolation.program_ = fs::absolute(*program).string();
      auto command = isolation.bubblewrap(scratch_bytes);
      bind_read_only(command, "/usr");
      bind_system_links(command);
      append(command, {"--remount-ro", "/", "--", "/usr/bin/true"});
      why = why_not(command);
    }
    if (why.empty()) return isolation;
    reasons = "bubblewrap: " + why;
  }
  if (wanted == "auto" || wanted == "landlock") {
    const std::string why = landlock_missing();
    if (why.empty()) {
      Isolation isolation(Kind::landlock, search_path);
      isolation.passed_over_ = reasons;
      return isolation;
    }
    reasons += (reasons.empty() ? "Landlock: " : "; Landlock: ") + why;
  }
  throw Error(Outcome::unsupported,
              fmt::format("strangers' kernels cannot be confined here ({}); install bubblewrap, or "
                          "run without confinement with --without-isolation",
                          reasons));
}

std::string Isolation::name() const {
  return kind_ == Kind::bubblewrap ? "bubblewrap" : kind_ == Kind::landlock ? "landlock" : "none";
}

RunJob Isolation::runner(const fs::path& module, uint64_t most_memory, bool emulated) const {
  RunnerStart how;
  how.most_memory = most_memory;
  how.confined = kind_ != Kind::none;
  if (kind_ == Kind::bubblewrap) {
    const fs::path libraries = search_path_->prefix() / "lib/hippuzzle";
    how.tool = bubblewrap(scratch_bytes);
    for (const fs::path& folder : library_folders(libraries)) bind_read_only(how.tool, folder);
    bind_system_links(how.tool);
    if (emulated) bind_read_only(how.tool, "/usr/lib");
    for (const fs::path& file :
         {own_program(), libraries / "libhippuzzle_device_cpu.so",
          libraries / "libhippuzzle_hip_cpu.so", libraries / "libhippuzzle_hip_cpu_check.so",
          libraries / "libhippuzzle_device_amd.so", libraries / "libhippuzzle_amd_emulator.so",
          libraries / "bundled", module.parent_path(), fs::path("/etc/ld.so.cache"),
          fs::path("/usr/lib64")}) {
      bind_read_only(how.tool, file);
    }
    append(how.tool, {"--remount-ro", "/", "--chdir", "/tmp", "--"});
  }
  return [how](const Job& job, const SharedMemory& memory, std::chrono::milliseconds timeout,
               const EventSink& sink) {
    RunnerEnd end = run_in_child_as(how, job, memory, timeout, sink);
    // bubblewrap ends with 128 + N where what it started was ended by signal N.
    if (!how.tool.empty() && end.how == RunnerEnd::How::exited && end.code > 128) {
      end = {RunnerEnd::How::signalled, end.code - 128};
    }
    return end;
  };
}

Toolchain Isolation::confined(Toolchain toolchain, const fs::path& folder,
                              const std::vector<fs::path>& readable) const {
  toolchain.patience = std::chrono::seconds(60);
  // Nobody reads a stranger's warnings, and looking for them takes a twentieth of a compilation.
  for (const char* warnings : {"-Wall", "-Wextra"}) std::erase(toolchain.compile, warnings);
  append(toolchain.compile, {"-w", "-fmax-errors=20"});
  if (kind_ == Kind::none) return toolchain;
  std::vector<fs::path> paths = readable;
  for (const std::string& directory : toolchain.include) paths.emplace_back(directory);
  for (const std::string& library : toolchain.libraries) {
    if (library.starts_with('/')) paths.emplace_back(library);
  }
  for (const fs::path& path : own_paths(toolchain.compile.at(0))) paths.push_back(path);
  std::vector<std::string> words;
  if (kind_ == Kind::bubblewrap) {
    words = bubblewrap(compiler_scratch_bytes);
    for (const fs::path& path : compiler_paths()) {
      if (!path.string().starts_with("/dev") && !fs::is_symlink(path)) bind_read_only(words, path);
    }
    bind_system_links(words);
    for (const fs::path& path : library_folders(search_path_->prefix() / "lib/hippuzzle")) {
      bind_read_only(words, path);
    }
    bind_read_only(words, search_path_->prefix() / "lib/hippuzzle/bundled");
    bind_read_only(words, own_program());
    for (const fs::path& path : paths) bind_read_only(words, path);
    append(words, {"--bind", folder.string(), folder.string(), "--remount-ro", "/", "--"});
  }
  append(words, {own_program().string(), confined_argument, folder.string()});
  for (const fs::path& path : paths) words.push_back(path.string());
  words.emplace_back("--");
  if (!toolchain.environment.empty()) {  // a confined program begins with none
    words.emplace_back("/usr/bin/env");
    append(words, toolchain.environment);
  }
  toolchain.compile.insert(toolchain.compile.begin(), words.begin(), words.end());
  toolchain.link.insert(toolchain.link.begin(), words.begin(), words.end());
  return toolchain;
}

}  // namespace hippuzzle
