#include "engine/judge/cases/cases.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "engine/judge/cases/size.hpp"
#include "support/outcome.hpp"
#include "support/text/grid_text.hpp"

namespace hippuzzle {
namespace {

constexpr uint64_t buffer_alignment = 256;

std::string blocks(const hippuzzle_launch_configuration& configuration) {
  const hippuzzle_dim3 g = configuration.grid;
  if (g.x * g.y * g.z == 1) return "one block";
  return dimensions(g.x, g.y, g.z) + " blocks";
}

std::string tiles(const hippuzzle_extents& extents) {
  return tile_of(extents) == 0 ? "" : fmt::format(", tiles of {}", tile_of(extents));
}

// The end of the name of a case that is for warps of one width.
std::string warp_words(const Case& c) {
  return c.job.warp_lanes == 0 ? "" : fmt::format(" (warp of {})", c.job.warp_lanes);
}

// Lays the case's buffers out from `end` on, which it moves.
Case plan(const hippuzzle_variant& variant, const hippuzzle_extents& extents, bool poison_output,
          uint64_t& end) {
  Case c = {};
  c.extents = extents;
  c.job.configuration = variant.configure(&extents);
  c.job.extents = extents;
  c.job.poison_output = poison_output;
  c.job.warp_lanes = warp_lanes(variant, extents);
  const auto place = [&](uint64_t bytes) {
    const uint64_t offset = end;
    end += (bytes + buffer_alignment - 1) / buffer_alignment * buffer_alignment;
    return offset;
  };
  for (const hippuzzle_buffer& buffer : std::span(variant.buffers, variant.buffer_count)) {
    const hippuzzle_shape shape = buffer.shape(&extents);
    const uint64_t bytes = element_count(shape) * element_size(buffer.type);
    c.shapes.push_back(shape);
    JobBuffer& planned = c.job.buffers.emplace_back();
    planned = {.offset = place(bytes), .bytes = bytes, .output = is_output(buffer)};
    if (buffer.access == HIPPUZZLE_INOUT) planned.first_contents = place(bytes);
  }
  return c;
}

void name_random_case(Case& c) {
  const hippuzzle_shape& largest = *std::ranges::max_element(c.shapes, {}, element_count);
  c.name = fmt::format("random {} in {}{}{}", to_string(largest), blocks(c.job.configuration),
                       tiles(c.extents), warp_words(c));
}

// The places of the buffers' first contents; nullptr for an OUT buffer.
std::vector<void*> input_pointers(const hippuzzle_variant& variant, const CaseView& set,
                                  const Case& c) {
  std::vector<void*> pointers(variant.buffer_count, nullptr);
  for (uint32_t b = 0; b < variant.buffer_count; ++b) {
    if (is_filled(variant.buffers[b])) pointers[b] = set.first_contents(c, b).data();
  }
  return pointers;
}

[[noreturn]] void refuse_example(const hippuzzle_variant& variant, const std::string& found) {
  throw Error(Outcome::load_failed, fmt::format("the example given for the variant '{}' does not "
                                                "fit: {}",
                                                variant.name, found));
}

void fill_from(const Example& example, const hippuzzle_variant& variant, const Case& c,
               const std::vector<void*>& inputs) {
  for (uint32_t b = 0; b < variant.buffer_count; ++b) {
    if (inputs[b] == nullptr) continue;
    const hippuzzle_buffer& buffer = variant.buffers[b];
    const auto found = example.inputs.find(buffer.name);
    const uint64_t count = element_count(c.shapes[b]);
    if (found == example.inputs.end()) {
      refuse_example(variant, fmt::format("it has no input '{}'", buffer.name));
    }
    if (found->second.size() != count) {
      refuse_example(variant, fmt::format("its input '{}' has {} elements, expected {}",
                                          buffer.name, found->second.size(), count));
    }
    from_doubles(buffer.type, found->second, inputs[b]);
  }
}

// An author who wrote down other values than the reference computes has every kernel refused.
void require_agreement(const Expectation& computed, std::span<const double> written,
                       const hippuzzle_variant& variant, const hippuzzle_extents& extents) {
  size_t first = 0;  // of an output, among all elements
  for (const uint32_t b : outputs(variant)) {
    const hippuzzle_buffer& output = variant.buffers[b];
    const double written_digits = output.type == HIPPUZZLE_BF16 ? 1e-2 : 1e-5;
    const uint64_t count = element_count(output.shape(&extents));
    for (size_t i = first; i < first + count; ++i) {
      const double right = computed.values[i];
      const double allowed = computed.allowed[i] + written_digits * std::max(1.0, std::abs(right));
      if (std::abs(right - written[i]) <= allowed || std::isnan(right)) continue;
      throw Error(Outcome::load_failed,
                  fmt::format("the puzzle contradicts itself: for the example of the variant '{}', "
                              "the expected value of element {}{} is {:.9g}, and {:.9g} by the "
                              "reference; fix one of the two",
                              variant.name, i - first,
                              count == written.size() ? "" : fmt::format(" of '{}'", output.name),
                              written[i], right));
    }
    first += count;
  }
}

// An example's right values are those written down, not those computed.
void take_expected(Case& c, const std::optional<Example>& example,
                   const hippuzzle_variant& variant) {
  Expectation& expectation = c.expectation;
  const size_t count = expectation.values.size();
  if (example && example->expected.size() != count) {
    refuse_example(variant, fmt::format("it expects {} elements, the outputs have {}",
                                        example->expected.size(), count));
  }
  const double* const own = c.job.warp_lanes == 64 ? variant.expected_64 : variant.expected;
  const std::span<const double> written =
      example ? std::span(example->expected) : std::span(own, count);
  require_agreement(expectation, written, variant, c.extents);
  expectation.values.assign(written.begin(), written.end());
}

// The judged examples' extents: one for each width of warps where the variant has such an extent.
std::vector<hippuzzle_extents> example_extents(const hippuzzle_variant& variant,
                                               const std::optional<Example>& example) {
  if (example) return {example->extents};
  if (variant.warp_extent == 0) return {variant.example};
  return {variant.example, variant.example_64};
}

}  // namespace

Comparison Case::compare(const hippuzzle_variant& variant,
                         const std::vector<std::span<const std::byte>>& outputs) const {
  if (freivalds) return freivalds->compare(outputs.front(), job.poison_output);
  Comparison all;
  uint64_t first = 0;
  const std::vector<uint32_t> buffers = hippuzzle::outputs(variant);
  for (uint32_t i = 0; i < buffers.size(); ++i) {
    const hippuzzle_buffer& buffer = variant.buffers[buffers[i]];
    const bool poisoned = job.poison_output && !is_filled(buffer);
    add_output(all, hippuzzle::compare(buffer.type, outputs[i], expectation, poisoned, first), i);
    first += element_count(shapes[buffers[i]]);
  }
  return all;
}

hippuzzle_extents with_tile(const hippuzzle_variant& variant, const hippuzzle_extents& extents) {
  hippuzzle_extents with = extents;
  if (variant.tile != nullptr) with.n[HIPPUZZLE_TILE_EXTENT] = variant.tile(&extents);
  return with;
}

double Case::right_value(uint64_t index) const {
  return freivalds ? freivalds->right_value(index) : expectation.values[index];
}

Case plan_random_case(const hippuzzle_variant& variant, const hippuzzle_extents& extents,
                      uint64_t& end) {
  Case c = plan(variant, with_tile(variant, extents), true, end);
  name_random_case(c);
  return c;
}

std::vector<void*> fill_random_inputs(const hippuzzle_variant& variant, const Case& c,
                                      const SharedMemory& memory, uint64_t seed) {
  const std::vector<void*> inputs = input_pointers(variant, {{&c, 1}, memory}, c);
  variant.fill_random(&c.extents, seed, inputs.data());
  return inputs;
}

void expect_random_case(const hippuzzle_variant& variant, Case& c,
                        const std::vector<const void*>& contents, uint64_t seed,
                        double full_check) {
  if (variant.product == nullptr) {
    c.expectation = expect(variant, c.extents, contents);
    return;
  }
  const Operands product = operands(variant, c.extents, contents);
  const hippuzzle_product& p = product.shape;
  const auto terms = static_cast<double>(p.m) * static_cast<double>(p.n) * static_cast<double>(p.k);
  if (terms <= full_check) {
    c.expectation = expect_product(product);
  } else {
    c.freivalds.emplace(product, seed + 0x5eed);
  }
}

void fill_random_case(const hippuzzle_variant& variant, Case& c, const SharedMemory& memory,
                      uint64_t seed) {
  const std::vector<void*> inputs = fill_random_inputs(variant, c, memory, seed);
  expect_random_case(variant, c, {inputs.begin(), inputs.end()}, seed);
}

CaseSet make_cases(const hippuzzle_variant& variant, uint64_t seed,
                   const std::optional<Example>& example, WhichCases which, uint32_t unforeseen) {
  uint64_t end = 0;
  std::vector<Case> cases;
  for (const hippuzzle_extents& extents : example_extents(variant, example)) {
    cases.push_back(plan(variant, extents, false, end));
    cases.back().name = "the example" + warp_words(cases.back());
    cases.push_back(plan(variant, extents, true, end));
    cases.back().name = "the example, output poisoned beforehand" + warp_words(cases.back());
  }
  const size_t examples = cases.size();
  std::vector<hippuzzle_extents> sizes(variant.sizes, variant.sizes + variant.size_count);
  std::ranges::copy(unforeseen_sizes(variant, seed, unforeseen), std::back_inserter(sizes));
  for (const hippuzzle_extents& size : sizes) {
    cases.push_back(plan(variant, size, true, end));
    name_random_case(cases.back());
  }
  const size_t judged = cases.size();
  const std::span named(variant.named_cases, variant.named_case_count);
  for (const hippuzzle_named_case& one : which == WhichCases::all ? named : named.first(0)) {
    cases.push_back(plan(variant, one.extents, true, end));
    cases.back().name = one.name;
  }

  CaseSet set{std::move(cases), SharedMemory(end)};
  for (size_t i = 0; i < set.cases.size(); ++i) {
    Case& c = set.cases[i];
    c.number = i + 1;
    const std::vector<void*> inputs = input_pointers(variant, set.view(), c);
    if (i >= judged) {
      named[i - judged].fill(&c.extents, inputs.data());
    } else if (i >= examples) {
      variant.fill_random(&c.extents, seed + i, inputs.data());
    } else if (example) {
      fill_from(*example, variant, c, inputs);
    } else {
      variant.fill_example(&c.extents, inputs.data());
    }
    c.expectation = expect(variant, c.extents, {inputs.begin(), inputs.end()});
    if (i < examples) take_expected(c, example, variant);
  }
  return set;
}

}  // namespace hippuzzle
