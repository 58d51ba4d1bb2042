#include "support/text/pattern.hpp"

#include <stdexcept>

namespace hippuzzle {

Pattern::Pattern(const char* expression) {
  if (regcomp(&compiled_, expression, REG_EXTENDED) != 0) {
    throw std::logic_error(std::string("not a regular expression: ") + expression);
  }
}

Pattern::~Pattern() { regfree(&compiled_); }

std::vector<std::string> Pattern::find_in(const std::string& text) const {
  std::vector<regmatch_t> places(compiled_.re_nsub + 1);
  if (regexec(&compiled_, text.c_str(), places.size(), places.data(), 0) != 0) return {};
  std::vector<std::string> found;
  for (const regmatch_t& place : places) {
    found.push_back(place.rm_so < 0 ? "" : text.substr(place.rm_so, place.rm_eo - place.rm_so));
  }
  return found;
}

}  // namespace hippuzzle
