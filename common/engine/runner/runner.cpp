#include "engine/runner/runner.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <memory>
#include <optional>
#include <variant>

#include "engine/protocol/codec.hpp"
#include "engine/runner/capabilities.hpp"
#include "engine/runner/case_runner.hpp"
#include "engine/runner/device.hpp"
#include "engine/runner/emulator.hpp"
#include "engine/runner/kernel_checker.hpp"
#include "engine/runner/kernel_module.hpp"
#include "engine/runner/link_timing.hpp"
#include "engine/runner/measure/measurer.hpp"
#include "engine/runner/require_device_code.hpp"
#include "engine/runner/tracer.hpp"
#include "support/files/shared_memory.hpp"
#include "support/process/confinement.hpp"
#include "support/process/free_memory.hpp"

namespace hippuzzle {
namespace {

DeviceFound describe(const DeviceRuntime& runtime, const hippuzzle_device_info& info) {
  return {.name = info.name,
          .architecture = info.architecture,
          .driver = info.driver,
          .toolkit = runtime.toolkit(),
          .multiprocessors = info.multiprocessors,
          .has_any_warps = runtime.api().set_warp_size != nullptr,
          .warp_lanes = info.warp_size};
}

// One job, by the kind of its task.
struct Runner {
  const DeviceRuntime& runtime;
  const Candidate& candidate;
  std::span<std::byte> memory;
  const EventSink& sink;
  const std::optional<Emulator>& emulator;

  // The verdict on the candidate after an error of the device.
  Failed verdict_on(const DeviceError& error, const Device& device) const {
    const Error verdict = to_verdict(error, candidate, device.info());
    return to_failed(emulator ? emulator->explained(verdict) : verdict);
  }

  // Out of device memory for this size; the kernel is not to blame.
  static Failed no_room(const DeviceError& error, const Device& device) {
    return to_failed({Outcome::unsupported,
                      fmt::format("{} has too little memory for this size ({})", device.info().name,
                                  error.what()),
                      Advice{Advice::choose_smaller_size}});
  }

  void operator()(const ListDevices&) const {
    const int count = runtime.device_count();
    if (count == 0) throw Error(Outcome::unsupported, runtime.why_none());
    for (int i = 0; i < count; ++i) sink(describe(runtime, runtime.describe(i)));
    sink(Done{});
  }

  void operator()(const MeasureLinks& task) const {
    const Device device(runtime, candidate.device, task.devices);
    for (const hippuzzle_device_stream& each : device.all())
      sink(describe(runtime, runtime.describe(each.device)));
    try {
      measure_links(device, task.bytes, sink);
    } catch (const DeviceError& error) {
      if (!error.is_out_of_memory()) throw;
      throw Error(Outcome::unsupported,
                  fmt::format("the devices lack the memory for copies of {} ({})",
                              bytes_text(static_cast<double>(task.bytes)), error.what()));
    }
    sink(Done{});
  }

  void operator()(const Measure& task) const {
    const Device device(runtime, candidate.device, task.devices);
    sink(describe(runtime, device.info()));
    require_device_code(candidate, device.info());
    KernelModules modules(candidate, task.puzzle);
    try {
      measure(device, modules, task.plan, memory, sink);
    } catch (const DeviceError& error) {
      // A measurement is not graded, so that no kernel gains by using up the memory.
      sink(error.is_out_of_memory() ? no_room(error, device) : verdict_on(error, device));
    }
  }

  void operator()(const RunCases& task) const {
    const auto open_checker = [this] {
      return emulator ? emulator->check() : runtime.open_checker();
    };
    Checker checker(open_checker, candidate, task.mode);
    const Device device(runtime, candidate.device, task.devices);
    sink(describe(runtime, device.info()));
    require_capabilities(task.required, device.info());
    require_device_code(candidate, device.info());

    KernelModules modules(candidate, task.puzzle);
    for (const JobCase& c : task.cases) (void)modules.kernel(task.variant, c.extents);
    CaseRunner cases(device, modules, task, memory, checker, sink);
    uint32_t index = 0;
    try {
      // It takes its time to find a kernel that does not end: not once more for each other case.
      for (index = 0; index < task.cases.size() && !checker.found_runaway(); ++index)
        cases.run(index);
    } catch (const DeviceError& error) {
      // After a fault the device's context is gone, so no later case can run either.
      checker.report(index, sink);
      return sink(error.is_out_of_memory() && !cases.has_launched() ? no_room(error, device)
                                                                    : verdict_on(error, device));
    }
    sink(Done{});
  }
};

// Hides this process's output from now on; its error messages are still shown.
void hide_standard_output() {
  std::fflush(stdout);
  const FileDescriptor nowhere(open("/dev/null", O_WRONLY | O_CLOEXEC));
  dup2(nowhere.get(), STDOUT_FILENO);
}

// To be called before the candidate is opened, because its initialisers run at once. The process
// keeps access only to the files that it will open: libraries, the device runtime with its folder,
// and the kernels.
void give_up_rights(const Candidate& candidate) {
  const auto beside = candidate.runtime.parent_path();
  Confinement rights;
  rights.hidden = beside;
  rights.readable = library_folders(beside);
  for (const auto& file : std::filesystem::directory_iterator(beside)) {
    if (file.path().extension() == ".so") rights.readable.push_back(file.path());
  }
  for (const char* file : {"/etc/ld.so.cache", "/proc/cpuinfo", "/proc/sys/vm/max_map_count"}) {
    rights.readable.emplace_back(file);
  }
  rights.readable.push_back(beside / "bundled");
  rights.readable.push_back(candidate.module);
  const std::string of_tiles = candidate.module.stem().string() + ".tile";
  for (const auto& file : std::filesystem::directory_iterator(candidate.module.parent_path())) {
    if (file.path().filename().string().starts_with(of_tiles)) rights.readable.push_back(file);
  }
  rights.writable.emplace_back("/dev/null");
  confine(rights);
}

// confined: rights are given up before anything of the candidate's is opened. An emulator is not a
// stranger's, and brings libraries from folders that a kernel has no need of.
void run_job(const Job& job, std::span<std::byte> memory, const EventSink& sink, bool confined) {
  alarm(job.time_limit);
  try {
    const std::optional<Emulator> emulator = open_emulator(job.candidate);
    if (confined) give_up_rights(job.candidate);
    const DeviceRuntime runtime(job.candidate.runtime, job.candidate.platform);
    std::visit(Runner{runtime, job.candidate, memory, sink, emulator}, job.task);
  } catch (const Error& error) {
    sink(to_failed(error));
  } catch (const DeviceError& error) {
    sink(to_failed({Outcome::crashed, error.what()}));
  }
}

}  // namespace

void run_job(const Job& job, std::span<std::byte> memory, const EventSink& sink) {
  run_job(job, memory, sink, false);
}

RunnerEnd run_in_this_process(const Job& job, const SharedMemory& memory, std::chrono::milliseconds,
                              const EventSink& sink) {
  run_job(job, memory.bytes(), sink);
  return {};
}

int runner_main(const RunnerDescriptors& descriptors) {
  // Kernel output is seen even when the process then crashes.
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
  run_job(
      job, memory.bytes(),
      [&](const Event& event) {
        // Kernel output is for a person who looks at the example; later cases have thousands of
        // threads.
        const auto* begun = std::get_if<CaseBegun>(&event);
        if (begun != nullptr && begun->index == 1) hide_standard_output();
        const std::string text = encode(event) + '\n';
        for (size_t sent = 0; sent < text.size();) {
          const ssize_t n = write(events.get(), &text[sent], text.size() - sent);
          if (n < 0) _exit(1);  // the judge is gone
          sent += static_cast<size_t>(n);
        }
      },
      descriptors.confined);
  std::fflush(stdout);
  const auto* cases = std::get_if<RunCases>(&job.task);
  if (cases != nullptr && cases->exit_by_return) return 0;
  // Destructors of a candidate's statics and of GPU runtimes are none of the verdict's business.
  _exit(0);
}

}  // namespace hippuzzle
