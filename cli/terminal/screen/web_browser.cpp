#include "cli/terminal/screen/web_browser.hpp"

#include <spawn.h>
#include <sys/wait.h>

#include <cstdlib>
#include <optional>
#include <sstream>
#include <string>

#include "support/process/external_tool.hpp"

extern char** environ;

namespace hippuzzle {
namespace {

bool is_set(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr && *value != '\0';
}

// $BROWSER is a list with colons between its programs; the first that is here.
std::optional<std::filesystem::path> browser() {
  std::istringstream names(is_set("BROWSER") ? std::getenv("BROWSER") : "");
  for (std::string name; std::getline(names, name, ':');) {
    if (const auto program = find_program(name)) return program;
  }
  if (!is_set("DISPLAY") && !is_set("WAYLAND_DISPLAY")) return std::nullopt;
  return find_program("xdg-open");
}

}  // namespace

bool open_in_browser(const std::filesystem::path& file) {
  const auto program = browser();
  if (!program) return false;
  std::string name = program->string(), address = "file://" + file.string();
  char* const arguments[] = {name.data(), address.data(), nullptr};
  pid_t child = 0;
  if (posix_spawn(&child, name.c_str(), nullptr, nullptr, arguments, environ) != 0) return false;
  int status = 0;
  return waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

}  // namespace hippuzzle
