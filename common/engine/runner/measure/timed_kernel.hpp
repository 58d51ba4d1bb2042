// A kernel or the vendor's product that is timed, with its buffers on the device. Outputs are
// poisoned before the timed launches, so that a launch that does not do its work is seen.
#pragma once

#include <hippuzzle/kernels.h>

#include <deque>
#include <functional>
#include <hippuzzle/puzzle.hpp>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/protocol/event.hpp"
#include "engine/protocol/job.hpp"
#include "engine/protocol/mixture.hpp"
#include "engine/runner/device.hpp"
#include "engine/runner/guarded_buffer.hpp"
#include "engine/runner/kernel_module.hpp"
#include "engine/runner/measure/changing_input.hpp"
#include "engine/runner/measure/vendor_blas.hpp"
#include "engine/runner/prepared_launch.hpp"

namespace hippuzzle {

class TimedKernel {
 public:
  // The inputs, by their offsets in the memory, are shared: the first that needs one brings it.
  // Throws Error(unsupported) where it cannot be measured.
  TimedKernel(const Device& device, KernelModules& modules, const MeasurePlan& plan,
              const KernelToTime& what, std::map<uint64_t, ChangingInput>& inputs,
              std::span<std::byte> memory);

  std::string name() const;
  std::string library() const { return vendor_ ? vendor_->library() : ""; }

  // Launches once without timing, so that everything is loaded and chosen, and remembers how many
  // elements look unwritten in right outputs. The stream is not blocked: loading may wait for the
  // device.
  void warm_up(Random& random);

  // The number of ways among which it has yet to choose; 0 for none.
  size_t open_ways() const { return what_.ways.size() > 1 ? what_.ways.size() : 0; }

  // Launches one of the open ways, or the baseline, with cold caches; its time counts if it says
  // so. Returns milliseconds.
  double time_way(size_t way, bool counts);

  // Takes the fastest of the ways, and returns all that have a time. Indices are not set.
  std::vector<WayTimed> choose_way();

  // One launch on inputs that appear once, with cold caches or with those that a launch on other
  // inputs has left. All members except the index are set.
  Sampled sample(Random& random, bool cold);

  // Makes that sample count.
  void keep(const Sampled& sampled) { samples_.push_back(sampled.milliseconds); }

  // Runs the launches back to back into the same outputs, each on other inputs; returns the mean
  // time of one in milliseconds. `meanwhile` is called while the device works.
  double time_batch(uint64_t launches, Random& random, const std::function<void()>& meanwhile);

  // The same, and a random slice of the outputs is poisoned before the last launch. unwritten: the
  // elements that this launch left so.
  struct LastBatch {
    double milliseconds;
    uint64_t unwritten;
  };
  LastBatch time_last_batch(uint64_t launches, Random& random,
                            const std::function<void()>& meanwhile);

  // Retains the last sample's outputs in place of earlier ones of this slot, with a probability
  // that makes each of those equally likely.
  void maybe_retain(uint32_t slot, Random& random);

  // Retains the last batch's outputs in place of the retained ones.
  void retain(uint32_t slot);

  // Copies the retained outputs into their slots. All members except the index are set.
  OutputRetained return_output(uint32_t slot);

  size_t sample_count() const { return samples_.size(); }
  double relative_error() const;

 private:
  // All outputs, one behind the other as their slots are, and the launch into them; none of a
  // baseline.
  struct Outputs {
    Outputs(const Device& device, uint64_t bytes) : memory(device, bytes) {}

    GuardedBuffer memory;
    std::optional<PreparedLaunch> prepared;
  };
  // What an in-out output starts from, with one set of inputs.
  struct FirstContents {
    FirstContents(const TimedBuffer& b, size_t number, GuardedBuffer&& with)
        : buffer(b), set(number), contents(std::move(with)) {}

    const TimedBuffer& buffer;
    size_t set;
    GuardedBuffer contents;
  };
  // The outputs of one of the samples.
  struct Retained {
    GuardedBuffer outputs;
    std::span<std::byte> slot;  // in shared memory
    uint64_t samples;           // that they were chosen among
    uint64_t mixture = 0;       // of the inputs
  };
  struct Slice {
    uint64_t offset, bytes;  // of all outputs
  };

  const hippuzzle_device_runtime& api() const { return device_.runtime().api(); }
  uint64_t place_of(const TimedBuffer& b) const { return b.offsets.front() - first_slot_; }
  std::vector<const TimedBuffer*> output_buffers() const;

  void make_outputs();
  void prepare();
  std::byte* address(uint64_t place) const;
  void show_inputs(uint64_t seed);  // of mixture.hpp
  void poison(Slice slice) const;
  void poison() const;
  uint64_t count_unwritten() const;
  uint64_t missing() const;
  VendorOperands vendor_operands() const;
  void launch() const;

  // Whether the operands lie over several devices; then what the outputs hold is brought there
  // with them, poison as well, and the result brought back.
  bool is_scattered() const { return kernel_ != nullptr && device_.scatters(*kernel_); }
  void scatter() const;
  void gather() const;
  double time_batch(uint64_t launches, Random& random, Slice poisoned,
                    const std::function<void()>& meanwhile);

  bool block_stream() const;  // whether the stream stands still now

  // Milliseconds; nullopt when a launch waited for the stream that was blocked.
  std::optional<double> time(const std::function<void()>& launches) const;

  // Handles a launch that waited for the host: blocks the stream no longer where that may be a
  // profiler's doing, else throws.
  void refuse_to_wait();

  const Device& device_;
  KernelModules& modules_;
  const KernelToTime& what_;
  std::span<std::byte> memory_;
  bool may_wait_, blocks_ = true;
  bool chosen_ = false;               // by the vendor's library, how to multiply
  std::vector<WayTimed> timed_ways_;  // as what_.ways
  const hippuzzle_kernel* kernel_ = nullptr;
  std::unique_ptr<VendorBlas> vendor_;
  std::vector<void*> pointers_;  // of the inputs; null for an output
  std::vector<ChangingInput*> inputs_;
  uint64_t mixture_ = 0;  // of the inputs that are shown
  uint64_t first_slot_ = 0, output_bytes_ = 0;
  std::optional<Outputs> outputs_;
  std::deque<FirstContents> first_contents_;
  std::deque<Retained> retained_;  // as many as there are slots
  uint64_t unwritten_ = 0;         // elements of right outputs that look unwritten, at most
  std::vector<double> samples_;    // milliseconds
};

}  // namespace hippuzzle
