#include "cli/app/reentry/confined_entry.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <exception>
#include <string>

#include "support/process/confinement.hpp"

namespace hippuzzle {
namespace fs = std::filesystem;
namespace {

constexpr uint64_t largest_file = 64 << 20, address_space = uint64_t{2} << 30;
constexpr unsigned processor_seconds = 60;

}  // namespace

std::vector<std::filesystem::path> compiler_paths() {
  return {"/usr/bin",
          "/usr/lib",
          "/usr/lib32",
          "/usr/lib64",
          "/usr/libexec",
          "/usr/include",
          "/bin",
          "/lib",
          "/lib64",
          "/etc/alternatives",
          "/usr/local/include",
          "/etc/ld.so.cache",
          "/dev/null"};
}

std::optional<int> become_confined(int argc, char** argv) {
  if (argc < 5 || std::strcmp(argv[1], confined_argument) != 0) return std::nullopt;
  Confinement rights;
  rights.starts_processes = true;
  rights.largest_file = largest_file;
  rights.address_space = address_space;
  rights.processor_seconds = processor_seconds;
  rights.writable = {argv[2], "/dev/null"};
  rights.readable = compiler_paths();
  // Installed below /usr, shipped solutions and judges lie among the system's libraries.
  rights.hidden = fs::read_symlink("/proc/self/exe").parent_path().parent_path() / "lib/hippuzzle";
  int at = 3;
  while (at < argc && std::strcmp(argv[at], "--") != 0) rights.readable.emplace_back(argv[at++]);
  if (at + 1 >= argc) return 127;
  try {
    const std::string folder = argv[2];
    clearenv();
    setenv("PATH", "/usr/bin:/bin", 1);
    setenv("LC_ALL", "C.UTF-8", 1);
    setenv("TMPDIR", folder.c_str(), 1);
    if (chdir(folder.c_str()) != 0) return 127;
    confine(rights);
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 127;
  }
  execv(argv[at + 1], argv + at + 1);
  fmt::print(stderr, "cannot run {}\n", argv[at + 1]);
  return 127;
}

}  // namespace hippuzzle
