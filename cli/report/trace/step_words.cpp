#include "cli/report/trace/step_words.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/report/trace/trace_value.hpp"
#include "support/text/grid_text.hpp"

namespace hippuzzle {
namespace {

constexpr size_t most_told_values = 9;  // of a list

}  // namespace

std::string joined_and(const std::vector<std::string>& parts) {
  std::string text;
  for (size_t i = 0; i < parts.size(); ++i) {
    text += (i == 0 ? "" : i + 1 == parts.size() ? " and " : ", ") + parts[i];
  }
  return text;
}

std::string told_values(const std::vector<TracedValue>& values, const std::string& type) {
  std::vector<std::string> words;
  for (size_t i = 0; i < values.size(); ++i) {
    if (values.size() > most_told_values && i == 3) {
      words.emplace_back("…");
      i = values.size() - 1;
    }
    words.push_back(traced_value_text(values[i], type));
  }
  return fmt::format("{}", fmt::join(words, ", "));
}

std::string StepWords::actors(const std::vector<uint32_t>& threads) const {
  if (threads.size() == launch_.thread_count() && threads.size() > 1) {
    return fmt::format("all {} threads", threads.size());
  }
  if (threads.size() == 1) return fmt::format("thread {}", threads.front());
  if (threads.size() > 2 && threads.back() - threads.front() + 1 == threads.size()) {
    return fmt::format("threads {} to {}", threads.front(), threads.back());
  }
  if (threads.size() > 6) {
    return fmt::format("{} of the {} threads", threads.size(), launch_.thread_count());
  }
  std::vector<std::string> names;
  for (const uint32_t t : threads) names.push_back(std::to_string(t));
  return "threads " + joined_and(names);
}

std::string StepWords::cell(uint32_t array, uint64_t element) const {
  const TracedArray& of = launch_.arrays[array];
  const std::string name = of.name.empty() ? "memory" : of.name;
  return fmt::format("`{}{}`", name, traced_indices(of, element));
}

std::string StepWords::array_name(uint32_t array) const {
  const std::string& name = launch_.arrays[array].name;
  return name.empty() ? "memory without a name" : fmt::format("`{}`", name);
}

std::string StepWords::object(const LineAccesses& group) const {
  const std::string& type = launch_.arrays[group.array].type;
  const uint64_t first = group.by_cell.begin()->first, last = group.by_cell.rbegin()->first;
  const size_t cells = group.by_cell.size();
  std::vector<TracedValue> values;
  for (const auto& [element, value] : group.by_cell) values.push_back(value);
  if (cells == 1) {
    const std::string value = traced_value_text(values.front(), type);
    const bool is_one_value =
        std::ranges::all_of(group.values, [&](const TracedValue& v) { return v == values[0]; });
    if (is_one_value) return fmt::format("{} = {}", cell(group.array, first), value);
    return fmt::format("{} {} times, at last {}", cell(group.array, first), group.elements.size(),
                       value);
  }
  const std::string told = told_values(values, type);
  std::string often;
  if (group.elements.size() > cells) {
    often = fmt::format(" {} times in all", group.elements.size());
  }
  if (cells == 2) {
    return fmt::format("{} and {}{} ({})", cell(group.array, first), cell(group.array, last), often,
                       told);
  }
  if (last - first + 1 == cells) {
    return fmt::format("{} to {}{} ({})", cell(group.array, first), cell(group.array, last), often,
                       told);
  }
  return fmt::format("{} elements of {}, from {} to {},{} ({})", cells, array_name(group.array),
                     cell(group.array, first), cell(group.array, last), often, told);
}

}  // namespace hippuzzle
