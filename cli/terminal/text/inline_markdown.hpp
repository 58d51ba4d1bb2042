// Markdown inside a line: **bold**, *emphasis*, `code`, [links](…).
#pragma once

#include <string>

namespace hippuzzle {

// Renders marks within a line. With colour they become terminal escapes; without it the marks of
// emphasis go and those of code stay. Short code is unbreakable() for wrapped(). A link keeps its
// text, and its address when that is one of the web.
std::string render_inline(const std::string& text, bool colour);

}  // namespace hippuzzle
