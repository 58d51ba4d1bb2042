// The names of a program's arrays: by the variable and the line that allocated them.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/debug_info/declared_element.hpp"
#include "engine/debug_info/source_lines.hpp"
#include "engine/debug_info/variable_type.hpp"

namespace hippuzzle::cc {

struct NamedArray {
  std::string name, variable;  // "d_in of main.hip:7", "d_in"
};

// The frames in a record of a place in the code, innermost first.
std::vector<CodeAddress> frames_of(const nlohmann::ordered_json& list);

class ArrayNames {
 public:
  // allocations: the record's, the calls that made each. Both outlive this.
  ArrayNames(const nlohmann::ordered_json& allocations, SourceLines& lines)
      : allocations_(allocations), lines_(lines) {}

  // array: the checker's name of it, '@' and the number of its allocation, or the array's own.
  // Throws a std::exception where there is no such allocation.
  NamedArray of(const std::string& array);

  // The type of the allocated array, by the variable's type; nullopt if it is not seen.
  std::optional<VariableType> type_of(const std::string& array);

  // The part of it with that many bytes at an offset, by that type.
  std::optional<DeclaredElement> element_of(const std::string& array, int64_t offset,
                                            uint64_t bytes);

 private:
  std::string variable_at(const SourcePlace& place) const;
  std::vector<CodeAddress> calls(const std::string& array) const;

  const nlohmann::ordered_json& allocations_;
  SourceLines& lines_;
};

// The variable that a line passes to an allocating function: "d_in" of hipMalloc(&d_in, bytes), ""
// where none is seen. If the line has several such calls: the one at the column, counted from 1,
// that the compiler names; 0 for the first.
std::string allocated_variable(std::string_view line, int column = 0);

}  // namespace hippuzzle::cc
