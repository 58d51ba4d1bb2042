// The check of a matrix product C = A x B, in less time than its reference takes.
//
// Up to full_check_limit terms every element is computed in double precision. Beyond, Freivalds'
// check goes over all elements: for random vectors x, known to nobody before the output is there,
// C x is held against A (B x). Rows that stand out, and some at random, are then computed in double
// precision, and the ordinary componentwise rule decides. An element that is not finite is wrong at
// any size.
#pragma once

#include <hippuzzle/puzzle.h>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/judge/cases/comparison.hpp"

namespace hippuzzle {

// m * n * k of the largest product whose every element is computed.
constexpr double full_check_limit = 0x1p30;

// The operands of a product as they lie in host memory, not owned.
struct Operands {
  hippuzzle_product shape;
  hippuzzle_type a_type, b_type, c_type;
  std::span<const std::byte> a, b;
  double allowed;  // |C - C64| <= allowed * |A||B|, element by element
};

// The operands of a variant that has product().
Operands operands(const hippuzzle_variant& variant, const hippuzzle_extents& extents,
                  const std::vector<const void*>& buffers);

// Every element of the product, and how far it may be off.
Expectation expect_product(const Operands& product);

class FreivaldsCheck {
 public:
  // The operands must stay where they are. The random vectors follow from the seed.
  FreivaldsCheck(const Operands& product, uint64_t seed);

  // As compare() of comparison.hpp. Elements of rows that were not computed count as right when
  // they are finite; `worst` is the worst of the computed elements.
  Comparison compare(std::span<const std::byte> output, bool poisoned) const;

  // The right value of one element, row-major; takes as long as its row.
  double right_value(uint64_t index) const;

 private:
  static constexpr size_t vectors = 3;
  struct Screened {
    uint64_t row;
    double distance;  // |C x - A (B x)| over the rounding allowance; infinite when not finite
  };

  std::vector<Screened> screen(std::span<const std::byte> output) const;

  Operands product_;
  uint64_t seed_;
  std::array<std::vector<double>, vectors> x_;    // n each
  std::array<std::vector<double>, vectors> abx_;  // A (B x), m each
  std::vector<double> bound_;                     // of a row's distance, m
};

}  // namespace hippuzzle
