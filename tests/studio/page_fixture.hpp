// The studio's page in a headless Chromium, for tests: the fixture, and expressions for the page.
#pragma once

#include <memory>

#include "tests/studio/browser_session.hpp"
#include "tests/studio/studio_process.hpp"
#include "tests/support/browser.hpp"
#include "tests/support/json.hpp"
#include "tests/support/whole_file.hpp"

namespace hippuzzle::testing {

using nlohmann::json;

inline const std::string is_ready = "document.documentElement.dataset.ready === 'yes'";
inline const std::string editor = "document.querySelector('.CodeMirror')?.CodeMirror";

// The text in the editor, of either kind.
inline const std::string text =
    "(" + editor + "?.getValue() ?? document.querySelector('#text textarea').value)";

inline std::string verdict_has(const std::string& words) {
  return "document.getElementById('verdict').textContent.includes(" + json(words).dump() + ")";
}

// Types a new text over the old one, as a user does: it is no setValue().
inline std::string type(const std::string& kernel) {
  return "(() => { const text = " + json(kernel).dump() + ", mirror = " + editor +
         ";"
         "if (mirror) return mirror.replaceRange(text, {line: 0, ch: 0}, "
         "{line: mirror.lineCount(), ch: 0}, '+input');"
         "const field = document.querySelector('#text textarea'); field.value = text;"
         "field.dispatchEvent(new Event('input')); })()";
}

inline std::string with(const std::string& line) {
  return "#include <hip/hip_runtime.h>\n"
         "__global__ void add_10(float* output, const float* a) {\n  " +
         line + "\n}\n";
}

// All tests of the process share one browser, whose start takes longer than most of them.
class StudioPage : public ::testing::Test {
 protected:
  void SetUp() override {
    REQUIRE_BROWSER();
    browser().renew();
  }

  std::string open(const StudioProcess& studio, int width = 1280) {
    const std::string page = browser().open(studio.address(), width);
    browser().until(page, is_ready);
    return page;
  }

  static BrowserSession& browser() {
    static const TemporaryDirectory folder;
    static BrowserSession session(folder.path() / "profile");
    return session;
  }
};

}  // namespace hippuzzle::testing
