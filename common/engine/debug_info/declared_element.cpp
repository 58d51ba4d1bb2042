#include "engine/debug_info/declared_element.hpp"

#include <map>
#include <optional>
#include <string>
#include <utility>

#include "engine/debug_info/kernel_variables.hpp"

namespace hippuzzle {
namespace {

// The variables of the functions that the frames are in, by offsets behind their calls.
const KernelVariables& variables_at(const CodeAddress& frame) {
  thread_local std::map<std::pair<std::string, uint64_t>, KernelVariables> known;
  const auto [at, added] = known.try_emplace({frame.module, frame.offset});
  if (added && frame.offset > 0) at->second = read_kernel_variables(frame.module, frame.offset - 1);
  return at->second;
}

std::optional<VariableType> type_of(const Finding& finding) {
  for (const FindingSide& side : finding.sides)
    for (const CodeAddress& frame : side.frames) {
      const SharedVariable* const variable = variables_at(frame).find_shared(finding.array);
      if (variable && variable->type.count() * variable->type.element.bytes == finding.array_bytes)
        return variable->type;
    }
  return std::nullopt;
}

}  // namespace

void name_by_declaration(Finding& finding) {
  if (!finding.shared || finding.array.empty() || finding.bytes == 0 || finding.first < 0 ||
      static_cast<uint64_t>(finding.first) >= finding.array_bytes)
    return;
  const std::optional<VariableType> type = type_of(finding);
  if (!type || type->shape.size() == 1) return;
  std::string indices;
  uint64_t element = static_cast<uint64_t>(finding.first) / type->element.bytes;
  for (auto extent = type->shape.rbegin(); extent != type->shape.rend(); ++extent) {
    indices = "[" + std::to_string(element % *extent) + "]" + indices;
    element /= *extent;
  }
  finding.element = finding.array + indices;
}

}  // namespace hippuzzle
