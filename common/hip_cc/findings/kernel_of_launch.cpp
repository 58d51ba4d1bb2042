#include "hip_cc/findings/kernel_of_launch.hpp"

#include <optional>
#include <regex>
#include <set>
#include <string_view>
#include <vector>

#include "engine/debug_info/module_code.hpp"

namespace hippuzzle::cc {
namespace {

// Names of <hip_cpu/launch.hpp> as the compiler writes them: the loop, the function that runs one
// thread of it, and the functions between that one and the lambda that calls the kernel with all of
// its arguments.
constexpr std::string_view loop_of_threads = "_ZN7hip_cpu11run_threadsI";
constexpr std::string_view one_thread = "_ZN7hip_cpu10run_threadI";
bool lies_between(const std::string& name) {
  for (const char* const begin : {"_ZN7hip_cpu", "_ZNK7hip_cpu", "_ZSt", "_ZNSt", "_ZNKSt"})
    if (name.starts_with(begin)) return true;
  return false;
}
bool is_lambda_of_launch(const std::string& name) {
  static const std::regex lambda("UlDpRT_E[0-9]*_clI");
  return std::regex_search(name, lambda);
}

// Arguments are made and ended around the call.
bool makes_or_ends_object(const std::string& name) {
  static const std::regex member("[CD][0-3]E");
  return name.starts_with("_ZN") && std::regex_search(name, member);
}

std::optional<uint64_t> kernel_of(const ModuleCode& code, const CodeSymbol& lambda) {
  std::optional<uint64_t> kernel;
  for (const CodeReference& reference : code.references(lambda)) {
    const auto callee = code.functions().find(reference.target);
    if (!reference.is_call || !reference.imported.empty() || callee == code.functions().end())
      continue;
    const std::string& name = callee->second.name;
    if (!lies_between(name) && !makes_or_ends_object(name)) kernel = reference.target;
  }
  return kernel;
}

}  // namespace

uint64_t launched_kernel(const std::string& module, uint64_t offset) {
  const ModuleCode code(module);
  const auto loop = code.functions().find(offset);
  if (loop == code.functions().end() || !loop->second.name.starts_with(loop_of_threads))
    return offset;
  // Both are named by the same types.
  const std::string thread =
      std::string(one_thread) + loop->second.name.substr(loop_of_threads.size());
  std::vector<uint64_t> open;
  for (const auto& [begin, function] : code.functions())
    if (function.name == thread) open.push_back(begin);
  std::set<uint64_t> met(open.begin(), open.end());
  while (!open.empty()) {
    const CodeSymbol& function = code.functions().at(open.back());
    open.pop_back();
    if (is_lambda_of_launch(function.name) && !lies_between(function.name))
      return kernel_of(code, function).value_or(offset);
    for (const CodeReference& reference : code.references(function)) {
      const auto next = code.functions().find(reference.target);
      if (!reference.imported.empty() || next == code.functions().end()) continue;
      const std::string& name = next->second.name;
      const bool leads_on = lies_between(name) || is_lambda_of_launch(name);
      if (leads_on && met.insert(reference.target).second) open.push_back(reference.target);
    }
  }
  return offset;
}

}  // namespace hippuzzle::cc
