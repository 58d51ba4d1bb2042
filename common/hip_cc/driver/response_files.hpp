// Response files: "@FILE" among a command's words stands for the words in that file, as build tools
// write them where a command line would be too long.
#pragma once

#include <string>
#include <vector>

namespace hippuzzle::cc {

// The words, with each response file replaced by its words. White space separates the words of a
// file; quotes keep white space, a backslash keeps the next character. A file that cannot be read
// stays the word that it is. Throws Error(usage) where files name each other without end.
std::vector<std::string> with_response_files(const std::vector<std::string>& words);

}  // namespace hippuzzle::cc
