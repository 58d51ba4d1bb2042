// The report of a product that is divided over several devices, under their roofs.
#pragma once

#include <string>
#include <vector>

#include "cli/report/output.hpp"
#include "engine/performance/roofline/sharding.hpp"

namespace hippuzzle {

// The heading of a table of shardings: the product's size and the variants that compute it.
struct ShardingTitle {
  std::string size;      // "16384x16384x16384"
  std::string variants;  // "naive, tiled"
};

struct PrintedDivision {
  std::string puzzle;
  ShardingTitle title;
  const ProductToDivide& product;
  const std::vector<Sharding>& shardings;
  const Ceilings& device;
  const std::vector<MeasuredSharding>& measured;
};

// Text for people: tables of grids over links, with an empty line between products.
std::string divisions_text(const std::vector<PrintedDivision>& products, const Look& look);

// JSON for programs: an object a product, one a line.
std::string divisions_json(const std::vector<PrintedDivision>& products, const Look& look);

std::vector<Format<std::vector<PrintedDivision>>> division_formats();

// GFLOP/s of all devices over FLOP for each byte received, both logarithmic; see chart.hpp for
// file.
void plot_shardings(const PrintedDivision& divided, const std::string& file);

}  // namespace hippuzzle
