// Reads compute-sanitizer's records. The elements follow reports of version 2025.3, which
// tests/unit/sanitizer keeps unchanged.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>
#include <pugixml.hpp>
#include <set>
#include <sstream>
#include <tuple>

#include "engine/debug_info/source_lines.hpp"
#include "engine/judge/check/compute_sanitizer_report.hpp"
#include "support/outcome.hpp"
#include "support/text/pattern.hpp"

namespace hippuzzle {
namespace {

using pugi::xml_node;

std::string text(const xml_node& node) { return node.text().as_string(); }

// "0x7f…" or decimal.
uint64_t number(const xml_node& node) { return std::strtoull(text(node).c_str(), nullptr, 0); }

std::array<uint32_t, 3> index(const xml_node& node) {
  return {node.child("x").text().as_uint(), node.child("y").text().as_uint(),
          node.child("z").text().as_uint()};
}

Access access_of(const std::string& direction) {
  if (direction == "read" || direction == "Read") return Access::read;
  if (direction == "write" || direction == "Write") return Access::write;
  if (direction.find("tomic") != std::string::npos) return Access::atomic;
  return Access::none;
}

SourcePlace place_of(const xml_node& where) {
  SourcePlace place;
  place.file = text(where.child("path"));
  place.line = where.child("line").text().as_int();
  place.function = text(where.child("func"));
  return place;
}

// The innermost place that the kernel's author wrote: `where`, or a caller that it was inlined in.
SourcePlace authors_place(const xml_node& record) {
  const SourcePlace innermost = place_of(record.child("where"));
  if (!is_library(innermost.file)) return innermost;
  for (const xml_node& frame : record.child("deviceStack").children("frame")) {
    const SourcePlace place = place_of(frame);
    if (place.line > 0 && !is_library(place.file)) return place;
  }
  return innermost;
}

// The kernel: the outermost function.
std::string kernel_of(const xml_node& record) {
  const xml_node last = record.child("deviceStack").last_child();
  return text((last ? last : record.child("where")).child("func"));
}

FindingSide side_of(const xml_node& record) {
  FindingSide side;
  const xml_node who = record.child("who");
  side.block = index(who.child("blockIdx"));
  side.thread = index(who.child("threadIdx"));
  side.place = authors_place(record);
  return side;
}

uint64_t distance(const BufferPlace& p, uint64_t address) {
  if (address < p.begin) return p.begin - address;
  return address < p.begin + p.bytes ? 0 : address - (p.begin + p.bytes) + 1;
}

// Says which array the address is of, or is nearest to. False when it is near none.
bool locate(Finding& finding, std::span<const BufferPlace> placements, uint64_t address) {
  constexpr uint64_t near = 1 << 20;
  finding.address = address;
  const auto nearest = std::ranges::min_element(
      placements, {}, [&](const BufferPlace& p) { return distance(p, address); });
  if (nearest == placements.end() || distance(*nearest, address) > near) return false;
  finding.array = nearest->name;
  finding.array_bytes = nearest->bytes;
  finding.first = static_cast<int64_t>(address - nearest->begin);
  finding.last = finding.first + std::max<int64_t>(finding.bytes, 1) - 1;
  finding.case_index = nearest->case_index;
  return true;
}

Finding start(FindingKind kind, const xml_node& record) {
  Finding finding;
  finding.kind = kind;
  finding.kernel = kernel_of(record);
  finding.count = 1;
  finding.case_index = unknown_case;
  finding.sides.push_back(side_of(record));
  return finding;
}

// memcheck: an access that it stopped.
Finding precise(const xml_node& record, std::span<const BufferPlace> placements) {
  const xml_node what = record.child("what");
  Finding finding = start(FindingKind::out_of_bounds, record);
  finding.bytes = what.child("size").text().as_uint();
  finding.sides[0].access = access_of(text(what.child("direction")));
  finding.shared = text(what.child("space")) == "__shared__";
  finding.address = number(what.child("address"));
  const bool is_near = !finding.shared && locate(finding, placements, finding.address);
  if (text(what.child("error")) == "misaligned") {
    finding.kind = FindingKind::misaligned;
  } else if (!is_near && text(what.child("space")) == "__global__") {
    finding.kind = FindingKind::wild_pointer;
  }
  return finding;
}

// memcheck: the hardware's report, somewhat later.
Finding imprecise(const xml_node& record) {
  const std::string exception = text(record.child("what").child("exception"));
  const auto speaks_of = [&](const char* word) { return exception.find(word) != exception.npos; };
  Finding finding = start(FindingKind::wild_pointer, record);
  finding.detail = exception;
  if (speaks_of("tack")) finding.kind = FindingKind::stack_overflow;
  if (speaks_of("isaligned")) finding.kind = FindingKind::misaligned;
  if (speaks_of("trap") || speaks_of("nstruction") || speaks_of("ssert"))
    finding.kind = FindingKind::aborted;
  return finding;
}

Finding uninitialised(const xml_node& record, std::span<const BufferPlace> placements) {
  const xml_node what = record.child("what");
  Finding finding = start(FindingKind::uninitialised, record);
  finding.bytes = what.child("size").text().as_uint();
  finding.sides[0].access = Access::read;
  finding.shared = text(what.child("text")).find("__shared__") != std::string::npos;
  if (!finding.shared) locate(finding, placements, number(what.child("address")));
  return finding;
}

// The runner copies the output back, and not all of it was written. `errorAddress` is where the
// copy begins, whatever it was that nobody wrote: so no element is named.
Finding unwritten(const xml_node& record, std::span<const BufferPlace> placements) {
  Finding finding;
  finding.kind = FindingKind::unwritten;
  locate(finding, placements, number(record.child("what").child("errorAddress")));
  finding.array_bytes = 0;
  return finding;
}

Finding hazard(const xml_node& what) {
  Finding finding;
  finding.kind = FindingKind::race;
  finding.case_index = unknown_case;
  finding.shared = true;
  finding.count = 1;
  finding.address = number(what.child("common").child("address"));
  for (const char* thread : {"thread1", "thread0"}) {  // the later access first
    const xml_node node = what.child(thread);
    FindingSide& side = finding.sides.emplace_back();
    side.access = access_of(text(node.child("access")));
    side.block = index(what.child("common").child("blockIdx"));
    side.thread = index(node.child("threadIdx"));
    side.place = authors_place(node);
    finding.kernel = kernel_of(node);
  }
  return finding;
}

Finding barrier(const xml_node& record) {
  const std::string type = text(record.child("what").child("type"));
  const bool is_divergence = type.find("ivergent") != std::string::npos;
  Finding finding = start(is_divergence ? FindingKind::barrier : FindingKind::warp, record);
  finding.detail = type;
  return finding;
}

// The tool reports a hazard for each byte; an access counts once.
class HazardsSeen {
 public:
  bool is_new(const Finding& f) {
    const auto& [later, earlier] = std::tie(f.sides[0], f.sides[1]);
    return seen_
        .insert({f.kernel, f.address / 4, later.thread, earlier.thread, later.block,
                 later.place.line, earlier.place.line})
        .second;
  }

 private:
  using Index = std::array<uint32_t, 3>;
  std::set<std::tuple<std::string, uint64_t, Index, Index, Index, int, int>> seen_;
};

}  // namespace

std::vector<Finding> findings_of_report(const std::string& xml,
                                        std::span<const BufferPlace> placements) {
  pugi::xml_document document;
  const pugi::xml_parse_result parsed = document.load_buffer(xml.data(), xml.size());
  const xml_node root = document.child("ComputeSanitizerOutput");
  if (!parsed || !root) {
    throw Error(Outcome::unsupported,
                fmt::format("compute-sanitizer's report is not understood ({}); try the version of "
                            "another CUDA toolkit",
                            parsed ? "it has another form" : parsed.description()),
                Advice{Advice::use_cpu});
  }
  std::vector<Finding> findings;
  HazardsSeen hazards;
  for (const xml_node& record : root.children("record")) {
    const std::string kind = text(record.child("kind"));
    if (kind == "Precise") findings.push_back(precise(record, placements));
    if (kind == "Imprecise") findings.push_back(imprecise(record));
    if (kind == "Initcheck") findings.push_back(uninitialised(record, placements));
    if (kind == "Synccheck") findings.push_back(barrier(record));
    if (kind == "InitcheckApiError") findings.push_back(unwritten(record, placements));
    if (kind == "Hazard") {
      Finding finding = hazard(record.child("what"));
      if (hazards.is_new(finding)) findings.push_back(std::move(finding));
    }
    // "Api" reports the consequences of the errors before it.
  }
  return findings;
}

std::vector<Finding> deadlocks_of_log(const std::string& log, hippuzzle_dim3 shape) {
  static const Pattern line(
      "Deadlock detected in ([[:alnum:]_]+) called by threads starting at "
      "\\(([0-9]+),([0-9]+),([0-9]+)\\) in block \\(([0-9]+),([0-9]+),([0-9]+)\\), "
      "\\(active mask: 0x([0-9a-f]+)\\) at (.+)\\+0x[0-9a-f]+ in (.+):([0-9]+)");
  const auto component = [](const std::string& digits) {
    return static_cast<uint32_t>(std::stoul(digits));
  };
  // The first lane of the mask, in a warp that begins with the thread (x, y, z).
  const auto first_waiting = [&](uint32_t x, uint32_t y, uint32_t z, const std::string& mask) {
    const uint32_t lane =
        static_cast<uint32_t>(std::countr_zero(std::stoull(mask, nullptr, 16) | 1ull << 63));
    const uint32_t thread = x + shape.x * (y + shape.y * z) + lane;
    return std::array{thread % shape.x, thread / shape.x % shape.y, thread / shape.x / shape.y};
  };
  std::vector<Finding> findings;
  std::istringstream lines(log);
  for (std::string text; std::getline(lines, text);) {
    const auto match = line.find_in(text);
    if (match.empty()) continue;
    FindingSide side;
    side.thread =
        first_waiting(component(match[2]), component(match[3]), component(match[4]), match[8]);
    side.block = {component(match[5]), component(match[6]), component(match[7])};
    side.place.file = match[10];
    side.place.line = static_cast<int>(component(match[11]));
    side.place.function = match[9];
    const auto same_block = std::ranges::find_if(
        findings, [&](const Finding& f) { return f.sides[0].block == side.block; });
    if (same_block != findings.end()) {
      if (same_block->sides.size() < 2) same_block->sides.push_back(side);
      continue;
    }
    Finding& finding = findings.emplace_back();
    finding.kind = FindingKind::barrier;
    finding.kernel = match[9];
    finding.case_index = unknown_case;
    finding.count = 1;
    finding.detail = "Threads wait for each other in different places";
    finding.sides.push_back(side);
  }
  return findings;
}

}  // namespace hippuzzle
