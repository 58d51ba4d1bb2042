#include "tests/support/browser.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <fstream>

#include "support/process/external_tool.hpp"
#include "tests/support/command.hpp"
#include "tests/support/json.hpp"

namespace hippuzzle::testing {
namespace {

std::string from_base64(const std::string& base64) {
  static const std::string digits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  unsigned bits = 0, count = 0;
  for (const char c : base64) {
    const size_t digit = digits.find(c);
    if (digit == std::string::npos) break;
    bits = bits << 6 | static_cast<unsigned>(digit);
    count += 6;
    if (count < 8) continue;
    count -= 8;
    text += static_cast<char>(bits >> count & 0xff);
  }
  return text;
}

}  // namespace

std::string find_browser() {
  for (const char* name : {"chromium", "chromium-browser", "google-chrome"}) {
    if (const auto program = find_program(name)) return *program;
  }
  return "";
}

nlohmann::json run_in_browser(const std::string& page, const std::string& script,
                              const BrowserRun& settings, const std::filesystem::path& folder) {
  // A waiting script answers after the page's end, and the browser waits for it.
  const std::string call = settings.waits
                               ? "(async () => {" + script + "})().catch(String).then(answer);"
                               : "answer((() => {" + script + "})());";
  std::ofstream(folder / "run.html")
      << page << "<script>{"
      << "const result = document.createElement('pre'); result.id = 'result';"
         "const answer = (value) => {result.textContent = "
         "btoa(unescape(encodeURIComponent(JSON.stringify(value)))); "
         "document.body.append(result);};"
      << call << "}</script>";
  std::vector<std::string> command = {find_browser(),
                                      "--headless=new",
                                      "--no-sandbox",
                                      "--disable-gpu",
                                      "--user-data-dir=" + (folder / "profile").string(),
                                      "--dump-dom",
                                      "--window-size=" + settings.size};
  if (settings.waits) command.emplace_back("--virtual-time-budget=60000");
  command.insert(command.end(), settings.flags.begin(), settings.flags.end());
  command.push_back("file://" + (folder / "run.html").string() + settings.hash);
  const CommandResult r = run(command, {}, std::chrono::seconds(120));
  // No regular expression: a page of thousands of results is too long for the library's.
  const std::string mark = "<pre id=\"result\">";
  const size_t begin = r.out.rfind(mark);
  const size_t end = begin == r.out.npos ? begin : r.out.find('<', begin + mark.size());
  if (end == r.out.npos) {
    ADD_FAILURE() << "the page has no result:\n" << r.err;
    return {};
  }
  return parse_json(from_base64(r.out.substr(begin + mark.size(), end - begin - mark.size())));
}

nlohmann::json run_in_browser(const std::string& page, const std::string& script,
                              const std::string& size, const std::string& hash,
                              const std::filesystem::path& folder) {
  return run_in_browser(page, script, BrowserRun{.size = size, .hash = hash}, folder);
}

}  // namespace hippuzzle::testing
