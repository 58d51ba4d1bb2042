#include "engine/runner/measure/timed_kernel.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "engine/runner/capabilities.hpp"
#include "support/statistics.hpp"

namespace hippuzzle {

TimedKernel::TimedKernel(const Device& device, KernelModules& modules, const MeasurePlan& plan,
                         const KernelToTime& what, std::map<uint64_t, ChangingInput>& inputs,
                         std::span<std::byte> memory)
    : device_(device),
      modules_(modules),
      what_(what),
      memory_(memory),
      may_wait_(plan.launches_may_wait) {
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
      inputs_.push_back(&input);
    }
  }
  for (const uint32_t number : what.ways) timed_ways_.push_back({.number = number});
  make_outputs();
}

std::string TimedKernel::name() const {
  return what_.vendor ? "the baseline" : what_.variant.empty() ? "the kernel" : what_.variant;
}

void TimedKernel::show_inputs(uint64_t seed) {
  for (ChangingInput* input : inputs_) input->show(seed);
  mixture_ = seed;
}

void TimedKernel::warm_up(Random& random) {
  show_inputs(random.bits());
  if (vendor_ && !std::exchange(chosen_, true)) vendor_->choose(vendor_operands());
  poison();
  scatter();
  device_.check(api().flush(), "flushing the caches");
  (void)time([&] { launch(); });
  gather();
  unwritten_ = std::max(unwritten_, count_unwritten());
}

double TimedKernel::time_way(size_t way, bool counts) {
  if (open_ways() > 0) modules_.choose_way(what_.variant, what_.extents, what_.ways[way]);
  poison();
  device_.check(api().flush(), "flushing the caches");
  const double milliseconds = time([&] { launch(); }).value_or(0);
  if (open_ways() == 0 || !counts || milliseconds <= 0) return milliseconds;
  WayTimed& timed = timed_ways_[way];
  timed.milliseconds =
      timed.milliseconds > 0 ? std::min(timed.milliseconds, milliseconds) : milliseconds;
  return milliseconds;
}

std::vector<WayTimed> TimedKernel::choose_way() {
  std::vector<WayTimed> timed;
  std::ranges::copy_if(timed_ways_, std::back_inserter(timed),
                       [](const WayTimed& way) { return way.milliseconds > 0; });
  const auto best = std::ranges::min_element(timed, {}, &WayTimed::milliseconds);
  if (!what_.ways.empty())
    modules_.choose_way(what_.variant, what_.extents,
                        best == timed.end() ? what_.ways.front() : best->number);
  return timed;
}

Sampled TimedKernel::sample(Random& random, bool cold) {
  const auto prepare_launch = [&] {
    show_inputs(random.bits());
    poison();
    scatter();
  };
  Sampled sampled;
  if (!cold) {  // the launch that fills the caches works as well
    prepare_launch();
    launch();
    gather();
    sampled.unwritten = missing();
  }
  sampled.enqueued = block_stream();
  prepare_launch();
  if (cold) device_.check(api().flush(), "flushing the caches");
  const std::optional<double> milliseconds = time([&] { launch(); });
  if (!milliseconds) {
    refuse_to_wait();
    return sample(random, cold);
  }
  gather();
  sampled.milliseconds = *milliseconds;
  sampled.unwritten += missing();
  return sampled;
}

double TimedKernel::time_batch(uint64_t launches, Random& random,
                               const std::function<void()>& meanwhile) {
  return time_batch(launches, random, {0, 0}, meanwhile);
}

TimedKernel::LastBatch TimedKernel::time_last_batch(uint64_t launches, Random& random,
                                                    const std::function<void()>& meanwhile) {
  // So small that poisoning it is not a pause, so large that it lies in several blocks' parts.
  constexpr uint64_t most_bytes = 64 << 10;
  const TimedBuffer& output = *output_buffers()[random.bits() % output_buffers().size()];
  const uint64_t elements = output.bytes / output.element_bytes;
  const uint64_t size = std::min(elements, most_bytes / output.element_bytes);
  const uint64_t first = random.bits() % (elements - size + 1);
  const double milliseconds = time_batch(
      launches, random,
      {place_of(output) + first * output.element_bytes, size * output.element_bytes}, meanwhile);
  return {milliseconds, missing()};
}

// Before each launch but the first and the last a small part of the inputs changes, and before the
// last one all of them, so that its output can be judged.
double TimedKernel::time_batch(uint64_t launches, Random& random, Slice poisoned,
                               const std::function<void()>& meanwhile) {
  if (!first_contents_.empty()) {
    throw Error(Outcome::unsupported,
                "it changes its input, which launches without pauses cannot restore; measure it "
                "without sustained launches");
  }
  show_inputs(random.bits());
  // Poison and inputs reach several devices by the scatter alone, which is not timed.
  if (is_scattered() && poisoned.bytes > 0) poison(poisoned);
  scatter();
  device_.check(api().start(), "starting the timer");
  for (uint64_t i = 1; i < launches; ++i) {
    launch();
    if (is_scattered()) continue;
    if (i + 1 < launches) {
      for (ChangingInput* input : inputs_) input->change();
    } else {
      show_inputs(random.bits());
    }
  }
  if (poisoned.bytes > 0 && !is_scattered()) poison(poisoned);
  launch();
  device_.check(api().end(), "stopping the timer");
  meanwhile();
  double milliseconds = 0;
  device_.check(api().elapsed(&milliseconds), "the kernel");
  gather();
  return milliseconds / static_cast<double>(launches);
}

void TimedKernel::maybe_retain(uint32_t slot, Random& random) {
  if (random.bits() % (retained_[slot].samples + 1) == 0) retain(slot);
  ++retained_[slot].samples;
}

void TimedKernel::retain(uint32_t slot) {
  retained_[slot].mixture = mixture_;
  device_.check(api().copy(retained_[slot].outputs.data(), outputs_->memory.data(), output_bytes_),
                "retaining an output");
}

OutputRetained TimedKernel::return_output(uint32_t slot) {
  const Retained& retained = retained_[slot];
  if (retained.samples > 0) retained.outputs.download(retained.slot);
  return {.index = 0, .slot = slot, .mixture = retained.mixture, .samples = retained.samples};
}

double TimedKernel::relative_error() const { return summarise(samples_).relative_error; }

std::vector<const TimedBuffer*> TimedKernel::output_buffers() const {
  std::vector<const TimedBuffer*> all;
  for (const TimedBuffer& b : what_.buffers)
    if (b.output) all.push_back(&b);
  return all;
}

void TimedKernel::make_outputs() {
  const TimedBuffer &first = *output_buffers().front(), &last = *output_buffers().back();
  first_slot_ = first.offsets.front();
  output_bytes_ = place_of(last) + last.bytes;
  outputs_.emplace(device_, output_bytes_);
  if (kernel_ != nullptr) prepare();
  for (const uint64_t offset : first.offsets) {
    retained_.push_back(
        {GuardedBuffer(device_, output_bytes_), memory_.subspan(offset, output_bytes_), 0});
  }
  for (const TimedBuffer* b : output_buffers()) {
    for (size_t set = 0; set < b->first_contents.size(); ++set) {
      FirstContents& kept = first_contents_.emplace_back(*b, set, GuardedBuffer(device_, b->bytes));
      kept.contents.upload(memory_.subspan(b->first_contents[set], b->bytes));
    }
  }
}

void TimedKernel::prepare() {
  std::vector<void*> pointers = pointers_;
  for (size_t i = 0; i < pointers.size(); ++i)
    if (what_.buffers[i].output) pointers[i] = address(place_of(what_.buffers[i]));
  outputs_->prepared.emplace(device_, *kernel_, what_.configuration, what_.extents,
                             std::move(pointers));
}

std::byte* TimedKernel::address(uint64_t place) const {
  return static_cast<std::byte*>(outputs_->memory.data()) + place;
}

void TimedKernel::poison(Slice slice) const {
  device_.check(
      api().fill(address(slice.offset), std::to_integer<uint8_t>(poison_byte), slice.bytes),
      "poisoning the output");
}

// All outputs; those that a kernel changes get what they start from.
void TimedKernel::poison() const {
  poison(Slice{0, output_bytes_});
  for (const FirstContents& kept : first_contents_) {
    const TimedBuffer& b = kept.buffer;
    for (const Stretch& stretch :
         mixture(mixture_, b.number, b.bytes / b.element_bytes, b.is_whole)) {
      if (stretch.set != kept.set) continue;
      const uint64_t offset = stretch.first * b.element_bytes;
      device_.check(api().copy(address(place_of(b) + offset),
                               static_cast<std::byte*>(kept.contents.data()) + offset,
                               stretch.count * b.element_bytes),
                    "restoring an input that the kernel changes");
    }
  }
}

// Integers may be right though they look unwritten, so of those only a buffer without any other
// element counts.
uint64_t TimedKernel::count_unwritten() const {
  constexpr uint64_t many = 16;  // that no right answer consists of
  uint64_t all = 0;
  for (const TimedBuffer* b : output_buffers()) {
    const uint64_t elements = b->bytes / b->element_bytes;
    uint64_t count = 0;
    device_.check(api().count_filled(address(place_of(*b)), std::to_integer<uint8_t>(poison_byte),
                                     b->element_bytes, elements, &count),
                  "looking for unwritten elements");
    if (!b->is_whole || (count == elements && elements >= many)) all += count;
  }
  return all;
}

uint64_t TimedKernel::missing() const {
  const uint64_t now = count_unwritten();
  return now - std::min(now, unwritten_);
}

VendorOperands TimedKernel::vendor_operands() const {
  const hippuzzle_product& p = what_.vendor->shape;
  return {pointers_[p.a], pointers_[p.b], outputs_->memory.data()};
}

void TimedKernel::launch() const {
  vendor_ ? vendor_->enqueue(vendor_operands()) : outputs_->prepared->launch();
}

void TimedKernel::scatter() const {
  if (is_scattered()) outputs_->prepared->scatter();
}

void TimedKernel::gather() const {
  if (is_scattered()) outputs_->prepared->gather();
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
