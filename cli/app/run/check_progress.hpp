// The progress bar of a check or a trace: the variant, its cases and the limit.
#pragma once

#include <fmt/format.h>

#include <string>
#include <utility>
#include <variant>

#include "cli/terminal/screen/progress_bar.hpp"
#include "engine/protocol/run_job.hpp"

namespace hippuzzle {

class CheckProgress {
 public:
  // Shows it at once, because compiling may come first.
  explicit CheckProgress(std::string variant) : variant_(std::move(variant)) {
    bar_.show(variant_, 0);
  }

  // Runs a job and shows which of its cases runs.
  RunnerEnd run(const RunJob& run_job, const Job& job, const SharedMemory& memory,
                std::chrono::milliseconds timeout, const EventSink& sink) {
    const auto* task = std::get_if<RunCases>(&job.task);
    return run_job(job, memory, timeout, [&](const Event& event) {
      sink(event);
      const auto* begun = std::get_if<CaseBegun>(&event);
      if (begun == nullptr || task == nullptr) return;
      bar_.show(fmt::format("{}: case {} of {}, limit {:g} s", variant_, begun->index + 1,
                            task->cases.size(), static_cast<double>(timeout.count()) / 1000),
                static_cast<double>(begun->index) / static_cast<double>(task->cases.size()));
    });
  }

 private:
  std::string variant_;
  ProgressBar bar_;
};

}  // namespace hippuzzle
