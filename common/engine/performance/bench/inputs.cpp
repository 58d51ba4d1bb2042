#include "engine/performance/bench/inputs.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "engine/judge/cases/size.hpp"
#include "engine/protocol/mixture.hpp"
#include "support/outcome.hpp"
#include "support/process/free_memory.hpp"

namespace hippuzzle {
namespace {

// Whether the two solve the same problem: the same inputs, the same right output.
bool is_same(const hippuzzle_variant& a, const hippuzzle_variant& b) {
  return a.fill_random == b.fill_random && a.buffers == b.buffers &&
         a.buffer_count == b.buffer_count && a.product == b.product && a.factor == b.factor &&
         a.terms == b.terms && a.reference == b.reference;
}

VendorProduct vendor_product(const hippuzzle_variant& variant, const hippuzzle_extents& extents,
                             const std::string& library) {
  VendorProduct vendor = {};
  vendor.library = library;
  variant.product(&extents, &vendor.shape);
  vendor.a_type = variant.buffers[vendor.shape.a].type;
  vendor.b_type = variant.buffers[vendor.shape.b].type;
  vendor.c_type = variant.buffers[outputs(variant).front()].type;
  return vendor;
}

// Returns a double because the size that was asked for may exceed all integers.
double buffer_bytes(const hippuzzle_buffer& buffer, const hippuzzle_extents& extents) {
  const hippuzzle_shape shape = buffer.shape(&extents);
  double bytes = static_cast<double>(element_size(buffer.type));
  for (uint32_t d = 0; d < shape.rank; ++d) bytes *= static_cast<double>(shape.n[d]);
  return bytes;
}

// Integers may be places in other buffers, and places of one set say nothing about another's.
bool is_whole(const hippuzzle_buffer& buffer) {
  return buffer.type == HIPPUZZLE_I32 || buffer.type == HIPPUZZLE_U32;
}

// The part of a slot that an output takes.
uint64_t slot_bytes(const Case& c, uint32_t buffer) {
  return (c.job.buffers[buffer].bytes + 255) / 256 * 256;
}

}  // namespace

size_t BenchInputs::problem_of(const hippuzzle_variant& variant) {
  const auto found = std::ranges::find_if(
      problems_, [&](const Problem& q) { return is_same(*q.variant, variant); });
  if (found != problems_.end()) return static_cast<size_t>(found - problems_.begin());
  problems_.push_back({&variant, {}});
  return problems_.size() - 1;
}

void BenchInputs::require_memory(const std::vector<TimedVariant*>& timed,
                                 bool device_is_host) const {
  std::vector<bool> is_needed(problems_.size());
  double bytes = 0;
  for (const TimedVariant* one : timed) {
    const hippuzzle_variant& variant = *one->variant;
    for (const uint32_t b : outputs(variant))
      bytes += input_sets * buffer_bytes(variant.buffers[b], extents_);
    if (is_needed[one->problem]) continue;
    is_needed[one->problem] = true;
    for (uint32_t b = 0; b < variant.buffer_count; ++b) {  // the sets, and a mixture
      bytes += (input_sets + 1) * buffer_bytes(variant.buffers[b], extents_);
    }
  }
  if (device_is_host) bytes *= 2;
  if (const double available = free_memory(); bytes > available) {
    throw Error(Outcome::unsupported,
                fmt::format("at {} the inputs and outputs take {} of memory, and {} are free here",
                            size_text(extents_, *timed.front()->variant), bytes_text(bytes),
                            bytes_text(available)),
                Advice{Advice::choose_smaller_size});
  }
}

void BenchInputs::make(const std::vector<TimedVariant*>& timed, uint64_t seed,
                       const std::function<void(double)>& progress) {
  uint64_t end = 0;
  for (size_t q = 0; q < problems_.size(); ++q) {
    const bool is_needed =
        std::ranges::any_of(timed, [&](const TimedVariant* s) { return s->problem == q; });
    for (uint32_t set = 0; set < input_sets && is_needed; ++set) {
      problems_[q].cases.push_back(cases_.size());
      cases_.push_back(plan_random_case(*problems_[q].variant, extents_, end));
    }
  }
  for (TimedVariant* one : timed) {
    for (uint64_t& slot : one->slots) {
      slot = end;
      for (const uint32_t b : outputs(*one->variant)) end += slot_bytes(first_case(*one), b);
    }
  }
  memory_.emplace(end);
  for (const Problem& problem : problems_) {
    for (size_t set = 0; set < problem.cases.size(); ++set) {
      const size_t c = problem.cases[set];
      progress(static_cast<double>(c) / static_cast<double>(cases_.size()));
      if (set == 0) {
        fill_random_case(*problem.variant, cases_[c], *memory_, seed);
      } else {
        fill_random_inputs(*problem.variant, cases_[c], *memory_, seed + set);
      }
    }
  }
}

KernelToTime BenchInputs::kernel_to_time(const TimedVariant& one) const {
  const hippuzzle_variant& variant = *one.variant;
  const hippuzzle_extents extents = with_tile(variant, extents_);
  KernelToTime kernel{.variant = variant.name,
                      .configuration = variant.configure(&extents),
                      .extents = extents,
                      .warp_lanes = warp_lanes(variant, extents)};
  uint64_t place = 0;  // of an output in a set's slot
  for (uint32_t b = 0; b < variant.buffer_count; ++b) {
    const JobBuffer& first = first_case(one).job.buffers[b];
    TimedBuffer buffer{
        .bytes = first.bytes,
        .element_bytes = static_cast<uint32_t>(element_size(variant.buffers[b].type)),
        .number = b,
        .output = first.output,
        .is_whole = is_whole(variant.buffers[b])};
    for (uint32_t set = 0; set < input_sets; ++set) {
      const JobBuffer& of_set = case_of(one, set).job.buffers[b];
      buffer.offsets.push_back(first.output ? one.slots[set] + place : of_set.offset);
      if (of_set.first_contents) buffer.first_contents.push_back(*of_set.first_contents);
    }
    if (first.output) place += slot_bytes(first_case(one), b);
    kernel.buffers.push_back(std::move(buffer));
  }
  if (one.ref != nullptr) {
    kernel.required = required_capabilities(variant);
  } else {
    kernel.vendor = vendor_product(variant, extents_, one.library);
  }
  return kernel;
}

std::vector<std::byte> BenchInputs::mixed(const TimedVariant& one, uint32_t buffer,
                                          uint64_t seed) const {
  const hippuzzle_buffer& b = one.variant->buffers[buffer];
  const uint64_t size = element_size(b.type);
  std::vector<std::byte> all(case_of(one, 0).job.buffers[buffer].bytes);
  for (const Stretch& stretch : mixture(seed, buffer, all.size() / size, is_whole(b))) {
    const Case& set = case_of(one, stretch.set);
    const auto from = CaseView{{&set, 1}, *memory_}.first_contents(set, buffer);
    std::ranges::copy(from.subspan(stretch.first * size, stretch.count * size),
                      all.begin() + static_cast<ptrdiff_t>(stretch.first * size));
  }
  return all;
}

// Every element of a large product would take as long as the rest of the measurement.
Comparison BenchInputs::compare_retained(const TimedVariant& one, uint32_t slot,
                                         uint64_t mixture) const {
  constexpr double full_check = 0x1p24;  // terms
  const hippuzzle_variant& variant = *one.variant;
  std::vector<std::vector<std::byte>> inputs(variant.buffer_count);
  std::vector<const void*> contents(variant.buffer_count, nullptr);
  for (uint32_t b = 0; b < variant.buffer_count; ++b) {
    if (!is_filled(variant.buffers[b])) continue;
    inputs[b] = mixed(one, b, mixture);
    contents[b] = inputs[b].data();
  }
  const Case& first = case_of(one, 0);
  Case c;
  c.extents = first.extents;
  c.job = first.job;
  c.shapes = first.shapes;
  expect_random_case(variant, c, contents, mixture, full_check);
  std::vector<std::span<const std::byte>> retained;
  uint64_t place = one.slots[slot];
  for (const uint32_t b : outputs(variant)) {
    retained.push_back(memory_->bytes().subspan(place, c.job.buffers[b].bytes));
    place += slot_bytes(c, b);
  }
  return c.compare(variant, retained);
}

}  // namespace hippuzzle
