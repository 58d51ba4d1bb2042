// What the texts of options say, the same at every command.
#pragma once

#include <string>
#include <vector>

namespace hippuzzle {

// For ValueCheck: what is wrong with the text, "" when nothing is. Stricter than the parser, which
// accepts a number with a tail ("1x") or a sign.
std::string whole_number(const std::string& text);
std::string seconds(const std::string& text);  // above 0, a day at most

// "a,b" is a and b; nothing is left out, so that an empty word is found to be none: "a," is a and
// "", and "" is "".
std::vector<std::string> comma_separated(const std::string& list);

}  // namespace hippuzzle
