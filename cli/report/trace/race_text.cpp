#include "cli/report/trace/race_text.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "cli/report/trace/trace_value.hpp"
#include "cli/terminal/text/shell_word.hpp"
#include "cli/terminal/text/text_layout.hpp"
#include "support/text/grid_text.hpp"

namespace hippuzzle {
namespace {

constexpr size_t indent = 4;

std::string place_text(const SourcePlace& place) {
  return fmt::format("{}:{}", std::filesystem::path(place.file).filename().string(), place.line);
}

class RaceText {
 public:
  RaceText(const ExplainedRace& race, uint64_t seed, TraceStyle style)
      : race_(race), seed_(seed), style_(std::move(style)) {
    style_.memory_only = true;
  }

  std::string text() {
    if (!race_.why_not.empty()) return folded("not explained: " + race_.why_not);
    std::string text = folded(smallest());
    for (size_t i = 0; i < race_.accesses.size(); ++i) {
      if (i == 0 || !is_same_phase()) text += folded(phase(race_.accesses[i]) + ":");
      text += folded(fmt::format("  {}. {} ({})", i + 1, action(i), place_text(place_of(i))), 3);
    }
    text += folded(other_order());
    text += views();
    return text + folded("all of it: " + command());
  }

  // A sentence that names its place as well.
  std::string mark(size_t i) const {
    return fmt::format("{}, in {} ({})", action(i), phase(race_.accesses[i]),
                       place_text(place_of(i)));
  }

 private:
  const TracedLaunch& launch(size_t i) const {
    return race_.trace.launches[race_.accesses[i].launch];
  }
  const TracedAccess& access(size_t i) const {
    const RacingAccess& racing = race_.accesses[i];
    return launch(i).phases[racing.phase].accesses[racing.access];
  }
  const TracedArray& array(size_t i) const { return launch(i).arrays[access(i).array]; }
  const SourcePlace& place_of(size_t i) const { return launch(i).places[access(i).place]; }

  bool is_same_phase() const {
    return race_.accesses[0].launch == race_.accesses[1].launch &&
           race_.accesses[0].phase == race_.accesses[1].phase;
  }

  // Indented like the lines below a finding; further lines by `more` columns.
  std::string folded(const std::string& line, size_t more = 0) const {
    const size_t begin = line.find_first_not_of(' ');
    const auto width = static_cast<size_t>(std::max(style_.width, 40)) - indent - begin - more;
    std::string text;
    for (const std::string& part : wrapped(line.substr(begin), width)) {
      text += std::string(indent + begin + (text.empty() ? 0 : more), ' ') + part + "\n";
    }
    return text;
  }

  std::string smallest() const {
    std::string others = smaller_launches(race_.tried, "does not", "do not");
    if (!race_.size) {
      return fmt::format("only the launch of the case '{}' shows it{}", race_.trace.case_name,
                         others);
    }
    const bool has_effect = !race_.without_effect.empty();
    others += smaller_launches(race_.without_effect, "shows it with equal values",
                               "show it with equal values");
    return fmt::format("the smallest launch {}: {} of {}, at size {}{}",
                       has_effect ? "in which the order changes a value" : "that shows it",
                       plural(race_.size->blocks(), "block"),
                       plural(race_.size->threads(), "thread"), race_.size->size, others);
  }

  // "; 3 smaller ones, of sizes 1 to 3, do not"
  static std::string smaller_launches(const std::vector<LaunchShape>& shapes, const char* one_does,
                                      const char* many_do) {
    if (shapes.empty()) return "";
    if (shapes.size() == 1)
      return fmt::format("; the smaller one of size {} {}", shapes[0].size, one_does);
    return fmt::format("; {} smaller ones, of sizes {} to {}, {}", shapes.size(),
                       shapes.front().size, shapes.back().size, many_do);
  }

  // "block (0, 0, 0), phase 2 of 5, from the barrier at kernel.hip:12 to that at kernel.hip:14"
  std::string phase(const RacingAccess& racing) const {
    const TracedLaunch& launch = race_.trace.launches[racing.launch];
    const auto barrier = [](const SourcePlace& place) {
      return fmt::format("the barrier at {}", place_text(place));
    };
    std::string text = fmt::format("block {}, phase {} of {}", index_text(launch.shown),
                                   racing.phase + 1, launch.phases.size());
    if (racing.after.line == 0 && racing.until.line == 0) return text + ", without a barrier";
    return text + fmt::format(", from {} to {}",
                              racing.after.line == 0 ? "the kernel's begin" : barrier(racing.after),
                              racing.until.line == 0 ? "the kernel's end" : barrier(racing.until));
  }

  std::string value(size_t i, const TracedValue& value) const {
    return traced_value_text(value, array(i).type);
  }

  std::string action(size_t i) const {
    const RacingAccess& racing = race_.accesses[i];
    const std::string element = array(i).name + traced_indices(array(i), racing.element);
    const std::string who = "thread " + index_text(racing.thread);
    switch (access(i).access) {
      case Access::write:
        return fmt::format("{} writes {} = {}{}", who, element, value(i, racing.value),
                           racing.held ? ", which held " + value(i, racing.held) : "");
      case Access::atomic:
        return fmt::format("{} updates {} from {} to {}", who, element, value(i, racing.held),
                           value(i, racing.value));
      default:
        return racing.value ? fmt::format("{} reads {} = {}", who, element, value(i, racing.value))
                            : fmt::format("{} reads {}, which nobody has written", who, element);
    }
  }

  std::string other_order() const {
    const std::string neither = "nothing orders 1 and 2; ";
    const Access first = access(0).access, second = access(1).access;
    const RacingAccess &one = race_.accesses[0], &two = race_.accesses[1];
    if (first == Access::write && second == Access::read) {
      if (!one.held) return neither + "in the other order 2 reads the old value";
      return neither + fmt::format("in the other order 2 reads {}{}", value(0, one.held),
                                   one.held == two.value ? " as well" : "");
    }
    if (first == Access::read && second == Access::write)
      return neither + fmt::format("in the other order 1 reads {}{}", value(1, two.value),
                                   two.value == one.value ? " as well" : "");
    if (first == Access::write && second == Access::write) {
      return neither + (one.value == two.value
                            ? fmt::format("both leave {}", value(0, one.value))
                            : fmt::format("this order leaves {}, the other {}", value(1, two.value),
                                          value(0, one.value)));
    }
    return neither + "a GPU may make them in either order";
  }

  // Each phase that has one of the accesses, as a trace shows it.
  std::string views() {
    std::string text;
    const int width = style_.width;
    style_.width = width - static_cast<int>(indent) - 2;
    for (size_t i = 0; i < race_.accesses.size(); ++i) {
      if (i == 1 && is_same_phase()) break;
      style_.threads.clear();
      for (size_t other = i; other < (is_same_phase() ? 2 : i + 1); ++other)
        style_.threads.push_back(access(other).thread);
      const std::string view = phase_text(launch(i), race_.accesses[i].phase, style_);
      for (size_t begin = 0, end = 0; begin < view.size(); begin = end + 1) {
        end = std::min(view.find('\n', begin), view.size());
        const std::string line = view.substr(begin, end - begin);
        text += line.empty() ? "\n" : std::string(indent + 2, ' ') + line + "\n";
      }
    }
    style_.width = width;
    return text;
  }

  // The command that traces the same.
  std::string command() const {
    const Trace& trace = race_.trace;
    std::string text = "hippuzzle trace " + trace.puzzle;
    if (!trace.variant.empty()) text += " --" + trace.variant;
    text += race_.size ? " --size " + race_.size->size : " --case " + shell_word(trace.case_name);
    for (size_t i = 0; i < race_.accesses.size(); ++i) {
      const auto& block = launch(i).shown;
      if (i == 1 && block == launch(0).shown) break;
      text += fmt::format(" --block {},{},{}", block[0], block[1], block[2]);
    }
    return text + (seed_ == 1 ? "" : fmt::format(" --seed {}", seed_));
  }

  const ExplainedRace& race_;
  uint64_t seed_;
  TraceStyle style_;
};

}  // namespace

std::string race_text(const ExplainedRace& race, uint64_t seed, TraceStyle style) {
  return RaceText(race, seed, std::move(style)).text();
}

std::string race_page(const ExplainedRace& race, const std::vector<KernelSource>& sources) {
  const RaceText text(race, 1, {});
  std::vector<TraceMark> marks;
  for (size_t i = 0; i < race.accesses.size(); ++i) {
    const RacingAccess& racing = race.accesses[i];
    const TracedAccess& access =
        race.trace.launches[racing.launch].phases[racing.phase].accesses[racing.access];
    marks.push_back(
        {racing.launch, racing.phase, access.thread, access.array, racing.element, text.mark(i)});
  }
  return trace_page(race.trace, sources, TracePageParts::inside, marks);
}

}  // namespace hippuzzle
