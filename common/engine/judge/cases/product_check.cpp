#include "engine/judge/cases/product_check.hpp"

#include <algorithm>
#include <cmath>
#include <hippuzzle/puzzle.hpp>
#include <limits>

#include "engine/judge/cases/judge_module.hpp"
#include "support/parallel_for.hpp"

namespace hippuzzle {
namespace {

constexpr uint64_t rows_at_a_time = 16;  // rows that share each element of B that is read
constexpr size_t rows_that_stand_out = 12;
constexpr size_t rows_at_random = 4;
constexpr double deviations = 8;  // of a random sum that the screen takes for impossible

// Rows begin, begin + 1, … of a row-major array of `columns`, their columns [from, to).
std::vector<double> part_of_row(hippuzzle_type type, std::span<const std::byte> array,
                                uint64_t columns, uint64_t row, uint64_t from, uint64_t to) {
  const uint64_t size = element_size(type);
  return to_doubles(type, array.subspan((row * columns + from) * size, (to - from) * size));
}

// Four sums at a time: one alone would wait for its own last addition.
template <class Term>
double sum_of(size_t count, const Term& term) {
  double sums[4] = {};
  size_t i = 0;
  for (; i + 4 <= count; i += 4) {
    for (size_t s = 0; s < 4; ++s) sums[s] += term(i + s);
  }
  for (; i < count; ++i) sums[0] += term(i);
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

double dot(std::span<const double> a, std::span<const double> b) {
  return sum_of(a.size(), [&](size_t i) { return a[i] * b[i]; });
}

// Some rows of C and of |A||B|, in double precision. Row r of both is row rows[r] of the product.
struct Rows {
  std::vector<double> values, magnitude;
};

Rows compute(const Operands& p, std::span<const uint64_t> rows) {
  const uint64_t n = p.shape.n, k = p.shape.k;
  Rows result{std::vector<double>(rows.size() * n), std::vector<double>(rows.size() * n)};
  for (size_t first = 0; first < rows.size(); first += rows_at_a_time) {
    const auto some = rows.subspan(first, std::min<size_t>(rows_at_a_time, rows.size() - first));
    std::vector<std::vector<double>> a;
    for (uint64_t row : some) a.push_back(part_of_row(p.a_type, p.a, k, row, 0, k));
    double* const values = &result.values[first * n];
    double* const magnitude = &result.magnitude[first * n];
    parallel_for(n, 64, [&](uint64_t from, uint64_t to) {
      if (p.shape.b_transposed) {
        for (uint64_t col = from; col < to; ++col) {
          const auto b = part_of_row(p.b_type, p.b, k, col, 0, k);
          for (size_t r = 0; r < some.size(); ++r) {
            values[r * n + col] = dot(a[r], b);
            magnitude[r * n + col] = sum_of(k, [&](size_t l) { return std::abs(a[r][l] * b[l]); });
          }
        }
        return;
      }
      for (uint64_t l = 0; l < k; ++l) {
        const auto b = part_of_row(p.b_type, p.b, n, l, from, to);
        for (size_t r = 0; r < some.size(); ++r) {
          const double scale = a[r][l];
          double* const sum = values + r * n + from;
          double* const absolute = magnitude + r * n + from;
          for (size_t j = 0; j < b.size(); ++j) {
            const double term = scale * b[j];
            sum[j] += term;
            absolute[j] += std::abs(term);
          }
        }
      }
    });
  }
  return result;
}

// The componentwise rule for values and their magnitudes.
Expectation allow(const Operands& p, std::span<const double> values,
                  std::span<const double> magnitude) {
  Expectation e{{values.begin(), values.end()}, std::vector<double>(values.size())};
  const double rounding = rounding_of(p.c_type);
  for (size_t i = 0; i < values.size(); ++i) {
    e.allowed[i] = p.allowed * magnitude[i] + rounding * std::abs(values[i]);
  }
  return e;
}

// An expectation that every finite row meets.
Expectation anything(uint64_t n) {
  return {std::vector<double>(n), std::vector<double>(n, std::numeric_limits<double>::infinity())};
}

// B x for each vector, and the 2-norms of B's rows; k each.
struct ThroughB {
  std::vector<std::vector<double>> products;
  std::vector<double> norms;
};

ThroughB multiply_b(const Operands& p, std::span<const std::vector<double>> x) {
  const uint64_t n = p.shape.n, k = p.shape.k;
  ThroughB result{{x.size(), std::vector<double>(k)}, std::vector<double>(k)};
  if (!p.shape.b_transposed) {
    parallel_for(k, 16, [&](uint64_t from, uint64_t to) {
      for (uint64_t l = from; l < to; ++l) {
        const auto b = part_of_row(p.b_type, p.b, n, l, 0, n);
        for (size_t v = 0; v < x.size(); ++v) result.products[v][l] = dot(b, x[v]);
        result.norms[l] = std::sqrt(dot(b, b));
      }
    });
    return result;
  }
  parallel_for(k, 64, [&](uint64_t from, uint64_t to) {
    for (uint64_t col = 0; col < n; ++col) {
      const auto b = part_of_row(p.b_type, p.b, k, col, from, to);
      for (size_t v = 0; v < x.size(); ++v) {
        for (size_t l = 0; l < b.size(); ++l) result.products[v][from + l] += x[v][col] * b[l];
      }
      for (size_t l = 0; l < b.size(); ++l) result.norms[from + l] += b[l] * b[l];
    }
    for (uint64_t l = from; l < to; ++l) result.norms[l] = std::sqrt(result.norms[l]);
  });
  return result;
}

}  // namespace

Operands operands(const hippuzzle_variant& variant, const hippuzzle_extents& extents,
                  const std::vector<const void*>& buffers) {
  Operands p = {};
  variant.product(&extents, &p.shape);
  const auto contents = [&](uint32_t i) {
    const uint64_t count = element_count(variant.buffers[i].shape(&extents));
    return std::span(static_cast<const std::byte*>(buffers[i]),
                     count * element_size(variant.buffers[i].type));
  };
  p.a_type = variant.buffers[p.shape.a].type;
  p.b_type = variant.buffers[p.shape.b].type;
  p.c_type = variant.buffers[outputs(variant).front()].type;
  p.a = contents(p.shape.a);
  p.b = contents(p.shape.b);
  p.allowed = allowed_of_magnitude(variant, extents, p.c_type);
  return p;
}

Expectation expect_product(const Operands& product) {
  std::vector<uint64_t> all(product.shape.m);
  for (uint64_t i = 0; i < all.size(); ++i) all[i] = i;
  const Rows rows = compute(product, all);
  return allow(product, rows.values, rows.magnitude);
}

FreivaldsCheck::FreivaldsCheck(const Operands& product, uint64_t seed)
    : product_(product), seed_(seed), bound_(product.shape.m) {
  const uint64_t m = product.shape.m, n = product.shape.n, k = product.shape.k;
  // A random sign makes wrong elements of one row unlikely to cancel, a random size of at least 1
  // makes it unlikely for equal ones too, and lets none of them escape by a small factor.
  Random random(seed);
  for (std::vector<double>& x : x_) {
    x.resize(n);
    for (double& value : x) value = (random.bits() >> 63 ? 1 : -1) * random.uniform(1, 2);
  }
  const ThroughB through_b = multiply_b(product, x_);
  for (std::vector<double>& abx : abx_) abx.resize(m);
  // The errors E of a row that keeps the componentwise rule give E x = sum of E_j x_j, whose sign
  // is random for each j. By Hoeffding's inequality it exceeds `deviations` times the 2-norm of
  // (E_j x_j) with a probability of 2 exp(-deviations^2 / 2) = 3e-14. |x_j| < 2, and the 2-norm of
  // the row's |A||B| is at most the sum of |a_l| times the 2-norm of B's row l.
  constexpr double rounding_of_this_check = 1e-12;
  parallel_for(m, 16, [&](uint64_t from, uint64_t to) {
    for (uint64_t row = from; row < to; ++row) {
      const auto a = part_of_row(product.a_type, product.a, k, row, 0, k);
      for (size_t v = 0; v < vectors; ++v) abx_[v][row] = dot(a, through_b.products[v]);
      const double norm = sum_of(k, [&](size_t l) { return std::abs(a[l]) * through_b.norms[l]; });
      bound_[row] = deviations * 2 * std::max(product.allowed, rounding_of_this_check) * norm;
    }
  });
}

std::vector<FreivaldsCheck::Screened> FreivaldsCheck::screen(
    std::span<const std::byte> output) const {
  const uint64_t n = product_.shape.n;
  std::vector<Screened> rows(product_.shape.m);
  parallel_for(rows.size(), 16, [&](uint64_t from, uint64_t to) {
    for (uint64_t row = from; row < to; ++row) {
      const auto c = part_of_row(product_.c_type, output, n, row, 0, n);
      double distance = 0;
      for (size_t v = 0; v < vectors; ++v) {
        distance = std::max(distance, std::abs(dot(c, x_[v]) - abx_[v][row]));
        if (std::isnan(dot(c, x_[v]))) distance = std::numeric_limits<double>::infinity();
      }
      // The rounding of the stored output is bounded by the row as it is stored.
      const double stored = 2 * rounding_of(product_.c_type) * std::sqrt(dot(c, c));
      const double relative = distance / (bound_[row] + deviations * 2 * stored);
      rows[row] = {row, distance == 0 || std::isinf(distance) ? distance : relative};
    }
  });
  return rows;
}

double FreivaldsCheck::right_value(uint64_t index) const {
  const uint64_t row = index / product_.shape.n;
  return compute(product_, {&row, 1}).values[index % product_.shape.n];
}

Comparison FreivaldsCheck::compare(std::span<const std::byte> output, bool poisoned) const {
  const uint64_t n = product_.shape.n;
  const uint64_t row_bytes = n * element_size(product_.c_type);
  std::vector<Screened> rows = screen(output);
  const size_t standing_out = std::min(rows_that_stand_out, rows.size());
  std::ranges::partial_sort(rows, rows.begin() + static_cast<ptrdiff_t>(standing_out),
                            std::ranges::greater{}, &Screened::distance);
  Random random(seed_ + 1);
  for (size_t i = standing_out; i < std::min(standing_out + rows_at_random, rows.size()); ++i) {
    std::swap(rows[i], rows[i + random.bits() % (rows.size() - i)]);
  }
  const size_t chosen_count = std::min(standing_out + rows_at_random, rows.size());
  std::ranges::sort(rows.begin(), rows.begin() + static_cast<ptrdiff_t>(chosen_count), {},
                    &Screened::row);
  std::vector<uint64_t> chosen;
  for (size_t i = 0; i < chosen_count; ++i) chosen.push_back(rows[i].row);

  const Rows exact = compute(product_, chosen);
  Comparison all;
  all.is_partial = true;
  for (size_t i = 0; i < rows.size(); ++i) {
    const Screened& screened = rows[i];
    const auto bytes = output.subspan(screened.row * row_bytes, row_bytes);
    if (i < chosen_count) {
      const Expectation row = allow(product_, std::span(exact.values).subspan(i * n, n),
                                    std::span(exact.magnitude).subspan(i * n, n));
      const Comparison one = hippuzzle::compare(product_.c_type, bytes, row, poisoned);
      add(all, one, screened.row * n);
      // The vectors were drawn before the kernels ran: their verdict counts even if the operands
      // now would give another product.
      if (one.wrong > 0 || screened.distance <= 1) continue;
    } else if (screened.distance <= 1) {
      continue;
    } else if (std::isinf(screened.distance)) {
      Comparison finite = hippuzzle::compare(product_.c_type, bytes, anything(n), poisoned);
      finite.first.clear();  // the expected values there were not computed
      add(all, finite, screened.row * n);
      if (finite.wrong > 0) continue;
    }
    // Counts one wrong element, the least that the row has: more rows stand out than are computed.
    ++all.wrong;
    all.worst = std::max(all.worst, screened.distance);
  }
  return all;
}

}  // namespace hippuzzle
