#include "engine/runner/measure/timed_kernel.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <sstream>

#include "engine/runner/capabilities.hpp"
#include "support/statistics.hpp"

namespace hippuzzle {

Input::Input(const Device& device, const TimedBuffer& b, std::span<const std::byte> memory)
    : device_(device), bytes_(b.bytes), working_(device, b.bytes) {
  for (uint64_t offset : b.offsets) {
    sets_.emplace_back(device, b.bytes).upload(memory.subspan(offset, b.bytes));
  }
}

void Input::show(uint32_t set) {
  if (shown_ == set) return;
  device_.check(device_.runtime().api().copy(working_.data(), sets_[set].data(), bytes_),
                "copying an input");
  shown_ = set;
}

TimedKernel::TimedKernel(const Device& device, KernelModules& modules, const MeasurePlan& plan,
                         const KernelToTime& what, std::map<uint64_t, Input>& inputs,
                         std::span<std::byte> memory)
    : device_(device), what_(what), memory_(memory), may_wait_(plan.launches_may_wait) {
  require_capabilities(what.required, device.info());
  if (what.vendor) {
    vendor_ = open_vendor_blas(device, *what.vendor);
  } else {
    kernel_ = &modules.kernel(what.variant, what.extents);
  }
  if (!device.set_warp_lanes(what.warp_lanes)) {
    throw Error(Outcome::unsupported,
                fmt::format("it needs warps of {} lanes; the warps of {} have {}", what.warp_lanes,
                            device.info().name, device.info().warp_size));
  }
  for (const TimedBuffer& b : what.buffers) {
    if (b.output) {
      pointers_.push_back(nullptr);
    } else {
      auto& input = inputs.try_emplace(b.offsets.front(), device, b, memory).first->second;
      pointers_.push_back(input.data());
    }
  }
  make_outputs(plan.cold);
  unwritten_.resize(plan.input_sets);
}

std::string TimedKernel::name() const {
  return what_.vendor ? "the baseline" : what_.variant.empty() ? "the kernel" : what_.variant;
}

void TimedKernel::warm_up(uint32_t set) {
  if (vendor_ && set == 0) vendor_->choose(vendor_operands(outputs_.front()));
  poison(outputs_.front(), set);
  scatter(outputs_.front());
  device_.check(api().flush(), "flushing the caches");
  (void)time([&] { launch(outputs_.front()); });
  gather(outputs_.front());
  unwritten_[set] = count_unwritten(outputs_.front());
}

Sampled TimedKernel::sample(uint32_t set, bool cold) {
  Sampled sampled;
  sampled.enqueued = block_stream();
  for (const Outputs& outputs : outputs_) poison(outputs, set);
  if (!cold) {
    scatter(outputs_.front());
    launch(outputs_.front());
    poison(outputs_.front(), set);
  }
  scatter(outputs_.front());
  if (cold) device_.check(api().flush(), "flushing the caches");
  const std::optional<double> milliseconds = time([&] {
    for (const Outputs& outputs : outputs_) launch(outputs);
  });
  if (!milliseconds) {
    refuse_to_wait();
    return sample(set, cold);
  }
  gather(outputs_.front());
  sampled.milliseconds = *milliseconds / static_cast<double>(outputs_.size());
  for (const Outputs& outputs : outputs_) sampled.unwritten += missing(outputs, set);
  samples_.push_back(sampled.milliseconds);
  return sampled;
}

double TimedKernel::time_batch(uint64_t launches, const std::function<void()>& meanwhile) {
  return time_batch(launches, {0, 0}, meanwhile);
}

TimedKernel::LastBatch TimedKernel::time_last_batch(uint64_t launches, uint32_t set, Random& random,
                                                    const std::function<void()>& meanwhile) {
  // So small that poisoning it is not a pause, so large that it lies in several blocks' parts.
  constexpr uint64_t most_bytes = 64 << 10;
  const TimedBuffer& output = *output_buffers()[random.bits() % output_buffers().size()];
  const uint64_t elements = output.bytes / output.element_bytes;
  const uint64_t size = std::min(elements, most_bytes / output.element_bytes);
  const uint64_t first = random.bits() % (elements - size + 1);
  const double milliseconds = time_batch(
      launches, {place_of(output) + first * output.element_bytes, size * output.element_bytes},
      meanwhile);
  return {milliseconds, missing(outputs_.front(), set)};
}

double TimedKernel::time_batch(uint64_t launches, Slice poisoned,
                               const std::function<void()>& meanwhile) {
  if (!first_contents_.empty()) {
    throw Error(Outcome::unsupported,
                "it changes its input, which launches without pauses cannot restore; measure it "
                "without sustained launches");
  }
  const Outputs& output = outputs_.front();
  // Poison reaches several devices by the scatter alone, which is not timed.
  if (is_scattered() && poisoned.bytes > 0) poison(output, poisoned);
  scatter(output);
  device_.check(api().start(), "starting the timer");
  for (uint64_t i = 1; i < launches; ++i) launch(output);
  if (poisoned.bytes > 0 && !is_scattered()) poison(output, poisoned);
  launch(output);
  device_.check(api().end(), "stopping the timer");
  meanwhile();
  double milliseconds = 0;
  device_.check(api().elapsed(&milliseconds), "the kernel");
  gather(output);
  return milliseconds / static_cast<double>(launches);
}

void TimedKernel::maybe_retain(uint32_t set, Random& random) {
  Retained& retained = retained_[set];
  if (random.bits() % ++retained.samples != 0) return;
  const Outputs& outputs = outputs_[random.bits() % outputs_.size()];
  device_.check(api().copy(retained.outputs.data(), outputs.memory.data(), output_bytes_),
                "retaining an output");
}

void TimedKernel::retain(uint32_t set) {
  device_.check(
      api().copy(retained_[set].outputs.data(), outputs_.front().memory.data(), output_bytes_),
      "retaining an output");
}

OutputRetained TimedKernel::return_output(uint32_t set) {
  const Retained& retained = retained_[set];
  if (retained.samples > 0) retained_[set].outputs.download(retained.slot);
  return {.index = 0, .input_set = set, .samples = retained.samples};
}

double TimedKernel::relative_error() const { return summarise(samples_).relative_error; }

std::vector<const TimedBuffer*> TimedKernel::output_buffers() const {
  std::vector<const TimedBuffer*> all;
  for (const TimedBuffer& b : what_.buffers)
    if (b.output) all.push_back(&b);
  return all;
}

// Makes the outputs: with warm caches several of each, so that a kernel that does its work only now
// and then leaves poison. Scattered operands have one.
void TimedKernel::make_outputs(bool cold) {
  constexpr uint64_t most = 8, most_bytes = uint64_t{1} << 29;
  const TimedBuffer &first = *output_buffers().front(), &last = *output_buffers().back();
  first_slot_ = first.offsets.front();
  output_bytes_ = place_of(last) + last.bytes;
  const uint64_t count =
      cold || is_scattered()
          ? 1
          : std::clamp<uint64_t>(most_bytes / std::max<uint64_t>(output_bytes_, 1), 2, most);
  for (uint64_t i = 0; i < count; ++i) {
    Outputs& outputs = outputs_.emplace_back(device_, output_bytes_);
    if (kernel_ != nullptr) prepare(outputs);
  }
  for (size_t set = 0; set < first.offsets.size(); ++set) {
    retained_.push_back({GuardedBuffer(device_, output_bytes_),
                         memory_.subspan(first.offsets[set], output_bytes_), 0});
  }
  for (const TimedBuffer* b : output_buffers()) {
    for (size_t set = 0; set < b->first_contents.size(); ++set) {
      FirstContents& kept = first_contents_.emplace_back(*b, set, GuardedBuffer(device_, b->bytes));
      kept.contents.upload(memory_.subspan(b->first_contents[set], b->bytes));
    }
  }
}

void TimedKernel::prepare(Outputs& outputs) {
  std::vector<void*> pointers = pointers_;
  for (size_t i = 0; i < pointers.size(); ++i)
    if (what_.buffers[i].output) pointers[i] = address(outputs, place_of(what_.buffers[i]));
  outputs.prepared.emplace(device_, *kernel_, what_.configuration, what_.extents,
                           std::move(pointers));
}

std::byte* TimedKernel::address(const Outputs& outputs, uint64_t place) const {
  return static_cast<std::byte*>(outputs.memory.data()) + place;
}

void TimedKernel::poison(const Outputs& outputs, Slice slice) const {
  device_.check(api().fill(address(outputs, slice.offset), std::to_integer<uint8_t>(poison_byte),
                           slice.bytes),
                "poisoning the output");
}

// All outputs; those that a kernel changes get what they start from.
void TimedKernel::poison(const Outputs& outputs, uint32_t set) const {
  poison(outputs, Slice{0, output_bytes_});
  for (const FirstContents& kept : first_contents_) {
    if (kept.set != set) continue;
    device_.check(api().copy(address(outputs, place_of(kept.buffer)), kept.contents.data(),
                             kept.buffer.bytes),
                  "restoring an input that the kernel changes");
  }
}

uint64_t TimedKernel::count_unwritten(const Outputs& outputs) const {
  uint64_t all = 0;
  for (const TimedBuffer* b : output_buffers()) {
    uint64_t count = 0;
    device_.check(
        api().count_filled(address(outputs, place_of(*b)), std::to_integer<uint8_t>(poison_byte),
                           b->element_bytes, b->bytes / b->element_bytes, &count),
        "looking for unwritten elements");
    all += count;
  }
  return all;
}

uint64_t TimedKernel::missing(const Outputs& outputs, uint32_t set) const {
  const uint64_t now = count_unwritten(outputs);
  return now - std::min(now, unwritten_[set]);
}

VendorOperands TimedKernel::vendor_operands(const Outputs& outputs) const {
  const hippuzzle_product& p = what_.vendor->shape;
  return {pointers_[p.a], pointers_[p.b], outputs.memory.data()};
}

void TimedKernel::launch(const Outputs& outputs) const {
  vendor_ ? vendor_->enqueue(vendor_operands(outputs)) : outputs.prepared->launch();
}

void TimedKernel::scatter(const Outputs& outputs) const {
  if (is_scattered()) outputs.prepared->scatter();
}

void TimedKernel::gather(const Outputs& outputs) const {
  if (is_scattered()) outputs.prepared->gather();
}

bool TimedKernel::block_stream() const {
  int32_t blocked = 0;
  if (blocks_) device_.check(api().block_stream(&blocked), "blocking the stream");
  return blocked != 0;
}

void TimedKernel::refuse_to_wait() {
  if (!may_wait_) {
    throw Error(Outcome::crashed,
                "its launch waits for the device, and cannot be measured; a launch must only "
                "enqueue kernels on the stream that it is given",
                Advice{Advice::run_in_this_process});
  }
  blocks_ = false;
}

std::optional<double> TimedKernel::time(const std::function<void()>& launches) const {
  device_.check(api().start(), "starting the timer");
  launches();
  device_.check(api().end(), "stopping the timer");
  int32_t timed_out = 0;
  if (blocks_) device_.check(api().unblock_stream(&timed_out), "unblocking the stream");
  double milliseconds = 0;
  device_.check(api().elapsed(&milliseconds), "the kernel");
  return timed_out == 0 ? std::optional(milliseconds) : std::nullopt;
}

}  // namespace hippuzzle
