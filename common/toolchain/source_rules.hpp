// Rules about a kernel's source when it is graded: it contains nothing that hides an access from
// the checker. They look at tokens, so that comments may say anything.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace hippuzzle {

struct SourceFault {
  size_t line = 0;    // of the file, from 1
  std::string token;  // as it stands there
  std::string why;    // "… `asm`, …": half a sentence
};

// The first thing in a source, as written, that the rules forbid. `only_directives` looks for
// things that preprocessing takes away: macros of the checker, and lines that claim another place.
std::optional<SourceFault> fault_of_text(std::string_view source, bool only_directives = false);

// The first line that has the name outside of comments and literals; 0 where there is none.
size_t line_of_name(std::string_view source, std::string_view name);

// fault_of_text() for a preprocessor's output, except the parts from trusted files. The line
// markers name the files.
std::optional<SourceFault> fault_of_preprocessed(
    std::string_view text, const std::function<bool(const std::filesystem::path&)>& is_trusted);

// "line 3 has `asm`, whose accesses the check cannot see"
std::string in_words(const SourceFault& fault);

}  // namespace hippuzzle
