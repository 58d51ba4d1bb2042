#include "engine/performance/roofline/sharding.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <utility>

#include "engine/modules/abi_types.hpp"
#include "support/outcome.hpp"

namespace hippuzzle {
namespace {

constexpr double giga = 1e9;

// The largest of `parts` nearly equal parts.
double largest_part(double whole, unsigned parts) { return std::ceil(whole / parts); }

double lacking(unsigned holders) { return (holders - 1.0) / holders; }

// The share of the device with the largest block, under no roof yet.
struct Share {
  double flops, received, read;
};

Share share_of(const ProductToDivide& product, const DeviceGrid& grid) {
  const double rows = largest_part(product.m, grid.rows);
  const double columns = largest_part(product.n, grid.columns);
  const double a = rows * product.k * product.a_bytes;
  const double b = product.k * columns * product.b_bytes;
  return {.flops = rows * columns * (2 * product.k - 1),
          .received = a * lacking(grid.columns) + b * lacking(grid.rows),
          .read = a + b};
}

// Seconds that the roofs of one device allow for a share's computation.
double computing(const Share& share, const std::string& arithmetic, const Ceilings& device) {
  return std::max(share.flops / device.value(arithmetic), share.read / device.value("dram")) / giga;
}

}  // namespace

std::vector<DeviceGrid> grids_of(const ProductToDivide& product, unsigned count) {
  std::vector<DeviceGrid> grids{{count, 1}};
  if (count == 1) return grids;
  grids.push_back({1, count});
  std::optional<DeviceGrid> least;
  for (unsigned rows = 2; rows < count; ++rows) {
    const DeviceGrid grid{rows, count / rows};
    if (grid.count() != count) continue;
    if (!least || share_of(product, grid).received < share_of(product, *least).received) {
      least = grid;
    }
  }
  if (least) grids.push_back(*least);
  return grids;
}

std::string Sharding::binds(const std::string& arithmetic) const {
  const double lowest = std::min(memory_roof, arithmetic_roof);
  if (link_roof > 0 && link_roof < lowest) return "link";
  return memory_roof < arithmetic_roof ? "memory" : arithmetic;
}

Sharding divide(const ProductToDivide& product, const DeviceGrid& grid, const std::string& link,
                const Ceilings& device) {
  if (device.value(product.arithmetic) <= 0) {
    throw Error(Outcome::unsupported,
                fmt::format("the roof '{}' of {} is not known, which this product is placed under",
                            product.arithmetic, device.device));
  }
  const Share whole = share_of(product, {1, 1}), share = share_of(product, grid);
  const double rate = device.links.at(link), devices = grid.count();
  const double alone = computing(whole, product.arithmetic, device);
  const double copying = share.received / rate / giga;
  const double busy = computing(share, product.arithmetic, device);
  Sharding d{.grid = grid,
             .link = link,
             .flops = share.flops,
             .received = share.received,
             .read = share.read,
             .arithmetic_roof = devices * device.value(product.arithmetic),
             .memory_roof = devices * device.value("dram") * share.flops / share.read,
             .overlapped = alone / std::max(copying, busy),
             .in_turn = alone / (copying + busy)};
  if (share.received > 0) {
    d.intensity = share.flops / share.received;
    d.link_roof = devices * rate * d.intensity;
    // Operations grow with the cube of the extents, bytes with their square.
    d.balanced_at = d.arithmetic_roof / d.link_roof;
  }
  return d;
}

std::vector<Sharding> shardings(const ProductToDivide& product, unsigned count,
                                const Ceilings& device) {
  if (device.links.empty()) {
    throw Error(Outcome::unsupported,
                fmt::format("no link of {} is known, over which devices could receive anything",
                            device.device));
  }
  std::vector<std::pair<std::string, double>> links(device.links.begin(), device.links.end());
  std::ranges::stable_sort(links, std::greater{}, &std::pair<std::string, double>::second);
  std::vector<Sharding> all;
  for (const auto& [link, rate] : links) {
    for (const DeviceGrid& grid : grids_of(product, count)) {
      all.push_back(divide(product, grid, link, device));
    }
  }
  return all;
}

ProductToDivide product_to_divide(const hippuzzle_variant& variant, const std::string& name,
                                  const hippuzzle_extents& extents) {
  if (variant.product == nullptr) {
    throw Error(Outcome::usage,
                fmt::format("'{}' is no matrix product (only the division of a product is known); "
                            "name one, such as gemm",
                            name));
  }
  hippuzzle_product p = {};
  variant.product(&extents, &p);
  return {.m = static_cast<double>(p.m),
          .n = static_cast<double>(p.n),
          .k = static_cast<double>(p.k),
          .a_bytes = static_cast<double>(element_size(variant.buffers[p.a].type)),
          .b_bytes = static_cast<double>(element_size(variant.buffers[p.b].type)),
          .arithmetic = ceiling_of(p.math)};
}

}  // namespace hippuzzle
