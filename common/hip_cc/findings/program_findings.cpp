#include "hip_cc/findings/program_findings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <nlohmann/json.hpp>
#include <optional>

#include "engine/debug_info/declared_element.hpp"
#include "engine/debug_info/runtime_findings/from_runtime.hpp"
#include "engine/debug_info/source_lines.hpp"
#include "engine/debug_info/subscript.hpp"
#include "engine/judge/check/explain.hpp"
#include "engine/judge/check/race_remedy.hpp"
#include "hip_cc/findings/array_names.hpp"
#include "hip_cc/findings/checker_record.hpp"
#include "hip_cc/findings/declared_variables.hpp"
#include "support/files/text_file.hpp"
#include "support/outcome.hpp"
#include "support/text/json.hpp"

namespace hippuzzle::cc {
namespace {

using json = nlohmann::ordered_json;

// "a[3]" by the type that the variable points to, else by the access's size, or by bytes where the
// access does not begin at a multiple of that.
void name_element(Finding& f, const std::string& variable,
                  const std::optional<DeclaredElement>& declared) {
  if (f.array_bytes == 0 || f.bytes == 0) return;
  const std::string name = variable.empty() ? f.shared ? "shared" : "array" : variable;
  if (declared) {
    f.element = name + declared->path;
    f.element_bytes = declared->element_bytes;
  } else if (f.first % f.bytes != 0) {
    f.element = fmt::format("byte {} of {}", f.first, name);
  } else {
    f.element = fmt::format("{}[{}]", name, f.first / static_cast<int64_t>(f.bytes));
  }
}

bool same_cause(const Finding& a, const Finding& b) {
  if (a.kind != b.kind || a.array != b.array || a.kernel != b.kernel ||
      a.sides.size() != b.sides.size() || (a.first < 0) != (b.first < 0))
    return false;
  for (size_t i = 0; i < a.sides.size(); ++i) {
    const SourcePlace &one = a.sides[i].place, &other = b.sides[i].place;
    if (one.line == 0 || one.line != other.line || one.file != other.file) return false;
  }
  return !a.sides.empty();
}

void add(std::vector<Finding>& findings, Finding finding) {
  const auto known = std::ranges::find_if(
      findings, [&](const Finding& other) { return same_cause(other, finding); });
  if (known == findings.end()) {
    findings.push_back(std::move(finding));
    return;
  }
  known->count += finding.count;
  known->last = std::max(known->last, finding.last);
}

// One for each place that allocates, the largest first.
std::vector<Leak> leaks_of(const json& list, ArrayNames& arrays) {
  std::vector<Leak> leaks;
  for (const json& entry : list) {
    const std::string name = arrays.of(entry.at(0)).name;
    auto known = std::ranges::find(leaks, name, &Leak::array);
    if (known == leaks.end()) known = leaks.insert(leaks.end(), Leak{name, 0, 0});
    known->bytes += entry.at(1).get<uint64_t>();
    ++known->count;
  }
  std::ranges::stable_sort(leaks, std::ranges::greater(), &Leak::bytes);
  return leaks;
}

}  // namespace

ProgramFindings read_findings(const std::filesystem::path& record) {
  ProgramFindings result;
  SourceLines lines;
  try {
    const json all = parse_json(read_file(record).value_or(""));
    ArrayNames arrays(all.at("allocations"), lines);
    result.looked_at = all.at("looked_at");
    result.in_all = all.at("in_all");
    result.rescheduled = all.at("rescheduled");
    result.begun = all.at("begun");
    CheckerRecord checker;
    RaceRemedies remedies(lines);
    DeclaredVariables variables(lines);
    for (const json& entry : all.at("findings")) {
      Finding finding = to_finding(checker.finding(entry));
      for (FindingSide& side : finding.sides) side.place = lines.find(side.frames);
      if (!variables.settle(finding)) continue;
      const NamedArray array = arrays.of(finding.array);
      const auto declared = arrays.element_of(finding.array, finding.first, finding.bytes);
      const bool is_variable = !finding.array.starts_with('@');
      finding.array = array.name;
      name_element(finding, array.variable, declared);
      if (is_variable) name_by_declaration(finding);
      name_by_subscript(finding, lines);
      name_by_call(finding, lines);
      remedies.find_for(finding);
      add(result.findings, std::move(finding));
    }
    for (const json& entry : all.at("counts")) {
      const hip_cpu_launch_counts recorded = checker.counts(entry);
      LaunchCounts& counts = result.counts.emplace_back(to_counts(recorded));
      result.launches.push_back(recorded.launches);
      for (InstructionCounts& i : counts.instructions) i.array = arrays.of(i.array).name;
    }
    explain(result.counts);
    if (all.contains("leaks")) result.leaks = leaks_of(all.at("leaks"), arrays);
    if (all.contains("trace")) result.trace = read_program_trace(all.at("trace"), arrays);
  } catch (const Error&) {
    throw;
  } catch (const std::exception&) {
    throw Error(Outcome::load_failed, fmt::format("{} is no record of findings", record.string()));
  }
  return result;
}

}  // namespace hippuzzle::cc
