// The studio's tasks besides a puzzle's verdict: measurements, programs, and a server that is left
// alone, stopped and continued.
#include <signal.h>

#include <fstream>

#include "tests/studio/studio_process.hpp"
#include "tests/support/json.hpp"
#include "tests/support/whole_file.hpp"

namespace hippuzzle::testing {
namespace tasks_test {

using nlohmann::json;

// The first result of a run among its events: its last one may be the summary.
json result_of(const std::string& events, int run) {
  const std::string begin = "event: result\ndata: {\"run\":" + std::to_string(run) + ",";
  const size_t at = events.find(begin);
  if (at == events.npos) return nullptr;
  const size_t data = at + std::string("event: result\ndata: ").size();
  return parse_json(events.substr(data, events.find("\n\n", at) - data))["result"];
}

std::string end_of(int run) { return "event: end\ndata: {\"run\":" + std::to_string(run) + ","; }

void open(StudioProcess& studio, const std::string& puzzle) {
  EXPECT_EQ(studio.request("POST", "/api/open?puzzle=" + puzzle).status, 200);
}

TEST(StudioTasks, CountsAndPlacesAndMeasuresTheKernels) {
  StudioProcess studio;
  EventStream events(studio);
  open(studio, "p01");
  EXPECT_EQ(studio.request("GET", "/api/solution?puzzle=p01").status, 403);
  std::ofstream(studio.p01()) << right_map();
  events.until(end_of(1));
  const HttpAnswer solution = studio.request("GET", "/api/solution?puzzle=p01");
  EXPECT_NE(solution.body.find("__global__"), std::string::npos) << solution.body;

  const std::string run = "/api/run?puzzle=p01&task=";
  EXPECT_EQ(studio.request("POST", run + "counts").status, 202);
  const json counts = result_of(events.until(end_of(2)), 2);
  EXPECT_EQ(counts["counts"][0]["kernel"], "add_10") << counts;
  EXPECT_EQ(counts["kernels"], "yours");

  EXPECT_EQ(studio.request("POST", run + "roofline&device=..%2fh100").status, 400);
  EXPECT_EQ(studio.request("POST", run + "roofline&device=h100").status, 202);
  const json roofline = result_of(events.until(end_of(3)), 3);
  EXPECT_EQ(roofline["kind"], "roofline") << roofline;
  EXPECT_EQ(roofline["kernels"][0]["kernels"], "yours");

  EXPECT_EQ(studio.request("POST", run + "bench").status, 202);
  const json bench = result_of(events.until(end_of(4)), 4);
  EXPECT_EQ(bench["kind"], "bench") << bench;
  EXPECT_EQ(bench["kernels"], "yours");

  EventStream late(studio);  // gets the verdict and each measurement
  const std::string kept = late.until("event: ready");
  for (int i = 1; i <= 4; ++i) EXPECT_NE(kept.find(end_of(i)), kept.npos) << i;
}

TEST(StudioTasks, ChecksAProgramAndTracesItsLaunches) {
  StudioProcess studio(past_the_end(), {"--port", "0"});
  EventStream events(studio);
  const json course = parse_json(studio.request("GET", "/api/course").body);
  EXPECT_EQ(course["first"], "prog.hip");
  EXPECT_TRUE(course["units"].is_null());
  open(studio, "prog.hip");
  for (const char* puzzle : {"p01", "..%2fprog.hip", "", "%2fetc%2fpasswd"}) {
    EXPECT_EQ(studio.request("GET", std::string("/api/kernel?puzzle=") + puzzle).status, 400);
  }
  const std::string run = "/api/run?puzzle=prog.hip&task=";
  EXPECT_EQ(studio.request("POST", run + "run").status, 202);
  const json report = result_of(events.until(end_of(1)), 1);
  EXPECT_EQ(report["findings"][0]["rule"], "out-of-bounds") << report;
  EXPECT_EQ(report["findings"][0]["sides"][0]["line"], 2);
  EXPECT_EQ(report["counts"][0]["kernel"], "fill");

  for (const char* launch : {"", "fill:0", "--html", "fill;ls", "fill:1:block=1", "a/b"}) {
    EXPECT_EQ(studio.request("POST", run + "trace&launch=" + launch).status, 400) << launch;
  }
  EXPECT_EQ(studio.request("POST", run + "bench").status, 400);
  EXPECT_EQ(studio.request("POST", run + "trace&launch=fill:1").status, 202);
  EXPECT_NE(events.until(end_of(2)).find("\"page\":true"), std::string::npos);
  EXPECT_NE(studio.request("GET", "/api/trace?run=2").body.find("launch 1 of fill"),
            std::string::npos);

  // Another editor mends it.
  std::string mended = past_the_end();
  mended.replace(mended.find("1, 9"), 4, "1, 8");
  std::ofstream(studio.program()) << mended;
  EXPECT_EQ(result_of(events.until(end_of(3)), 3)["findings"].size(), 0u);

  const std::string version =
      parse_json(studio.request("GET", "/api/kernel?puzzle=prog.hip").body)["version"];
  const std::string put = "/api/kernel?puzzle=prog.hip&task=run&version=";
  EXPECT_EQ(studio.request("PUT", put + "old", "x").status, 409);
  EXPECT_EQ(contents(studio.program()), mended);
  EXPECT_EQ(studio.request("PUT", put + version, "int main() { return 1 }\n").status, 200);
  const std::string broken = events.until(end_of(4));
  EXPECT_NE(broken.find("\"exit_code\":3"), broken.npos) << broken;
  EXPECT_NE(broken.find("prog.hip:1:"), broken.npos) << broken;
}

TEST(StudioTasks, KeepsAMebibyteThatIsNotAscii) {
  StudioProcess studio(past_the_end(), {"--port", "0"});
  std::string text = past_the_end();
  while (text.size() < 1 << 20) text += "// Füllt ein Feld: 配列 🙂\r\n";
  const auto kernel = [&] {
    return parse_json(studio.request("GET", "/api/kernel?puzzle=prog.hip").body);
  };
  const std::string put = "/api/kernel?puzzle=prog.hip&task=run&version=";
  const std::string version = kernel()["version"];
  EXPECT_EQ(studio.request("PUT", put + version, text).status, 200);
  EXPECT_EQ(contents(studio.program()), text);
  EXPECT_EQ(kernel()["text"], text);
  EXPECT_EQ(kernel()["is_text"], true);
  // Too large, and nothing of it is written.
  const std::string now = kernel()["version"];
  EXPECT_EQ(studio.request("PUT", put + now, std::string(5 << 20, ' ')).status, 413);
  EXPECT_EQ(contents(studio.program()), text);
  std::ofstream(studio.program()) << "// \xff\xfe no UTF-8\n";
  EXPECT_EQ(kernel()["is_text"], false);
}

// A laptop that is closed and opened again.
TEST(StudioTasks, GoesOnAfterItWasStopped) {
  StudioProcess studio;
  EventStream events(studio);
  open(studio, "p01");
  kill(studio.id(), SIGSTOP);
  std::ofstream(studio.p01()) << right_map();
  kill(studio.id(), SIGCONT);
  EXPECT_NE(events.until(end_of(1)).find("\"outcome\":\"passed\""), std::string::npos);
}

TEST(StudioTasks, EndsWhenNobodyIsThere) {
  StudioProcess studio({"--port", "0", "--idle", "0.01"});
  EXPECT_EQ(studio.end(0), 0);  // sends nothing, and waits
}

// Everything that a page loads before it can be used, and the course's largest lesson.
TEST(StudioTasks, SendsLessThanAMegabyteBeforeTheFirstTrace) {
  StudioProcess studio;
  size_t sent = 0;
  for (const std::string& target :
       {std::string("/"), std::string("/book.css"), std::string("/book_code.js"),
        std::string("/studio.css"), std::string("/studio.js"), std::string("/studio_server.js"),
        std::string("/studio_text.js"), std::string("/studio_lesson.js"),
        std::string("/studio_editor.js"), std::string("/studio_drafts.js"),
        std::string("/studio_results.js"), std::string("/studio_runs.js"),
        std::string("/studio_views.js"), std::string("/studio_measures.js"),
        std::string("/studio_panes.js"), std::string("/api/course"),
        std::string("/api/lesson?page=p16.html"), std::string("/api/kernel?puzzle=p01")}) {
    const HttpAnswer answer = studio.request("GET", target);
    EXPECT_EQ(answer.status, 200) << target;
    sent += answer.head.size() + answer.body.size();
  }
  for (const char* file : {"codemirror.css", "codemirror.js", "clike.js", "matchbrackets.js",
                           "show-hint.css", "show-hint.js"}) {
    sent += studio.request("GET", std::string("/editor/") + file).body.size();
  }
  EXPECT_LE(sent, 1'000'000u);
}

}  // namespace tasks_test
}  // namespace hippuzzle::testing
