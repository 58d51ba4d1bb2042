// Roofs for people.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "cli/report/numbers.hpp"
#include "cli/report/roofline/roofline_report.hpp"
#include "cli/report/roofline/technique_text.hpp"
#include "cli/report/whose.hpp"
#include "cli/terminal/text/table.hpp"
#include "cli/terminal/text/text_layout.hpp"
#include "cli/terminal/text/typed_command.hpp"

namespace hippuzzle {
namespace {

struct Line {
  const char* name;
  const char* text;
  const char* unit;
};

constexpr Line lines[] = {{"dram", "device memory, copied", "GB/s"},
                          {"l2", "L2 cache, read", "GB/s"},
                          {"l1", "L1 cache, read", "GB/s"},
                          {"shared", "shared memory, read", "GB/s"},
                          {"link", "links to other GPUs, both ways", "GB/s"},
                          {"fp32", "FP32 multiply-add", "GFLOP/s"},
                          {"tf32", "TF32 matrix instructions", "GFLOP/s"},
                          {"bf16", "BF16 matrix instructions", "GFLOP/s"}};

std::string indented(const std::string& text, const Look& look) {
  const auto lines = wrapped(text, std::max<size_t>(look.columns, 40) - 4);
  return fmt::format("  {}\n", fmt::join(lines, "\n    "));
}

// The sizes of a device that is known by its data sheet.
std::string sizes_text(const std::map<std::string, double>& sizes, const Look& look) {
  constexpr std::pair<const char*, const char*> known[] = {
      {"multiprocessors", "{:g} multiprocessors"},
      {"shared_kib", "{:g} KiB of shared memory each"},
      {"l2_mb", "{:g} MB of L2 cache"},
      {"memory_gb", "{:g} GB of memory"}};
  std::vector<std::string> parts;
  for (const auto& [key, words] : known) {
    const auto found = sizes.find(key);
    if (found != sizes.end()) parts.push_back(fmt::format(fmt::runtime(words), found->second));
  }
  return parts.empty() ? "" : indented(fmt::format("{}", fmt::join(parts, ", ")), look);
}

// "links, GB/s that it receives: infiniband 25, nvlink 300, pcie 31.5"
std::string links_text(const std::map<std::string, double>& links, const Look& look) {
  std::vector<std::string> parts;
  for (const auto& [name, rate] : links) parts.push_back(fmt::format("{} {:g}", name, rate));
  if (parts.empty()) return "";
  return indented(fmt::format("links, GB/s that it receives: {}", fmt::join(parts, ", ")), look);
}

std::string ceilings_text(const Ceilings& ceilings, const Look& look) {
  std::string text = fmt::format("{} ({})\n", ceilings.device, ceilings.source);
  Table table({"ceiling", "", "95 % interval", "critical intensity"});
  for (const Line& line : lines) {
    const auto found = ceilings.all.find(line.name);
    if (found == ceilings.all.end()) continue;
    const Ceiling& c = found->second;
    const bool is_arithmetic = std::string(line.unit) == "GFLOP/s";
    table.add(
        {line.text, fmt::format("{} {}", four_digits(c.value), line.unit),
         c.low < c.high ? fmt::format("{} … {}", four_digits(c.low), four_digits(c.high)) : "",
         is_arithmetic ? fmt::format("{:.1f} FLOP/B", ceilings.critical_intensity(line.name))
                       : ""});
  }
  if (const double launch = ceilings.value("launch"); launch > 0) {
    const Ceiling& c = ceilings.all.at("launch");
    table.add({"shortest launch", duration(launch),
               fmt::format("{} … {}", duration(c.low), duration(c.high)), ""});
  }
  text += table.text() + sizes_text(ceilings.sizes, look) + links_text(ceilings.links, look);
  for (const auto& [name, why] : ceilings.missing) {
    text += fmt::format("  {}: not measured: {}\n", name, why);
  }
  return text;
}

std::string name_of(const LevelRoof& roof) {
  if (roof.level == "l1") return "L1 cache";
  if (roof.level == "l2") return "L2 cache";
  if (roof.level == "dram") return "memory";
  if (roof.level == "shared") return "shared memory";
  return roof.level;
}

// A row of the table: a kernel under one model, or the model alone where it is the same for all.
void add_row(Table& table, const std::string& name, const Placement& p) {
  table.add({name, amount(p.bytes, "B"), p.written > 0 ? amount(p.written, "B") : "",
             fmt::format("{:.4g}", p.intensity), four_digits(p.roof), share_text(p.of_peak())});
}

// The placements of a model, equal ones once.
std::vector<const Placement*> distinct(const std::vector<Placed>& placed, const char* model) {
  std::vector<const Placement*> all;
  for (const Placed& kernel : placed) {
    const Placement* p = kernel.find(model);
    if (p == nullptr) continue;
    const auto same = std::ranges::find_if(all, [&](const Placement* other) {
      return other->bytes == p->bytes && other->flops == p->flops &&
             other->arithmetic == p->arithmetic;
    });
    if (same == all.end()) all.push_back(p);
  }
  return all;
}

// As if device memory served every byte that a thread reads.
std::string without_caches(const std::vector<Placed>& placed) {
  Table table({"without caches", "reads", "writes", "FLOP/B", "GFLOP/s", "of the peak"});
  for (const Placed& kernel : placed) {
    if (const Placement* counted = kernel.find("counted")) add_row(table, kernel.name, *counted);
  }
  for (const char* model : {"requested", "compulsory"}) {
    const auto rows = distinct(placed, model);
    for (const Placement* p : rows) {
      add_row(table, rows.size() > 1 ? fmt::format("{}, {}", model, p->arithmetic) : model, *p);
    }
  }
  return table.text();
}

// "0.4286", or "" where there is no such placement.
std::string intensity(const Placement* p) {
  return p == nullptr ? "" : fmt::format("{:.4g}", p->intensity);
}

// The roofs of all levels, and the lowest one.
std::string all_roofs(const std::vector<Placed>& placed) {
  constexpr std::pair<const char*, const char*> levels[] = {
      {"shared", "shared"}, {"l1", "L1 cache"}, {"l2", "L2 cache"}, {"dram", "memory"}};
  std::vector<std::string> header{"roofs, GFLOP/s"};
  std::vector<std::string> shown;
  for (const auto& [level, name] : levels) {
    const auto has = [&](const Placed& kernel) { return kernel.roof(level) != nullptr; };
    if (std::ranges::none_of(placed, has)) continue;
    header.emplace_back(name);
    shown.emplace_back(level);
  }
  header.insert(header.end(), {"arithmetic", "binds"});
  Table table(header);
  for (const Placed& kernel : placed) {
    std::vector<std::string> row{kernel.name};
    for (const std::string& level : shown) {
      const LevelRoof* roof = kernel.roof(level);
      row.push_back(roof == nullptr ? "" : four_digits(roof->roof));
    }
    row.push_back(four_digits(kernel.roofs.back().roof));
    row.push_back(name_of(kernel.binding()));
    table.add(row);
  }
  return '\n' + table.text();
}

// "64", "131k", "1.05M"
std::string how_many(double value) {
  const std::string text = amount(value, "");
  return value < 10'000 ? text.substr(0, text.size() - 1)
                        : text.substr(0, text.find(' ')) + text.back();
}

// Requests of warps, in the units of caches and of shared memory.
std::string by_warps(const std::vector<Placed>& placed) {
  Table table({"by warps", "requests", "sectors", "needed", "FLOP/B", "shared FLOP/B"});
  bool any = false;
  for (const Placed& kernel : placed) {
    const Placement* sectors = kernel.find("sectors", "dram");
    const Placement* shared = kernel.find("shared");
    if (sectors == nullptr) continue;
    any = true;
    const Traffic& t = *kernel.traffic;
    table.add({kernel.name, how_many(t.read_requests), how_many(t.read_sectors),
               how_many(t.least_sectors), intensity(sectors), intensity(shared)});
  }
  return any ? '\n' + table.text() : "";
}

// Two measurements of one rate, a kernel's and its roof's, differ by as much without a reason.
constexpr double surely_above = 1.02;

// The assumption of the lowest roof that does not hold for a kernel above it.
std::string why_above(const Placed& kernel) {
  const LevelRoof& roof = kernel.binding();
  const bool is_counted = roof.origin == Origin::counters;
  if (roof.level == "l2" && !is_counted) {
    return "that roof assumes that each block fetches its words itself; blocks shared their words, "
           "in an L1 cache or by a cluster's copies";
  }
  if (roof.level == "dram") {
    return "that roof assumes that each array moves to or from device memory; a part stayed in the "
           "L2 cache";
  }
  return "that roof is below the device's real rate; measure the roofs again with --again";
}

std::string measured(const std::vector<Placed>& placed, const Look& look) {
  Table table({"measured", "GFLOP/s", "of the peak", "binds", "of its roof"});
  std::string doubts;
  bool any = false;
  for (const Placed& kernel : placed) {
    if (kernel.measured == 0) continue;
    any = true;
    const double peak = kernel.placements.front().arithmetic_roof;
    const bool is_above = kernel.of_roof() > surely_above;
    table.add({kernel.name, four_digits(kernel.measured), share_text(kernel.measured / peak),
               name_of(kernel.binding()),
               is_above ? "above" : share_text(std::min(kernel.of_roof(), 1.0))});
    if (!is_above) continue;
    doubts += indented(fmt::format("{}: {:.2f} times its lowest roof: {}", kernel.name,
                                   kernel.of_roof(), why_above(kernel)),
                       look);
  }
  return any ? '\n' + table.text() + doubts : "";
}

std::string by_counters(const Placed& kernel, const Look& look) {
  const Placement& measured = kernel.placements.back();
  const Placement& compulsory = *kernel.find("compulsory");
  return indented(
      fmt::format(
          "{}, {}: {}, {} of device memory ({:.3g} times the compulsory bytes), {} of the L2 cache",
          kernel.name, measured.model, amount(measured.flops, "FLOP"), amount(measured.bytes, "B"),
          measured.bytes / (compulsory.bytes + compulsory.written),
          amount(kernel.counted->l2_bytes, "B")),
      look);
}

std::string advice(const Recommendation& next, const std::string& shown) {
  const std::string technique = name_of(next.technique);
  if (technique.empty()) return next.reason;
  const std::string text = fmt::format("{}: {}", technique, next.reason);
  if (shown.empty()) return text;
  return fmt::format("{} (see {})", text, unbreakable(as_typed("`hippuzzle " + shown + "`")));
}

// Says a remark once, with the names of all kernels that it holds for.
std::string remarks_text(const std::vector<std::pair<std::string, std::string>>& remarks,
                         const Look& look) {
  std::vector<std::pair<std::string, std::string>> kernels_by_remark;
  for (const auto& [name, remark] : remarks) {
    const auto same =
        std::ranges::find(kernels_by_remark, remark, &std::pair<std::string, std::string>::first);
    if (same == kernels_by_remark.end()) {
      kernels_by_remark.emplace_back(remark, name);
    } else {
      same->second += ", " + name;
    }
  }
  std::string text;
  for (const auto& [remark, kernels] : kernels_by_remark) {
    text += indented(kernels + ": " + remark, look);
  }
  return text;
}

// On a device by name nothing is measured, so its roofs may look within reach of any launch.
std::vector<std::pair<std::string, std::string>> small_launches(const std::vector<Placed>& placed,
                                                                const Ceilings& ceilings) {
  std::vector<std::pair<std::string, std::string>> remarks;
  const auto found = ceilings.sizes.find("multiprocessors");
  if (found == ceilings.sizes.end()) return remarks;
  for (const Placed& kernel : placed) {
    const std::string few = kernel.traffic ? too_few_blocks(*kernel.traffic, found->second) : "";
    if (!few.empty()) remarks.emplace_back(kernel.name, few + ", too few to reach a roof");
  }
  return remarks;
}

// "of one launch: 1377 FLOP", and on how many blocks it was counted where that is not all of them.
std::string subtitle(const std::vector<Placed>& placed) {
  std::string text;
  const double flops = placed.front().placements.front().flops;
  if (std::ranges::all_of(placed,
                          [&](const Placed& k) { return k.placements.front().flops == flops; })) {
    text += fmt::format(", {}", amount(flops, "FLOP"));
  }
  uint64_t counted = 0, blocks = 0;
  for (const Placed& kernel : placed) {
    if (!kernel.traffic || !kernel.traffic->is_sample()) continue;
    counted += kernel.traffic->counted_blocks;
    blocks += kernel.traffic->blocks;
  }
  if (blocks > 0) text += fmt::format(", counted on a sample: {} of {} blocks", counted, blocks);
  return text;
}

}  // namespace

std::string roofline_text(const PlacedKernels& shown, const Look& look) {
  const auto& [ceilings, puzzle, size, placed, whose, catalog] = shown;
  std::string text = ceilings_text(ceilings, look);
  if (placed.empty()) return text;
  text +=
      fmt::format("\n{} at {}{} [{}]\n", puzzle, size, subtitle(placed), hippuzzle::whose(whose)) +
      without_caches(placed) + all_roofs(placed) + by_warps(placed) + measured(placed, look);
  std::vector<std::pair<std::string, std::string>> remarks;
  for (const Placed& kernel : placed) {
    if (kernel.why_not_counted.empty()) {
      remarks.emplace_back(kernel.name, advice(kernel.next, shown_by(kernel.next.technique, catalog,
                                                                     puzzle, kernel.name)));
    } else {
      remarks.emplace_back(kernel.name, "not counted: " + kernel.why_not_counted);
    }
  }
  text += '\n' + remarks_text(remarks, look) + remarks_text(small_launches(placed, ceilings), look);
  for (const Placed& kernel : placed) {
    if (kernel.counted) text += by_counters(kernel, look);
  }
  return text;
}

}  // namespace hippuzzle
