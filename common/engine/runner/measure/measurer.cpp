#include "engine/runner/measure/measurer.hpp"

#include <algorithm>
#include <chrono>
#include <deque>
#include <map>
#include <thread>

#include "engine/runner/measure/sustained.hpp"
#include "engine/runner/measure/timed_kernel.hpp"

namespace hippuzzle {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double slowed_down = 0.75;            // of the clock's limit, nvbench's threshold
constexpr std::chrono::milliseconds pause{50};  // in which a device cools, nvbench's as well
constexpr int most_repeats = 10;                // of one sample
constexpr int most_repeated = 100;              // samples of all kernels

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

Sensors read_sensors(const Device& device) {
  hippuzzle_sensors s = {};
  s.struct_size = sizeof s;
  device.check(device.runtime().api().read_sensors(&s), "reading the sensors");
  return {.clock_mhz = s.clock_mhz,
          .clock_limit_mhz = s.clock_limit_mhz,
          .memory_clock_mhz = s.memory_clock_mhz,
          .temperature_c = s.temperature_c,
          .power_w = s.power_w,
          .throttled = s.throttled,
          .driver = s.driver};
}

// Adds the kernel's name to its errors.
template <class Work>
void for_kernel(const TimedKernel& kernel, const Work& work) {
  try {
    work();
  } catch (const Error& error) {
    throw Error(error.outcome(), kernel.name() + ": " + error.what(), error.advice());
  } catch (const DeviceError& error) {
    throw DeviceError(kernel.name() + ": " + error.what(), error.code());
  }
}

// Carries out one plan.
class Measurer {
 public:
  Measurer(const Device& device, KernelModules& modules, const MeasurePlan& plan,
           std::span<std::byte> memory, const EventSink& sink)
      : device_(device),
        modules_(modules),
        plan_(plan),
        memory_(memory),
        sink_(sink),
        random_(plan.seed) {}

  void run() {
    make_kernels();
    warm_up();
    choose_ways();
    sink_(read_sensors(device_));
    take_samples();
    sink_(read_sensors(device_));
    if (plan_.sustained_seconds > 0) measure_sustained_launches();
    return_outputs();
    sink_(Done{});
  }

 private:
  void make_kernels() {
    for (uint32_t i = 0; i < plan_.kernels.size(); ++i) {
      KernelReady ready{.index = i};
      try {
        kernels_.emplace_back(device_, modules_, plan_, plan_.kernels[i], inputs_, memory_);
        ready.library = kernels_.back().library();
        numbers_.push_back(i);
      } catch (const Error& error) {
        ready.refusal = to_failed(error);
      }
      sink_(ready);
    }
  }

  void warm_up() {
    constexpr int launches = 2;
    for (int i = 0; i < launches; ++i) {
      for (TimedKernel& kernel : kernels_) for_kernel(kernel, [&] { kernel.warm_up(random_); });
    }
  }

  // Rounds over all ways, in which the kernels have their turns as they will have among the
  // samples: a way is then timed with as little of its code in the caches. The first round does not
  // count. Fewer rounds are enough for long launches.
  void choose_ways() {
    constexpr int most_rounds = 5, fewest_rounds = 2;
    constexpr double enough = 50;  // milliseconds of all launches
    size_t most_ways = 0;
    for (const TimedKernel& kernel : kernels_) most_ways = std::max(most_ways, kernel.open_ways());
    double all = 0;
    for (int round = 0; round < most_rounds; ++round) {
      if (round >= fewest_rounds && all > enough) break;
      for (size_t way = 0; way < most_ways; ++way) {
        for (TimedKernel& kernel : kernels_) {
          const bool is_baseline = !kernel.library().empty();
          if (way < kernel.open_ways() || is_baseline)
            for_kernel(kernel, [&] { all += kernel.time_way(way, round > 0); });
        }
      }
    }
    for (size_t i = 0; i < kernels_.size(); ++i) {
      for_kernel(kernels_[i], [&] {
        for (WayTimed way : kernels_[i].choose_way()) {
          way.index = numbers_[i];
          sink_(way);
        }
      });
    }
  }

  // Rounds until the times of each kernel are precise enough, as many for one slot of retained
  // outputs as for another.
  void take_samples() {
    begin_ = looked_ = Clock::now();
    for (uint64_t round = 0; !kernels_.empty(); ++round) {
      const auto slot = static_cast<uint32_t>(round % input_sets);
      if (round > 0 && slot == 0 && is_enough()) break;
      run_round(slot);
    }
  }

  bool is_enough() const {
    const auto is_done = [&](const TimedKernel& kernel) {
      return kernel.sample_count() >= plan_.most_samples ||
             (kernel.sample_count() >= plan_.min_samples &&
              kernel.relative_error() < plan_.relative_error);
    };
    if (std::ranges::all_of(kernels_, is_done)) return true;
    return seconds_since(begin_) >= plan_.budget_seconds &&
           std::ranges::all_of(kernels_, [&](const TimedKernel& kernel) {
             return kernel.sample_count() >= plan_.min_samples_hard;
           });
  }

  // Each kernel runs twice, there and back: drift then affects all kernels alike.
  void run_round(uint32_t slot) {
    for (size_t i = 0; i < kernels_.size(); ++i) take_sample(i, slot);
    for (size_t i = kernels_.size(); i-- > 0;) take_sample(i, slot);
  }

  void take_sample(size_t i, uint32_t slot) {
    for_kernel(kernels_[i], [&] {
      Sampled sampled = kernels_[i].sample(random_, plan_.cold);
      sampled.index = numbers_[i];
      for (int again = 0; again < most_repeats && is_slowed_down(); ++again) {
        sampled.slowed = true;
        sink_(sampled);
        std::this_thread::sleep_for(pause);
        sampled = kernels_[i].sample(random_, plan_.cold);
        sampled.index = numbers_[i];
      }
      kernels_[i].keep(sampled);
      kernels_[i].maybe_retain(slot, random_);
      sink_(sampled);
    });
    if (seconds_since(looked_) < 0.25) return;
    looked_ = Clock::now();
    sink_(read_sensors(device_));
  }

  // Whether the clock is far below its limit right after a sample. A low cap of power can keep a
  // device slow for ever, so the measurer repeats at most `most_repeated` samples.
  bool is_slowed_down() {
    if (repeated_ >= most_repeated) return false;
    const Sensors now = read_sensors(device_);
    const bool is_slow = !now.throttled.empty() && now.clock_limit_mhz > 0 &&
                         now.clock_mhz < slowed_down * now.clock_limit_mhz;
    if (is_slow) ++repeated_;
    return is_slow;
  }

  // A trial for each slot, there and back as well. One slot's retained output is of a batch, the
  // other's of a sample.
  void measure_sustained_launches() {
    const uint32_t slot_of_batch = static_cast<uint32_t>(random_.bits() % input_sets);
    for (uint32_t slot = 0; slot < input_sets; ++slot) {
      for (size_t n = 0; n < kernels_.size(); ++n) {
        const size_t i = slot % 2 == 0 ? n : kernels_.size() - 1 - n;
        for_kernel(kernels_[i], [&] {
          measure_sustained(
              kernels_[i], plan_.sustained_seconds, random_, [&] { return read_sensors(device_); },
              [&](BatchTimed batch) {
                batch.index = numbers_[i];
                sink_(batch);
              });
          if (slot == slot_of_batch) kernels_[i].retain(slot);
        });
      }
    }
  }

  void return_outputs() {
    for (size_t i = 0; i < kernels_.size(); ++i) {
      for (uint32_t slot = 0; slot < input_sets; ++slot) {
        OutputRetained retained = kernels_[i].return_output(slot);
        retained.index = numbers_[i];
        sink_(retained);
      }
    }
  }

  const Device& device_;
  KernelModules& modules_;
  const MeasurePlan& plan_;
  std::span<std::byte> memory_;
  const EventSink& sink_;
  Random random_;
  std::map<uint64_t, ChangingInput> inputs_;
  std::deque<TimedKernel> kernels_;
  std::vector<uint32_t> numbers_;  // of the kernels, in the plan
  Clock::time_point begin_, looked_;
  int repeated_ = 0;  // samples, because the clock was low
};

}  // namespace

void measure(const Device& device, KernelModules& modules, const MeasurePlan& plan,
             std::span<std::byte> memory, const EventSink& sink) {
  Measurer(device, modules, plan, memory, sink).run();
}

}  // namespace hippuzzle
