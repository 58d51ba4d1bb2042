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
  for (const TimedBuffer& b : what.buffers) {
    if (b.output) {
      output_ = pointers_.size();
      pointers_.push_back(nullptr);
      make_outputs(b, plan.cold);
    } else {
      auto& input = inputs.try_emplace(b.offsets.front(), device, b, memory).first->second;
      pointers_.push_back(input.data());
    }
  }
  unwritten_.resize(plan.input_sets);
}

std::string TimedKernel::name() const {
  return what_.vendor ? "the baseline" : what_.variant.empty() ? "the kernel" : what_.variant;
}

void TimedKernel::warm_up(uint32_t set) {
  if (vendor_ && set == 0) vendor_->choose(vendor_operands(outputs_.front()));
  poison(outputs_.front());
  scatter(outputs_.front());
  device_.check(api().flush(), "flushing the caches");
  (void)time([&] { launch(outputs_.front()); });
  gather(outputs_.front());
  unwritten_[set] = count_unwritten(outputs_.front());
}

Sampled TimedKernel::sample(uint32_t set, bool cold) {
  Sampled sampled;
  sampled.enqueued = block_stream();
  for (const GuardedBuffer& output : outputs_) poison(output);
  if (!cold) {
    scatter(outputs_.front());
    launch(outputs_.front());
    poison(outputs_.front());
  }
  scatter(outputs_.front());
  if (cold) device_.check(api().flush(), "flushing the caches");
  const std::optional<double> milliseconds = time([&] {
    for (const GuardedBuffer& output : outputs_) launch(output);
  });
  if (!milliseconds) {
    refuse_to_wait();
    return sample(set, cold);
  }
  gather(outputs_.front());
  sampled.milliseconds = *milliseconds / static_cast<double>(outputs_.size());
  for (const GuardedBuffer& output : outputs_) sampled.unwritten += missing(output, set);
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
  const uint64_t size = std::min(elements(), most_bytes / out().element_bytes);
  const uint64_t first = random.bits() % (elements() - size + 1);
  const double milliseconds =
      time_batch(launches, {first * out().element_bytes, size * out().element_bytes}, meanwhile);
  return {milliseconds, missing(outputs_.front(), set)};
}

double TimedKernel::time_batch(uint64_t launches, Slice poisoned,
                               const std::function<void()>& meanwhile) {
  const GuardedBuffer& output = outputs_.front();
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
  const GuardedBuffer& output = outputs_[random.bits() % outputs_.size()];
  device_.check(api().copy(retained.output.data(), output.data(), out().bytes),
                "retaining an output");
}

void TimedKernel::retain(uint32_t set) {
  device_.check(api().copy(retained_[set].output.data(), outputs_.front().data(), out().bytes),
                "retaining an output");
}

OutputRetained TimedKernel::return_output(uint32_t set) {
  const Retained& retained = retained_[set];
  if (retained.samples > 0) retained_[set].output.download(retained.slot);
  return {.index = 0, .input_set = set, .samples = retained.samples};
}

double TimedKernel::relative_error() const { return summarise(samples_).relative_error; }

// Makes the outputs: with warm caches several, so that a kernel that does its work only now and
// then leaves poison. Scattered operands have one output.
void TimedKernel::make_outputs(const TimedBuffer& b, bool cold) {
  constexpr uint64_t most = 8, most_bytes = uint64_t{1} << 29;
  const uint64_t count =
      cold || is_scattered()
          ? 1
          : std::clamp<uint64_t>(most_bytes / std::max<uint64_t>(b.bytes, 1), 2, most);
  for (uint64_t i = 0; i < count; ++i) outputs_.emplace_back(device_, b.bytes);
  for (uint64_t offset : b.offsets) {
    retained_.push_back({GuardedBuffer(device_, b.bytes), memory_.subspan(offset, b.bytes), 0});
  }
}

void TimedKernel::poison(const GuardedBuffer& output, Slice slice) const {
  device_.check(api().fill(static_cast<std::byte*>(output.data()) + slice.offset,
                           std::to_integer<uint8_t>(poison_byte), slice.bytes),
                "poisoning the output");
}

uint64_t TimedKernel::count_unwritten(const GuardedBuffer& output) const {
  uint64_t count = 0;
  device_.check(api().count_filled(output.data(), std::to_integer<uint8_t>(poison_byte),
                                   out().element_bytes, elements(), &count),
                "looking for unwritten elements");
  return count;
}

uint64_t TimedKernel::missing(const GuardedBuffer& output, uint32_t set) const {
  const uint64_t now = count_unwritten(output);
  return now - std::min(now, unwritten_[set]);
}

VendorOperands TimedKernel::vendor_operands(const GuardedBuffer& output) const {
  const hippuzzle_product& p = what_.vendor->shape;
  return {pointers_[p.a], pointers_[p.b], output.data()};
}

hippuzzle_launch TimedKernel::launch_into(const GuardedBuffer& output) {
  pointers_[output_] = output.data();
  return device_.launch(what_.configuration, what_.extents, pointers_);
}

void TimedKernel::launch(const GuardedBuffer& output) {
  if (vendor_) return vendor_->enqueue(vendor_operands(output));
  const hippuzzle_launch launch = launch_into(output);
  device_.check(kernel_->launch(&launch), "the launch");
}

void TimedKernel::scatter(const GuardedBuffer& output) {
  if (is_scattered()) device_.scatter_operands(*kernel_, launch_into(output));
}

void TimedKernel::gather(const GuardedBuffer& output) {
  if (is_scattered()) device_.gather_result(*kernel_, launch_into(output));
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
