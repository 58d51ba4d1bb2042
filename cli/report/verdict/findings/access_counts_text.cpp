// Counts for people.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "cli/report/verdict/findings/access_counts_table.hpp"
#include "cli/terminal/text/table.hpp"
#include "engine/results/names.hpp"
#include "support/text/grid_text.hpp"

namespace hippuzzle {
namespace {

// "6", or "1 to 3" where threads differ.
std::string a_thread(const CountRange& range) {
  return range.least == range.most ? std::to_string(range.most)
                                   : fmt::format("{} to {}", range.least, range.most);
}

// "4", "4.5"
std::string ratio(uint64_t a, uint64_t b) {
  std::string text = fmt::format("{:.2f}", static_cast<double>(a) / static_cast<double>(b));
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text;
}

// "global reads"
std::string in_words(Counted what) {
  std::string name(word_of(what));
  std::ranges::replace(name, '_', ' ');
  return name;
}

constexpr size_t further_in = 4;  // than the launch that a table is about

std::string threads_table(const LaunchCounts& launch) {
  Table table({"", "a thread", "in all", "bytes in all"});
  for (const CountedAccess& counted : counted_accesses) {
    const CountRange& range = launch.of(counted.what);
    if (range.total == 0) continue;
    table.add({in_words(counted.what), a_thread(range), std::to_string(range.total),
               std::to_string(launch.of(counted.bytes).total)});
  }
  for (const Counted what :
       {Counted::barriers, Counted::warp_operations, Counted::open_group_reads}) {
    const CountRange& range = launch.of(what);
    if (range.total != 0)
      table.add({in_words(what), a_thread(range), std::to_string(range.total), ""});
  }
  const CountRange& copied = launch.of(Counted::async_copy_bytes);
  if (copied.total != 0)
    table.add(
        {in_words(Counted::async_copy_bytes), a_thread(copied), "", std::to_string(copied.total)});
  const CountRange& multiplied = launch.of(Counted::matrix_operations);
  if (multiplied.total != 0)
    table.add({in_words(Counted::matrix_operations), "", std::to_string(multiplied.total), ""});
  return table.text(further_in);
}

std::string access_text(const InstructionCounts& i) {
  return fmt::format("{} {}", word_of(i.access),
                     i.array.empty() ? (i.shared ? "shared memory" : "global memory") : i.array);
}

std::string line_text(const SourcePlace& place) {
  if (place.line == 0) return "";
  return fmt::format("{}:{}", std::filesystem::path(place.file).filename().string(), place.line);
}

std::string requests_table(const LaunchCounts& launch, bool shared) {
  Table table(shared ? std::vector<std::string>{"shared memory", "line", "bytes a lane", "requests",
                                                "lanes missing", "wavefronts", "each", "conflicts"}
                     : std::vector<std::string>{"global memory", "line", "bytes a lane", "requests",
                                                "lanes missing", "sectors", "each"});
  bool any = false;
  for (const InstructionCounts& i : launch.instructions) {
    if (i.shared != shared) continue;
    any = true;
    const uint64_t cost = shared ? i.wavefronts : i.sectors;
    std::vector<std::string> row = {access_text(i),
                                    line_text(i.place),
                                    std::to_string(i.bytes),
                                    std::to_string(i.requests),
                                    std::to_string(i.partial),
                                    std::to_string(cost),
                                    ratio(cost, i.requests)};
    if (shared) row.push_back(std::to_string(i.conflicts));
    table.add(std::move(row));
  }
  return any ? table.text(further_in) : "";
}

}  // namespace

std::string counts_text(const VariantResult& result) {
  std::string text;
  for (const LaunchCounts& launch : result.counts) {
    text += fmt::format(
        "  {} {}: {} block{} of {} threads, warps of {}{}{}\n", launch.kernel,
        result.size.empty() ? "in the example" : "at " + result.size, dimensions(launch.grid),
        launch.grid == std::array<uint32_t, 3>{1, 1, 1} ? "" : "s", dimensions(launch.block),
        launch.warp_size,
        launch.is_sampled()
            ? fmt::format("; counted on {} of {} blocks", launch.counted_blocks, launch.blocks())
            : "",
        launch.complete ? "" : "; a thread did not get to its end");
    text += counts_tables(launch);
  }
  return text;
}

std::string counts_tables(const LaunchCounts& launch) {
  std::string text = threads_table(launch);
  for (const bool shared : {false, true}) text += requests_table(launch, shared);
  return text;
}

}  // namespace hippuzzle
