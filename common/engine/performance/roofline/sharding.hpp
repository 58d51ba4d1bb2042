// The communication roofline: a product divided over devices of one kind, each of which computes a
// block of C and receives the missing parts of A and B over its link. The link is one more roof,
// over the bytes that a device receives.
//
// Devices form a grid of P rows and Q columns. The device at (i, j) computes the block of C in row
// i and column j of such blocks. Its block of A's rows lies spread over the Q devices of its row,
// its block of B's columns over the P devices of its column, so that it receives (Q - 1) / Q of the
// one and (P - 1) / P of the other. The largest block decides how long all of them take.
#pragma once

#include <string>
#include <vector>

#include "engine/modules/abi_types.hpp"
#include "engine/performance/roofline/device_ceilings.hpp"

namespace hippuzzle {

// The product to divide: C = A B, of m x n, each element a sum of k products.
struct ProductToDivide {
  double m = 0, n = 0, k = 0;
  double a_bytes = 4, b_bytes = 4;  // of an element
  std::string arithmetic = "fp32";  // the ceiling's name

  bool operator==(const ProductToDivide&) const = default;
};

struct DeviceGrid {
  unsigned rows = 1, columns = 1;

  unsigned count() const { return rows * columns; }
  bool operator==(const DeviceGrid&) const = default;
};

// The ways to arrange so many devices: by rows (count x 1), by columns (1 x count), and in both
// directions where the count has such a divisor, then the grid that receives least.
std::vector<DeviceGrid> grids_of(const ProductToDivide& product, unsigned count);

// One grid over one kind of link, as the roofs say. Times are of the device with the largest block.
struct Sharding {
  DeviceGrid grid;
  std::string link;            // "nvlink"
  double flops = 0;            // of that device
  double received = 0;         // bytes over its link
  double read = 0;             // bytes of its blocks of A and B, once each from device memory
  double intensity = 0;        // FLOP for each byte received; 0 where nothing is
  double link_roof = 0;        // GFLOP/s of all devices that the links can feed; 0 as above
  double arithmetic_roof = 0;  // GFLOP/s of all devices
  double memory_roof = 0;      // GFLOP/s of all devices that their memories can feed
  double overlapped = 0;       // speed-up over one device where copies run under the computation
  double in_turn = 0;          // and where they come before it
  double balanced_at = 0;      // how many times these extents the link binds no longer; 0 as above

  // The lowest roof: "link", "memory" or the arithmetic's name.
  std::string binds(const std::string& arithmetic) const;
};

// The measured rate of a variant that divides the product by rows, on all of the devices.
struct MeasuredSharding {
  std::string variant;
  double gflops = 0;
  double speed_up = 0;  // over one of the devices
};

// Throws Error(unsupported) where the device's ceiling of the product's arithmetic is not known.
Sharding divide(const ProductToDivide& product, const DeviceGrid& grid, const std::string& link,
                const Ceilings& device);

// Each grid over each link of the device, links from the fastest to the slowest. Throws as divide()
// does, and Error(unsupported) where no link of the device is known.
std::vector<Sharding> shardings(const ProductToDivide& product, unsigned count,
                                const Ceilings& device);

// The product that a variant computes at these extents. Throws Error(usage) where it is none.
ProductToDivide product_to_divide(const hippuzzle_variant& variant, const std::string& name,
                                  const hippuzzle_extents& extents);

}  // namespace hippuzzle
