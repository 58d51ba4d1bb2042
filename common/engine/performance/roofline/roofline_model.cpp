#include "engine/performance/roofline/roofline_model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace hippuzzle {
namespace {

// Operations of one launch and the arithmetic that they are in, the same for all models.
struct Workload {
  double flops = 0;
  std::string arithmetic = "fp32";
  double compulsory_read = 0, compulsory_written = 0;  // bytes
  double requested = 0;                                // bytes; 0 unless it is a product
  bool uses_matrix_cores = false;
  bool is_by_warps = true;  // warps issue its requests, as far as the checker sees
};

double bytes_of(const hippuzzle_buffer& buffer, const hippuzzle_extents& extents) {
  return static_cast<double>(element_count(buffer.shape(&extents)) * element_size(buffer.type));
}

Workload workload_of(const hippuzzle_variant& variant, const hippuzzle_extents& extents) {
  Workload work;
  work.flops = variant.flops(&extents);
  for (uint32_t i = 0; i < variant.buffer_count; ++i) {
    const hippuzzle_buffer& buffer = variant.buffers[i];
    if (is_filled(buffer)) work.compulsory_read += bytes_of(buffer, extents);
    if (is_output(buffer)) work.compulsory_written += bytes_of(buffer, extents);
  }
  const std::string_view required = variant.required == nullptr ? "" : variant.required;
  work.uses_matrix_cores = !required.empty();
  // The hardware fetches the operands of such instructions, which are emulated word by word.
  work.is_by_warps = required.find("wgmma") == required.npos;
  if (variant.product == nullptr) return work;
  hippuzzle_product p = {};
  variant.product(&extents, &p);
  const auto m = static_cast<double>(p.m), n = static_cast<double>(p.n),
             k = static_cast<double>(p.k);
  work.flops = m * n * (2 * k - 1);
  work.arithmetic = ceiling_of(p.math);
  work.requested = m * n * k *
                   static_cast<double>(element_size(variant.buffers[p.a].type) +
                                       element_size(variant.buffers[p.b].type));
  return work;
}

// The part of a model of traffic that differs from the other models.
struct Model {
  std::string name;
  std::string level;
  double bytes, written;
};

Placement place_under(const Model& model, double flops, const std::string& arithmetic,
                      double milliseconds, const Ceilings& ceilings) {
  Placement p = {};
  p.model = model.name;
  p.level = model.level;
  p.arithmetic = arithmetic;
  p.flops = flops;
  p.bytes = model.bytes;
  p.written = model.written;
  p.intensity = flops / model.bytes;
  p.memory_roof = ceilings.value(model.level) * p.intensity;
  p.arithmetic_roof = ceilings.value(arithmetic);
  p.roof = std::min(p.memory_roof, p.arithmetic_roof);
  p.measured = milliseconds > 0 ? flops / milliseconds / 1e6 : 0;
  return p;
}

std::vector<Model> models_of(const Workload& work, const std::optional<Traffic>& traffic,
                             const Ceilings& ceilings) {
  std::vector<Model> models;
  if (work.requested > 0) models.push_back({"requested", "dram", work.requested, 0});
  if (traffic && traffic->read_bytes > 0) {
    const double sectors = sector_bytes * traffic->read_sectors;
    models.push_back({"counted", "dram", traffic->read_bytes, traffic->written_bytes});
    const bool is_by_warps = work.is_by_warps && !traffic->is_by_single_lanes();
    if (is_by_warps) {
      models.push_back({"sectors", "dram", sectors, traffic->written_bytes});
    }
    if (is_by_warps && ceilings.value("l2") > 0) {
      models.push_back({"sectors", "l2", sectors, traffic->written_bytes});
    }
    if (is_by_warps && traffic->wavefronts > 0 && ceilings.value("shared") > 0) {
      models.push_back({"shared", "shared", wavefront_bytes * traffic->wavefronts, 0});
    }
  }
  models.push_back({"compulsory", "dram", work.compulsory_read, work.compulsory_written});
  return models;
}

LevelRoof roof_at(const std::string& level, Origin origin, double bytes, double flops,
                  const Ceilings& ceilings) {
  return {level, origin, bytes, flops / bytes, ceilings.value(level) * flops / bytes};
}

// Products in FP32 of TF32 matrix cores take three of their products each.
LevelRoof arithmetic_roof(const Workload& work, const Ceilings& ceilings) {
  constexpr double products = 3;
  if (work.uses_matrix_cores && work.arithmetic == "fp32" && ceilings.value("tf32") > 0) {
    return {.level = "tf32", .roof = ceilings.value("tf32") / products};
  }
  return {.level = work.arithmetic, .roof = ceilings.value(work.arithmetic)};
}

std::vector<LevelRoof> roofs_of(const Workload& work, const std::optional<Traffic>& traffic,
                                const Ceilings& ceilings) {
  std::vector<LevelRoof> roofs;
  const auto add = [&](const char* level, Origin origin, double bytes) {
    if (bytes <= 0 || ceilings.value(level) <= 0) return;
    roofs.push_back(roof_at(level, origin, bytes, work.flops, ceilings));
  };
  if (traffic) {
    const Traffic& t = *traffic;
    if (work.is_by_warps && !t.is_by_single_lanes()) {
      add("shared", Origin::requested, wavefront_bytes * t.wavefronts);
      add("l1", Origin::requested, wavefront_bytes * t.l1_wavefronts);
    }
    add("l2", Origin::first_reads, t.first_read_bytes + sector_bytes * t.written_sectors);
  }
  add("dram", Origin::compulsory, work.compulsory_read + work.compulsory_written);
  roofs.push_back(arithmetic_roof(work, ceilings));
  return roofs;
}

Recommendation recommend_for(const Placed& placed, bool uses_matrix_cores,
                             const Ceilings& ceilings) {
  const Placement& compulsory = *placed.find("compulsory");
  const bool is_product = placed.find("requested") != nullptr;
  Observed kernel;
  kernel.traffic = placed.traffic;
  kernel.flops = compulsory.flops;
  kernel.compulsory_bytes = compulsory.bytes;
  kernel.binds = placed.binding().level;
  kernel.arithmetic_binds = placed.binding().is_arithmetic();
  kernel.reached = placed.of_roof();
  kernel.timed = placed.timed;
  kernel.uses_matrix_cores = uses_matrix_cores;
  kernel.is_narrowest = !is_product || compulsory.arithmetic == "bf16" ||
                        (uses_matrix_cores && compulsory.arithmetic == "fp32") ||
                        (ceilings.value("tf32") == 0 && ceilings.value("bf16") == 0);
  return recommend(kernel);
}

void require_roof(const Ceilings& ceilings, const std::string& arithmetic,
                  const std::string& kernel) {
  if (ceilings.value(arithmetic) > 0) return;
  throw Error(Outcome::unsupported,
              fmt::format("the roof '{}' of {} is not known, which '{}' is placed under",
                          arithmetic, ceilings.device, kernel));
}

}  // namespace

const LevelRoof& Placed::binding() const {
  return *std::ranges::min_element(roofs, {}, &LevelRoof::roof);
}

const LevelRoof* Placed::roof(const std::string& level) const {
  const auto found = std::ranges::find(roofs, level, &LevelRoof::level);
  return found == roofs.end() ? nullptr : &*found;
}

const Placement* Placed::find(const std::string& model, const std::string& level) const {
  const auto found = std::ranges::find_if(placements, [&](const Placement& p) {
    return p.model == model && (level.empty() || p.level == level);
  });
  return found == placements.end() ? nullptr : &*found;
}

bool counts_operations(const hippuzzle_variant& variant, const hippuzzle_extents& extents) {
  const Workload work = workload_of(variant, extents);
  return work.flops > 0 && work.compulsory_read > 0;
}

Placed place(const hippuzzle_variant& variant, const std::string& name,
             const hippuzzle_extents& extents, const std::optional<Traffic>& traffic,
             const TimedOn& timed, const Ceilings& ceilings) {
  const Workload work = workload_of(variant, extents);
  require_roof(ceilings, work.arithmetic, name);
  Placed placed = {};
  placed.name = name;
  placed.traffic = traffic;
  placed.timed = timed;
  for (const Model& model : models_of(work, traffic, ceilings)) {
    placed.placements.push_back(
        place_under(model, work.flops, work.arithmetic, timed.milliseconds, ceilings));
  }
  placed.roofs = roofs_of(work, traffic, ceilings);
  placed.measured = timed.milliseconds > 0 ? work.flops / timed.milliseconds / 1e6 : 0;
  placed.next = recommend_for(placed, work.uses_matrix_cores, ceilings);
  return placed;
}

void add_measured(Placed& placed, ProfiledLaunch counted, const Ceilings& ceilings) {
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
  placed.placements.push_back(
      place_under({fmt::format("measured ({})", counted.profiler), "dram", counted.dram_bytes, 0},
                  flops, arithmetic, placed.timed.milliseconds, ceilings));
  const double operations = placed.placements.front().flops;
  for (LevelRoof& roof : placed.roofs) {
    const double bytes = roof.level == "l2"     ? counted.l2_bytes
                         : roof.level == "dram" ? counted.dram_bytes
                                                : 0;
    if (bytes > 0) roof = roof_at(roof.level, Origin::counters, bytes, operations, ceilings);
  }
  placed.next = recommend_for(placed, arithmetic != "fp32", ceilings);  // another roof may bind
  placed.counted = std::move(counted);
}

}  // namespace hippuzzle
