#include "engine/runner/measure/measurer.hpp"

#include <algorithm>
#include <chrono>
#include <deque>
#include <map>

#include "engine/runner/measure/sustained.hpp"
#include "engine/runner/measure/timed_kernel.hpp"

namespace hippuzzle {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

Sensors read_sensors(const Device& device) {
  hippuzzle_sensors s = {};
  s.struct_size = sizeof s;
  device.check(device.runtime().api().read_sensors(&s), "reading the sensors");
  return {s.clock_mhz, s.clock_limit_mhz, s.memory_clock_mhz, s.temperature_c, s.power_w,
          s.throttled, s.driver};
}

Event sensors_event(const Device& device) {
  Event event;
  event.kind = Event::Kind::sensors;
  event.sensors = read_sensors(device);
  return event;
}

// Names the item in what goes wrong with it.
template <class Work>
void for_item(const TimedKernel& item, const Work& work) {
  try {
    work();
  } catch (const Error& error) {
    throw Error(error.outcome(), item.name() + ": " + error.what(), error.advice());
  } catch (const DeviceError& error) {
    throw DeviceError(item.name() + ": " + error.what(), error.code());
  }
}

}  // namespace

void measure(const Device& device, const KernelModule& module, const MeasurePlan& plan,
             std::span<std::byte> memory, const EventSink& sink) {
  std::map<uint64_t, Input> inputs;
  std::deque<TimedKernel> items;
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
      event.advice = error.advice();
    }
    sink(event);
  }

  const auto show = [&](uint32_t set) {
    for (auto& [offset, input] : inputs) input.show(set);
  };
  for (uint32_t set = 0; set < plan.input_sets; ++set) {
    show(set);
    for (TimedKernel& item : items) for_item(item, [&] { item.warm_up(set); });
  }

  Random random(plan.seed);
  sink(sensors_event(device));
  const Clock::time_point begin = Clock::now();
  Clock::time_point looked = begin;
  const auto take = [&](size_t i, uint32_t set) {
    TimedKernel& item = items[i];
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
  const auto is_done = [&](const TimedKernel& item) {
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
  if (plan.sustained_seconds > 0) {
    // There and back, as before. One set's output is of a lap, the other's of a sample.
    const uint32_t kept_of_lap = static_cast<uint32_t>(random.bits() % plan.input_sets);
    const auto run = [&](size_t i, uint32_t set) {
      for_item(items[i], [&] {
        sustain(
            items[i], set, plan.sustained_seconds, random, [&] { return read_sensors(device); },
            [&](Event event) {
              event.index = numbers[i];
              sink(event);
            });
        if (set == kept_of_lap) items[i].keep(set);
      });
    };
    for (uint32_t set = 0; set < plan.input_sets; ++set) {
      show(set);
      for (size_t n = 0; n < items.size(); ++n) run(set % 2 == 0 ? n : items.size() - 1 - n, set);
    }
  }
  for (size_t i = 0; i < items.size(); ++i) {
    for (uint32_t set = 0; set < plan.input_sets; ++set) {
      Event event = items[i].hand_over(set);
      event.index = numbers[i];
      sink(event);
    }
  }
  sink(Event{});
}

}  // namespace hippuzzle
