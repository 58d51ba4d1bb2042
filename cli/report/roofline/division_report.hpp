// The report of a product that is divided over several devices, under their roofs.
#pragma once

#include <string>

#include "engine/performance/roofline/division.hpp"

namespace hippuzzle {

// The heading of a table of divisions: the product's size and the variants that compute it.
struct DivisionTitle {
  std::string size;      // "16384x16384x16384"
  std::string variants;  // "naive, tiled"
};

// Text for people: a table of grids over links.
void print_divisions_text(const DivisionTitle& title, const ProductToDivide& product,
                          const std::vector<Division>& divisions, const Ceilings& device,
                          const std::vector<MeasuredDivision>& measured);

// JSON for programs: one object.
void print_divisions_json(const std::string& puzzle, const DivisionTitle& title,
                          const ProductToDivide& product, const std::vector<Division>& divisions,
                          const Ceilings& device, const std::vector<MeasuredDivision>& measured);

// GFLOP/s of all devices over FLOP for each byte received, both logarithmic; see chart.hpp for
// file.
void plot_divisions(const DivisionTitle& title, const ProductToDivide& product,
                    const std::vector<Division>& divisions, const Ceilings& device,
                    const std::vector<MeasuredDivision>& measured, const std::string& file);

}  // namespace hippuzzle
