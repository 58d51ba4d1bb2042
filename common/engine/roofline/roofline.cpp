#include "engine/roofline/roofline.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace hippuzzle {
namespace {

Placement place_under(const std::string& model, double flops, double bytes, double milliseconds,
                      const Ceilings& ceilings, const std::string& arithmetic) {
  Placement p = {};
  p.model = model;
  p.arithmetic = arithmetic;
  p.flops = flops;
  p.bytes = bytes;
  p.intensity = flops / bytes;
  p.memory_roof = ceilings.value("dram") * p.intensity;
  p.arithmetic_roof = ceilings.value(arithmetic);
  p.roof = std::min(p.memory_roof, p.arithmetic_roof);
  p.memory_binds = p.memory_roof < p.arithmetic_roof;
  p.measured = milliseconds > 0 ? flops / milliseconds / 1e6 : 0;
  return p;
}

// The lesson's table, from the figures alone.
void recommend(Placed& placed, bool is_product) {
  const Placement& requested = placed.placements.front();
  const Placement& compulsory = placed.placements.back();
  const auto say = [&](const char* technique, const std::string& reason) {
    placed.technique = technique;
    placed.reason = reason;
  };
  if (compulsory.measured == 0) {
    if (is_product && requested.memory_binds) {
      return say(
          "shared memory tiling",
          "fetching every operand for every use leaves it under the memory roof; reuse moves "
          "it to the right");
    }
    return compulsory.memory_binds
               ? say("kernel fusion", "memory binds, and no reuse is left within this kernel")
               : say("mixed precision", "the arithmetic binds");
  }
  const double reached = compulsory.measured / compulsory.roof;
  if (compulsory.memory_binds) {
    constexpr double well_used = 0.8;
    if (reached < well_used) {
      return say(
          "memory coalescing",
          fmt::format("memory binds, and only {:.0f} % of its bandwidth is used", 100 * reached));
    }
    return say("kernel fusion",
               "memory binds and is well used; only more operations on each byte help");
  }
  // A kernel that computes one element a thread reads two operands from shared memory for every
  // multiply-add: an eighth of the arithmetic at most, a fifth when one of them comes 16 bytes at a
  // time.
  constexpr double one_output_a_thread = 1.0 / 5, well_fed = 0.85;
  if (requested.memory_binds && compulsory.measured <= requested.roof) {
    return say("shared memory tiling",
               "it is no faster than device memory could feed it with every operand anew");
  }
  if (reached <= one_output_a_thread) {
    return say("register blocking",
               "the caches feed it, but each operand that is read serves a single multiply-add");
  }
  if (reached < well_fed) {
    return say("asynchronous memory copies",
               "operands are reused; what is left is waiting for them, which copies can overlap");
  }
  say("mixed precision", "it is near the arithmetic roof; narrower types raise that roof");
}

void require_roof(const Ceilings& ceilings, const std::string& arithmetic,
                  const std::string& kernel) {
  if (ceilings.value(arithmetic) > 0) return;
  throw Error(Outcome::unsupported,
              fmt::format("the roof '{}' of {} is not known, which '{}' is placed under",
                          arithmetic, ceilings.device, kernel));
}

}  // namespace

Placed place(const hippuzzle_variant& variant, const std::string& name,
             const hippuzzle_extents& extents, double milliseconds, const Ceilings& ceilings) {
  const double flops = variant.flops(&extents), bytes = variant.bytes(&extents);
  if (flops <= 0 || bytes <= 0) {
    throw Error(
        Outcome::usage,
        fmt::format("'{}' counts no operations, so that no roof says anything about it", name));
  }
  Placed placed = {};
  placed.name = name;
  std::string arithmetic = "fp32";
  hippuzzle_product p = {};
  if (variant.product != nullptr) {
    variant.product(&extents, &p);
    arithmetic = ceiling_of(p.math);
  }
  require_roof(ceilings, arithmetic, name);
  if (variant.product != nullptr) {
    const auto m = static_cast<double>(p.m), n = static_cast<double>(p.n),
               k = static_cast<double>(p.k);
    const auto operand_bytes = static_cast<double>(element_size(variant.buffers[p.a].type) +
                                                   element_size(variant.buffers[p.b].type));
    placed.placements.push_back(place_under("requested", m * n * (2 * k - 1),
                                            m * n * k * operand_bytes, milliseconds, ceilings,
                                            arithmetic));
  }
  placed.placements.push_back(
      place_under("compulsory", flops, bytes, milliseconds, ceilings, arithmetic));
  recommend(placed, variant.product != nullptr);
  return placed;
}

void add_measured(Placed& placed, ProfiledLaunch counted, double milliseconds,
                  const Ceilings& ceilings) {
  double flops = 0, most = 0;
  std::string arithmetic;
  for (const auto& [ceiling, amount] : counted.flops) {
    flops += amount;
    if (amount > most) {
      most = amount;
      arithmetic = ceiling;
    }
  }
  if (flops == 0 || counted.dram_bytes == 0) {
    throw Error(
        Outcome::unsupported,
        fmt::format("{} saw '{}' execute {:g} floating-point operations and move {:g} bytes "
                    "of device memory; without either no roof says anything about it",
                    counted.profiler, placed.name, flops, counted.dram_bytes));
  }
  require_roof(ceilings, arithmetic, placed.name);
  placed.placements.push_back(place_under(fmt::format("measured ({})", counted.profiler), flops,
                                          counted.dram_bytes, milliseconds, ceilings, arithmetic));
  placed.counted = std::move(counted);
}

}  // namespace hippuzzle
