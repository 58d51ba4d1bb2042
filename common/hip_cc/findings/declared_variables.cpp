#include "hip_cc/findings/declared_variables.hpp"

#include <algorithm>
#include <string_view>

namespace hippuzzle::cc {
namespace {

constexpr std::string_view write = "constant write ", handed_over = "variable ";

}  // namespace

bool DeclaredVariables::settle(Finding& finding) {
  const bool is_write = finding.detail.starts_with(write);
  if (finding.kind != FindingKind::wild_pointer ||
      (!is_write && !finding.detail.starts_with(handed_over)))
    return true;
  const std::string offset = finding.detail.substr((is_write ? write : handed_over).size());
  const Declaration* const variable = declaration_of(finding, std::stoull(offset));
  if (variable == nullptr) return false;
  if (is_write) {
    finding.kind = FindingKind::constant_write;
    finding.detail = variable->name;
    return is_constant_memory(*variable, lines_);
  }
  if (is_declared(*variable, "__managed__")) return false;
  const bool is_of_device =
      is_declared(*variable, "__device__") || is_declared(*variable, "__constant__");
  finding.detail = is_of_device ? "host address" : "host variable";
  return !is_of_device || !has_device_address(*variable);
}

const Declaration* DeclaredVariables::declaration_of(const Finding& finding, uint64_t offset) {
  if (finding.sides.empty() || finding.sides[0].frames.empty()) return nullptr;
  const std::string& module = finding.sides[0].frames[0].module;
  auto known = modules_.find(module);
  if (known == modules_.end()) known = modules_.emplace(module, declarations_of(module)).first;
  const auto found = known->second.variables.find(offset);
  return found == known->second.variables.end() ? nullptr : &found->second;
}

bool DeclaredVariables::is_declared(const Declaration& variable, const char* word) {
  return std::ranges::any_of(variable.places, [&](const DeclaredAt& place) {
    return place.line != 0 && std::ranges::count(words_before(place, lines_), word) != 0;
  });
}

// Whether its file asks for the variable's address on the device, and so may pass that.
bool DeclaredVariables::has_device_address(const Declaration& variable) {
  for (const DeclaredAt& place : variable.places) {
    for (int line = 1; line <= lines_.line_count(place.file); ++line) {
      const std::string text = lines_.whole_line(place.file, line);
      if (text.find("SymbolAddress") != text.npos && text.find(variable.name) != text.npos)
        return true;
    }
  }
  return false;
}

}  // namespace hippuzzle::cc
