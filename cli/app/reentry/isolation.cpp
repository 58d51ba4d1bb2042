#include "cli/app/reentry/isolation.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>

#include "cli/app/reentry/confined_entry.hpp"
#include "support/files/path_below.hpp"
#include "support/outcome.hpp"
#include "support/process/confinement.hpp"
#include "support/process/external_tool.hpp"
#include "support/process/process.hpp"

namespace hippuzzle {
namespace fs = std::filesystem;
namespace {

constexpr const char* scratch_bytes = "16777216";  // of the only folder a runner can write to
constexpr const char* compiler_scratch_bytes = "268435456";

void append(std::vector<std::string>& words, const std::vector<std::string>& more) {
  words.insert(words.end(), more.begin(), more.end());
}

// The system's files that a confined process sees, each mounted once. bubblewrap reads the list of
// all mounts for each of its own, which is most of the cost of a runner's confinement.
class Mounts {
 public:
  // To read, where it exists and no folder around it is bound already.
  void read_only(const fs::path& path) {
    std::error_code unknown;
    if (!fs::exists(path, unknown) || is_bound(path)) return;
    append(words_, {"--ro-bind-try", path.string(), path.string()});
    bound_.push_back(path);
  }

  // A device, and no other one of its folder.
  void device(const char* path) { append(words_, {"--dev-bind-try", path, path}); }

  // /lib and similar folders, which are links on most systems.
  void system_links() {
    for (const char* path : {"/lib", "/lib64", "/bin"}) {
      if (fs::is_symlink(path)) {
        link(path);
      } else {
        read_only(path);
      }
    }
  }

  // A folder's links, made anew, where it holds nothing else; otherwise the folder.
  void links_of(const fs::path& folder) {
    std::vector<fs::path> entries;
    std::error_code unknown;
    for (const auto& entry : fs::directory_iterator(folder, unknown)) {
      entries.push_back(entry.path());
    }
    if (is_bound(folder)) return;
    if (!std::ranges::all_of(entries, [](const fs::path& path) { return fs::is_symlink(path); })) {
      return read_only(folder);
    }
    for (const fs::path& entry : entries) link(entry);
  }

  // Mounts an empty folder over a folder that is bound. Paths that are bound below it later are
  // seen.
  void hide(const fs::path& folder) {
    if (!is_bound(folder)) return;
    append(words_, {"--size", "65536", "--tmpfs", folder.string()});
    hidden_.push_back(folder);
  }

  const std::vector<std::string>& words() const { return words_; }

 private:
  void link(const fs::path& path) {
    append(words_, {"--symlink", fs::read_symlink(path).string(), path.string()});
  }

  bool is_bound(const fs::path& path) const {
    return std::ranges::any_of(bound_, [&](const fs::path& folder) {
      return is_below(path, folder) && std::ranges::none_of(hidden_, [&](const fs::path& hidden) {
               return is_below(path, hidden) && is_below(hidden, folder);
             });
    });
  }

  std::vector<std::string> words_;
  std::vector<fs::path> bound_, hidden_;
};

fs::path own_program() { return fs::read_symlink("/proc/self/exe"); }

// The libraries that a runner opens for a module, in addition to its own.
std::vector<const char*> libraries_for(ModuleOf of) {
  std::vector<const char*> names = {"libhippuzzle_device_cpu.so", "libhippuzzle_hip_cpu.so"};
  if (of == ModuleOf::checked_cpu) names.push_back("libhippuzzle_hip_cpu_check.so");
  if (of == ModuleOf::amd) {
    names.insert(names.end(), {"libhippuzzle_device_amd.so", "libhippuzzle_amd_emulator.so"});
  }
  return names;
}

// The reason why the program does not work here; "" when it does.
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

// Folders of a compiler outside the system's, such as /opt/gcc/bin/g++, that it reads. Only these:
// the folder around them may be somebody's home.
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

// The scratch folder comes first: only folders bound below it afterwards are visible.
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
          "--size",
          scratch,
          "--tmpfs",
          "/tmp"};
}

Isolation Isolation::choose(const std::string& wanted, const SearchPath& search_path,
                            const std::string& otherwise) {
  if (wanted == "none") return {Kind::none, search_path};
  std::string reasons;
  if (wanted == "auto" || wanted == "bubblewrap") {
    Isolation isolation(Kind::bubblewrap, search_path);
    const auto program = find_program("bwrap");
    std::string why = "bwrap is not on PATH";
    if (program) {
      isolation.program_ = fs::absolute(*program).string();
      auto command = isolation.bubblewrap(scratch_bytes);
      Mounts mounts;
      mounts.device("/dev/null");
      mounts.read_only("/usr");
      mounts.system_links();
      append(command, mounts.words());
      append(command, {"--remount-ro", "/", "--", "/usr/bin/true"});
      why = why_not(command);
    }
    if (why.empty()) return isolation;
    reasons = "bubblewrap: " + why;
  }
  if (wanted == "auto" || wanted == "landlock") {
    const std::string why = landlock_missing();
    if (why.empty() && geteuid() == 0) {
      throw Error(Outcome::usage,
                  fmt::format("Landlock is too weak to confine root{}; install the package "
                              "bubblewrap, or work as an ordinary user",
                              reasons.empty() ? "" : " (" + reasons + ")"));
    }
    if (why.empty()) {
      Isolation isolation(Kind::landlock, search_path);
      isolation.passed_over_ = reasons;
      return isolation;
    }
    reasons += (reasons.empty() ? "Landlock: " : "; Landlock: ") + why;
  }
  throw Error(
      Outcome::unsupported,
      fmt::format("strangers' kernels cannot be confined here ({}); install bubblewrap, or {}",
                  reasons, otherwise));
}

std::string Isolation::name() const {
  return kind_ == Kind::bubblewrap ? "bubblewrap" : kind_ == Kind::landlock ? "landlock" : "none";
}

RunJob Isolation::runner(const fs::path& module, ModuleOf of, RunnerStart how) const {
  how.confined = kind_ != Kind::none;
  if (kind_ == Kind::bubblewrap) {
    const fs::path libraries = search_path_->prefix() / "lib/hippuzzle";
    Mounts mounts;
    mounts.device("/dev/null");
    if (of == ModuleOf::amd) mounts.read_only("/usr/lib");
    for (const fs::path& folder : library_folders(libraries)) mounts.read_only(folder);
    mounts.system_links();
    mounts.links_of("/usr/lib64");
    mounts.hide(libraries);
    for (const char* name : libraries_for(of)) mounts.read_only(libraries / name);
    for (const fs::path& file : {own_program(), libraries / "bundled", module.parent_path(),
                                 fs::path("/etc/ld.so.cache")}) {
      mounts.read_only(file);
    }
    how.tool = bubblewrap(scratch_bytes);
    append(how.tool, mounts.words());
    append(how.tool, {"--remount-ro", "/", "--chdir", "/tmp", "--"});
  }
  return [how](const Job& job, const SharedMemory& memory, std::chrono::milliseconds timeout,
               const EventSink& sink) {
    RunnerEnd end = run_in_child_as(how, job, memory, timeout, sink);
    // bubblewrap ends with 128 + N if signal N ended the program that it started.
    if (!how.tool.empty() && end.how == RunnerEnd::How::exited && end.code > 128) {
      end = {RunnerEnd::How::signalled, end.code - 128};
    }
    return end;
  };
}

Toolchain Isolation::confined(Toolchain toolchain, const fs::path& folder,
                              const std::vector<fs::path>& readable) const {
  toolchain.patience = std::chrono::seconds(60);
  toolchain.of_strangers = true;
  // Warnings are off: nobody reads a stranger's, and looking for them takes a twentieth of a
  // compilation.
  for (const char* warnings : {"-Wall", "-Wextra"}) std::erase(toolchain.compile, warnings);
  append(toolchain.compile, {"-w", "-fmax-errors=20"});
  if (kind_ == Kind::none) return toolchain;
  std::vector<fs::path> paths = readable;
  for (const std::string& directory : toolchain.include) paths.emplace_back(directory);
  for (const std::string& library : toolchain.libraries) {
    if (library.starts_with('/')) paths.emplace_back(library);
  }
  for (const fs::path& path : own_paths(toolchain.compile.at(0))) paths.push_back(path);
  std::vector<std::string> words = confined_command(folder, paths);
  if (!toolchain.environment.empty()) {  // a confined program begins with none
    words.emplace_back("/usr/bin/env");
    append(words, toolchain.environment);
  }
  toolchain.compile.insert(toolchain.compile.begin(), words.begin(), words.end());
  toolchain.link.insert(toolchain.link.begin(), words.begin(), words.end());
  return toolchain;
}

std::vector<std::string> Isolation::confined_command(const fs::path& folder,
                                                     const std::vector<fs::path>& readable) const {
  if (kind_ == Kind::none) return {};
  std::vector<fs::path> paths = readable;
  std::vector<std::string> words;
  if (kind_ == Kind::bubblewrap) {
    Mounts mounts;
    for (const fs::path& path : compiler_paths()) {
      if (path.string().starts_with("/dev")) {
        mounts.device(path.c_str());
      } else if (!fs::is_symlink(path)) {
        mounts.read_only(path);
      }
    }
    mounts.system_links();
    for (const fs::path& path : library_folders(search_path_->prefix() / "lib/hippuzzle")) {
      mounts.read_only(path);
    }
    const fs::path libraries = search_path_->prefix() / "lib/hippuzzle";
    const auto is_around = [&](const fs::path& path) { return is_below(libraries, path); };
    const auto inside = std::ranges::stable_partition(paths, is_around).begin();
    for (auto path = paths.begin(); path != inside; ++path) mounts.read_only(*path);
    mounts.hide(libraries);
    mounts.read_only(libraries / "bundled");
    mounts.read_only(own_program());
    for (auto path = inside; path != paths.end(); ++path) mounts.read_only(*path);
    words = bubblewrap(compiler_scratch_bytes);
    append(words, mounts.words());
    append(words, {"--bind", folder.string(), folder.string(), "--remount-ro", "/", "--"});
  }
  append(words, {own_program().string(), confined_argument, folder.string()});
  for (const fs::path& path : paths) words.push_back(path.string());
  words.emplace_back("--");
  return words;
}

}  // namespace hippuzzle
