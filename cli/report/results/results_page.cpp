#include "cli/report/results/results_page.hpp"

#include <nlohmann/json.hpp>

#include "results_page_parts.hpp"
#include "support/text/json.hpp"

namespace hippuzzle {
namespace {

using json = nlohmann::ordered_json;

// A finding as one line of the page.
json finding_row(const json& finding) {
  json row = {{"level", finding.value("level", "error")},
              {"message", finding.value("message", "")},
              {"why", finding.value("why", "")}};
  if (!finding.value("allowed", "").empty()) row["allowed"] = finding["allowed"];
  json places = json::array();
  for (const json& side : finding.value("sides", json::array())) {
    places.push_back({{"file", side.value("file", "")},
                      {"line", side.value("line", 0)},
                      {"source", side.value("source", "")}});
  }
  row["places"] = std::move(places);
  return row;
}

// The first element that was wrong, of the first case that was.
json mismatch_row(const json& result) {
  for (const json& c : result.value("cases", json::array())) {
    const json all = c.value("mismatches", json::array());
    if (c.value("passed", true) || all.empty()) continue;
    return {{"case", c.value("name", "")},
            {"index", all[0].at("index")},
            {"got", all[0].at("got")},
            {"expected", all[0].at("expected")},
            {"wrong", c.value("wrong", 0)}};
  }
  return nullptr;
}

json page_row(const json& result) {
  json row = json::object();
  for (const char* name :
       {"student",     "puzzle",    "variant",         "platform", "device",
        "kernels",     "outcome",   "reason",          "seconds",  "kernel_milliseconds",
        "repetition",  "seed",      "isolation",       "command",  "mistakes",
        "variants",    "same_text", "same_text_count", "similar",  "points",
        "most_points", "late_hours"}) {
    const auto found = result.find(name);
    if (found == result.end() || found->is_null() || *found == "" || *found == json::array()) {
      continue;
    }
    row[name] = *found;
  }
  if (const auto findings = result.find("findings"); findings != result.end()) {
    for (const json& finding : *findings) row["findings"].push_back(finding_row(finding));
  }
  if (json mismatch = mismatch_row(result); !mismatch.is_null()) row["mismatch"] = mismatch;
  return row;
}

void put(std::string& page, const std::string& mark, const std::string& text) {
  const size_t at = page.find(mark);
  page.replace(at, mark.size(), text);
}

// Nothing in it may end the script that holds it.
std::string in_script(const std::string& text) {
  std::string safe;
  safe.reserve(text.size() + text.size() / 16);
  for (const char c : text) {
    if (c == '<') {
      safe += "\\u003c";
    } else {
      safe += c;
    }
  }
  return safe;
}

}  // namespace

KeepOf for_page() { return page_row; }

std::string results_page(const JoinedResults& joined, const std::string& title) {
  std::string data = "{\"title\":" + to_line(title) +
                     ",\"grades\":" + (joined.are_grades ? "true" : "false") +
                     ",\"missing\":" + to_line(joined.missing) +
                     ",\"remarks\":" + to_line(joined.remarks) + ",\"results\":[\n";
  for (size_t i = 0; i < joined.results.size(); ++i) {
    data += joined.results[i].text;
    data += i + 1 < joined.results.size() ? ",\n" : "\n";
  }
  data += "]}";
  std::string page = results_page_html;
  put(page, "/*style*/", results_page_css);
  put(page, "/*plots*/", results_plots_js);
  put(page, "/*script*/", results_page_js);
  put(page, "/*results*/", in_script(data));
  return page;
}

std::vector<Format<ShownResults>> page_formats() {
  constexpr auto page = [](const ShownResults& shown, const Look&) {
    return results_page(shown.joined, shown.title);
  };
  return {{{{"html"}, {".html", ".htm"}}, page}};
}

}  // namespace hippuzzle
