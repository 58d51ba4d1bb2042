// Values of options, read the same way by every command.
#pragma once

#include <string>
#include <vector>

namespace hippuzzle {

// A ValueCheck: the error in the text, or "". Stricter than the parser, which
// accepts a number with a tail ("1x") or a sign.
std::string whole_number(const std::string& text);
std::string positive_number(const std::string& text);  // a whole number above 0
std::string at_least_one(const std::string& text);     // and at most 9999
std::string seconds(const std::string& text);          // above 0, a day at most
std::string minutes(const std::string& text);          // above 0, a week at most

// Whether the value of --device is a number, not the name of a device that is not here.
bool is_device_number(const std::string& text);

// Throws a usage error for "", most often a script's variable without a value. before: the word
// before the first; the first is not checked if there is none. `--variant ''` is the only variant
// of its puzzle.
void refuse_empty_words(std::string before, const std::vector<std::string>& words);

// Splits "a,b" into a and b. Empty words are kept, so that checks can refuse them: "a," gives a and
// "", and "" gives "".
std::vector<std::string> comma_separated(const std::string& list);

}  // namespace hippuzzle
