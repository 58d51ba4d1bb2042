// A trace as one HTML page: trace_page.html with its style, its scripts and the trace put in.
#include <nlohmann/json.hpp>

#include "cli/report/trace_report.hpp"
#include "engine/protocol/trace_codec.hpp"
#include "trace_page_parts.hpp"

namespace hippuzzle {
namespace {

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

// Of each kernel its lines: file, number, text.
std::string sources_json(const std::vector<KernelSource>& sources) {
  nlohmann::ordered_json all = nlohmann::ordered_json::object();
  for (const KernelSource& source : sources) {
    auto& lines = all[source.kernel] = nlohmann::ordered_json::array();
    for (const auto& line : source.lines) lines.push_back({line.file, line.number, line.text});
  }
  return all.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

}  // namespace

std::string trace_page(const Trace& trace, const std::vector<KernelSource>& sources) {
  std::string page = trace_page_html;
  put(page, "/*style*/", trace_page_css);
  put(page, "/*model*/", trace_page_model_js);
  put(page, "/*script*/", trace_page_js);
  put(page, "/*sources*/", in_script(sources_json(sources)));
  put(page, "/*trace*/", in_script(to_json(trace)));
  return page;
}

}  // namespace hippuzzle
