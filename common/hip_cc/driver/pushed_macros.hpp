// Whether a program sets macros aside with #pragma push_macro. g++ -fdirectives-only obeys the
// pragma, omits it from its output, and writes no definition where the macro comes back: the
// compilation of that output would miss the macro.
#pragma once

#include <string>
#include <vector>

namespace hippuzzle::cc {

// preprocessed: text whose line markers name the files that it was made of. Files of the system are
// not searched, nor files in `known`, folders that can be preprocessed so.
bool pushes_macros(const std::string& preprocessed, const std::vector<std::string>& known);

}  // namespace hippuzzle::cc
