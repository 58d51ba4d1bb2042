#include "hip_cc/findings/array_names.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string_view>

#include "engine/debug_info/pointed_type.hpp"

namespace hippuzzle::cc {

std::vector<CodeAddress> frames_of(const nlohmann::ordered_json& list) {
  std::vector<CodeAddress> frames;
  for (const nlohmann::ordered_json& frame : list) frames.push_back({frame.at(0), frame.at(1)});
  return frames;
}

namespace {

// Whether a call of that function gives memory: hipMalloc, hipHostAlloc, cudaMallocManaged.
bool allocates(std::string_view function) {
  const bool is_of_hip = function.starts_with("hip") || function.starts_with("cuda");
  return is_of_hip &&
         (function.find("alloc") != function.npos || function.find("Alloc") != function.npos);
}

constexpr std::string_view in_name =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";

// The position at which the parenthesis opened there is closed, or the line ends.
size_t closing(std::string_view line, size_t open) {
  int depth = 0;
  for (size_t at = open; at < line.size(); ++at) {
    if (line[at] == '(') ++depth;
    if (line[at] == ')' && --depth == 0) return at;
  }
  return line.size();
}

// The variable after the '&' of the arguments there, "" for none.
std::string variable_of(std::string_view arguments) {
  const size_t begin = arguments.find('&');
  if (begin == arguments.npos) return "";
  arguments.remove_prefix(begin + 1);
  return std::string(
      arguments.substr(0, arguments.find_first_not_of(std::string(in_name) + ".->[]")));
}

}  // namespace

std::string allocated_variable(std::string_view line, int column) {
  std::string variable;
  for (size_t open = 1; (open = line.find('(', open)) != line.npos; ++open) {
    const size_t before = line.find_last_not_of(in_name, open - 1);
    const size_t name = before == line.npos ? 0 : before + 1;
    if (!allocates(line.substr(name, open - name))) continue;
    variable = variable_of(line.substr(open, closing(line, open) - open));
    // A call is where its parenthesis is, one in a macro's argument where the macro is named.
    if (static_cast<int>(open) + 1 >= column) break;
  }
  return variable;
}

std::vector<CodeAddress> ArrayNames::calls(const std::string& array) const {
  if (!array.starts_with('@')) return {};
  return frames_of(allocations_.at(std::stoul(array.substr(1))));
}

std::string ArrayNames::variable_at(const SourcePlace& place) const {
  return allocated_variable(lines_.whole_line(place.file, place.line), place.column);
}

NamedArray ArrayNames::of(const std::string& array) {
  if (!array.starts_with('@')) return {array, array};
  const SourcePlace place = lines_.find(calls(array));
  const std::string variable = variable_at(place);
  if (place.line == 0) return {"", variable};
  const std::string where =
      fmt::format("{}:{}", std::filesystem::path(place.file).filename().string(), place.line);
  return {variable.empty() ? where : variable + " of " + where, variable};
}

std::optional<VariableType> ArrayNames::type_of(const std::string& array) {
  const std::vector<CodeAddress> frames = calls(array);
  const std::string variable = variable_at(lines_.find(frames));
  if (variable.empty()) return std::nullopt;
  for (const CodeAddress& frame : frames)  // the library's own have no place
    if (lines_.find(std::span(&frame, 1)).line != 0) return pointed_type(frame, variable);
  return std::nullopt;
}

std::optional<DeclaredElement> ArrayNames::element_of(const std::string& array, int64_t offset,
                                                      uint64_t bytes) {
  const std::vector<CodeAddress> frames = calls(array);
  const std::string variable = variable_at(lines_.find(frames));
  if (variable.empty()) return std::nullopt;
  for (const CodeAddress& frame : frames)
    if (lines_.find(std::span(&frame, 1)).line != 0)
      return element_behind(frame, variable, offset, bytes);
  return std::nullopt;
}

}  // namespace hippuzzle::cc
