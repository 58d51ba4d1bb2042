#include "engine/runner/runner.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <deque>
#include <memory>
#include <optional>

#include "engine/protocol/trace_codec.hpp"
#include "engine/runner/capabilities.hpp"
#include "engine/runner/checker.hpp"
#include "engine/runner/device.hpp"
#include "engine/runner/kernel_module.hpp"
#include "engine/runner/measure/measurer.hpp"
#include "engine/runner/measure/timed_kernel.hpp"
#include "engine/runner/tracer.hpp"
#include "engine/support/shared_memory.hpp"

namespace hippuzzle {
namespace {

Event device_event(const DeviceRuntime& runtime, const hippuzzle_device_info& info) {
  Event event;
  event.kind = Event::Kind::device;
  event.device_name = info.name;
  event.architecture = info.architecture;
  event.driver = info.driver;
  event.toolkit = runtime.toolkit();
  event.multiprocessors = info.multiprocessors;
  return event;
}

Event failed_event(const Error& error) {
  Event event;
  event.kind = Event::Kind::failed;
  event.outcome = error.outcome();
  event.sentence = error.what();
  event.advice = error.advice();
  return event;
}

Event case_event(Event::Kind kind, uint32_t index) {
  Event event;
  event.kind = kind;
  event.index = index;
  return event;
}

using Buffers = std::deque<GuardedBuffer>;  // a deque: buffers do not move

Event placed_event(uint32_t index, std::span<void* const> pointers) {
  Event event = case_event(Event::Kind::placed, index);
  for (const void* pointer : pointers)
    event.addresses.push_back(reinterpret_cast<uintptr_t>(pointer));
  return event;
}

// One case: its buffers on the device, one launch, and what the launch left behind.
Event run_case(const Device& device, const hippuzzle_kernel& kernel, const Job& job, uint32_t index,
               std::span<std::byte> memory, const Checker& checker, Buffers& buffers,
               const EventSink& sink) {
  const hippuzzle_device_runtime& api = device.runtime().api();
  const JobCase& job_case = job.cases[index];
  const auto contents = [&](const JobBuffer& b) { return memory.subspan(b.offset, b.bytes); };

  const size_t first = buffers.size();
  std::vector<void*> pointers;
  for (const JobBuffer& b : job_case.buffers) {
    GuardedBuffer& buffer = buffers.emplace_back(
        device, b.bytes, job.bare ? GuardedBuffer::Zones::none : GuardedBuffer::Zones::around);
    pointers.push_back(buffer.data());
    if (b.output) {
      if (!job.bare) buffer.fill(job_case.poison_output ? poison_byte : std::byte{0});
    } else {
      buffer.upload(contents(b));
    }
    checker.describe(buffer, b);
  }

  const hippuzzle_launch launch = device.launch(job_case.configuration, job_case.extents, pointers);
  if (job.bare) sink(placed_event(index, pointers));

  Event event;
  device.check(api.start(), "starting the timer");
  device.check(kernel.launch(&launch), "the launch");
  device.check(api.stop(&event.milliseconds), "the kernel");
  checker.finish();

  for (uint32_t i = 0; i < job_case.buffers.size(); ++i) {
    const GuardedBuffer& buffer = buffers[first + i];
    for (const GuardDamage& damage : buffer.damage()) event.damage.push_back({i, damage});
    const JobBuffer& b = job_case.buffers[i];
    if (b.output) {
      buffer.download(contents(b));
    } else {
      std::vector<std::byte> now(b.bytes);
      buffer.download(now);
      if (!std::ranges::equal(now, contents(b))) event.changed_inputs.push_back(i);
    }
  }
  return event;
}

// A module without code for this device is a missing platform, not a broken kernel.
Outcome outcome_of(const DeviceError& error) {
  constexpr int32_t no_binary_for_gpu = 209;  // hipErrorNoBinaryForGpu, under either vendor's name
  return error.code() == no_binary_for_gpu ? Outcome::unsupported : Outcome::crashed;
}

void carry_out_plan(const DeviceRuntime& runtime, const Job& job, std::span<std::byte> memory,
                    const EventSink& sink) {
  const Device device(runtime, job.device);
  sink(device_event(runtime, device.info()));
  const KernelModule module(job.module, job.platform, job.id);
  try {
    measure(device, module, *job.plan, memory, sink);
  } catch (const DeviceError& error) {
    sink(failed_event({outcome_of(error), error.what()}));
  }
}

void list_devices(const DeviceRuntime& runtime, const EventSink& sink) {
  const int count = runtime.device_count();
  if (count == 0) throw Error(Outcome::unsupported, runtime.why_none());
  for (int i = 0; i < count; ++i) sink(device_event(runtime, runtime.describe(i)));
  sink(Event{});
}

void run_cases(const DeviceRuntime& runtime, const Job& job, std::span<std::byte> memory,
               const EventSink& sink) {
  Checker checker(runtime, job);
  const Device device(runtime, job.device);
  sink(device_event(runtime, device.info()));
  require_capabilities(job.required, device.info());

  const KernelModule module(job.module, job.platform, job.id);
  const hippuzzle_kernel& kernel = module.kernel(job.variant);
  Buffers buffers;
  for (uint32_t i = 0; i < job.cases.size(); ++i) {
    sink(case_event(Event::Kind::case_begun, i));
    if (!job.bare) buffers.clear();
    try {
      const bool counted = job.count && i == 0;
      checker.count(job.cases[i], counted);
      Event event = run_case(device, kernel, job, i, memory, checker, buffers, sink);
      event.kind = Event::Kind::case_done;
      event.index = i;
      sink(event);
      checker.report(i, sink);
      if (counted) checker.report_counts(i, sink);
      checker.report_trace(i, job.cases[i], sink);
    } catch (const DeviceError& error) {
      // After a fault the device's context is gone, so no later case can run either.
      sink(failed_event({outcome_of(error), error.what()}));
      return;
    }
  }
  sink(Event{});
}

// From here on what this process prints is seen by nobody; what it says of its errors still is.
void hide_standard_output() {
  std::fflush(stdout);
  const FileDescriptor nowhere(open("/dev/null", O_WRONLY | O_CLOEXEC));
  dup2(nowhere.get(), STDOUT_FILENO);
}

}  // namespace

void run_job(const Job& job, std::span<std::byte> memory, const EventSink& sink) {
  alarm(job.most_seconds);
  try {
    const DeviceRuntime runtime(job.runtime, job.platform);
    if (job.module.empty()) {
      list_devices(runtime, sink);
    } else if (job.plan) {
      carry_out_plan(runtime, job, memory, sink);
    } else {
      run_cases(runtime, job, memory, sink);
    }
  } catch (const Error& error) {
    sink(failed_event(error));
  } catch (const DeviceError& error) {
    sink(failed_event({Outcome::crashed, error.what()}));
  }
}

RunnerEnd run_in_this_process(const Job& job, const SharedMemory& memory, std::chrono::milliseconds,
                              const EventSink& sink) {
  run_job(job, memory.bytes(), sink);
  return {};
}

int runner_main(const RunnerDescriptors& descriptors) {
  // What a kernel prints is seen even when its process then crashes.
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  std::string line;
  {
    const std::unique_ptr<FILE, int (*)(FILE*)> in(fdopen(descriptors.job, "r"), fclose);
    for (int c; in && (c = std::fgetc(in.get())) != EOF;) line.push_back(static_cast<char>(c));
  }
  const Job job = decode_job(line);
  const SharedMemory memory{FileDescriptor(descriptors.memory)};
  const FileDescriptor events(descriptors.events);
  if (job.quiet) hide_standard_output();
  run_job(job, memory.bytes(), [&](const Event& event) {
    // A kernel prints for a person, who looks at the example; thousands of threads come behind it.
    if (event.kind == Event::Kind::case_begun && event.index == 1) hide_standard_output();
    const std::string text = encode(event) + '\n';
    for (size_t sent = 0; sent < text.size();) {
      const ssize_t n = write(events.get(), &text[sent], text.size() - sent);
      if (n < 0) _exit(1);  // the judge is gone
      sent += static_cast<size_t>(n);
    }
  });
  std::fflush(stdout);
  if (job.returns) return 0;
  // Destructors of a candidate's statics and of GPU runtimes are none of the verdict's business.
  _exit(0);
}

}  // namespace hippuzzle
