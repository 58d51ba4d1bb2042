// Whether a program sets macros aside with #pragma push_macro. g++ -fdirectives-only obeys the
// pragma, leaves it out of what it writes, and writes no definition where the macro comes back: the
// compilation of that would miss the macro.
#pragma once

#include <string>
#include <vector>

namespace hippuzzle::cc {

// preprocessed: text whose line markers name the files that it was made of. Those of the system
// and those in `known`, folders that can be preprocessed so, are not looked at.
bool pushes_macros(const std::string& preprocessed, const std::vector<std::string>& known);

}  // namespace hippuzzle::cc
