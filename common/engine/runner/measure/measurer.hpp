// The runner's half of a measurement: carries out a job's plan on a device.
//
// The items take turns, forwards and then backwards (A B C C B A), so that what drifts with time
// meets all of them alike. Before each launch its output is poisoned and the caches are flushed;
// all of it is enqueued while the stream is blocked, so that no launch is timed with the host's
// work. At unforeseeable turns the inputs change. After each launch the elements that it left
// unwritten are counted, and of each item and each set of inputs the output of one launch, chosen
// at random among all timed ones, is handed to the judge. With warm caches a sample is a few
// launches of the same, on outputs of their own, after one that is not timed. What is sustained
// comes last, by turns as well, in front of the outputs.
#pragma once

#include <span>

#include "engine/protocol/job.hpp"
#include "engine/runner/device.hpp"
#include "engine/runner/kernel_module.hpp"

namespace hippuzzle {

// Throws Error and DeviceError, with a sentence that names the item.
void measure(const Device& device, const KernelModule& module, const MeasurePlan& plan,
             std::span<std::byte> memory, const EventSink& sink);

}  // namespace hippuzzle
