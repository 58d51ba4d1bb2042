#include "cli/report/trace/trace_matrices.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

#include "cli/report/trace/trace_value.hpp"

namespace hippuzzle {
namespace {

constexpr uint64_t widest_picture = 32;  // larger arrays are shown by their accessed elements

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

uint64_t count(const std::vector<uint64_t>& shape) {
  uint64_t product = 1;
  for (const uint64_t extent : shape) product *= extent;
  return product;
}

uint64_t columns(const std::vector<uint64_t>& shape) {
  return shape.empty() || shape.back() == 0 ? 1 : shape.back();
}

// The value that is the same in all threads that have one.
TracedValue common(const std::vector<TracedValue>& values) {
  TracedValue found;
  for (const TracedValue& value : values) {
    if (value && found && *value != *found) return std::nullopt;
    if (value) found = value;
  }
  return found;
}

}  // namespace

TraceMatrices::TraceMatrices(const TracedLaunch& launch) : launch_(launch) {
  for (const TracedArray& array : launch.arrays)
    outputs_.emplace_back(array.shared ? 0 : count(array.shape));
}

std::vector<Matrix> TraceMatrices::memory(size_t number) {
  std::vector<Matrix> matrices = shared(number);
  for (Matrix& matrix : written(number)) matrices.push_back(std::move(matrix));
  return matrices;
}

std::vector<Matrix> TraceMatrices::shared(size_t number) const {
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

std::vector<Matrix> TraceMatrices::written(size_t number) {
  std::vector<std::vector<bool>> is_new(launch_.arrays.size());
  for (const TracedAccess& a : launch_.phases[number].accesses) {
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
    Matrix matrix{fmt::format("written, {} to {}",
                              traced_element_text(launch_, static_cast<uint32_t>(a), first),
                              traced_element_text(launch_, static_cast<uint32_t>(a), last)),
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

std::vector<TracedValue> TraceMatrices::before(size_t variable, size_t number) const {
  if (number > 0) return launch_.phases[number - 1].variables[variable];
  return std::vector<TracedValue>(launch_.phases[0].variables[variable].size());
}

bool TraceMatrices::is_shown(size_t variable, size_t number) const {
  const auto& now = launch_.phases[number].variables[variable];
  return now != before(variable, number) &&
         std::ranges::any_of(now, [](const TracedValue& v) { return v.has_value(); });
}

std::string TraceMatrices::common_variables(size_t number) const {
  std::string text;
  for (size_t v = 0; v < launch_.variables.size(); ++v) {
    const auto value = common(launch_.phases[number].variables[v]);
    if (!is_shown(v, number) || !value) continue;
    text +=
        fmt::format("{}{} = {}", text.empty() ? "  in all threads " : ", ",
                    launch_.variables[v].name, traced_value_text(value, launch_.variables[v].type));
  }
  return text.empty() ? "" : text + "\n\n";
}

std::vector<Matrix> TraceMatrices::variables(size_t number) const {
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

}  // namespace hippuzzle
