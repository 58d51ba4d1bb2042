#include "measurer.hpp"

#include <fmt/format.h>
#include <hippuzzle/plugin.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <deque>
#include <hippuzzle/puzzle.hpp>
#include <iterator>
#include <map>
#include <sstream>

#include "statistics.hpp"

namespace hippuzzle {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

// An input on the device: one buffer for the kernels, and what it may hold.
class Input {
 public:
  Input(const Device& device, const MeasuredBuffer& b, std::span<const std::byte> memory)
      : device_(device), bytes_(b.bytes), working_(device, b.bytes) {
    for (uint64_t offset : b.offsets) {
      sets_.emplace_back(device, b.bytes).upload(memory.subspan(offset, b.bytes));
    }
  }

  void* data() const { return working_.data(); }

  void show(uint32_t set) {
    if (shown_ == set) return;
    device_.check(device_.runtime().api().copy(working_.data(), sets_[set].data(), bytes_),
                  "copying an input");
    shown_ = set;
  }

 private:
  const Device& device_;
  uint64_t bytes_;
  GuardedBuffer working_;
  std::deque<GuardedBuffer> sets_;
  uint32_t shown_ = ~0u;
};

// One thing that is measured, with its buffers.
class Item {
 public:
  // The inputs are shared among items: the first that needs one brings it.
  Item(const Device& device, const KernelModule& module, const MeasurePlan& plan,
       const MeasuredItem& what, std::map<uint64_t, Input>& inputs, std::span<std::byte> memory)
      : device_(device), what_(what), memory_(memory) {
    require_capabilities(what.required, device.info());
    if (what.vendor) {
      vendor_ = open_vendor_blas(device, *what.vendor);
    } else {
      kernel_ = &module.kernel(what.variant);
    }
    for (const MeasuredBuffer& b : what.buffers) {
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

  std::string name() const {
    return what_.vendor ? "the baseline" : what_.variant.empty() ? "the kernel" : what_.variant;
  }
  std::string library() const { return vendor_ ? vendor_->library() : ""; }

  // Launches once without timing, so that everything is loaded and chosen, and remembers how many
  // elements look unwritten in a right output. Nothing is held: loading may wait for the device.
  void warm_up(uint32_t set) {
    if (vendor_ && set == 0) vendor_->choose(vendor_operands(outputs_.front()));
    poison(outputs_.front());
    device_.check(api().flush(), "flushing the caches");
    time_launches([&] { launch(outputs_.front()); });
    unwritten_[set] = count_unwritten(outputs_.front());
  }

  // One sample, sent to the sink.
  Event sample(uint32_t set, bool cold) {
    device_.check(api().hold(), "holding the stream");
    for (const GuardedBuffer& output : outputs_) poison(output);
    if (cold) {
      device_.check(api().flush(), "flushing the caches");
    } else {
      launch(outputs_.front());
      poison(outputs_.front());
    }
    Event event;
    event.kind = Event::Kind::sampled;
    event.milliseconds = time_launches([&] {
                           for (const GuardedBuffer& output : outputs_) launch(output);
                         }) /
                         static_cast<double>(outputs_.size());
    for (const GuardedBuffer& output : outputs_) {
      const uint64_t now = count_unwritten(output);
      event.unwritten += now - std::min(now, unwritten_[set]);
    }
    samples_.push_back(event.milliseconds);
    return event;
  }

  // Keeps the last sample's output in the place of an earlier one of the same inputs, with a
  // probability that makes each of those equally likely in the end.
  void maybe_keep(uint32_t set, Random& random) {
    Kept& kept = kept_[set];
    if (random.bits() % ++kept.samples != 0) return;
    const GuardedBuffer& output = outputs_[random.bits() % outputs_.size()];
    device_.check(api().copy(kept.output.data(), output.data(), out().bytes), "keeping an output");
  }

  Event hand_over(uint32_t set) {
    Event event;
    event.kind = Event::Kind::kept;
    event.input_set = set;
    event.samples = kept_[set].samples;
    if (event.samples > 0) kept_[set].output.download(kept_[set].room);
    return event;
  }

  size_t sample_count() const { return samples_.size(); }
  double relative_error() const { return summarise(samples_).relative_error; }

 private:
  // The output of one of the samples.
  struct Kept {
    GuardedBuffer output;
    std::span<std::byte> room;  // in shared memory
    uint64_t samples;           // that it was chosen among
  };

  const hippuzzle_device_runtime& api() const { return device_.runtime().api(); }
  const MeasuredBuffer& out() const { return what_.buffers[output_]; }

  // With warm caches several, so that a kernel that does its work only now and then leaves poison.
  void make_outputs(const MeasuredBuffer& b, bool cold) {
    constexpr uint64_t most = 8, most_bytes = uint64_t{1} << 29;
    const uint64_t count =
        cold ? 1 : std::clamp<uint64_t>(most_bytes / std::max<uint64_t>(b.bytes, 1), 2, most);
    for (uint64_t i = 0; i < count; ++i) outputs_.emplace_back(device_, b.bytes);
    for (uint64_t offset : b.offsets) {
      kept_.push_back({GuardedBuffer(device_, b.bytes), memory_.subspan(offset, b.bytes), 0});
    }
  }

  void poison(const GuardedBuffer& output) const {
    device_.check(api().fill(output.data(), std::to_integer<uint8_t>(poison_byte), out().bytes),
                  "poisoning the output");
  }

  uint64_t count_unwritten(const GuardedBuffer& output) const {
    uint64_t count = 0;
    device_.check(
        api().count_filled(output.data(), std::to_integer<uint8_t>(poison_byte),
                           out().element_bytes, out().bytes / out().element_bytes, &count),
        "looking for unwritten elements");
    return count;
  }

  VendorOperands vendor_operands(const GuardedBuffer& output) const {
    const hippuzzle_product& p = what_.vendor->shape;
    return {pointers_[p.a], pointers_[p.b], output.data()};
  }

  void launch(const GuardedBuffer& output) {
    if (vendor_) return vendor_->enqueue(vendor_operands(output));
    pointers_[output_] = output.data();
    const hippuzzle_launch launch = device_.launch(what_.configuration, what_.extents, pointers_);
    device_.check(kernel_->launch(&launch), "the launch");
  }

  template <class Launches>
  double time_launches(const Launches& launches) {
    device_.check(api().start(), "starting the timer");
    launches();
    device_.check(api().end(), "stopping the timer");
    int32_t overdue = 0;
    device_.check(api().let_go(&overdue), "letting the stream go");
    if (overdue != 0) {
      throw Error(Outcome::crashed,
                  "its launch waits for the device, and cannot be measured; a launch must only "
                  "enqueue kernels on the stream that it is given");
    }
    double milliseconds = 0;
    device_.check(api().elapsed(&milliseconds), "the kernel");
    return milliseconds;
  }

  const Device& device_;
  const MeasuredItem& what_;
  std::span<std::byte> memory_;
  const hippuzzle_kernel* kernel_ = nullptr;
  std::unique_ptr<VendorBlas> vendor_;
  std::vector<void*> pointers_;
  size_t output_ = 0;
  std::deque<GuardedBuffer> outputs_;
  std::deque<Kept> kept_;            // one for each set of inputs
  std::vector<uint64_t> unwritten_;  // elements of a right output that look unwritten; of each set
  std::vector<double> samples_;      // milliseconds
};

Event sensors_event(const Device& device) {
  hippuzzle_sensors s = {};
  s.struct_size = sizeof s;
  device.check(device.runtime().api().read_sensors(&s), "reading the sensors");
  Event event;
  event.kind = Event::Kind::sensors;
  event.sensors = {s.clock_mhz, s.clock_limit_mhz, s.memory_clock_mhz, s.temperature_c, s.power_w,
                   s.throttled, s.driver};
  return event;
}

// Names the item in what goes wrong with it.
template <class Work>
void for_item(const Item& item, const Work& work) {
  try {
    work();
  } catch (const Error& error) {
    throw Error(error.outcome(), item.name() + ": " + error.what());
  } catch (const DeviceError& error) {
    throw DeviceError(item.name() + ": " + error.what(), error.code());
  }
}

}  // namespace

void measure(const Device& device, const KernelModule& module, const MeasurePlan& plan,
             std::span<std::byte> memory, const EventSink& sink) {
  std::map<uint64_t, Input> inputs;
  std::deque<Item> items;
  std::vector<uint32_t> numbers;  // of the items, in the plan
  for (uint32_t i = 0; i < plan.items.size(); ++i) {
    Event event;
    event.kind = Event::Kind::item;
    event.index = i;
    try {
      items.emplace_back(device, module, plan, plan.items[i], inputs, memory);
      event.sentence = items.back().library();
      numbers.push_back(i);
    } catch (const Error& error) {
      event.outcome = error.outcome();
      event.sentence = error.what();
    }
    sink(event);
  }

  const auto show = [&](uint32_t set) {
    for (auto& [offset, input] : inputs) input.show(set);
  };
  for (uint32_t set = 0; set < plan.input_sets; ++set) {
    show(set);
    for (Item& item : items) for_item(item, [&] { item.warm_up(set); });
  }

  Random random(plan.seed);
  sink(sensors_event(device));
  const Clock::time_point begin = Clock::now();
  Clock::time_point looked = begin;
  const auto take = [&](size_t i, uint32_t set) {
    Item& item = items[i];
    for_item(item, [&] {
      Event event = item.sample(set, plan.cold);
      item.maybe_keep(set, random);
      event.index = numbers[i];
      sink(event);
    });
    if (seconds_since(looked) < 0.25) return;
    looked = Clock::now();
    sink(sensors_event(device));
  };
  const auto is_done = [&](const Item& item) {
    return item.sample_count() >= plan.most_samples ||
           (item.sample_count() >= plan.least_samples &&
            item.relative_error() < plan.relative_error);
  };
  const auto take_turns = [&](uint32_t set) {
    show(set);
    for (size_t i = 0; i < items.size(); ++i) take(i, set);
    for (size_t i = items.size(); i-- > 0;) take(i, set);
  };
  // Every set of inputs has as many turns as any other, in an order of chance.
  std::vector<uint32_t> order;
  for (uint64_t turn = 0; !items.empty(); ++turn) {
    if (order.empty()) {
      const bool is_enough = turn > 0 && (std::ranges::all_of(items, is_done) ||
                                          seconds_since(begin) >= plan.budget_seconds);
      if (is_enough) break;
      for (uint32_t set = 0; set < plan.input_sets; ++set) {
        order.insert(order.begin() + static_cast<ptrdiff_t>(random.bits() % (set + 1)), set);
      }
    }
    take_turns(order.back());
    order.pop_back();
  }
  sink(sensors_event(device));
  for (size_t i = 0; i < items.size(); ++i) {
    for (uint32_t set = 0; set < plan.input_sets; ++set) {
      Event event = items[i].hand_over(set);
      event.index = numbers[i];
      sink(event);
    }
  }
  sink(Event{});
}

void require_capabilities(const std::string& required, const hippuzzle_device_info& device) {
  std::istringstream found_words(device.capabilities);
  const std::vector<std::string> found{std::istream_iterator<std::string>(found_words), {}};
  std::istringstream words(required);
  for (std::string word; words >> word;) {
    if (std::ranges::find(found, word) == found.end()) {
      throw Error(Outcome::unsupported,
                  fmt::format("this variant requires '{}', but {} has only: {}", word, device.name,
                              device.capabilities));
    }
  }
}

}  // namespace hippuzzle
