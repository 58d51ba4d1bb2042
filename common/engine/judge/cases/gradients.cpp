#include "engine/judge/cases/gradients.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>

#include "engine/modules/abi_types.hpp"

namespace hippuzzle {
namespace {

constexpr std::string_view incoming = "grad_output", prefix = "grad_";

// A variant's buffers in host memory at some extents, with the values of its reference.
class Pass {
 public:
  Pass(const hippuzzle_variant& variant, const hippuzzle_extents& extents)
      : variant_(variant), extents_(extents), values_(output_count(variant, extents)) {
    scale_ = values_;
    for (const hippuzzle_buffer& b : std::span(variant.buffers, variant.buffer_count)) {
      const uint64_t bytes = is_filled(b) ? size_of(b) * element_size(b.type) : 0;
      storage_.emplace_back(bytes);
      buffers_.push_back(is_filled(b) ? storage_.back().data() : nullptr);
    }
  }

  void fill(bool is_example) {
    if (is_example)
      variant_.fill_example(&extents_, buffers_.data());
    else
      variant_.fill_random(&extents_, 1, buffers_.data());
  }

  // Copies the inputs of `other` to the buffers of the same names.
  void take_inputs_of(const Pass& other) {
    for (uint32_t i = 0; i < variant_.buffer_count; ++i) {
      const std::optional<uint32_t> same = other.find(variant_.buffers[i].name);
      if (same && storage_[i].size() == other.storage_[*same].size())
        std::ranges::copy(other.storage_[*same], storage_[i].begin());
    }
  }

  const std::vector<double>& values() {
    const std::vector<const void*> in(buffers_.begin(), buffers_.end());
    variant_.reference(&extents_, in.data(), values_.data(), scale_.data());
    return values_;
  }

  std::optional<uint32_t> find(std::string_view name) const {
    for (uint32_t i = 0; i < variant_.buffer_count; ++i)
      if (variant_.buffers[i].name == name) return i;
    return std::nullopt;
  }

  uint64_t size_of(const hippuzzle_buffer& b) const { return element_count(b.shape(&extents_)); }
  std::span<float> floats(uint32_t buffer) {
    return {static_cast<float*>(buffers_[buffer]), storage_[buffer].size() / sizeof(float)};
  }
  bool is_float_input(uint32_t buffer) const {
    return is_filled(variant_.buffers[buffer]) && variant_.buffers[buffer].type == HIPPUZZLE_F32;
  }

 private:
  const hippuzzle_variant& variant_;
  hippuzzle_extents extents_;
  std::vector<std::vector<std::byte>> storage_;
  std::vector<void*> buffers_;
  std::vector<double> values_, scale_;
};

// The sum of grad_output * output, with one element of the forward pass's input moved by `step`.
// The step is a float's, so *step becomes the one that was made.
long double moved_sum(Pass& forward, float& element, double* step, std::span<const float> weights) {
  const float before = element;
  element = static_cast<float>(before + *step);
  *step = static_cast<double>(element) - before;
  const std::vector<double>& y = forward.values();
  long double sum = 0;
  for (size_t i = 0; i < y.size(); ++i) sum += static_cast<long double>(weights[i]) * y[i];
  element = before;
  return sum;
}

// Joins central differences of two steps, 1/128 and 1/64, so that the error falls with the step's
// fourth power.
double derivative(Pass& forward, float& element, std::span<const float> weights) {
  const auto slope = [&](double h) {
    double up = h, down = -h;
    const long double above = moved_sum(forward, element, &up, weights);
    const long double below = moved_sum(forward, element, &down, weights);
    return static_cast<double>((above - below) / (up - down));
  };
  return (4 * slope(0x1p-7) - slope(0x1p-6)) / 3;
}

const hippuzzle_variant* forward_of(const hippuzzle_variant& backward,
                                    std::span<const hippuzzle_variant> variants) {
  const auto size = [&](const hippuzzle_buffer& b) {
    return element_count(b.shape(&backward.example));
  };
  uint64_t wanted = 0;
  for (const hippuzzle_buffer& b : std::span(backward.buffers, backward.buffer_count))
    if (b.name == incoming && is_filled(b)) wanted = size(b);
  if (wanted == 0) return nullptr;
  for (const hippuzzle_variant& v : variants) {
    const std::vector<uint32_t> out = outputs(v);
    if (&v != &backward && out.size() == 1 && size(v.buffers[out.front()]) == wanted) return &v;
  }
  return nullptr;
}

}  // namespace

std::vector<GradientFault> gradient_faults(std::span<const hippuzzle_variant> variants) {
  std::vector<GradientFault> faults;
  for (const hippuzzle_variant& v : variants) {
    const hippuzzle_variant* f = forward_of(v, variants);
    if (f == nullptr) continue;
    for (const bool is_example : {true, false}) {
      Pass forward(*f, v.example), backward(v, v.example);
      forward.fill(is_example);
      backward.fill(is_example);
      forward.take_inputs_of(backward);
      const std::span<const float> weights = backward.floats(*backward.find(incoming));
      const std::vector<double>& stated = backward.values();
      size_t first = 0;
      for (const uint32_t out : outputs(v)) {
        const std::string name = v.buffers[out].name;
        const uint64_t size = backward.size_of(v.buffers[out]);
        const std::span<const double> own(stated.data() + first, size);
        first += size;
        const auto x = name.starts_with(prefix) ? forward.find(name.substr(prefix.size()))
                                                : std::optional<uint32_t>{};
        if (!x || !forward.is_float_input(*x) || forward.floats(*x).size() != size) {
          faults.push_back({v.name, name, 0, std::nan(""), std::nan("")});
          continue;
        }
        double greatest = 1;
        for (const double g : own) greatest = std::max(greatest, std::abs(g));
        for (uint64_t i = 0; i < size; ++i) {
          const double d = derivative(forward, forward.floats(*x)[i], weights);
          if (std::abs(own[i] - d) <= 1e-6 * greatest) continue;
          faults.push_back({v.name, name, i, own[i], d});
          break;
        }
      }
      if (!faults.empty()) break;  // the random inputs would repeat it
    }
  }
  return faults;
}

std::string gradient_sentence(const GradientFault& g) {
  if (std::isnan(g.stated)) {
    return fmt::format(
        "the output '{}' of '{}' is the gradient of no input of the forward pass; name it after a "
        "buffer of floats with the same shape, as grad_input",
        g.buffer, g.variant);
  }
  return fmt::format(
      "the reference of '{}' gives {}[{}] = {}, and central differences of the forward pass give "
      "{}; correct the reference",
      g.variant, g.buffer, g.index, g.stated, g.differences);
}

}  // namespace hippuzzle
