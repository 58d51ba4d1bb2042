// A trace for a terminal.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <span>
#include <tuple>

#include "cli/report/trace/lane_arrows.hpp"
#include "cli/report/trace/trace_matrices.hpp"
#include "cli/report/trace/trace_report.hpp"
#include "cli/report/trace/trace_value.hpp"
#include "cli/report/whose.hpp"
#include "cli/terminal/text/matrix_text.hpp"
#include "cli/terminal/text/table.hpp"
#include "cli/terminal/text/text_layout.hpp"
#include "engine/protocol/trace_codec.hpp"
#include "engine/results/names.hpp"
#include "support/text/grid_text.hpp"

namespace hippuzzle {
namespace {

constexpr uint32_t most_threads = 32;   // that are listed
constexpr size_t most_operations = 24;  // of warps, alike ones being one

class TraceText {
 public:
  TraceText(const TracedLaunch& launch, const TraceStyle& style)
      : launch_(launch), style_(style), matrices_(launch) {
    for (int i = 0; i < 3; ++i)
      if (launch.block[i] > 1) rank_ = i + 1;
  }

  std::string phase(size_t number) {
    const TracedPhase& phase = launch_.phases[number];
    std::string text = strong(fmt::format("phase {} of {}, {}", number + 1, launch_.phases.size(),
                                          end_of(phase))) +
                       "\n";
    if (!style_.memory_only) text += requests(phase) + warp_operations(phase);
    text += threads(phase);
    std::vector<Matrix> matrices = matrices_.memory(number);
    if (style_.memory_only)
      return text + side_by_side(matrices, static_cast<size_t>(style_.width), style_.colour);
    for (Matrix& m : matrices_.variables(number)) matrices.push_back(std::move(m));
    return text + side_by_side(matrices, static_cast<size_t>(style_.width), style_.colour) +
           matrices_.common_variables(number);
  }

  std::string header() const {
    return strong(fmt::format(
               "{}: block ({}) of {}, threads ({}) of {} in {}", launch_.kernel,
               fmt::join(launch_.shown, ", "), fmt::join(launch_.grid, " x "),
               rank_ == 1   ? "x"
               : rank_ == 2 ? "x, y"
                            : "x, y, z",
               fmt::join(launch_.block, " x "),
               plural((launch_.thread_count() + launch_.warp_lanes - 1) / launch_.warp_lanes,
                      "warp"))) +
           "\n" + left_out() + "\n";
  }

 private:
  // A sentence about the parts for which a trace had no room.
  std::string left_out() const {
    const uint32_t recorded = launch_.recorded_threads;
    std::string text;
    if (recorded < launch_.thread_count()) {
      const std::string first = thread(launch_.first_thread);
      text = recorded == 1
                 ? fmt::format("  recorded: thread {}; --thread names another\n", first)
                 : fmt::format("  recorded: {} threads, {} to {}; --thread names one of others\n",
                               recorded, first, thread(launch_.first_thread + recorded - 1));
    }
    if (launch_.is_cut) {
      text += fmt::format("  recorded: the first {}; a trace has no room for more\n",
                          plural(launch_.phases.size(), "phase"));
    }
    return text;
  }

  std::string strong(const std::string& text) const {
    return style_.colour ? fmt::format("\x1b[1m{}\x1b[0m", text) : text;
  }

  std::string place(uint32_t index) const {
    const SourcePlace& place = launch_.places[index];
    if (place.line == 0) return "an unknown place";
    return fmt::format("{}:{}", std::filesystem::path(place.file).filename().string(), place.line);
  }

  std::string thread(uint32_t index) const { return traced_thread_text(launch_, index); }

  std::string end_of(const TracedPhase& phase) const {
    std::map<uint32_t, size_t> barriers;
    size_t elsewhere = 0;
    for (const TracedThread& t : phase.threads) {
      if (t.state == ThreadState::at_barrier) ++barriers[t.place];
      elsewhere += t.state == ThreadState::elsewhere;
    }
    if (barriers.empty() && elsewhere == 0) return "until the kernel's end";
    std::string text;
    for (const auto& [where, waiting] : barriers) {
      text += fmt::format("{}the barrier at {}", text.empty() ? "until " : " and ", place(where));
      if (waiting != phase.threads.size())
        text += fmt::format(" ({} of {} threads)", waiting, phase.threads.size());
    }
    if (elsewhere > 0)
      text += fmt::format("{}{} stopped by a finding", text.empty() ? "" : "; ",
                          plural(elsewhere, "thread"));
    return text;
  }

  // The requests of all warps, one line a source line.
  std::string requests(const TracedPhase& phase) const {
    struct Sum {
      size_t requests = 0, lanes = 0, cost = 0, least = 0;
    };
    using Key = std::tuple<uint32_t, Access, uint32_t>;
    std::map<Key, Sum> sums;
    std::vector<Key> order;
    for (const TracedRequest& r : phase.requests) {
      const Key key{r.place, r.access, r.arrays.front()};
      Sum& sum = sums[key];
      if (sum.requests == 0) order.push_back(key);
      ++sum.requests;
      sum.lanes += r.threads.size();
      sum.cost += r.cost;
      sum.least += r.least;
    }
    if (order.empty()) return "";
    Table table({"", "requests", "lanes", "sectors", "least", "wavefronts", "without conflicts"});
    for (const Key& key : order) {
      const auto& [where, access, array] = key;
      const TracedArray& a = launch_.arrays[array];
      const Sum& sum = sums[key];
      const auto number = [](bool shown, size_t n) { return shown ? fmt::format("{}", n) : ""; };
      table.add({fmt::format("{} {} {}", place(where), word_of(access), a.name),
                 number(true, sum.requests), number(true, sum.lanes), number(!a.shared, sum.cost),
                 number(!a.shared, sum.least), number(a.shared, sum.cost),
                 number(a.shared, sum.least)});
    }
    return table.text() + "\n";
  }

  // The shuffles and votes of each warp in their order, those that are alike in one line.
  std::string warp_operations(const TracedPhase& phase) const {
    std::vector<std::pair<std::string, std::vector<uint32_t>>> all;  // with their warps
    for (const TracedMeeting& m : phase.meetings) {
      std::string line = fmt::format("{}  {}", place(m.place), lanes_text(m));
      const auto fits = [&](const auto& entry) {
        return entry.first == line && std::ranges::find(entry.second, m.warp) == entry.second.end();
      };
      const auto same = std::ranges::find_if(all, fits);
      if (same == all.end())
        all.push_back({std::move(line), {m.warp}});
      else
        same->second.push_back(m.warp);
    }
    std::string text;
    const bool has_several = launch_.thread_count() > launch_.warp_lanes;
    for (const auto& [line, warps] : std::span(all).first(std::min(all.size(), most_operations))) {
      const std::string whole =
          has_several ? fmt::format("{}, {} {}", line, warps.size() > 1 ? "warps" : "warp",
                                    fmt::join(warps, " "))
                      : line;
      const auto parts = wrapped(whole, static_cast<size_t>(std::max(style_.width, 40)) - 4);
      for (const std::string& part : parts)
        text += (&part == &parts.front() ? "  " : "    ") + part + "\n";
    }
    if (all.size() > most_operations)
      text += fmt::format("  and {}; --json has all of them\n",
                          plural(all.size() - most_operations, "more warp operation"));
    return text.empty() ? "" : text + "\n";
  }

  std::string describe(const TracedAccess& a) const {
    const std::string& type = launch_.arrays[a.array].type;
    std::string values = fmt::format("{}", traced_value_text(a.values.front(), type));
    for (size_t i = 1; i < a.values.size(); ++i)
      values += " " + traced_value_text(a.values[i], type);
    if (!a.before.empty())
      values = fmt::format("{} to {}", traced_value_text(a.before.front(), type), values);
    return unbreakable(
        fmt::format("{} = {}", traced_element_text(launch_, a.array, a.element), values));
  }

  // "reads a[0, 1] = 1, b[0, 1] = 2; writes …": a thread's accesses in program order.
  std::string actions(const TracedPhase& phase, uint32_t thread) const {
    std::string text;
    Access last = Access::none;
    for (const TracedAccess& a : phase.accesses) {
      if (a.thread != thread) continue;
      if (a.access == last) {
        text += ", ";
      } else {
        text += fmt::format("{}{} ", text.empty() ? "" : "; ", access_verb(a.access, true));
      }
      last = a.access;
      text += describe(a);
    }
    return text;
  }

  std::string threads(const TracedPhase& phase) const {
    std::string text;
    const bool chosen = !style_.threads.empty();
    uint32_t shown = 0, left_out = 0;
    for (uint32_t t = 0; t < launch_.thread_count(); ++t) {
      if (chosen && std::ranges::find(style_.threads, t) == style_.threads.end()) continue;
      const std::string actions = this->actions(phase, t);
      if (actions.empty()) continue;
      if (shown == most_threads) {
        ++left_out;
        continue;
      }
      ++shown;
      const std::string name = fmt::format("  {}  ", thread(t));
      const std::string indent(display_width(name), ' ');
      const auto width = static_cast<size_t>(std::max(style_.width, 40)) - indent.size();
      auto lines = wrapped(actions, width);
      const bool is_long = !chosen && lines.size() > 2;
      if (is_long) lines.resize(2);
      for (const std::string& line : lines)
        text += (&line == &lines.front() ? name : indent) + line + "\n";
      if (is_long) text.insert(text.size() - 1, " …");
    }
    if (left_out > 0)
      text +=
          fmt::format("  and {} more; --thread shows one of them\n", plural(left_out, "thread"));
    return text.empty() ? "" : text + "\n";
  }

  const TracedLaunch& launch_;
  const TraceStyle& style_;
  int rank_ = 1;  // of the block
  TraceMatrices matrices_;
};

}  // namespace

std::string trace_title(const Trace& trace) {
  return fmt::format("{}{}{}, {} [{}]", trace.puzzle, trace.variant.empty() ? "" : " --",
                     trace.variant, trace.case_name, whose(trace.kernels));
}

std::string trace_text(const Trace& trace, const TraceStyle& style) {
  std::string text = trace_title(trace) + "\n";
  for (const TracedLaunch& launch : trace.launches) {
    TraceText shown(launch, style);
    text += shown.header();
    if (!launch.has_block) text += "  the grid of this launch has no such block\n\n";
    for (size_t p = 0; p < launch.phases.size(); ++p) text += shown.phase(p);
  }
  return text;
}

std::string phase_text(const TracedLaunch& launch, size_t phase, const TraceStyle& style) {
  TraceText shown(launch, style);
  for (size_t p = 0; p < phase; ++p) static_cast<void>(shown.phase(p));  // its earlier writes
  return shown.phase(phase);
}

std::vector<Format<PrintedTrace>> trace_formats() {
  constexpr auto text = [](const PrintedTrace& shown, const Look& look) {
    return trace_text(shown.trace, {shown.threads, look.colour, static_cast<int>(look.columns)});
  };
  constexpr auto document = [](const PrintedTrace& shown, const Look&) {
    return to_json(shown.trace) + '\n';
  };
  constexpr auto page = [](const PrintedTrace& shown, const Look&) {
    return trace_page(shown.trace, shown.sources);
  };
  return {{text_format(), text},
          {{{"json"}, {".json"}, "--json", "print the trace as one JSON document"}, document},
          {{{"html"},
            {".html"},
            "--html",
            "write a page with a slider over the phases to this file",
            true},
           page}};
}

}  // namespace hippuzzle
