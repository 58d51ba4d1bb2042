#include "cli/app/trace/trace_source.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <sstream>
#include <string_view>

#include "support/files/text_file.hpp"

namespace hippuzzle {
namespace {

using Lines = std::vector<std::string>;

Lines lines_of(const std::string& file) {
  Lines lines;
  std::istringstream in(read_file(file).value_or(""));
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

bool begins_function(std::string_view line) {
  return line.starts_with("template") || line.starts_with("__global__") ||
         line.starts_with("__device__");
}

// The lines of the function around a line, from its first comment to its last brace, as sources lie
// that a formatter has laid out: only the function's own lines begin in the first column. Numbers
// count from 0.
std::pair<size_t, size_t> function_around(const Lines& lines, size_t line) {
  size_t first = line, last = line;
  while (first > 0 && !begins_function(lines[first])) --first;
  if (!begins_function(lines[first])) return {line, line};
  while (first > 0 && (begins_function(lines[first - 1]) || lines[first - 1].starts_with("//"))) {
    --first;
  }
  while (last + 1 < lines.size() && !lines[last].starts_with("}")) ++last;
  return {first, last};
}

KernelSource source_of(const TracedLaunch& launch) {
  std::map<std::string, Lines> files;
  std::map<std::string, std::set<size_t>> shown;
  for (const SourcePlace& place : launch.places) {
    if (place.file.empty() || place.line < 1) continue;
    const auto [at, is_new] = files.try_emplace(place.file);
    if (is_new) at->second = lines_of(place.file);
    const auto line = static_cast<size_t>(place.line) - 1;
    if (line >= at->second.size() || shown[place.file].contains(line)) continue;
    const auto [first, last] = function_around(at->second, line);
    for (size_t i = first; i <= last; ++i) shown[place.file].insert(i);
  }
  KernelSource source{launch.kernel, {}};
  for (const auto& [file, numbers] : shown) {
    for (const size_t i : numbers) {
      source.lines.push_back({file, static_cast<int>(i) + 1, files[file][i]});
    }
  }
  return source;
}

}  // namespace

std::vector<KernelSource> kernel_sources(const Trace& trace) {
  std::vector<KernelSource> sources;
  for (const TracedLaunch& launch : trace.launches) {
    if (!launch.has_block ||
        std::ranges::find(sources, launch.kernel, &KernelSource::kernel) != sources.end()) {
      continue;
    }
    sources.push_back(source_of(launch));
  }
  return sources;
}

Trace without_source(Trace trace) {
  for (TracedLaunch& launch : trace.launches) {
    for (SourcePlace& place : launch.places) place.text.clear();
  }
  return trace;
}

}  // namespace hippuzzle
