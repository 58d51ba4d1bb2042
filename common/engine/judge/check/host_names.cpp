#include "engine/judge/check/host_names.hpp"

#include <algorithm>
#include <cctype>

#include "support/text/grid_text.hpp"

namespace hippuzzle {
namespace {

// Functions of C's library that no compiler has for a GPU. Functions that both have (printf,
// malloc, memcpy, assert, mathematics) are not listed, nor are functions that g++ substitutes (puts
// for printf).
constexpr std::string_view host_functions[] = {
    "rand",    "srand",  "rand_r",  "random",   "drand48", "exit",   "_exit",   "quick_exit",
    "atexit",  "time",   "sleep",   "usleep",   "getenv",  "system", "qsort",   "bsearch",
    "fprintf", "fputs",  "fopen",   "fclose",   "fflush",  "perror", "sprintf", "snprintf",
    "strlen",  "strcmp", "strncmp", "strcpy",   "strcat",  "strtol", "atoi",    "atof",
    "scanf",   "fscanf", "getchar", "nanosleep"};

template <size_t count>
bool is_one_of(const std::string_view (&names)[count], std::string_view name) {
  return std::ranges::find(names, name) != std::end(names);
}

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
}

// As sources spell them.
void shorten_library_names(std::string& name) {
  replace_all(name, "(anonymous namespace)::", "");
  replace_all(name, "__cxx11::", "");
  for (const char* whole : {"string", "ostream", "istream"}) {
    const std::string arguments = std::string(whole) == "string"
                                      ? "<char, std::char_traits<char>, std::allocator<char> >"
                                      : "<char, std::char_traits<char> >";
    replace_all(name, std::string("std::basic_") + whole + arguments, std::string("std::") + whole);
  }
  for (size_t at = 0; (at = name.find(", std::allocator<")) != std::string::npos;) {
    int depth = 0;
    size_t end = name.find('<', at);
    do depth += name[end] == '<' ? 1 : name[end] == '>' ? -1 : 0;
    while (++end < name.size() && depth > 0);
    if (end < name.size() && name[end] == ' ') ++end;
    name.erase(at, end - at);
  }
}

// Macros that declare a function of C++'s library callable by all, in C++17.
constexpr std::string_view library_constexpr[] = {
    "constexpr", "consteval", "_GLIBCXX_CONSTEXPR", "_GLIBCXX14_CONSTEXPR", "_GLIBCXX17_CONSTEXPR",
    "__device__"};

constexpr std::string_view host_streams[] = {"_ZSt4cout", "_ZSt4cerr", "_ZSt4clog", "_ZSt3cin",
                                             "stdout",    "stderr",    "stdin"};

}  // namespace

std::string plain_name(const std::string& mangled) {
  std::string name = demangled(mangled.c_str());
  shorten_library_names(name);
  constexpr std::string_view operator_word = "operator";
  int depth = 0;  // of a template's arguments, which may have parentheses
  size_t begin = 0, end = 0;
  for (; end < name.size() && (name[end] != '(' || depth > 0); ++end) {
    if (depth == 0 && name.compare(end, operator_word.size(), operator_word) == 0) {
      end += operator_word.size();
      return name.substr(begin, name.find('(', end + (name.compare(end, 2, "()") == 0)) - begin);
    }
    depth += name[end] == '<' ? 1 : name[end] == '>' ? -1 : 0;
    if (name[end] == ' ' && depth == 0) begin = end + 1;  // a template's return type is over
  }
  return name.substr(begin, end - begin);
}

bool is_c_function_of_host(std::string_view name) { return is_one_of(host_functions, name); }

bool is_of_hip(std::string_view name) {
  return name.size() > 3 && name.starts_with("hip") &&
         std::isupper(static_cast<unsigned char>(name[3])) != 0;
}

bool is_host_library(const std::filesystem::path& file) {
  constexpr std::string_view others[] = {"complex", "cmath",       "std_abs.h",
                                         "new",     "allocator.h", "new_allocator.h"};
  const std::string path = file.string();
  return path.find("/c++/") != std::string::npos && !is_one_of(others, file.filename().string());
}

bool declares_for_all(std::string_view word) { return is_one_of(library_constexpr, word); }

bool is_of_cxx_library(std::string_view name) {
  constexpr std::string_view begins[] = {"_ZNSt",  "_ZNKSt", "_ZSt", "_ZNSs",
                                         "_ZNKSs", "_ZNSo",  "_ZNSi"};
  return name != "_ZSt9terminatev" &&
         std::ranges::any_of(begins, [&](std::string_view b) { return name.starts_with(b); });
}

bool is_host_stream(std::string_view name) { return is_one_of(host_streams, name); }

}  // namespace hippuzzle
