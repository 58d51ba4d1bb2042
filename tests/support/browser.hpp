// Pages in a headless Chromium, where there is one.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

namespace hippuzzle::testing {

// "" where none is found.
std::string find_browser();

// What a script returns that is run in the page once it is shown. size: of the window, "1600,1000";
// hash: "#…" behind the page's address. The folder is for files of this call.
nlohmann::json run_in_browser(const std::string& page, const std::string& script,
                              const std::string& size, const std::string& hash,
                              const std::filesystem::path& folder);

}  // namespace hippuzzle::testing

#define REQUIRE_BROWSER()                           \
  if (::hippuzzle::testing::find_browser().empty()) \
  GTEST_SKIP() << "no Chromium is found; Debian has it in the package chromium"
