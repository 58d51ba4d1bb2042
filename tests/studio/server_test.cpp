// The studio's server: the requests that it refuses, and the files that it can reach. A test that
// runs another program ends its studio before, because run() kills the test's other children.
#include <arpa/inet.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

#include <fstream>
#include <memory>

#include "tests/studio/studio_process.hpp"
#include "tests/support/hippuzzle_command.hpp"
#include "tests/support/json.hpp"
#include "tests/support/whole_file.hpp"
#include "tests/workspace/learner.hpp"

namespace hippuzzle::testing {
namespace server_test {
namespace fs = std::filesystem;
using nlohmann::json;

std::string host_of(const StudioProcess& studio) {
  return "127.0.0.1:" + std::to_string(studio.port());
}

// A request without the headers that a page of the studio adds.
HttpAnswer bare(const StudioProcess& studio, const std::string& target, const std::string& headers,
                const std::string& method = "GET") {
  return studio.send(method + " " + target + " HTTP/1.1\r\n" + headers +
                     "Content-Length: 0\r\nConnection: close\r\n\r\n");
}

std::string version_of(StudioProcess& studio) {
  return parse_json(studio.request("POST", "/api/open?puzzle=p01").body)["version"];
}

TEST(StudioServer, GivesItsCookieForTheTokenOnly) {
  StudioProcess studio;
  const std::string host = "Host: " + host_of(studio) + "\r\n";
  EXPECT_EQ(bare(studio, "/", host).status, 403);
  EXPECT_EQ(bare(studio, "/?token=", host).status, 403);
  EXPECT_EQ(bare(studio, "/?token=" + std::string(64, '0'), host).status, 403);
  for (const char* target : {"/studio.js", "/api/course", "/api/kernel?puzzle=p01", "/api/events"})
    EXPECT_EQ(bare(studio, target, host).status, 403) << target;
  const HttpAnswer first =
      bare(studio, studio.address().substr(studio.address().find('/', 7)), host);
  EXPECT_EQ(first.status, 303);
  EXPECT_EQ(first.header("Location"), "/");
  const std::string set = first.header("Set-Cookie");
  EXPECT_NE(set.find("; HttpOnly"), set.npos) << set;
  EXPECT_NE(set.find("; SameSite=Strict"), set.npos) << set;
  EXPECT_EQ(set.find(studio.address().substr(studio.address().find('=') + 1)), set.npos)
      << "the cookie is the token";
  EXPECT_EQ(studio.request("GET", "/").status, 200);
}

// A page whose name was bound to 127.0.0.1 after it was loaded sends its own name.
TEST(StudioServer, RefusesAnotherHost) {
  StudioProcess studio;
  for (const std::string& host : std::vector<std::string>{
           std::string("evil.example"), "evil.example:" + std::to_string(studio.port()),
           std::string("192.168.1.20:8000"), std::string("127.0.0.1:"), std::string("127.0.0.1:x"),
           std::string("[::1]:8000"), std::string(":8000"), host_of(studio) + ".evil.example",
           "127.0.0.1.evil.example:" + std::to_string(studio.port())}) {
    const HttpAnswer answer =
        bare(studio, "/api/course", "Host: " + host + "\r\nCookie: " + studio.cookie() + "\r\n");
    EXPECT_EQ(answer.status, 421) << host;
  }
  const std::string twice = "Host: " + host_of(studio) + "\r\nHost: evil.example\r\n";
  EXPECT_NE(bare(studio, "/api/course", twice + "Cookie: " + studio.cookie() + "\r\n").status, 200);
  EXPECT_NE(bare(studio, "/api/course", "Cookie: " + studio.cookie() + "\r\n").status, 200);
}

TEST(StudioServer, RefusesAnotherOrigin) {
  StudioProcess studio;
  version_of(studio);
  const std::string own = "Host: " + host_of(studio) + "\r\nCookie: " + studio.cookie() + "\r\n";
  const std::string run = "/api/run?puzzle=p01&task=run";
  for (const std::string& origin : std::vector<std::string>{
           std::string("http://evil.example"), std::string("null"), "https://" + host_of(studio),
           "http://localhost:1", "http://" + host_of(studio) + "/"}) {
    EXPECT_EQ(bare(studio, run, own + "Origin: " + origin + "\r\n", "POST").status, 403) << origin;
    EXPECT_EQ(bare(studio, "/api/course", own + "Origin: " + origin + "\r\n").status, 403)
        << origin;
  }
  EXPECT_EQ(bare(studio, run, own, "POST").status, 403) << "without an Origin";
  for (const char* site : {"cross-site", "same-site"}) {
    EXPECT_EQ(bare(studio, "/api/course", own + "Sec-Fetch-Site: " + site + "\r\n").status, 403);
  }
  EXPECT_EQ(bare(studio, run, own + "Origin: http://" + host_of(studio) + "\r\n", "POST").status,
            202);
}

// `ssh -L 8000:127.0.0.1:PORT`: the browser names the port that it knows.
TEST(StudioServer, AnswersThroughAForwardedPort) {
  StudioProcess studio;
  const std::string token = studio.address().substr(studio.address().find('/', 7));
  for (const char* host : {"127.0.0.1:8000", "localhost:8001", "localhost"}) {
    const std::string to = std::string("Host: ") + host + "\r\n";
    const std::string set = bare(studio, token, to).header("Set-Cookie");
    const std::string own = to + "Cookie: " + set.substr(0, set.find(';')) + "\r\n";
    EXPECT_EQ(bare(studio, "/api/course", own).status, 200) << host;
    const std::string reset = "/api/reset?puzzle=p01";
    EXPECT_EQ(bare(studio, reset, own + "Origin: http://" + host + "\r\n", "POST").status, 200);
    // A page of another port of this machine, the studio's own among them.
    for (const std::string& origin :
         {std::string("http://127.0.0.1:9999"), "http://" + host_of(studio)}) {
      EXPECT_EQ(bare(studio, reset, own + "Origin: " + origin + "\r\n", "POST").status, 403);
    }
    EXPECT_EQ(
        bare(studio, "/api/course", "Host: " + host_of(studio) + own.substr(own.find('\r'))).status,
        403)
        << "another port's cookie";
  }
}

// Every address of a machine that listens on all, and no name.
TEST(StudioServer, AnswersAtAnotherAddressOnly) {
  StudioProcess all({"--port", "0", "--address", "0.0.0.0"});
  const std::string port = ":" + std::to_string(all.port());
  const auto status = [&](const std::string& host) {
    return bare(all, "/api/course", "Host: " + host + "\r\nCookie: " + all.cookie() + "\r\n")
        .status;
  };
  EXPECT_EQ(status("192.168.1.20" + port), 200);
  EXPECT_EQ(status("evil.example" + port), 421);
  StudioProcess one({"--port", "0", "--address", "127.0.0.2"});
  EXPECT_EQ(one.address().find("http://127.0.0.2:"), 0u) << one.address();
}

TEST(StudioServer, AllowsNoScriptInItsPage) {
  StudioProcess studio;
  const HttpAnswer page = studio.request("GET", "/");
  const std::string policy = page.header("Content-Security-Policy");
  EXPECT_NE(policy.find("default-src 'none'; script-src 'self';"), policy.npos) << policy;
  EXPECT_EQ(policy.find("unsafe"), policy.npos) << policy;
  EXPECT_NE(policy.find("frame-ancestors 'none'"), policy.npos) << policy;
  EXPECT_EQ(page.header("X-Content-Type-Options"), "nosniff");
  EXPECT_EQ(page.header("Referrer-Policy"), "no-referrer");
  EXPECT_EQ(page.header("Access-Control-Allow-Origin"), "");
  EXPECT_EQ(page.body.find("<script>"), page.body.npos);
  EXPECT_EQ(page.body.find(" style="), page.body.npos);
}

TEST(StudioServer, ListensOnTheLoopbackAddressAlone) {
  StudioProcess studio;
  char port[8];
  std::snprintf(port, sizeof port, ":%04X", static_cast<unsigned>(studio.port()));
  size_t found = 0;
  for (const char* table : {"/proc/net/tcp", "/proc/net/tcp6"}) {
    for (const std::string& line : lines(contents(table))) {
      if (line.find(std::string(port) + " 00000000:0000 0A") == line.npos) continue;
      ++found;
      EXPECT_NE(line.find("0100007F" + std::string(port)), line.npos) << line;
    }
  }
  EXPECT_EQ(found, 1u);
}

TEST(StudioServer, ReachesNoFileByAPath) {
  StudioProcess studio;
  version_of(studio);
  std::ofstream(studio.workspace() / "secret.hip") << "secret";
  for (const char* target : {"/../secret.hip",
                             "/..%2fsecret.hip",
                             "/%2e%2e/secret.hip",
                             "/secret.hip",
                             "/editor/../../../../etc/passwd",
                             "/editor/..%2f..%2f..%2f..%2fetc%2fpasswd",
                             "//etc/passwd",
                             "/etc/passwd",
                             "/pictures/../../hippuzzle.toml",
                             "/api/kernel?puzzle=..%2fsecret",
                             "/api/kernel?puzzle=%2fetc%2fpasswd",
                             "/api/kernel?puzzle=p01_map",
                             "/api/kernel?puzzle=",
                             "/api/kernel?puzzle=p01%00",
                             "/api/lesson?page=..%2f..%2fREADME.md",
                             "/api/lesson?page=p01-..%2f..%2fsecret.html",
                             "/api/trace?run=..",
                             "/api/trace?run=-1",
                             "/api/trace?run=99999999999999999999",
                             "/p01_map/kernel.hip",
                             "/hippuzzle.toml"}) {
    const HttpAnswer answer = studio.request("GET", target);
    EXPECT_GE(answer.status, 400) << target;
    EXPECT_EQ(answer.body.find("secret\n"), answer.body.npos) << target;
    EXPECT_EQ(answer.body.find("root:"), answer.body.npos) << target;
  }
  for (const char* query :
       {"puzzle=..%2fsecret&task=run", "puzzle=p01&variant=--solution&task=run",
        "puzzle=p01&variant=plugin-path&task=run", "puzzle=p01&variant=..&task=run",
        "puzzle=p01&task=grade", "puzzle=--help&task=run", "puzzle=p01"}) {
    EXPECT_EQ(studio.request("POST", std::string("/api/run?") + query).status, 400) << query;
  }
  EXPECT_EQ(studio.request("PUT", "/api/kernel?puzzle=..%2fsecret&task=run&version=", "x").status,
            400);
  EXPECT_EQ(studio.request("PUT", "/secret.hip", "x").status, 404);
  EXPECT_EQ(contents(studio.workspace() / "secret.hip"), "secret");
}

TEST(StudioServer, WritesThroughNoLinkOutOfTheWorkspace) {
  StudioProcess studio;
  const TemporaryDirectory outside;
  const fs::path kernel = outside.write("kernel.hip", "mine\n");
  fs::remove_all(studio.p01().parent_path());
  fs::create_directory_symlink(outside.path(), studio.p01().parent_path());
  const json present = parse_json(studio.request("GET", "/api/kernel?puzzle=p01").body);
  const HttpAnswer answer = studio.request(
      "PUT", "/api/kernel?puzzle=p01&task=run&version=" + present["version"].get<std::string>(),
      "x");
  EXPECT_EQ(answer.status, 400) << answer.body;
  EXPECT_EQ(contents(kernel), "mine\n");
}

TEST(StudioServer, LimitsTheSizeOfRequests) {
  StudioProcess studio;
  const std::string version = version_of(studio);
  const std::string before = contents(studio.p01());
  const std::string target = "/api/kernel?puzzle=p01&task=run&version=" + version;
  EXPECT_EQ(studio.request("PUT", target, std::string((4 << 20) + 1, 'x')).status, 413);
  EXPECT_EQ(studio.request("PUT", target, "x", "Content-Encoding: gzip\r\n").status, 415);
  EXPECT_NE(studio.request("GET", "/" + std::string(100'000, 'a')).status, 200);
  EXPECT_EQ(contents(studio.p01()), before);
  EXPECT_EQ(studio.request("GET", "/").status, 200) << "it does not answer any more";
}

TEST(StudioServer, LimitsTheNumberOfOpenPages) {
  StudioProcess studio;
  std::vector<std::unique_ptr<EventStream>> pages;
  for (int i = 0; i < 12; ++i) {
    pages.push_back(std::make_unique<EventStream>(studio));
    pages.back()->until("event: ready");
  }
  EXPECT_EQ(studio.request("GET", "/api/events").status, 503);
  EXPECT_EQ(studio.request("GET", "/api/course").status, 200);
}

TEST(StudioServer, WritesNothingWhereItIsReadOnly) {
  StudioProcess studio({"--port", "0", "--read-only"});
  EXPECT_EQ(parse_json(studio.request("POST", "/api/open?puzzle=p01").body)["text"], nullptr);
  fs::create_directory(studio.p01().parent_path());
  std::ofstream(studio.p01()) << "mine\n";
  const json kernel = parse_json(studio.request("POST", "/api/open?puzzle=p01").body);
  EXPECT_EQ(kernel["text"], "mine\n");
  const std::string version = kernel["version"];
  EXPECT_EQ(studio.request("PUT", "/api/kernel?puzzle=p01&task=run&version=" + version, "x").status,
            400);
  EXPECT_EQ(studio.request("POST", "/api/reset?puzzle=p01").status, 400);
  EXPECT_EQ(
      parse_json(studio.request("POST", "/api/hint?puzzle=p01&which=next").body)["hints"].size(),
      0u);
  EXPECT_EQ(contents(studio.p01()), "mine\n");
}

TEST(StudioServer, ReplacesOnlyTheVersionThatThePageHadRead) {
  StudioProcess studio;
  const std::string version = version_of(studio);
  std::ofstream(studio.p01(), std::ios::app) << "// from elsewhere\n";
  const std::string elsewhere = contents(studio.p01());
  const HttpAnswer answer =
      studio.request("PUT", "/api/kernel?puzzle=p01&task=run&version=" + version, right_map());
  EXPECT_EQ(answer.status, 409);
  const json theirs = parse_json(answer.body);
  EXPECT_EQ(theirs["text"], elsewhere);
  EXPECT_EQ(contents(studio.p01()), elsewhere);
  const std::string now = theirs["version"];
  EXPECT_EQ(
      studio.request("PUT", "/api/kernel?puzzle=p01&task=run&version=" + now, right_map()).status,
      200);
  EXPECT_EQ(contents(studio.p01()), right_map());
}

// The results are the objects that `hippuzzle p01 --format json` prints.
TEST(StudioServer, RunsAtEverySaveAndSendsTheResults) {
  StudioProcess studio;
  EventStream events(studio);
  version_of(studio);
  std::ofstream(studio.p01()) << right_map();  // another editor
  const std::string text = events.until("event: end");
  EXPECT_NE(text.find("event: file"), text.npos);
  const size_t at = text.find("event: result\ndata: ");
  ASSERT_NE(at, text.npos) << text;
  const json result = parse_json(text.substr(at + 20, text.find("\n\n", at) - at - 20))["result"];
  EXPECT_EQ(result["kind"], "variant");
  EXPECT_EQ(result["puzzle"], "p01");
  EXPECT_EQ(result["outcome"], "passed");
  EventStream late(studio);  // a page that is opened afterwards
  EXPECT_NE(late.until("event: ready").find("\"outcome\":\"passed\""), std::string::npos);
  EXPECT_EQ(studio.end(SIGTERM), 0);
  const CommandResult progress = run({"/usr/bin/env", "-C", studio.workspace().string(),
                                      binary().string(), "progress", "--format", "json"});
  EXPECT_EQ(parse_json(progress.out)["passed"], 1) << progress.out << progress.err;
}

TEST(StudioServer, EndsARunThatIsCancelled) {
  StudioProcess studio;
  EventStream events(studio);
  version_of(studio);
  std::ofstream(studio.p01()) << "#include <hip/hip_runtime.h>\n"
                                 "__global__ void add_10(float* output, const float* a) {\n"
                                 "  for (volatile int i = 0; i >= 0;) output[0] = a[0];\n"
                                 "}\n";
  events.until("event: start\ndata: {\"run\":1,");
  EXPECT_EQ(studio.request("POST", "/api/cancel?run=7").status, 404);
  EXPECT_EQ(studio.request("POST", "/api/cancel?run=1").status, 200);
  const std::string text = events.until("event: end");
  EXPECT_NE(text.find("\"cancelled\":true"), text.npos) << text;
}

TEST(StudioServer, EndsAtASignalWithItsRuns) {
  StudioProcess studio;
  EventStream events(studio);
  version_of(studio);
  std::ofstream(studio.p01()) << right_map();
  events.until("event: start");
  EXPECT_EQ(studio.end(SIGINT), 0);
  EXPECT_NE(events.until("event: stopped").find("event: stopped"), std::string::npos);
}

// Hints count as `hippuzzle hint` counts them.
TEST(StudioServer, GivesHintsOneByOne) {
  StudioProcess studio;
  const auto hints = [&](const std::string& which) {
    return parse_json(studio.request("POST", "/api/hint?puzzle=p01&which=" + which).body);
  };
  EXPECT_EQ(hints("shown")["hints"].size(), 0u);
  EXPECT_EQ(hints("next")["hints"].size(), 1u);
  EXPECT_EQ(hints("next")["hints"].size(), 2u);
  EXPECT_EQ(hints("shown")["hints"].size(), 2u);
  EXPECT_EQ(studio.end(SIGTERM), 0);
  const CommandResult progress = run({"/usr/bin/env", "-C", studio.workspace().string(),
                                      binary().string(), "progress", "--format", "json"});
  EXPECT_EQ(parse_json(progress.out)["puzzles"][0]["variants"][0]["hints_shown"], 2);
}

TEST(StudioServer, SaysThatAnAddressIsAnothers) {
  const TemporaryDirectory folder;
  const std::string program = folder.write("prog.hip", right_map()).string();
  const auto studio = [&](const std::string& address) {
    return run({binary().string(), "studio", program, "--address", address});
  };
  const CommandResult elsewhere = studio("192.0.2.1"), no_address = studio("example.org");
  EXPECT_EQ(elsewhere.code, 2);
  EXPECT_NE(elsewhere.err.find("192.0.2.1 is no address of this machine"), std::string::npos)
      << elsewhere.err;
  EXPECT_EQ(no_address.code, 2);
  EXPECT_NE(no_address.err.find("an address is four numbers"), std::string::npos) << no_address.err;
}

TEST(StudioServer, SaysThatItsServerIsMissing) {
  const TemporaryDirectory folder;
  const std::string workspace = (folder.path() / "workspace").string();
  ASSERT_EQ(run({learners_binary().string(), "init", workspace}).code, 0);
  const CommandResult r = run({"/usr/bin/env", "-C", workspace, "-u", "HIPPUZZLE_PLUGIN_PATH",
                               learners_binary().string(), "studio"});
  EXPECT_EQ(r.code, 77) << r.err;
  EXPECT_EQ(lines(r.err).size(), 1u) << r.err;
  EXPECT_NE(r.err.find("libcpp-httplib"), std::string::npos) << r.err;
}

TEST(StudioServer, SaysThatAPortIsTaken) {
  const int taken = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  ASSERT_EQ(bind(taken, reinterpret_cast<sockaddr*>(&address), size), 0);
  ASSERT_EQ(listen(taken, 1), 0);
  ASSERT_EQ(getsockname(taken, reinterpret_cast<sockaddr*>(&address), &size), 0);
  const TemporaryDirectory folder;
  const std::string workspace = (folder.path() / "workspace").string();
  ASSERT_EQ(run({binary().string(), "init", workspace}).code, 0);
  const CommandResult r = run({"/usr/bin/env", "-C", workspace, binary().string(), "studio",
                               "--port", std::to_string(ntohs(address.sin_port))});
  close(taken);
  EXPECT_EQ(r.code, 2) << r.err;
  EXPECT_NE(r.err.find("is taken"), std::string::npos) << r.err;
}

}  // namespace server_test
}  // namespace hippuzzle::testing
