// `hippuzzle cc --check` and the options of checks, among the words of a compiler's
// command line.
#pragma once

#include <string>
#include <vector>

namespace hippuzzle {

struct CheckOptions {
  bool checked = false;
  std::string defaults;      // as HIPPUZZLE_CHECK has them: "blocks=64:format=json"
  std::string suppressions;  // the file among them; "" for none
};

// Takes --check and such options out of the words. Throws Error(usage) for a value that is none,
// and for such an option where nothing is checked.
CheckOptions take_check_options(std::vector<std::string>& words);

}  // namespace hippuzzle
