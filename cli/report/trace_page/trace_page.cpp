// A trace as one HTML page: trace_page.html with its style, its scripts and the trace put in.
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

}  // namespace

std::string trace_page(const Trace& trace) {
  std::string page = trace_page_html;
  put(page, "/*style*/", trace_page_css);
  put(page, "/*model*/", trace_page_model_js);
  put(page, "/*script*/", trace_page_js);
  put(page, "/*trace*/", in_script(to_json(trace)));
  return page;
}

}  // namespace hippuzzle
