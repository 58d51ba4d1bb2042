// Pages in a headless Chromium, where there is one.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace hippuzzle::testing {

// "" where none is found.
std::string find_browser();

struct BrowserRun {
  std::string size = "1366,900";        // of the window
  std::string hash = {};                // "#…" after the page's address
  std::vector<std::string> flags = {};  // of the browser
  bool waits = false;                   // the script may await; else it returns at once
};

// Runs a script in the page once it is shown, and gives its result. The folder is for files of this
// call, and has the files that the page names.
nlohmann::json run_in_browser(const std::string& page, const std::string& script,
                              const BrowserRun& run, const std::filesystem::path& folder);
nlohmann::json run_in_browser(const std::string& page, const std::string& script,
                              const std::string& size, const std::string& hash,
                              const std::filesystem::path& folder);

}  // namespace hippuzzle::testing

#define REQUIRE_BROWSER()                           \
  if (::hippuzzle::testing::find_browser().empty()) \
  GTEST_SKIP() << "no Chromium is found; Debian has it in the package chromium"
