#include "engine/judge/check/explain.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <span>
#include <string_view>
#include <tuple>
#include <utility>

#include "engine/debug_info/declarations.hpp"
#include "engine/debug_info/declared_element.hpp"
#include "engine/debug_info/source_lines.hpp"
#include "engine/debug_info/subscript.hpp"
#include "engine/judge/check/race_remedy.hpp"
#include "engine/results/finding_kinds.hpp"
#include "support/text/grid_text.hpp"

namespace hippuzzle {
namespace {

std::string element_of(const Finding& f, const hippuzzle_variant& variant, const Case& c) {
  if (f.array_bytes == 0) return "";
  const auto size = static_cast<int64_t>(std::max(f.bytes, 1u));
  if (!f.shared) {
    for (uint32_t b = 0; b < variant.buffer_count; ++b) {
      const hippuzzle_buffer& buffer = variant.buffers[b];
      if (f.array != buffer.name) continue;
      const auto bytes = static_cast<int64_t>(element_size(buffer.type));
      const int64_t element = f.first >= 0 ? f.first / bytes : (f.first - bytes + 1) / bytes;
      const hippuzzle_shape& shape = c.shapes[b];
      return f.array + element_text(element, std::span(shape.n, shape.rank));
    }
  }
  const std::string name = f.array.empty() ? (f.shared ? "shared memory" : "a buffer") : f.array;
  const int64_t element = f.first >= 0 ? f.first / size : (f.first - size + 1) / size;
  return fmt::format("{}[{}]", name, element);
}

bool is_buffer(const std::string& array, const hippuzzle_variant& variant) {
  const std::span buffers(variant.buffers, variant.buffer_count);
  return std::ranges::any_of(buffers, [&](const hippuzzle_buffer& b) { return array == b.name; });
}

// Findings of one cause, seen from the source.
auto cause_of(const Finding& f) {
  const auto kind = f.kind == FindingKind::race_same_value ? FindingKind::race : f.kind;
  std::set<std::pair<std::string, int>> lines;
  for (const FindingSide& side : f.sides) lines.insert({side.place.file, side.place.line});
  const auto& claim = f.get<LimitPart>();
  const std::string detail = f.kind == FindingKind::claim ? "" : f.detail;  // the numbers
  return std::tuple(kind, f.kernel, f.array, detail, claim.limit.what, claim.limit.in_all,
                    claim.is_too_few(), lines);
}

// Whether the number is farther outside the same limit.
bool is_worse(const LimitPart& claim, const LimitPart& other) {
  return claim.is_too_few() ? claim.counted < other.counted : claim.counted > other.counted;
}

std::vector<Finding> merged(std::vector<Finding> findings) {
  std::vector<Finding> result;
  for (Finding& finding : findings) {
    const auto same = std::ranges::find_if(
        result, [&](const Finding& other) { return cause_of(other) == cause_of(finding); });
    if (same == result.end()) {
      result.push_back(std::move(finding));
      continue;
    }
    // If the values differ in one instance, the finding is a race of different values.
    const uint64_t count = same->count + finding.count;
    if (same->kind == FindingKind::race_same_value && finding.kind == FindingKind::race)
      *same = finding;
    same->count = count;
    if (auto* bounds = std::get_if<BoundsPart>(&same->part))
      bounds->has_stopped |= finding.get<BoundsPart>().has_stopped;
    if (is_worse(finding.get<LimitPart>(), same->get<LimitPart>())) {
      same->part = finding.part;
      same->detail = finding.detail;
    }
  }
  return result;
}

// The finding that a comment of the line allows, and the reason: `// hippuzzle: allow race:
// <reason>`. The last one if there are several; "" if there is none.
std::pair<std::string, std::string> allowed_in(std::string_view line) {
  constexpr std::string_view name = "hippuzzle:", verb = "allow ", blanks = " ";
  constexpr std::string_view in_word = "abcdefghijklmnopqrstuvwxyz-";
  const auto skip = [&](size_t at, std::string_view set) {
    return std::min(line.find_first_not_of(set, at), line.size());
  };
  const size_t comment = line.find("//"), last = line.rfind(name);
  if (comment == line.npos || last == line.npos || last < comment + 2) return {};
  size_t at = skip(last + name.size(), blanks);
  if (!line.substr(at).starts_with(verb)) return {};
  const size_t begin = skip(at + verb.size(), blanks), end = skip(begin, in_word);
  const std::string allowed(line.substr(begin, end - begin));
  at = skip(end, blanks);
  if (at == line.size() || line[at] != ':') return {allowed, ""};
  return {allowed, std::string(line.substr(skip(at + 1, blanks)))};
}

class Suppressions {
 public:
  Suppressions(SourceLines& lines, std::vector<std::string>& notes)
      : lines_(lines), notes_(notes) {}

  // The reason for which a finding is allowed; "" when it is not.
  std::string reason(const Finding& finding) {
    const FindingRule& rule = rule_of(finding.kind);
    for (const FindingSide& side : finding.sides) {
      for (const int line : {side.place.line, side.place.line - 1}) {
        const std::string reason = reason_at(side.place.file, line, rule);
        if (!reason.empty()) return reason;
      }
    }
    return "";
  }

 private:
  std::string reason_at(const std::string& file, int line, const FindingRule& rule) {
    const auto [allowed, reason] = allowed_in(lines_.text(file, line));
    if (allowed.empty() || (allowed != rule.id && allowed != rule.category)) return "";
    if (reason.empty()) {
      const std::string note = fmt::format(
          "{}:{} allows '{}' without saying why, so it allows nothing; write `hippuzzle: allow "
          "{}: <reason>`",
          file, line, allowed, allowed);
      if (std::ranges::find(notes_, note) == notes_.end()) notes_.push_back(note);
    }
    return reason;
  }

  SourceLines& lines_;
  std::vector<std::string>& notes_;
};

// Variables in constant memory, of the modules that instructions lie in.
class ConstantMemory {
 public:
  explicit ConstantMemory(SourceLines& lines) : lines_(lines) {}

  bool holds(const InstructionCounts& i) {
    if (i.variable == 0 || i.frames.empty()) return false;
    const std::string& module = i.frames.front().module;
    const auto [known, added] = modules_.try_emplace(module);
    if (added) known->second = declarations_of(module);
    const auto variable = known->second.variables.find(i.variable);
    return variable != known->second.variables.end() &&
           is_constant_memory(variable->second, lines_);
  }

 private:
  SourceLines& lines_;
  std::map<std::string, Declarations> modules_;
};

// An instruction's place, array and kind of access.
auto key_of(const InstructionCounts& i) {
  return std::tie(i.place.file, i.place.line, i.access, i.shared, i.bytes, i.array);
}

}  // namespace

std::vector<Finding> explain(std::vector<Finding> findings, const hippuzzle_variant& variant,
                             const CaseView& cases, std::vector<std::string>& notes) {
  SourceLines lines;
  Suppressions suppressions(lines, notes);
  for (Finding& finding : findings) {
    for (FindingSide& side : finding.sides) {
      if (!side.frames.empty()) side.place = lines.find(side.frames);
      if (side.place.text.empty()) side.place.text = lines.text(side.place.file, side.place.line);
    }
    if (finding.case_index != unknown_case) {
      const size_t index = std::min<size_t>(finding.case_index, cases.cases.size() - 1);
      finding.case_name = cases.cases[index].name;
      finding.element = element_of(finding, variant, cases.cases[index]);
    }
    if (finding.shared || !is_buffer(finding.array, variant)) name_by_declaration(finding);
    name_by_subscript(finding, lines);
    name_by_call(finding, lines);
  }
  findings = merged(std::move(findings));
  RaceRemedies remedies(lines);
  for (Finding& finding : findings) {
    finding.suppressed = suppressions.reason(finding);
    remedies.find_for(finding);
    // Which access of all threads was the first too many says nothing; the numbers by array do.
    const CountLimit& limit = finding.get<LimitPart>().limit;
    if (finding.kind == FindingKind::claim && limit.in_all && limit.most > 0) finding.sides.clear();
  }
  return findings;
}

void explain(std::vector<LaunchCounts>& launches) {
  SourceLines lines;
  ConstantMemory constants(lines);
  for (LaunchCounts& launch : launches) {
    std::vector<InstructionCounts> by_line;
    for (InstructionCounts& i : launch.instructions) {
      i.place = lines.find(i.frames);
      i.constant = constants.holds(i);
      const auto same = std::ranges::find_if(
          by_line, [&](const InstructionCounts& other) { return key_of(other) == key_of(i); });
      if (same == by_line.end()) {
        by_line.push_back(std::move(i));
        continue;
      }
      same->accesses += i.accesses;
      same->requests += i.requests;
      same->partial += i.partial;
      same->dense += i.dense;
      same->sectors += i.sectors;
      same->wavefronts += i.wavefronts;
      same->conflicts += i.conflicts;
      same->repeated += i.repeated;
    }
    launch.instructions = std::move(by_line);
  }
}

}  // namespace hippuzzle
