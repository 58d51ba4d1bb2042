#include "cli/app/studio/studio_task.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "support/outcome.hpp"

namespace hippuzzle {
namespace {

using Words = std::vector<std::string>;

constexpr std::array<std::pair<StudioTask, const char*>, 7> task_words = {
    {{StudioTask::run, "run"},
     {StudioTask::check, "check"},
     {StudioTask::trace, "trace"},
     {StudioTask::explain, "explain"},
     {StudioTask::counts, "counts"},
     {StudioTask::roofline, "roofline"},
     {StudioTask::bench, "bench"}}};

constexpr const char* bench_seconds = "2";

std::string own_program() { return std::filesystem::read_symlink("/proc/self/exe"); }

void add(Words& words, const Words& more) { words.insert(words.end(), more.begin(), more.end()); }

// The command's words before the options.
Words begin_of(const StudioRequest& request) {
  Words words = {own_program()};
  switch (request.task) {
    case StudioTask::run:
      break;
    case StudioTask::trace:
    case StudioTask::roofline:
    case StudioTask::bench:
      words.push_back(to_word(request.task));
      break;
    case StudioTask::check:
    case StudioTask::explain:
    case StudioTask::counts:
      words.emplace_back("check");
      break;
  }
  words.push_back(request.puzzle);
  if (!request.variant.empty()) {
    words.push_back("--" + request.variant);
  } else if (request.task == StudioTask::run) {
    words.emplace_back("--fail-fast");  // as `watch`
  }
  return words;
}

}  // namespace

std::optional<StudioTask> studio_task(const std::string& word) {
  for (const auto& [task, name] : task_words)
    if (word == name) return task;
  return std::nullopt;
}

std::string to_word(StudioTask task) {
  return std::ranges::find(task_words, task, &decltype(task_words)::value_type::first)->second;
}

bool gives_verdict(StudioTask task) { return task == StudioTask::run || task == StudioTask::check; }

StudioCommand puzzle_command(PuzzleOptions options) {
  return [options = std::move(options)](const StudioRequest& request, const TaskFiles& files) {
    Words words = begin_of(request);
    const Words as_lines = {"--format", "json", "--output", files.results.string()};
    const Words as_page = {"--html", files.page.string()};
    const Words as_document = {"--budget", bench_seconds, "--format",
                               "json",     "--output",    files.document.string()};
    switch (request.task) {
      case StudioTask::run:
        add(words, options.run);
        add(words, as_lines);
        break;
      case StudioTask::check:
        add(words, options.all);
        add(words, as_lines);
        break;
      case StudioTask::counts:
        add(words, options.all);
        words.emplace_back("--counts");
        add(words, as_lines);
        break;
      case StudioTask::trace:
        add(words, options.all);
        add(words, as_page);
        break;
      case StudioTask::explain:
        add(words, options.all);
        words.emplace_back("--explain");
        add(words, as_lines);
        add(words, as_page);
        break;
      case StudioTask::roofline:
        add(words, request.detail.empty() ? options.measure : options.all);
        if (!request.detail.empty()) add(words, {"--device", request.detail});
        add(words, as_document);
        break;
      case StudioTask::bench:
        add(words, options.measure);
        add(words, as_document);
        break;
    }
    return words;
  };
}

StudioCommand program_command(std::filesystem::path file, Words flags, Words arguments) {
  return [file = std::move(file), flags = std::move(flags), arguments = std::move(arguments)](
             const StudioRequest& request, const TaskFiles& files) {
    Words words = {own_program(), "cc",         "--run",
                   "--check",     "--counts",   "--format",
                   "json",        "--log-path", files.document.string()};
    if (request.task == StudioTask::trace) {
      add(words, {"--trace", request.detail, "--html", files.page.string()});
    } else if (!gives_verdict(request.task)) {
      throw Error(Outcome::usage, "a program has the tasks run, check and trace");
    }
    add(words, flags);
    words.push_back(file.string());
    add(words, arguments);
    return words;
  };
}

}  // namespace hippuzzle
