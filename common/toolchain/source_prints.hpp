// Fingerprints of a source's tokens, by which files that are alike in parts are found, also where
// names, numbers, comments and line breaks differ. The prints are chosen by winnowing (Schleimer,
// Wilkerson and Aiken, 2003): two sources with a common run of `sure_run` tokens share one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string_view>
#include <vector>

namespace hippuzzle {

struct SourcePrint {
  uint64_t hash = 0;  // of tokens in a row; below 2^53
  uint32_t first_line = 0, last_line = 0;

  bool operator==(const SourcePrint&) const = default;
};

inline constexpr size_t print_tokens = 12, print_window = 8;
inline constexpr size_t sure_run = print_tokens + print_window - 1;

// The prints of a longer source cover its beginning only.
inline constexpr size_t most_prints = 1024;

// given: the file that everybody began with; its lines do not count.
std::vector<SourcePrint> prints_of_source(std::string_view source, std::string_view given);

// The same of a preprocessor's output: of the tokens, macros expanded, that line markers say are of
// this file. source: the file's text, whose lines the prints name.
std::vector<SourcePrint> prints_of_preprocessed(std::string_view preprocessed,
                                                const std::filesystem::path& file,
                                                std::string_view source, std::string_view given);

}  // namespace hippuzzle
