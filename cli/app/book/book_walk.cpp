#include "cli/app/book/book_walk.hpp"

#include <fmt/format.h>

#include <algorithm>

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

std::vector<BookWalk> walks_of(const CatalogEntry& entry, const Lesson& lesson,
                               const GlobalOptions& globals, bool shows_source) {
  std::vector<BookWalk> walks;
  if (!globals.search_path().checked_module(lesson.puzzle())) return walks;
  for (const VariantRef& ref : entry.refs) {
    TraceSettings settings;
    settings.run.solution = true;
    settings.run.timeout_seconds = check_seconds;
    settings.blocks = {{0, 0, 0}};
    settings.quiet = true;
    settings.page_bytes = most_trace_bytes;
    settings.keeps_to_page = lesson.has_stub();
    try {
      walks.push_back(walk_of(ref, record_trace(ref, globals, settings).trace, shows_source));
      if (!lesson.has_stub() && !walks.back().why_not.empty()) break;
    } catch (const Error& error) {
      logging::warning("the book has no trace of {}: {}", title(ref.id, ref.flag), error.what());
    }
  }
  return walks;
}

}  // namespace hippuzzle
