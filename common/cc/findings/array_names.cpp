#include "cc/findings/array_names.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "engine/debug_info/pointed_type.hpp"

namespace hippuzzle::cc {

std::vector<CodeAddress> frames_of(const nlohmann::ordered_json& list) {
  std::vector<CodeAddress> frames;
  for (const nlohmann::ordered_json& frame : list) frames.push_back({frame.at(0), frame.at(1)});
  return frames;
}

std::string allocated_variable(const std::string& line) {
  for (size_t call = 0; (call = line.find("hip", call)) != std::string::npos; ++call) {
    const size_t open = line.find('(', call);
    const std::string name = line.substr(call, open == std::string::npos ? 0 : open - call);
    if (name.find("alloc") == std::string::npos && name.find("Alloc") == std::string::npos)
      continue;
    const size_t begin = line.find('&', open);
    if (begin == std::string::npos) continue;
    const char* const in_name =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.->[]";
    const size_t end = line.find_first_not_of(in_name, begin + 1);
    return line.substr(begin + 1, end == std::string::npos ? end : end - begin - 1);
  }
  return "";
}

std::vector<CodeAddress> ArrayNames::calls(const std::string& array) const {
  if (!array.starts_with('@')) return {};
  return frames_of(allocations_.at(std::stoul(array.substr(1))));
}

NamedArray ArrayNames::of(const std::string& array) {
  if (!array.starts_with('@')) return {array, array};
  const SourcePlace place = lines_.find(calls(array));
  const std::string variable = allocated_variable(place.text);
  if (place.line == 0) return {"", variable};
  const std::string where =
      fmt::format("{}:{}", std::filesystem::path(place.file).filename().string(), place.line);
  return {variable.empty() ? where : variable + " of " + where, variable};
}

std::optional<VariableType> ArrayNames::type_of(const std::string& array) {
  const std::vector<CodeAddress> frames = calls(array);
  const std::string variable = allocated_variable(lines_.find(frames).text);
  if (variable.empty()) return std::nullopt;
  for (const CodeAddress& frame : frames)  // the library's own have no place
    if (lines_.find(std::span(&frame, 1)).line != 0) return pointed_type(frame, variable);
  return std::nullopt;
}

}  // namespace hippuzzle::cc
