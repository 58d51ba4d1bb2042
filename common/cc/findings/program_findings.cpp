#include "cc/findings/program_findings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <nlohmann/json.hpp>
#include <optional>

#include "cc/findings/array_names.hpp"
#include "engine/check/explain.hpp"
#include "engine/debug_info/declared_element.hpp"
#include "engine/debug_info/source_lines.hpp"
#include "engine/debug_info/subscript.hpp"
#include "engine/protocol/runtime_numbers.hpp"
#include "engine/support/files/text_file.hpp"
#include "engine/support/outcome.hpp"
#include "engine/support/text/json.hpp"

namespace hippuzzle::cc {
namespace {

using json = nlohmann::ordered_json;

Finding finding_of(const json& record) {
  Finding f;
  f.kind = finding_kind(record.at("kind"));
  f.shared = record.at("shared") != 0;
  f.bytes = record.at("bytes");
  f.array_bytes = record.at("array_bytes");
  f.first = record.at("first");
  f.last = record.at("last");
  f.address = record.at("address");
  f.count = record.at("count");
  f.between_blocks = record.at("between_blocks") != 0;
  f.after_barrier = record.at("after_barrier") != 0;
  f.has_stopped = record.at("has_stopped") != 0;
  f.waiting = record.at("waiting");
  f.threads = record.at("threads");
  f.missing = record.at("missing");
  f.in_sample = record.at("in_sample") != 0;
  f.schedule = record.at("schedule");
  f.kernel = record.at("kernel");
  f.array = record.at("array");
  f.detail = record.at("detail");
  f.index = record.at("index");
  for (const json& side : record.at("sides")) {
    FindingSide& to = f.sides.emplace_back();
    to.access = access_kind(side.at("access"));
    side.at("block").get_to(to.block);
    side.at("thread").get_to(to.thread);
    to.frames = frames_of(side.at("frames"));
    to.copy = side.at("copy") != 0;
  }
  return f;
}

LaunchCounts counts_of(const json& record) {
  LaunchCounts counts;
  counts.kernel = record.at("kernel");
  record.at("grid").get_to(counts.grid);
  record.at("block").get_to(counts.block);
  counts.warp_size = record.at("warp_size");
  counts.complete = record.at("complete") != 0;
  counts.counted_blocks = record.at("counted_blocks");
  int number = 0;
  for (const json& range : record.at("counted"))
    counts.of(counted_kind(number++)) = {range.at(0), range.at(1), range.at(2)};
  for (const json& from : record.at("instructions")) {
    InstructionCounts& to = counts.instructions.emplace_back();
    to.access = access_kind(from.at("access"));
    to.shared = from.at("shared") != 0;
    to.bytes = from.at("bytes");
    to.array = from.at("array");
    to.accesses = from.at("accesses");
    to.requests = from.at("requests");
    to.partial = from.at("partial");
    to.dense = from.at("dense");
    to.sectors = from.at("sectors");
    to.wavefronts = from.at("wavefronts");
    to.conflicts = from.at("conflicts");
    to.repeated = from.at("repeated");
    to.frames = frames_of(from.at("frames"));
  }
  return counts;
}

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
    for (const json& entry : all.at("findings")) {
      Finding finding = finding_of(entry);
      for (FindingSide& side : finding.sides) side.place = lines.find(side.frames);
      const NamedArray array = arrays.of(finding.array);
      const auto declared = arrays.element_of(finding.array, finding.first, finding.bytes);
      const bool is_variable = !finding.array.starts_with('@');
      finding.array = array.name;
      name_element(finding, array.variable, declared);
      if (is_variable) name_by_declaration(finding);
      name_by_subscript(finding, lines);
      add(result.findings, std::move(finding));
    }
    for (const json& entry : all.at("counts")) {
      LaunchCounts& counts = result.counts.emplace_back(counts_of(entry));
      result.launches.push_back(entry.at("launches"));
      for (InstructionCounts& i : counts.instructions) i.array = arrays.of(i.array).name;
    }
    explain(result.counts);
    if (all.contains("trace")) result.trace = read_program_trace(all.at("trace"), arrays);
  } catch (const Error&) {
    throw;
  } catch (const std::exception&) {
    throw Error(Outcome::load_failed, fmt::format("{} is no record of findings", record.string()));
  }
  return result;
}

}  // namespace hippuzzle::cc
