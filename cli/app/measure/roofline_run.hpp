// Kernels under a device's ceilings: measured on a device of this machine, or placed by their
// operations on a device that is known by its figures only.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/args/global_options.hpp"
#include "cli/args/option_groups.hpp"
#include "engine/performance/roofline/measured_links.hpp"
#include "engine/performance/roofline/roofline_model.hpp"
#include "engine/performance/roofline/sharding.hpp"

namespace hippuzzle {

struct RooflineSettings {
  MeasureSettings measure;
  bool again = false;                   // measure the ceilings though they are cached
  bool counters = false;                // place kernels by the GPU's counters as well
  std::optional<uint64_t> blocks = {};  // of a launch that are counted, 0 for all; else as many as
                                        // take seconds
};

struct Roofline {
  Ceilings ceilings;
  std::string size = "";  // of the kernels; "" without any
  Kernels kernels = Kernels::reference;
  std::vector<Placed> placed = {};    // of a kernel that cannot be placed a warning says why
  Outcome outcome = Outcome::passed;  // unsupported when no kernel could be placed
};

// The ceilings of the device that the settings name, cached or measured now. Throws
// Error(unsupported) when there is none.
Roofline roofline_here(const RooflineSettings& settings, const GlobalOptions& globals);

// The same with kernels, which are measured at one size.
Roofline roofline_here(const RooflineSettings& settings, const GlobalOptions& globals,
                       const std::vector<VariantRef>& refs);

// The ceilings in the shipped file of that name, and kernels under them. Throws Error(usage) when
// there is no such file.
Roofline roofline_of(const std::string& device, const RooflineSettings& settings,
                     const GlobalOptions& globals, const std::vector<VariantRef>& refs);

// A product of a puzzle, and how it would be divided. Variants of one arithmetic share it.
struct DividedProduct {
  ProductToDivide product;
  std::vector<std::string> variants;
  std::vector<Sharding> shardings = {};
  std::vector<MeasuredSharding> measured = {};  // of its variants over several devices
};

struct Divided {
  Ceilings ceilings;
  std::string size;
  std::vector<DividedProduct> products = {};  // a warning says which variants have no roof
};

// The variants' products, divided over `count` devices of the shipped file of that name. Runs no
// kernel. Throws Error(usage) for a variant that computes no product, Error(unsupported) when
// nothing could be placed.
Divided divided_over(unsigned count, const std::string& device, const RooflineSettings& settings,
                     const GlobalOptions& globals, const std::vector<VariantRef>& refs);

// The same over devices of this machine, by measured roofs and links, and in addition the rates
// that variants over several devices reach. Throws as divided_over() and roofline_here() do.
Divided divided_here(const std::vector<int>& devices, const RooflineSettings& settings,
                     const GlobalOptions& globals, const std::vector<VariantRef>& refs);

// The links of the devices from the settings' device on, measured now.
Links links_here(const RooflineSettings& settings, const GlobalOptions& globals);

}  // namespace hippuzzle
