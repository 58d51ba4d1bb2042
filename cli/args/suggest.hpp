// "did you mean …?" for a word that is nearly one of those that exist.
#pragma once

#include <string>
#include <vector>

namespace hippuzzle {

// The candidate with the fewest edits (insert, delete, replace, swap neighbours), if they are few
// for its length; "" otherwise.
std::string nearest(const std::string& word, const std::vector<std::string>& candidates);

}  // namespace hippuzzle
