// A trace for a terminal.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <tuple>

#include "cli/report/trace/trace_report.hpp"
#include "cli/report/trace/trace_value.hpp"
#include "cli/report/words/whose.hpp"
#include "cli/terminal/text/matrix.hpp"
#include "cli/terminal/text/table.hpp"
#include "cli/terminal/text/text_layout.hpp"
#include "engine/protocol/names.hpp"
#include "engine/support/text.hpp"

namespace hippuzzle {
namespace {

constexpr uint64_t widest_picture = 32;  // larger arrays are shown by what was accessed of them
constexpr uint32_t most_threads = 32;    // that are listed

// The smallest rectangle of a matrix around the elements added to it.
struct Box {
  uint64_t top = ~uint64_t{0}, left = ~uint64_t{0}, bottom = 0, right = 0;

  void add(uint64_t row, uint64_t column) {
    top = std::min(top, row);
    left = std::min(left, column);
    bottom = std::max(bottom, row);
    right = std::max(right, column);
  }
  uint64_t rows() const { return bottom - top + 1; }
  uint64_t columns() const { return right - left + 1; }
};

class TraceText {
 public:
  TraceText(const TracedLaunch& launch, const TraceStyle& style) : launch_(launch), style_(style) {
    for (int i = 0; i < 3; ++i)
      if (launch.block[i] > 1) rank_ = i + 1;
    for (const TracedArray& array : launch.arrays)
      outputs_.emplace_back(array.shared ? 0 : count(array.shape));
  }

  std::string phase(size_t number) {
    const TracedPhase& phase = launch_.phases[number];
    std::string text = strong(fmt::format("phase {} of {}, {}", number + 1, launch_.phases.size(),
                                          end_of(phase))) +
                       "\n";
    if (!style_.memory_only) text += requests(phase);
    text += threads(phase);
    std::vector<Matrix> matrices = shared(number);
    for (Matrix& m : written(phase)) matrices.push_back(std::move(m));
    if (style_.memory_only)
      return text + side_by_side(matrices, static_cast<size_t>(style_.width), style_.colour);
    for (Matrix& m : variables(number)) matrices.push_back(std::move(m));
    return text + side_by_side(matrices, static_cast<size_t>(style_.width), style_.colour) +
           common_variables(number);
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
  // What there is no room for in a trace.
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

  static uint64_t count(const std::vector<uint64_t>& shape) {
    uint64_t product = 1;
    for (const uint64_t extent : shape) product *= extent;
    return product;
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

  std::string element(uint32_t array, uint64_t element) const {
    const TracedArray& a = launch_.arrays[array];
    return (a.name.empty() ? "?" : a.name) + element_text(static_cast<int64_t>(element), a.shape);
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

  std::string describe(const TracedAccess& a) const {
    const std::string& type = launch_.arrays[a.array].type;
    std::string values = fmt::format("{}", traced_value_text(a.values.front(), type));
    for (size_t i = 1; i < a.values.size(); ++i)
      values += " " + traced_value_text(a.values[i], type);
    if (!a.before.empty())
      values = fmt::format("{} to {}", traced_value_text(a.before.front(), type), values);
    return unbreakable(fmt::format("{} = {}", element(a.array, a.element), values));
  }

  // "reads a[0, 1] = 1, b[0, 1] = 2; writes …": a thread's accesses in program order.
  std::string actions(const TracedPhase& phase, uint32_t thread) const {
    std::string text;
    Access last = Access::none;
    for (const TracedAccess& a : phase.accesses) {
      if (a.thread != thread) continue;
      const char* verb = a.access == Access::read    ? "reads"
                         : a.access == Access::write ? "writes"
                                                     : "updates";
      if (a.access == last) {
        text += ", ";
      } else {
        text += fmt::format("{}{} ", text.empty() ? "" : "; ", verb);
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

  static uint64_t columns(const std::vector<uint64_t>& shape) {
    return shape.empty() || shape.back() == 0 ? 1 : shape.back();
  }

  std::vector<Matrix> shared(size_t number) const {
    std::vector<Matrix> matrices;
    for (size_t a = 0; a < launch_.arrays.size(); ++a) {
      const TracedArray& array = launch_.arrays[a];
      const auto& now = launch_.phases[number].shared[a];
      if (!array.shared || now.size() > widest_picture * widest_picture ||
          columns(array.shape) > widest_picture)
        continue;
      Matrix matrix{array.name, columns(array.shape), {}, {}};
      for (size_t i = 0; i < now.size(); ++i) {
        matrix.cells.push_back(traced_value_text(now[i], array.type));
        matrix.is_new.push_back(number == 0 ? now[i].has_value()
                                            : now[i] != launch_.phases[number - 1].shared[a][i]);
      }
      matrices.push_back(std::move(matrix));
    }
    return matrices;
  }

  // Global arrays that the block has written in this phase, cut to the part that it has written so
  // far.
  std::vector<Matrix> written(const TracedPhase& phase) {
    std::vector<std::vector<bool>> is_new(launch_.arrays.size());
    for (const TracedAccess& a : phase.accesses) {
      auto& output = outputs_[a.array];
      if (a.access == Access::read || output.empty()) continue;
      is_new[a.array].resize(output.size());
      for (size_t i = 0; i < a.values.size() && a.element + i < output.size(); ++i) {
        output[a.element + i] = a.values[i];
        is_new[a.array][a.element + i] = true;
      }
    }
    std::vector<Matrix> matrices;
    for (size_t a = 0; a < launch_.arrays.size(); ++a) {
      if (is_new[a].empty()) continue;
      const uint64_t width = columns(launch_.arrays[a].shape);
      Box box;
      for (uint64_t i = 0; i < outputs_[a].size(); ++i)
        if (outputs_[a][i]) box.add(i / width, i % width);
      if (box.columns() > widest_picture || box.rows() > widest_picture) continue;
      const uint64_t first = box.top * width + box.left, last = box.bottom * width + box.right;
      Matrix matrix{fmt::format("written, {} to {}", element(static_cast<uint32_t>(a), first),
                                element(static_cast<uint32_t>(a), last)),
                    box.columns(),
                    {},
                    {}};
      for (uint64_t row = box.top; row <= box.bottom; ++row) {
        for (uint64_t i = row * width + box.left; i <= row * width + box.right; ++i) {
          matrix.cells.push_back(traced_value_text(outputs_[a][i], launch_.arrays[a].type));
          matrix.is_new.push_back(is_new[a][i]);
        }
      }
      matrices.push_back(std::move(matrix));
    }
    return matrices;
  }

  // The values of a variable before a phase.
  std::vector<TracedValue> before(size_t variable, size_t number) const {
    if (number > 0) return launch_.phases[number - 1].variables[variable];
    return std::vector<TracedValue>(launch_.phases[0].variables[variable].size());
  }

  // The value that is the same in all threads that have one.
  static TracedValue common(const std::vector<TracedValue>& values) {
    TracedValue found;
    for (const TracedValue& value : values) {
      if (value && found && *value != *found) return std::nullopt;
      if (value) found = value;
    }
    return found;
  }

  bool is_shown(size_t variable, size_t number) const {
    const auto& now = launch_.phases[number].variables[variable];
    return now != before(variable, number) &&
           std::ranges::any_of(now, [](const TracedValue& v) { return v.has_value(); });
  }

  // Variables whose value has changed in this phase: one line for those that are equal in all
  // threads; the others are matrices, laid out as the threads in the block.
  std::string common_variables(size_t number) const {
    std::string text;
    for (size_t v = 0; v < launch_.variables.size(); ++v) {
      const auto value = common(launch_.phases[number].variables[v]);
      if (!is_shown(v, number) || !value) continue;
      text += fmt::format("{}{} = {}", text.empty() ? "  in all threads " : ", ",
                          launch_.variables[v].name,
                          traced_value_text(value, launch_.variables[v].type));
    }
    return text.empty() ? "" : text + "\n\n";
  }

  std::vector<Matrix> variables(size_t number) const {
    std::vector<Matrix> matrices;
    for (size_t v = 0; v < launch_.variables.size(); ++v) {
      const TracedVariable& variable = launch_.variables[v];
      const auto& now = launch_.phases[number].variables[v];
      const auto before = this->before(v, number);
      const bool is_number = variable.shape.empty();
      if (!is_shown(v, number) || common(now) || now.size() > widest_picture * widest_picture)
        continue;
      Matrix matrix{variable.name + (is_number ? " of each thread" : " of each thread, a row each"),
                    is_number ? launch_.block[0] : variable.count(),
                    {},
                    {}};
      if (matrix.columns > widest_picture) continue;
      for (size_t i = 0; i < now.size(); ++i) {
        matrix.cells.push_back(traced_value_text(now[i], variable.type));
        matrix.is_new.push_back(now[i] != before[i]);
      }
      matrices.push_back(std::move(matrix));
    }
    return matrices;
  }

  const TracedLaunch& launch_;
  const TraceStyle& style_;
  int rank_ = 1;                                   // of the block
  std::vector<std::vector<TracedValue>> outputs_;  // by array: what the block wrote last
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
  for (size_t p = 0; p < phase; ++p) static_cast<void>(shown.phase(p));  // what it wrote before
  return shown.phase(phase);
}

}  // namespace hippuzzle
