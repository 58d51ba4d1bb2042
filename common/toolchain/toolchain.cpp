#include "toolchain/toolchain.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include "support/outcome.hpp"
#include "support/process/external_tool.hpp"
#include "support/text/toml.hpp"

namespace hippuzzle {
namespace fs = std::filesystem;
namespace {

std::string replace_all(std::string text, const std::string& from, const std::string& to) {
  for (size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size()) {
    text.replace(at, from.size(), to);
  }
  return text;
}

std::string package_of(const std::string& compiler) {
  if (compiler == "c++" || compiler.starts_with("g++")) return "the package g++";
  if (compiler == "nvcc") return "the CUDA toolkit";
  if (compiler == "hipcc") return "the package hipcc";
  return "it";
}

// The compiler at that path, or the one of its name on PATH.
std::string find_compiler(const std::string& path) {
  if (access(path.c_str(), X_OK) == 0) return path;
  const std::string name = fs::path(path).filename();
  if (const auto found = find_program(name)) return *found;
  throw Error(Outcome::unsupported,
              fmt::format("there is no compiler '{}' (neither at {} nor on PATH); install {} to "
                          "compile kernels of your own",
                          name, path, package_of(name)));
}

// Where hippuzzle came as packages, its headers are in one of their own.
void require_headers(const std::string& platform, const std::vector<std::string>& include) {
  for (const std::string& folder : include) {
    if (folder.find("/include/hippuzzle/") == std::string::npos || fs::exists(folder)) continue;
    throw Error(Outcome::unsupported,
                fmt::format("hippuzzle's headers for '{}' are not here (there is no {}), so that "
                            "nothing compiles; install the package hippuzzle-dev",
                            platform, folder));
  }
}

class Reader {
 public:
  Reader(const fs::path& prefix, const fs::path& path)
      : prefix_(prefix.string()), table_(path, Outcome::load_failed, "install hippuzzle again") {}

  std::vector<std::string> strings(const char* key) const {
    std::vector<std::string> items = table_.strings(key);
    std::erase(items, "");
    for (std::string& item : items) item = replace_all(item, "@PREFIX@", prefix_);
    return items;
  }

  std::vector<std::string> command(const char* key) const {
    std::vector<std::string> items = strings(key);
    if (items.empty()) table_.refuse(key, "a program and its options");
    items.front() = find_compiler(items.front());
    return items;
  }

 private:
  std::string prefix_;
  TomlTable table_;
};

}  // namespace

Toolchain Toolchain::read(const fs::path& prefix, const std::string& platform) {
  const fs::path path = prefix / "lib/hippuzzle/toolchains" / (platform + ".toml");
  if (!fs::exists(path)) {
    throw Error(Outcome::unsupported,
                fmt::format("this hippuzzle cannot compile for '{}' (there is no {}); build it "
                            "where that platform's compiler is installed",
                            platform, path.string()));
  }
  const Reader file(prefix, path);
  require_headers(platform, file.strings("include"));
  return {platform,
          file.strings("environment"),
          file.command("compile"),
          file.strings("finished"),
          file.strings("launch_headers"),
          file.strings("check"),
          file.strings("check_libraries"),
          file.strings("precompile"),
          file.strings("colour"),
          file.strings("include"),
          file.command("link"),
          file.strings("libraries"),
          file.strings("program"),
          file.strings("preprocess"),
          file.strings("program_link"),
          file.strings("program_check"),
          file.strings("debug")};
}

Toolchain Toolchain::checked() const {
  if (check.empty()) {
    throw Error(
        Outcome::unsupported,
        fmt::format("this hippuzzle cannot check kernels on '{}'; build it for the CPU with g++",
                    platform));
  }
  for (const std::string& library : check_libraries) {
    if (library.starts_with("-") || fs::exists(library)) continue;
    throw Error(Outcome::unsupported,
                fmt::format("kernels cannot be checked (there is no {}); `./dev build` builds it, "
                            "and an installed hippuzzle is to be installed again",
                            library));
  }
  Toolchain toolchain = *this;
  toolchain.compile.insert(toolchain.compile.end(), check.begin(), check.end());
  toolchain.libraries.insert(toolchain.libraries.begin(), check_libraries.begin(),
                             check_libraries.end());
  return toolchain;
}

Toolchain Toolchain::for_debugger() const {
  Toolchain toolchain = *this;
  toolchain.compile.insert(toolchain.compile.end(), debug.begin(), debug.end());
  return toolchain;
}

}  // namespace hippuzzle
