// Commands in texts, as this user has to type them: with --edition where it was given by hand,
// since without it an id would mean another puzzle.
#pragma once

#include <string>
#include <string_view>

namespace hippuzzle {

// The words after "hippuzzle" in every command from now on: "--edition classic"; "" for nothing.
void set_typed_options(std::string options);

// The text with these options in the commands that it quotes (`hippuzzle show p10`) and in the
// lines of its code blocks that begin with one, or with "$ " and one.
std::string as_typed(std::string_view text);

}  // namespace hippuzzle
