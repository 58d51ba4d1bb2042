#include "cli/app/book/book_walk.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>

#include "cli/app/run/check_run.hpp"
#include "cli/app/trace/trace_run.hpp"
#include "cli/app/trace/trace_source.hpp"
#include "cli/report/trace/trace_report.hpp"
#include "cli/report/trace/trace_steps.hpp"
#include "cli/report/verdict/verdict_text.hpp"
#include "cli/terminal/screen/logging.hpp"
#include "cli/terminal/text/typed_command.hpp"
#include "engine/protocol/trace_codec.hpp"

namespace hippuzzle {
namespace {

constexpr size_t most_trace_bytes = 80'000;  // of a page of the book

// The checked module of a stub with a planted mistake, in a root of its own.
std::filesystem::path stub_in_book(const std::string& puzzle) {
  return "stubs/cpu/" + puzzle + ".check.so";
}

BookWalk too_large(const VariantRef& ref) {
  return {ref.flag, "", "",
          as_typed(fmt::format("Too much happens to be shown here; `hippuzzle trace {} --html "
                               "trace.html` makes a page of it.",
                               title(ref.id, ref.flag)))};
}

BookWalk walk_of(const VariantRef& ref, const Trace& trace, bool shows_source) {
  if (to_json(trace).size() > most_trace_bytes) return too_large(ref);
  Trace first = trace;
  std::erase_if(first.launches, [](const TracedLaunch& l) { return l.shown != Index3{0, 0, 0}; });
  const StepSource source = shows_source ? StepSource::quoted : StepSource::left_out;
  return {ref.flag, trace_steps(first, source, 4),
          shows_source ? trace_page(trace, kernel_sources(trace), TracePageParts::beside)
                       : trace_page(without_source(trace), {}, TracePageParts::beside),
          ""};
}

}  // namespace

BookWalks walks_of(const CatalogEntry& entry, const Lesson& lesson, const GlobalOptions& globals,
                   bool shows_source) {
  BookWalks found;
  const SearchPath& modules = globals.search_path();
  if (!modules.checked_module(lesson.puzzle())) return found;
  std::optional<GlobalOptions> of_stub;
  if (lesson.has_stub() && !lesson.has_gap()) {
    if (const auto stub = modules.shipped(stub_in_book(lesson.puzzle()))) {
      EarlyOptions early = globals.early();
      early.plugin_paths.insert(early.plugin_paths.begin(), stub->parent_path().parent_path());
      of_stub.emplace(std::move(early));
    }
  }
  found.of_stub = of_stub.has_value();
  for (const VariantRef& ref : entry.refs) {
    TraceSettings settings;
    settings.run.solution = true;
    settings.run.timeout_seconds = check_seconds;
    settings.blocks = {{0, 0, 0}};
    settings.quiet = true;
    settings.page_bytes = most_trace_bytes;
    settings.keeps_to_page = lesson.has_stub();
    try {
      const Trace trace = record_trace(ref, of_stub ? *of_stub : globals, settings).trace;
      found.walks.push_back(walk_of(ref, trace, shows_source || found.of_stub));
      if (!lesson.has_stub() && !found.walks.back().why_not.empty()) break;
    } catch (const Error& error) {
      logging::warning("the book has no trace of {}: {}", title(ref.id, ref.flag), error.what());
    }
  }
  return found;
}

}  // namespace hippuzzle
