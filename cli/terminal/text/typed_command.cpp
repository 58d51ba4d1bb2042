#include "cli/terminal/text/typed_command.hpp"

#include <utility>

namespace hippuzzle {
namespace {

std::string& options() {
  static std::string text;
  return text;
}

}  // namespace

void set_typed_options(std::string text) { options() = std::move(text); }

std::string as_typed(std::string_view text) {
  constexpr std::string_view command = "hippuzzle ", fence = "```";
  if (options().empty()) return std::string(text);
  std::string typed;
  bool in_block = false;
  char before = '\n';
  for (size_t i = 0; i < text.size();) {
    const std::string_view rest = text.substr(i);
    if (before == '\n' && rest.starts_with(fence)) in_block = !in_block;
    const bool begins = before == '`' || (in_block && (before == '\n' || typed.ends_with("\n$ ")));
    const size_t taken = begins && rest.starts_with(command) ? command.size() : 1;
    typed += rest.substr(0, taken);
    if (taken > 1 && !rest.substr(taken).starts_with("--edition ")) typed += options() + ' ';
    i += taken;
    before = text[i - 1];
  }
  return typed;
}

}  // namespace hippuzzle
