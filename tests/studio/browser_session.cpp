// The session speaks Chromium's protocol for developers' tools. The browser reads its descriptor 3
// and writes its descriptor 4: JSON, each message followed by a zero.
#include "tests/studio/browser_session.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <vector>

#include "tests/support/browser.hpp"
#include "tests/support/command.hpp"
#include "tests/support/json.hpp"

extern char** environ;

namespace hippuzzle::testing {
namespace {

using nlohmann::json;

constexpr int first_free = 10;  // above the descriptors that the browser uses

// A pipe whose ends are not the browser's descriptors.
std::array<int, 2> high_pipe() {
  std::array<int, 2> ends, high;
  EXPECT_EQ(pipe2(ends.data(), O_CLOEXEC), 0);
  for (size_t i = 0; i < 2; ++i) {
    high[i] = fcntl(ends[i], F_DUPFD_CLOEXEC, first_free);
    close(ends[i]);
  }
  return high;
}

}  // namespace

BrowserSession::BrowserSession(const std::filesystem::path& profile) {
  std::vector<std::string> command = {
      find_browser(),  "--headless=new",          "--no-sandbox",
      "--disable-gpu", "--remote-debugging-pipe", "--user-data-dir=" + profile.string(),
      "about:blank"};
  std::vector<char*> arguments;
  for (std::string& word : command) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  const std::array<int, 2> in = high_pipe(), out = high_pipe();
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, in[0], 3);
  posix_spawn_file_actions_adddup2(&actions, out[1], 4);
  for (const int stream : {STDOUT_FILENO, STDERR_FILENO})
    posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_WRONLY, 0);
  EXPECT_EQ(posix_spawn(&id_, arguments[0], &actions, nullptr, arguments.data(), environ), 0);
  posix_spawn_file_actions_destroy(&actions);
  close(in[0]);
  close(out[1]);
  to_ = in[1];
  from_ = out[0];
}

BrowserSession::~BrowserSession() {
  const std::string last = R"({"id":0,"method":"Browser.close"})";
  [[maybe_unused]] const ssize_t n = write(to_, last.c_str(), last.size() + 1);
  close(to_);
  close(from_);
  if (!ends_within(id_, std::chrono::seconds(5))) kill(id_, SIGKILL);
  waitpid(id_, nullptr, 0);
}

json BrowserSession::call(const std::string& method, const json& parameters,
                          const std::string& page) {
  json message = {{"id", ++last_}, {"method", method}, {"params", parameters}};
  if (!page.empty()) message["sessionId"] = page;
  const std::string text = message.dump();
  EXPECT_EQ(write(to_, text.c_str(), text.size() + 1), static_cast<ssize_t>(text.size() + 1));
  for (;;) {
    for (size_t end; (end = read_.find('\0')) != read_.npos;) {
      const json answer = parse_json(read_.substr(0, end));
      read_.erase(0, end + 1);
      if (answer.value("id", 0) != last_) continue;
      EXPECT_FALSE(answer.contains("error")) << method << answer;
      return answer.value("result", json::object());
    }
    pollfd readable = {from_, POLLIN, 0};
    std::array<char, 65536> part;
    const ssize_t n = poll(&readable, 1, 120'000) > 0 ? read(from_, part.data(), part.size()) : 0;
    if (n <= 0) {
      ADD_FAILURE() << "the browser does not answer " << method;
      return json::object();
    }
    read_.append(part.data(), static_cast<size_t>(n));
  }
}

void BrowserSession::renew() {
  if (!context_.empty()) call("Target.disposeBrowserContext", {{"browserContextId", context_}});
  context_ = call("Target.createBrowserContext", json::object()).value("browserContextId", "");
}

std::string BrowserSession::open(const std::string& address, int width, int height) {
  if (context_.empty()) renew();
  const json target =
      call("Target.createTarget", {{"url", "about:blank"}, {"browserContextId", context_}});
  const json attached = call("Target.attachToTarget",
                             {{"targetId", target.value("targetId", "")}, {"flatten", true}});
  const std::string page = attached.value("sessionId", "");
  call("Emulation.setDeviceMetricsOverride",
       {{"width", width}, {"height", height}, {"deviceScaleFactor", 1}, {"mobile", false}}, page);
  call("Page.navigate", {{"url", address}}, page);
  return page;
}

json BrowserSession::value(const std::string& page, const std::string& expression) {
  const json result =
      call("Runtime.evaluate",
           {{"expression", expression}, {"awaitPromise", true}, {"returnByValue", true}}, page);
  return result.contains("exceptionDetails") ? json() : result["result"].value("value", json());
}

void BrowserSession::until(const std::string& page, const std::string& expression) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(2);
  while (value(page, expression) != true) {
    if (std::chrono::steady_clock::now() > end) {
      FAIL() << "never true: " << expression << "\n" << value(page, "document.body.innerText");
    }
    poll(nullptr, 0, 50);
  }
}

void BrowserSession::prefer(const std::string& page, const std::string& shade) {
  const json feature = {{"name", "prefers-color-scheme"}, {"value", shade}};
  call("Emulation.setEmulatedMedia", {{"features", json::array({feature})}}, page);
}

void BrowserSession::press(const std::string& page, const std::string& key, bool control) {
  const int code = key.size() == 1       ? std::toupper(key[0])
                   : key == "Enter"      ? 13
                   : key == " "          ? 32
                   : key == "F1"         ? 112
                   : key == "ArrowRight" ? 39
                                         : 117;  // F6
  for (const char* type : {"rawKeyDown", "keyUp"}) {
    call("Input.dispatchKeyEvent",
         {{"type", type},
          {"key", key},
          {"windowsVirtualKeyCode", code},
          {"modifiers", control ? 2 : 0}},
         page);
  }
}

void BrowserSession::compose(const std::string& page, const std::string& composed,
                             const std::string& words) {
  const size_t end = composed.size();
  call("Input.imeSetComposition",
       {{"text", composed}, {"selectionStart", end}, {"selectionEnd", end}}, page);
  call("Input.insertText", {{"text", words}}, page);
}

}  // namespace hippuzzle::testing
