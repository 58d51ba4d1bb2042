// A headless Chromium that a test drives: pages that are opened, scripts in them, keys.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

namespace hippuzzle::testing {

class BrowserSession {
 public:
  // Starts the browser that find_browser() names, with its own profile.
  explicit BrowserSession(const std::filesystem::path& profile);
  ~BrowserSession();
  BrowserSession(const BrowserSession&) = delete;

  // Forgets all pages, cookies and texts, as a new browser.
  void renew();

  // Opens an address in a new page and returns the page's session.
  std::string open(const std::string& address, int width = 1280, int height = 800);

  // The value of a script's expression, of a promise once it is kept.
  nlohmann::json value(const std::string& page, const std::string& expression);

  // Waits until the expression is true; a failure of the test after two minutes.
  void until(const std::string& page, const std::string& expression);

  // The page's colours as the system of a user who prefers "light" or "dark" has them.
  void prefer(const std::string& page, const std::string& shade);

  // Presses a key, with Ctrl: press(page, "s", true).
  void press(const std::string& page, const std::string& key, bool control = false);

  // Writes as an input method does: shows the composed text, then puts the words in its place.
  void compose(const std::string& page, const std::string& composed, const std::string& words);

 private:
  nlohmann::json call(const std::string& method, const nlohmann::json& parameters,
                      const std::string& page = "");

  pid_t id_ = -1;
  int to_ = -1, from_ = -1;
  int last_ = 0;
  std::string read_;
  std::string context_;  // of the pages since renew()
};

}  // namespace hippuzzle::testing
