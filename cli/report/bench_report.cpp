#include "report/bench_report.hpp"

namespace hippuzzle {

const Measured* baseline_of(const Bench& bench, const Measured& variant) {
  if (variant.is_baseline || !variant.math) return nullptr;
  for (const Measured& m : bench.results) {
    const bool is_its = m.is_baseline && m.math == variant.math &&
                        m.b_transposed == variant.b_transposed && m.flops == variant.flops;
    if (is_its && m.outcome == Outcome::passed) return &m;
  }
  return nullptr;
}

double gflops(const Measured& m) { return m.time.count > 0 ? m.flops / m.time.median / 1e6 : 0; }

double gigabytes_per_second(const Measured& m) {
  return m.time.count > 0 ? m.bytes / m.time.median / 1e6 : 0;
}

}  // namespace hippuzzle
