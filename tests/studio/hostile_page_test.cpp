// A hostile page in another tab of the learner's browser.
#include <arpa/inet.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <thread>

#include "tests/studio/page_fixture.hpp"

namespace hippuzzle::testing {
namespace hostile_page_test {

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
    EXPECT_EQ(eventfd_write(stop_, 1), 0);
    thread_.join();
    close(socket_);
    close(stop_);
  }
  HostileServer(const HostileServer&) = delete;

  std::string address() const { return "http://127.0.0.1:" + std::to_string(port_) + "/"; }

 private:
  void serve() const {
    const std::string answer =
        "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n\r\n"
        "<!doctype html><title>hostile</title><body></body>";
    for (int client; (client = accept(socket_, nullptr, nullptr)) >= 0;) {
      // A browser opens connections that it may need, and keeps them for minutes.
      pollfd either[] = {{client, POLLIN, 0}, {stop_, POLLIN, 0}};
      poll(either, 2, -1);
      char request[4096];
      if (either[1].revents == 0 && read(client, request, sizeof request) > 0) {
        EXPECT_EQ(write(client, answer.data(), answer.size()), static_cast<ssize_t>(answer.size()));
      }
      close(client);
    }
  }

  int socket_ = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  int stop_ = eventfd(0, EFD_CLOEXEC);
  int port_ = 0;
  std::thread thread_;
};

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

}  // namespace hostile_page_test
}  // namespace hippuzzle::testing
