// "did you mean …?" for a word that is similar to a known word.
#pragma once

#include <string>
#include <vector>

namespace hippuzzle {

// The candidate with the fewest edits (insert, delete, replace, swap neighbours), if they are few
// for its length; "" otherwise.
std::string nearest(const std::string& word, const std::vector<std::string>& candidates);

}  // namespace hippuzzle
