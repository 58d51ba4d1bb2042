// The studio's page in a headless Chromium: a learner's way through a puzzle, and its mishaps.
#include <arpa/inet.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <memory>
#include <thread>

#include "tests/studio/browser_session.hpp"
#include "tests/studio/studio_process.hpp"
#include "tests/support/browser.hpp"
#include "tests/support/json.hpp"
#include "tests/support/whole_file.hpp"

namespace hippuzzle::testing {
namespace page_test {

using nlohmann::json;

const std::string is_ready = "document.documentElement.dataset.ready === 'yes'";
const std::string editor = "document.querySelector('.CodeMirror')?.CodeMirror";

// The text in the editor, of either kind.
const std::string text =
    "(" + editor + "?.getValue() ?? document.querySelector('#text textarea').value)";

std::string verdict_has(const std::string& words) {
  return "document.getElementById('verdict').textContent.includes(" + json(words).dump() + ")";
}

// Types a new text over the old one, as a user does: it is no setValue().
std::string type(const std::string& kernel) {
  return "(() => { const text = " + json(kernel).dump() + ", mirror = " + editor +
         ";"
         "if (mirror) return mirror.replaceRange(text, {line: 0, ch: 0}, "
         "{line: mirror.lineCount(), ch: 0}, '+input');"
         "const field = document.querySelector('#text textarea'); field.value = text;"
         "field.dispatchEvent(new Event('input')); })()";
}

std::string with(const std::string& line) {
  return "#include <hip/hip_runtime.h>\n"
         "__global__ void add_10(float* output, const float* a) {\n  " +
         line + "\n}\n";
}

// Another page of the same machine, on a port of its own.
class HostileServer {
 public:
  HostileServer() {
    sockaddr_in address = {};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    EXPECT_EQ(bind(socket_, reinterpret_cast<sockaddr*>(&address), size), 0);
    EXPECT_EQ(listen(socket_, 8), 0);
    EXPECT_EQ(getsockname(socket_, reinterpret_cast<sockaddr*>(&address), &size), 0);
    port_ = ntohs(address.sin_port);
    thread_ = std::thread([this] { serve(); });
  }
  ~HostileServer() {
    shutdown(socket_, SHUT_RDWR);
    thread_.join();
    close(socket_);
  }
  HostileServer(const HostileServer&) = delete;

  std::string address() const { return "http://127.0.0.1:" + std::to_string(port_) + "/"; }

 private:
  void serve() const {
    const std::string answer =
        "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n\r\n"
        "<!doctype html><title>hostile</title><body></body>";
    for (int client; (client = accept(socket_, nullptr, nullptr)) >= 0;) {
      char request[4096];
      if (read(client, request, sizeof request) > 0) {
        EXPECT_EQ(write(client, answer.data(), answer.size()), static_cast<ssize_t>(answer.size()));
      }
      close(client);
    }
  }

  int socket_ = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  int port_ = 0;
  std::thread thread_;
};

class StudioPage : public ::testing::Test {
 protected:
  void SetUp() override { REQUIRE_BROWSER(); }

  std::string open(const StudioProcess& studio, int width = 1280) {
    // After the studio's workspace was made: run() kills the test's other children.
    if (!browser_) browser_ = std::make_unique<BrowserSession>(folder_.path() / "profile");
    const std::string page = browser_->open(studio.address(), width);
    browser_->until(page, is_ready);
    return page;
  }

  BrowserSession& browser() { return *browser_; }

 private:
  TemporaryDirectory folder_;
  std::unique_ptr<BrowserSession> browser_;
};

TEST_F(StudioPage, LeadsFromNothingToASolvedPuzzle) {
  StudioProcess studio;
  const std::string page = open(studio);
  EXPECT_TRUE(browser().value(page,
                              "document.getElementById('lesson-text').innerText"
                              ".includes('Write a kernel that adds 10')"));
  EXPECT_FALSE(browser().value(page, "location.href.includes('token')"));

  browser().value(page, type(with("output[threadIdx.x] = a[threadIdx.x] + 10")));
  browser().press(page, "s", true);
  browser().until(page, verdict_has("does not compile"));
  browser().until(page, "document.getElementById('problems').innerText.startsWith('Line 3: ')");

  browser().value(page,
                  type(with("output[threadIdx.x] = a[threadIdx.x] + 10 + (threadIdx.x == 2);")));
  browser().press(page, "s", true);
  browser().until(page, verdict_has("1 of 4 elements is wrong"));
  EXPECT_EQ(browser().value(page, "document.querySelectorAll('td.wrong').length"), 1);
  EXPECT_EQ(browser().value(page, "document.getElementById('problems').children.length"), 0);
  browser().value(page, "document.querySelector('td.wrong button').click()");
  browser().until(page, "document.querySelector('#trace iframe')?.src.endsWith('#write=output,2')");

  browser().press(page, "F1");
  browser().until(page, "document.querySelectorAll('#hints-list details').length === 1");

  browser().value(page, type(right_map()));
  browser().press(page, "s", true);
  browser().until(page, verdict_has("p01: passed"));
  EXPECT_EQ(contents(studio.p01()), right_map());
  browser().until(page,
                  "document.querySelector('[data-puzzle=p01] .mark').title.startsWith('passed')");
  // The lesson shows its solution now.
  browser().until(page,
                  "document.getElementById('lesson-text').innerText.includes('The solution')");
}

TEST_F(StudioPage, ChecksAndPointsAtAFinding) {
  StudioProcess studio;
  const std::string page = open(studio);
  browser().value(page, type(with("output[threadIdx.x] = a[threadIdx.x + 1] + 9;")));
  browser().press(page, "Enter", true);
  browser().until(page, "document.querySelector('.finding') !== null");
  EXPECT_TRUE(
      browser().value(page, "document.getElementById('problems').innerText.includes('Line 3: ')"));
}

TEST_F(StudioPage, EndsAnEndlessKernel) {
  StudioProcess studio;
  const std::string page = open(studio);
  browser().value(page, type(with("for (volatile int i = 0; i >= 0;) output[0] = a[0];")));
  browser().press(page, "s", true);
  browser().until(page, verdict_has("running") + " && !document.getElementById('stop').disabled");
  browser().value(page, "document.getElementById('stop').click()");
  browser().until(page, verdict_has("stopped"));
}

TEST_F(StudioPage, FollowsTheFileInAllItsTabs) {
  StudioProcess studio;
  const std::string one = open(studio), other = open(studio);
  browser().value(one, type(right_map()));
  browser().press(one, "s", true);
  browser().until(other, text + " === " + json(right_map()).dump());
  std::ofstream(studio.p01()) << right_map() + "// from elsewhere\n";
  for (const std::string& page : {one, other})
    browser().until(page, text + ".includes('// from elsewhere')");
}

TEST_F(StudioPage, OffersBothVersionsAfterAConflict) {
  StudioProcess studio;
  const std::string page = open(studio);
  browser().value(page, type(right_map() + "// mine\n"));
  std::ofstream(studio.p01()) << right_map() + "// theirs\n";
  browser().until(page, "document.getElementById('choice').dataset.kind === 'conflict'");
  EXPECT_TRUE(
      browser().value(page, "document.getElementById('choice').innerText.includes('- // theirs')"));
  EXPECT_TRUE(
      browser().value(page, "document.getElementById('choice').innerText.includes('+ // mine')"));
  browser().value(page, "document.querySelector('#choice button').click()");
  browser().press(page, "s", true);
  browser().until(page, "document.getElementById('state').textContent === 'saved'");
  EXPECT_EQ(contents(studio.p01()), right_map() + "// mine\n");
  EXPECT_TRUE(browser().value(page, "localStorage['hippuzzle-history-p01'].includes('// theirs')"));
}

TEST_F(StudioPage, KeepsATextThatAKilledServerNeverGot) {
  StudioProcess studio(std::vector<std::string>{});
  const std::string page = open(studio);
  const std::string before = contents(studio.p01());
  studio.end(SIGKILL);
  browser().value(page, type(right_map() + "// typed afterwards\n"));
  browser().until(page, "!document.getElementById('trouble').hidden");
  browser().until(page, "localStorage['hippuzzle-draft-p01']?.includes('typed afterwards')");
  studio.start(std::vector<std::string>{});
  const std::string again = open(studio);
  EXPECT_TRUE(browser().value(again, text + ".includes('// typed afterwards')"));
  EXPECT_EQ(browser().value(again, "document.getElementById('state').textContent"),
            "not saved yet");
  EXPECT_EQ(contents(studio.p01()), before);
}

// A page of another port is of the same site, so the browser sends the cookie along.
TEST_F(StudioPage, CanNeitherBeReadNorUsedByAHostilePage) {
  StudioProcess studio;
  open(studio);  // the browser has the cookie
  const std::string before = contents(studio.p01());
  HostileServer hostile;
  const std::string page = browser().open(hostile.address());
  browser().until(page, "document.title === 'hostile'");
  const std::string target = "http://127.0.0.1:" + std::to_string(studio.port());
  const std::string attack = R"((async (target) => {
      const got = [];
      const attempt = async (name, work) => {
        try { if (await work()) got.push(name); } catch { /* refused */ }
      };
      const all = {credentials: 'include'};
      await attempt('read', async () => (await fetch(`${target}/api/course`, all)).ok);
      await attempt('run', async () => (await fetch(`${target}/api/run?puzzle=p01&task=run`, {...all, method: 'POST'})).ok);
      await fetch(`${target}/api/run?puzzle=p01&task=run`, {...all, method: 'POST', mode: 'no-cors'}).catch(() => {});
      await fetch(`${target}/api/reset?puzzle=p01`, {...all, method: 'POST', mode: 'no-cors', body: 'x'}).catch(() => {});
      const loads = (tag, path) => new Promise((resolve) => {
        const node = document.createElement(tag);
        node.onload = () => resolve(true);
        node.onerror = () => resolve(false);
        node.src = target + path;
        document.body.append(node);
      });
      await attempt('script', () => loads('script', '/studio.js'));
      await attempt('picture', () => loads('img', '/pictures/p01/threads.svg'));
      await attempt('events', () => new Promise((resolve) => {
        const source = new EventSource(`${target}/api/events`, {withCredentials: true});
        source.onopen = () => resolve(true);
        source.onerror = () => resolve(false);
      }));
      const form = document.createElement('form');
      Object.assign(form, {method: 'post', action: `${target}/api/run?puzzle=p01&task=run`, target: 'frame'});
      const frame = document.createElement('iframe');
      frame.name = 'frame';
      document.body.append(frame, form);
      const loaded = new Promise((resolve) => { frame.onload = resolve; });
      form.submit();
      await loaded;
      return got.join();
    }))";
  EXPECT_EQ(browser().value(page, attack + "('" + target + "')"), "");
  EventStream events(studio);
  const std::string seen = events.until("event: ready");
  EXPECT_EQ(seen.find("event: start"), seen.npos) << seen;
  EXPECT_EQ(parse_json(studio.request("POST", "/api/run?puzzle=p01&task=run").body)["run"], 1);
  EXPECT_EQ(contents(studio.p01()), before);
}

TEST_F(StudioPage, HasTabsInANarrowWindow) {
  StudioProcess studio;
  const std::string page = open(studio, 420);
  EXPECT_LE(browser().value(page, "document.documentElement.scrollWidth"), 420);
  for (const std::string pane : {"lesson", "results", "editor"}) {
    browser().value(page, "document.querySelector('[data-pane=" + pane + "]').click()");
    EXPECT_EQ(browser().value(page,
                              "[...document.querySelectorAll('.pane')].filter((pane) => "
                              "pane.offsetWidth > 0).map((pane) => pane.id).join()"),
              pane);
  }
}

TEST_F(StudioPage, IsUsableByKeyboard) {
  StudioProcess studio;
  const std::string page = open(studio);
  std::vector<std::string> panes;
  for (int i = 0; i < 3; ++i) {
    browser().press(page, "F6");
    panes.push_back(browser().value(page, "document.activeElement.closest('.pane').id"));
  }
  std::ranges::sort(panes);
  EXPECT_EQ(panes, (std::vector<std::string>{"editor", "lesson", "results"}));
  EXPECT_EQ(browser().value(page, "document.getElementById('verdict').getAttribute('role')"),
            "status");
  EXPECT_EQ(browser().value(page,
                            "[...document.querySelectorAll('button, select, [role=separator]')]"
                            ".filter((e) => !(e.getAttribute('aria-label') ?? "
                            "e.closest('label')?.textContent ?? e.textContent).trim()).length"),
            0);
}

}  // namespace page_test
}  // namespace hippuzzle::testing
