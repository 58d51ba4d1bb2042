#include "cli/terminal/screen/pager.hpp"

#include <fmt/format.h>
#include <signal.h>
#include <sys/wait.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "cli/terminal/screen/terminal.hpp"

namespace hippuzzle {
namespace {

// Whether the pager could be started.
bool page(const std::string& text) {
  const char* pager = std::getenv("PAGER");
  if (pager == nullptr) pager = "less";
  if (*pager == '\0') return false;
  setenv("LESS", "FRX", 0);                      // colours, and no pager for short text
  const auto before = signal(SIGPIPE, SIG_IGN);  // a reader may quit early
  std::fflush(stdout);
  std::FILE* pipe = popen(pager, "w");
  if (pipe == nullptr) return false;
  std::fwrite(text.data(), 1, text.size(), pipe);
  const int status = pclose(pipe);
  signal(SIGPIPE, before);
  return !(WIFEXITED(status) && WEXITSTATUS(status) == 127);  // 127: the shell found no such pager
}

}  // namespace

bool print_paged(const std::string& whole) {
  const std::string text = shown_on(stdout, whole);
  const auto lines = std::ranges::count(text, '\n');
  if (lines >= terminal_size().rows && page(text)) return true;
  fmt::print("{}", text);
  return false;
}

}  // namespace hippuzzle
