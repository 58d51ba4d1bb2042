// Occupancy for people.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/report/occupancy/occupancy_report.hpp"
#include "cli/report/whose.hpp"
#include "cli/terminal/text/table.hpp"
#include "support/text/grid_text.hpp"

namespace hippuzzle {
namespace {

// "registers", or "warps, blocks" where they limit alike.
std::string what_limits(const Occupancy& occupancy) {
  std::vector<std::string> limits;
  for (const LimitedBlocks& limit : occupancy.limits) {
    if (occupancy.limits_most(limit)) limits.push_back(to_text(limit.by));
  }
  return fmt::format("{}", fmt::join(limits, ", "));
}

std::string percent(const Occupancy& occupancy) {
  return fmt::format("{:.0f} %", 100 * occupancy.fraction());
}

std::string bytes_text(unsigned bytes) { return fmt::format("{} B", bytes); }

std::string table_text(const std::vector<const LaunchedKernel*>& kernels) {
  Table table({"", "registers", "shared", "threads", "blocks", "warps", "", "limited by"});
  for (const LaunchedKernel* k : kernels) {
    const Occupancy& o = k->occupancy;
    table.add({k->name, std::to_string(k->resources.registers),
               bytes_text(k->resources.shared_bytes + k->launch.shared_bytes),
               std::to_string(o.threads_per_block), std::to_string(o.blocks),
               fmt::format("{} of {}", o.active_warps, o.warps), percent(o), what_limits(o)});
  }
  return table.text();
}

// "256 lanes of its 8 warps", "9 of the 32 lanes of its warp"
std::string lanes_text(const Occupancy& o) {
  const unsigned lanes = o.warps_per_block * o.warp_size;
  const std::string warps =
      o.warps_per_block == 1 ? "its warp" : fmt::format("its {} warps", o.warps_per_block);
  if (o.threads_per_block == lanes) return fmt::format("all {} lanes of {}", lanes, warps);
  return fmt::format("{} of the {} lanes of {}", o.threads_per_block, lanes, warps);
}

// The share of a resource that a block takes.
std::vector<std::string> row(const LimitedBlocks& limit, const LaunchedKernel& k) {
  const Multiprocessor& d = k.device;
  const Occupancy& o = k.occupancy;
  const auto cells = [&](const std::string& takes, const std::string& of) {
    return std::vector<std::string>{to_text(limit.by), takes, of, std::to_string(limit.blocks),
                                    o.limits_most(limit) ? "<-" : ""};
  };
  const auto rounded = [](unsigned value, unsigned unit) {
    return (value + unit - 1) / unit * unit;
  };
  switch (limit.by) {
    case OccupancyLimit::warps:
      return cells(std::to_string(o.warps_per_block), std::to_string(d.warps));
    case OccupancyLimit::blocks:
      return cells("1", std::to_string(limit.blocks));
    case OccupancyLimit::barriers:
      return cells(std::to_string(k.resources.barriers), std::to_string(d.barriers));
    case OccupancyLimit::registers:
      return cells(std::to_string(o.warps_per_block *
                                  rounded(k.resources.registers * o.warp_size, d.register_unit)),
                   std::to_string(d.registers));
    case OccupancyLimit::scalar_registers:
      return cells(
          std::to_string(o.warps_per_block * rounded(k.resources.scalar_registers, d.scalar_unit)),
          std::to_string(d.scalar_registers));
    case OccupancyLimit::shared_memory:
      return cells(bytes_text(o.shared_bytes), bytes_text(d.shared_bytes));
  }
  return cells("", "");
}

std::string limits_text(const LaunchedKernel& k) {
  const Occupancy& o = k.occupancy;
  const std::string launch = fmt::format(
      "\n{} block{} of {} threads: {} have a thread\n",
      dimensions({k.launch.grid.x, k.launch.grid.y, k.launch.grid.z}),
      k.launch.grid.x * k.launch.grid.y * k.launch.grid.z == 1 ? "" : "s",
      dimensions({k.launch.block.x, k.launch.block.y, k.launch.block.z}), lanes_text(o));
  Table table({"", "a block takes", "of", "so many fit", ""});
  for (const LimitedBlocks& limit : o.limits) table.add(row(limit, k));
  return launch + table.text();
}

std::string title(const Occupancies& all, const LaunchedKernel& k) {
  const std::string variant = k.variant.empty() ? all.puzzle : all.puzzle + " --" + k.variant;
  const std::string device = k.device.device == k.device.architecture
                                 ? k.device.device
                                 : fmt::format("{} ({})", k.device.device, k.device.architecture);
  const std::string code = k.resources.target == k.device.architecture
                               ? ""
                               : fmt::format(", code for {}", k.resources.target);
  return fmt::format("{} at {} on {} [{}{}]", variant, k.size, device, whose(all.whose), code);
}

// A row for each device, about one size of blocks.
std::string table_of_devices(const std::vector<LaunchedKernel>& kernels) {
  const LaunchedKernel& first = kernels.front();
  std::string text =
      fmt::format("blocks of {} thread{} with {} registers each and {} of shared memory\n",
                  first.launch.block.x, first.launch.block.x == 1 ? "" : "s",
                  first.resources.registers, bytes_text(first.launch.shared_bytes));
  Table table({"", "blocks", "warps", "", "limited by"});
  for (const LaunchedKernel& k : kernels) {
    const Occupancy& o = k.occupancy;
    table.add({k.device.device, std::to_string(o.blocks),
               fmt::format("{} of {}", o.active_warps, o.warps), percent(o), what_limits(o)});
  }
  text += table.text();
  for (const LaunchedKernel& k : kernels) {
    if (!k.occupancy.impossible.empty())
      text += fmt::format("  {} runs no such block: {}\n", k.device.device, k.occupancy.impossible);
  }
  return text;
}

}  // namespace

std::string to_text(OccupancyLimit limit) {
  std::string text = to_key(limit);
  for (char& c : text) c = c == '_' ? ' ' : c;
  return text;
}

std::string occupancy_text(const Occupancies& all, const Look&) {
  if (all.puzzle.empty()) return table_of_devices(all.kernels);
  std::string text;
  std::string last;
  std::vector<const LaunchedKernel*> together;  // of one variant on one device
  const auto flush = [&] {
    if (together.empty()) return;
    text += table_text(together);
    for (const LaunchedKernel* k : together) {
      if (!k->occupancy.impossible.empty())
        text += fmt::format("  {} cannot be launched: {}\n", k->name, k->occupancy.impossible);
    }
    if (together.size() == 1 && together.front()->occupancy.impossible.empty())
      text += limits_text(*together.front());
    together.clear();
  };
  for (const LaunchedKernel& k : all.kernels) {
    if (const std::string heading = title(all, k); heading != last) {
      flush();
      text += fmt::format("{}{}\n", last.empty() ? "" : "\n", heading);
      last = heading;
    }
    together.push_back(&k);
  }
  flush();
  return text;
}

}  // namespace hippuzzle
