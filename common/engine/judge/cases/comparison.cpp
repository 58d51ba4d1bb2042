#include "engine/judge/cases/comparison.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <hippuzzle/bfloat16.hpp>
#include <limits>

#include "engine/judge/cases/judge_module.hpp"
#include "engine/protocol/job.hpp"

namespace hippuzzle {
namespace {

constexpr size_t mismatches_kept = 10;

template <class T>
std::vector<double> convert(std::span<const std::byte> bytes) {
  std::vector<double> values(bytes.size() / sizeof(T));
  for (size_t i = 0; i < values.size(); ++i) {
    T value;
    std::memcpy(&value, &bytes[i * sizeof(T)], sizeof(T));
    if constexpr (std::is_same_v<T, Bf16>)
      values[i] = static_cast<double>(to_float(value));
    else
      values[i] = static_cast<double>(value);
  }
  return values;
}

// Machine epsilon of the arithmetic that formed a result: a sum stored as Bf16 was formed in FP32.
double epsilon(hippuzzle_type type) {
  switch (type) {
    case HIPPUZZLE_F32:
    case HIPPUZZLE_BF16:
      return std::numeric_limits<float>::epsilon();
    case HIPPUZZLE_F64:
      return std::numeric_limits<double>::epsilon();
    case HIPPUZZLE_I32:
    case HIPPUZZLE_U32:
      break;
  }
  return 0;
}

// A difference as a multiple of the tolerance.
double in_allowances(double difference, double allowed) {
  if (difference == 0) return 0;
  const double ratio = difference / allowed;
  return std::isnan(ratio) ? std::numeric_limits<double>::infinity() : ratio;
}

bool is_poison(std::span<const std::byte> element) {
  for (std::byte b : element) {
    if (b != poison_byte) return false;
  }
  return true;
}

}  // namespace

std::vector<double> to_doubles(hippuzzle_type type, std::span<const std::byte> bytes) {
  switch (type) {
    case HIPPUZZLE_F32:
      return convert<float>(bytes);
    case HIPPUZZLE_F64:
      return convert<double>(bytes);
    case HIPPUZZLE_I32:
      return convert<int32_t>(bytes);
    case HIPPUZZLE_U32:
      return convert<uint32_t>(bytes);
    case HIPPUZZLE_BF16:
      return convert<Bf16>(bytes);
  }
  return {};
}

void from_doubles(hippuzzle_type type, std::span<const double> values, void* array) {
  const auto write = [&](auto* elements) {
    using Element = std::remove_pointer_t<decltype(elements)>;
    for (size_t i = 0; i < values.size(); ++i) {
      if constexpr (std::is_same_v<Element, Bf16>)
        elements[i] = to_bf16(static_cast<float>(values[i]));
      else
        elements[i] = static_cast<Element>(values[i]);
    }
  };
  switch (type) {
    case HIPPUZZLE_F32:
      return write(static_cast<float*>(array));
    case HIPPUZZLE_F64:
      return write(static_cast<double*>(array));
    case HIPPUZZLE_I32:
      return write(static_cast<int32_t*>(array));
    case HIPPUZZLE_U32:
      return write(static_cast<uint32_t*>(array));
    case HIPPUZZLE_BF16:
      return write(static_cast<Bf16*>(array));
  }
}

double rounding_of(hippuzzle_type type) { return type == HIPPUZZLE_BF16 ? 0x1p-8 : 0; }

double allowed_of_magnitude(const hippuzzle_variant& variant, const hippuzzle_extents& extents,
                            hippuzzle_type type) {
  if (variant.tolerance == HIPPUZZLE_EXACT) return 0;
  return variant.factor * std::sqrt(variant.terms(&extents)) * epsilon(type);
}

Expectation expect(const hippuzzle_variant& variant, const hippuzzle_extents& extents,
                   const std::vector<const void*>& buffers) {
  const uint64_t count = output_count(variant, extents);
  Expectation expectation{std::vector<double>(count), std::vector<double>(count)};
  variant.reference(&extents, buffers.data(), expectation.values.data(),
                    expectation.allowed.data());
  if (variant.tolerance == HIPPUZZLE_EXACT) {
    expectation.allowed.assign(count, 0);
    return expectation;
  }
  size_t i = 0;
  for (const uint32_t b : outputs(variant)) {
    const hippuzzle_buffer& output = variant.buffers[b];
    const double scale = allowed_of_magnitude(variant, extents, output.type);
    const double rounding = rounding_of(output.type);
    for (const size_t end = i + element_count(output.shape(&extents)); i < end; ++i) {
      expectation.allowed[i] =
          scale * expectation.allowed[i] + rounding * std::abs(expectation.values[i]);
    }
  }
  return expectation;
}

Comparison compare(hippuzzle_type type, std::span<const std::byte> output,
                   const Expectation& expectation, bool poisoned, uint64_t first) {
  const std::vector<double> got = to_doubles(type, output);
  const uint64_t size = element_size(type);
  Comparison comparison;
  comparison.is_wrong.resize(got.size());
  for (uint64_t i = 0; i < got.size(); ++i) {
    const double expected = expectation.values[first + i], allowed = expectation.allowed[first + i];
    const double difference = std::abs(got[i] - expected);
    comparison.worst = std::max(comparison.worst, in_allowances(difference, allowed));
    if (difference <= allowed) continue;  // false for NaN
    const bool unwritten = poisoned && is_poison(output.subspan(i * size, size));
    comparison.is_wrong[i] = true;
    ++comparison.wrong;
    comparison.never_written += unwritten;
    comparison.nan += std::isnan(got[i]) && !unwritten;
    if (comparison.first.size() < mismatches_kept) {
      comparison.first.push_back({i, got[i], expected, unwritten});
    }
  }
  return comparison;
}

void add_output(Comparison& all, const Comparison& next, uint32_t output) {
  const size_t known = all.first.size();
  add(all, next, 0);
  for (size_t i = known; i < all.first.size(); ++i) all.first[i].output = output;
  all.is_wrong.insert(all.is_wrong.end(), next.is_wrong.begin(), next.is_wrong.end());
  all.is_partial = all.is_partial || next.is_partial;
}

void add(Comparison& whole, const Comparison& part, uint64_t first) {
  whole.wrong += part.wrong;
  whole.nan += part.nan;
  whole.never_written += part.never_written;
  whole.worst = std::max(whole.worst, part.worst);
  for (Mismatch m : part.first) {
    if (whole.first.size() == mismatches_kept) break;
    m.index += first;
    whole.first.push_back(m);
  }
}

}  // namespace hippuzzle
