// The runner's half of a measurement: carries out a job's plan on a device.
//
// In a round each kernel has its turn, forwards and then backwards (A B C C B A), so that drift
// over time meets all of them alike. Before each launch its output is poisoned and the caches are
// flushed; all of it is enqueued while the stream is blocked, so that no launch is timed with the
// host's work. The rounds change the inputs in a random order. After each launch the elements that
// it left unwritten are counted. For each kernel and each set of inputs the output of one launch,
// chosen at random among all timed ones, is retained and returned to the judge. With warm caches a
// sample is a few launches of the same kernel, on outputs of their own, after an untimed launch.
// Sustained launches come last, before the outputs are returned.
#pragma once

#include <span>

#include "engine/protocol/event.hpp"
#include "engine/protocol/job.hpp"
#include "engine/runner/device.hpp"
#include "engine/runner/kernel_module.hpp"

namespace hippuzzle {

// Throws Error and DeviceError, with a sentence that names the kernel.
void measure(const Device& device, KernelModules& modules, const MeasurePlan& plan,
             std::span<std::byte> memory, const EventSink& sink);

}  // namespace hippuzzle
