#include "engine/bench/inputs.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "engine/bench/size.hpp"
#include "engine/support/free_memory.hpp"
#include "engine/support/outcome.hpp"

namespace hippuzzle {
namespace {

// Whether the two are asked the same: the same inputs, the same right output.
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
  vendor.c_type = variant.buffers[output_buffer(variant)].type;
  return vendor;
}

// As a double: what was asked for may be beyond all integers.
double buffer_bytes(const hippuzzle_buffer& buffer, const hippuzzle_extents& extents) {
  const hippuzzle_shape shape = buffer.shape(&extents);
  double bytes = static_cast<double>(element_size(buffer.type));
  for (uint32_t d = 0; d < shape.rank; ++d) bytes *= static_cast<double>(shape.n[d]);
  return bytes;
}

}  // namespace

size_t BenchInputs::question_of(const hippuzzle_variant& variant) {
  const auto found = std::ranges::find_if(
      questions_, [&](const Question& q) { return is_same(*q.variant, variant); });
  if (found != questions_.end()) return static_cast<size_t>(found - questions_.begin());
  questions_.push_back({&variant, {}});
  return questions_.size() - 1;
}

void BenchInputs::require_memory(const std::vector<Subject*>& subjects, bool device_is_host) const {
  std::vector<bool> is_asked(questions_.size());
  double bytes = 0;
  for (const Subject* subject : subjects) {
    const hippuzzle_variant& variant = *subject->variant;
    const double output = buffer_bytes(variant.buffers[output_buffer(variant)], extents_);
    bytes += input_sets * output;
    if (is_asked[subject->question]) continue;
    is_asked[subject->question] = true;
    for (uint32_t b = 0; b < variant.buffer_count; ++b) {
      bytes += input_sets * buffer_bytes(variant.buffers[b], extents_);
    }
  }
  if (device_is_host) bytes *= 2;
  if (const double room = free_memory(); bytes > room) {
    throw Error(Outcome::unsupported,
                fmt::format("at {} the inputs and outputs take {} of memory, and {} are free here",
                            size_text(extents_), bytes_text(bytes), bytes_text(room)),
                Advice{Advice::choose_smaller_size});
  }
}

void BenchInputs::make(const std::vector<Subject*>& subjects, uint64_t seed,
                       const std::function<void(double)>& progress) {
  uint64_t end = 0;
  for (size_t q = 0; q < questions_.size(); ++q) {
    const bool is_asked =
        std::ranges::any_of(subjects, [&](const Subject* s) { return s->question == q; });
    for (uint32_t set = 0; set < input_sets && is_asked; ++set) {
      questions_[q].cases.push_back(cases_.size());
      cases_.push_back(plan_random_case(*questions_[q].variant, extents_, end));
    }
  }
  for (Subject* subject : subjects) {
    for (uint64_t& room : subject->rooms) {
      room = end;
      end += first_case(*subject).job.buffers[output_buffer(*subject->variant)].bytes + 255;
      end -= end % 256;
    }
  }
  memory_.emplace(end);
  for (const Question& question : questions_) {
    for (size_t set = 0; set < question.cases.size(); ++set) {
      const size_t c = question.cases[set];
      progress(static_cast<double>(c) / static_cast<double>(cases_.size()));
      fill_random_case(*question.variant, cases_[c], *memory_, seed + set);
    }
  }
}

MeasuredItem BenchInputs::item(const Subject& subject) const {
  const hippuzzle_variant& variant = *subject.variant;
  MeasuredItem item = {};
  item.variant = variant.name;
  item.configuration = variant.configure(&extents_);
  item.extents = extents_;
  for (uint32_t b = 0; b < variant.buffer_count; ++b) {
    const JobBuffer& first = first_case(subject).job.buffers[b];
    MeasuredBuffer buffer = {{},
                             first.bytes,
                             static_cast<uint32_t>(element_size(variant.buffers[b].type)),
                             first.output};
    for (uint32_t set = 0; set < input_sets; ++set) {
      buffer.offsets.push_back(first.output ? subject.rooms[set]
                                            : case_of(subject, set).job.buffers[b].offset);
    }
    item.buffers.push_back(std::move(buffer));
  }
  if (subject.ref != nullptr) {
    item.required = required_capabilities(variant);
  } else {
    item.vendor = vendor_product(variant, extents_, subject.library);
  }
  return item;
}

Comparison BenchInputs::compare_kept(const Subject& subject, uint32_t set) const {
  const uint32_t out = output_buffer(*subject.variant);
  const Case& c = case_of(subject, set);
  return c.compare(subject.variant->buffers[out].type,
                   memory_->bytes().subspan(subject.rooms[set], c.job.buffers[out].bytes));
}

}  // namespace hippuzzle
