// A trace as one HTML page: trace_page.html with its style, its scripts and the trace put in.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "cli/report/trace/trace_report.hpp"
#include "engine/protocol/trace_codec.hpp"
#include "trace_page_parts.hpp"

namespace hippuzzle {
namespace {

constexpr const char* style_file = "trace.css";
constexpr const char* script_file = "trace.js";

void put(std::string& page, const std::string& mark, const std::string& text) {
  const size_t at = page.find(mark);
  page.replace(at, mark.size(), text);
}

// Nothing in it may end the script that holds it.
std::string in_script(std::string json) {
  for (size_t at = 0; (at = json.find('<', at)) != std::string::npos;)
    json.replace(at, 1, "\\u003c");
  return json;
}

// The lines of each kernel: file, number, text.
std::string sources_json(const std::vector<KernelSource>& sources) {
  nlohmann::ordered_json all = nlohmann::ordered_json::object();
  for (const KernelSource& source : sources) {
    auto& lines = all[source.kernel] = nlohmann::ordered_json::array();
    for (const auto& line : source.lines) lines.push_back({line.file, line.number, line.text});
  }
  return all.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

std::string marks_json(const std::vector<TraceMark>& marks) {
  nlohmann::ordered_json all = nlohmann::ordered_json::array();
  for (const TraceMark& m : marks)
    all.push_back({{"launch", m.launch},
                   {"phase", m.phase},
                   {"thread", m.thread},
                   {"array", m.array},
                   {"element", m.element},
                   {"text", m.text}});
  return all.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

}  // namespace

std::string trace_page(const Trace& trace, const std::vector<KernelSource>& sources,
                       TracePageParts parts, const std::vector<TraceMark>& marks) {
  std::string page = trace_page_html;
  if (parts == TracePageParts::beside) {
    put(page, "style-src 'unsafe-inline'; script-src 'unsafe-inline'",
        "style-src 'unsafe-inline' file: 'self'; script-src file: 'self'");
    put(page, "<style>/*style*/</style>",
        fmt::format(R"(<link rel="stylesheet" href="{}">)", style_file));
    put(page, "<script>/*model*/\n/*script*/</script>",
        fmt::format(R"(<script src="{}"></script>)", script_file));
  } else {
    put(page, "/*style*/", trace_page_css);
    put(page, "/*model*/", trace_page_model_js);
    put(page, "/*script*/", trace_page_js);
  }
  put(page, "/*marks*/", in_script(marks_json(marks)));
  put(page, "/*sources*/", in_script(sources_json(sources)));
  put(page, "/*trace*/", in_script(to_json(trace)));
  return page;
}

std::vector<TracePageFile> trace_page_files() {
  std::string script = trace_page_model_js;
  script += trace_page_js;
  return {{style_file, trace_page_css}, {script_file, std::move(script)}};
}

}  // namespace hippuzzle
