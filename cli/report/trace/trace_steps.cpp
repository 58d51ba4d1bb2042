#include "cli/report/trace/trace_steps.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "cli/report/trace/step_words.hpp"
#include "cli/report/trace/trace_value.hpp"
#include "cli/report/trace/traced_lines.hpp"
#include "support/text/grid_text.hpp"

namespace hippuzzle {
namespace {

constexpr size_t most_told_accesses = 6;  // of the thread that is an example

class LaunchSteps {
 public:
  LaunchSteps(const TracedLaunch& launch, StepSource source)
      : launch_(launch), words_(launch), source_(source) {}

  std::string phase(size_t number, size_t& step, int level) {
    const TracedPhase& phase = launch_.phases[number];
    std::string text = fmt::format("{} Phase {} of {}\n\n", std::string(level, '#'), number + 1,
                                   launch_.phases.size());
    for (const TracedLine& line : traced_lines(launch_, phase)) {
      text += fmt::format("{}. {}\n", ++step, sentence(line, phase));
    }
    text += fmt::format("{}. {}\n\n", ++step, end(number));
    return text;
  }

 private:
  // "all 8 threads read … and write …; thread 0 writes …"
  std::string accesses_text(const TracedLine& line) const {
    std::string text;
    for (size_t i = 0; i < line.accesses.size();) {
      const LineAccesses& first = line.accesses[i];
      std::vector<std::string> parts;
      for (; i < line.accesses.size() && line.accesses[i].threads == first.threads; ++i) {
        const LineAccesses& group = line.accesses[i];
        const bool is_same_verb = !parts.empty() && line.accesses[i - 1].access == group.access;
        parts.push_back(
            (is_same_verb
                 ? ""
                 : fmt::format("{} ", access_verb(group.access, first.threads.size() == 1))) +
            words_.object(group));
      }
      text += fmt::format("{}{} {}", text.empty() ? "" : "; ", words_.actors(first.threads),
                          joined_and(parts));
    }
    text.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(text.front())));
    return text + ".";
  }

  // The accesses of a thread in the middle: its values differ from each other more than the
  // first's.
  std::string example(const TracedLine& line, const TracedPhase& phase) const {
    const std::vector<uint32_t>& threads = line.accesses.back().threads;
    if (threads.size() < 2) return "";
    const uint32_t thread = threads[threads.size() / 2];
    std::vector<std::string> told;
    Access last = Access::none;
    size_t left_out = 0;
    for (const TracedAccess& a : phase.accesses) {
      if (a.thread != thread || !is_one_line(launch_, a.place, line.place)) continue;
      if (told.size() == most_told_accesses) {
        ++left_out;
        continue;
      }
      const std::string value = told_values(a.values, launch_.arrays[a.array].type);
      told.push_back(fmt::format(
          "{}{} = {}", a.access == last ? "" : fmt::format("{} ", access_verb(a.access, true)),
          words_.cell(a.array, a.element), value));
      last = a.access;
    }
    if (left_out > 0) told.push_back(fmt::format("and so on, {} more", left_out));
    return fmt::format(
        " Thread {}{}: {}.", thread,
        launch_.block[1] * launch_.block[2] > 1 ? " at " + traced_thread_text(launch_, thread) : "",
        fmt::join(told, ", "));
  }

  // The cost of requests above the least possible.
  std::string costs(const TracedLine& line, const TracedPhase& phase) const {
    std::map<std::tuple<uint32_t, Access>, std::pair<uint32_t, uint32_t>> sums;
    for (const TracedRequest& r : phase.requests) {
      if (!is_one_line(launch_, r.place, line.place)) continue;
      auto& [cost, least] = sums[{r.arrays.front(), r.access}];
      cost += r.cost;
      least += r.least;
    }
    std::string text;
    for (const auto& [of, sum] : sums) {
      const auto& [array, access] = of;
      const auto& [cost, least] = sum;
      if (cost <= least) continue;
      const bool is_shared = launch_.arrays[array].shared;
      text += fmt::format(" {} {} takes {}{}, where {} would do.",
                          access == Access::read ? "Reading" : "Writing", words_.array_name(array),
                          plural(cost, is_shared ? "wavefront" : "sector"),
                          is_shared ? ", as lanes meet at a bank" : "", least);
    }
    return text;
  }

  std::string sentence(const TracedLine& line, const TracedPhase& phase) const {
    const SourcePlace& place = launch_.places[line.place];
    std::string text;
    if (source_ == StepSource::quoted && place.line > 0) {
      text = place.text.empty() ? fmt::format("Line {}. ", place.line)
                                : fmt::format("Line {}, `{}`. ", place.line, place.text);
    }
    return text + accesses_text(line) + example(line, phase) + costs(line, phase);
  }

  // The end of the phase, and the differences then.
  std::string end(size_t number) const {
    const TracedPhase& phase = launch_.phases[number];
    const auto waiting = static_cast<size_t>(
        std::ranges::count(phase.threads, ThreadState::at_barrier, &TracedThread::state));
    std::string text;
    if (waiting == 0) {
      text = "The block ends.";
    } else {
      const auto at =
          std::ranges::find(phase.threads, ThreadState::at_barrier, &TracedThread::state);
      const int line = launch_.places[at->place].line;
      const std::string where = source_ == StepSource::quoted && line > 0
                                    ? fmt::format("the barrier in line {}", line)
                                    : "the barrier";
      text = waiting == phase.threads.size()
                 ? fmt::format("All threads of the block meet at {}.", where)
                 : fmt::format("{} of {} wait at {}.", waiting,
                               plural(phase.threads.size(), "thread"), where);
    }
    return text + shared_arrays(number) + variables(number) + (waiting == 0 ? written() : "");
  }

  std::string shared_arrays(size_t number) const {
    std::string text;
    for (size_t a = 0; a < launch_.arrays.size(); ++a) {
      const auto& now = launch_.phases[number].shared[a];
      const bool is_old = number > 0 && now == launch_.phases[number - 1].shared[a];
      const bool is_set = std::ranges::any_of(now, [](const auto& v) { return v.has_value(); });
      if (!launch_.arrays[a].shared || is_old || !is_set) continue;
      text += fmt::format(" {} holds {}.", words_.array_name(static_cast<uint32_t>(a)),
                          told_values(now, launch_.arrays[a].type));
    }
    return text;
  }

  // Variables with computed values; those with indices say little.
  std::string variables(size_t number) const {
    std::string text;
    for (size_t v = 0; v < launch_.variables.size(); ++v) {
      const TracedVariable& variable = launch_.variables[v];
      const auto& now = launch_.phases[number].variables[v];
      const bool is_old = number > 0 && now == launch_.phases[number - 1].variables[v];
      std::vector<TracedValue> values;
      std::ranges::copy_if(now, std::back_inserter(values),
                           [](const TracedValue& value) { return value.has_value(); });
      if (is_old || values.empty()) continue;
      const bool is_common = std::ranges::all_of(
          values, [&](const TracedValue& value) { return value == values.front(); });
      const bool is_index = variable.type.front() != 'f' && variable.type != "bf16";
      if (is_common && (number > 0 || !is_index)) {
        text += fmt::format(" `{}` is {}{}.", variable.name,
                            traced_value_text(values.front(), variable.type),
                            values.size() > 1 ? " in all threads" : "");
      } else if (!is_common && !is_index) {
        text += fmt::format(" `{}` of the threads: {}.", variable.name,
                            told_values(values, variable.type));
      }
    }
    return text;
  }

  // Global memory that the block has changed, as it left it.
  std::string written() const {
    std::map<uint32_t, LineAccesses> all;
    for (const TracedPhase& phase : launch_.phases) {
      for (const TracedAccess& a : phase.accesses) {
        if (a.access == Access::read || launch_.arrays[a.array].shared) continue;
        all.try_emplace(a.array, LineAccesses{.access = a.access, .array = a.array})
            .first->second.add(a);
      }
    }
    std::vector<std::string> parts;
    for (auto& [array, group] : all) {
      group.elements.resize(group.by_cell.size());  // how often does not matter now
      group.values.assign(1, group.by_cell.begin()->second);
      parts.push_back(words_.object(group));
    }
    return parts.empty() ? " It has written nothing to global memory."
                         : fmt::format(" It has written {}.", joined_and(parts));
  }

  const TracedLaunch& launch_;
  const StepWords words_;
  const StepSource source_;
};

std::string opening(const TracedLaunch& launch) {
  const bool is_only = launch.grid == std::array<uint32_t, 3>{1, 1, 1};
  std::string text =
      fmt::format("`{}`: block {}, {}, of {}.", launch.kernel, index_text(launch.shown),
                  is_only ? "the only one" : "one of " + dimensions(launch.grid),
                  plural(launch.thread_count(), "thread"));
  if (launch.recorded_threads < launch.thread_count()) {
    text += launch.recorded_threads == 1
                ? fmt::format(" The next steps are about thread {}.", launch.first_thread)
                : fmt::format(" The next steps are about threads {} to {}.", launch.first_thread,
                              launch.first_thread + launch.recorded_threads - 1);
  }
  if (launch.is_cut) {
    text +=
        fmt::format(" It ends with phase {}: a trace has no room for more.", launch.phases.size());
  }
  return text + "\n\n";
}

}  // namespace

std::string trace_steps(const Trace& trace, StepSource source, int level) {
  std::string text;
  size_t step = 0;
  for (const TracedLaunch& launch : trace.launches) {
    if (!launch.has_block || launch.phases.empty()) continue;
    text += opening(launch);
    LaunchSteps steps(launch, source);
    for (size_t p = 0; p < launch.phases.size(); ++p) text += steps.phase(p, step, level);
  }
  return text;
}

}  // namespace hippuzzle
